"""Sizes and lengths that both ends agree on."""

from __future__ import annotations

from typing import Final


MAX_COMMAND_BYTES: Final = 4096
"""Largest frame that a server reads. The largest honest command has some 300 bytes."""
MAX_UPDATE_BYTES: Final = 262_144
"""Largest frame that a client reads."""
MAX_DEPTH: Final = 8
"""Deepest nesting of maps and lists in a frame; the deepest honest frame has 6."""
MAX_NAME: Final = 20
"""Longest name of a person, in characters."""
MAX_TABLE_NAME: Final = 40
MAX_REF: Final = 2**53
"""Refs are numbers from 1 to this; every language has them."""
MAX_CARDS: Final = 52
CODE_LENGTH: Final = 6
"""Length of the code of a private table."""
CODE_ALPHABET: Final = "ACDEFHJKLMNPQRTUVWXY34679"
"""No letters or digits that look or sound like another (B 8, G 6, I 1, O 0, S 5, Z 2)."""
