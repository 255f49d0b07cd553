"""Makes the engine's values immutable at run time too, for tests; see ``rummy500.engine.lean``.

Imported before anything of the engine. Programs that tests start do not see it: they run as they
are.
"""

from __future__ import annotations

import importlib
import os


os.environ["RUMMY500_FROZEN"] = "1"
importlib.import_module("rummy500.engine.lean")
del os.environ["RUMMY500_FROZEN"]
