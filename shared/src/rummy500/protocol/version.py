"""The version of the wire.

Raise ``PROTOCOL_VERSION`` whenever a message changes so that an older partner would misread it;
``docs/protocol.schema.json`` pins the messages, and its test tells you when that has happened.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Final


PROTOCOL_VERSION: Final = 1
PROGRAM_VERSION: Final = version("rummy500")
SUBPROTOCOL: Final = "rummy500"
"""Name of the WebSocket subprotocol that both ends offer."""
