"""What a table asks about the servers that share its store."""

from __future__ import annotations

from typing import Protocol


class Nodes(Protocol):
    """The nodes, as one of them knows them."""

    @property
    def own(self) -> str:
        """Return the id of this node."""
        ...

    @property
    def shared(self) -> bool:
        """Return whether other nodes may use the store too."""
        ...

    @property
    def sound(self) -> bool:
        """Return whether this node knows what the store's time is, and may act by the clock."""
        ...

    def dead(self, node: str) -> bool:
        """Return whether a node has given no sign of life for so long that it is taken for dead."""
        ...

    def last_seen(self, node: str) -> int:
        """Return when a node gave its last sign, by the store's clock; 0 if nobody knows."""
        ...


class Alone:
    """The one node of a store that no other can use: whoever else is named was here before it."""

    shared = False
    sound = True

    def __init__(self, own: str) -> None:
        self.own = own

    def dead(self, node: str) -> bool:
        """Return whether a node is another one than this."""
        return node != self.own

    def last_seen(self, node: str) -> int:
        """Return that nobody knows."""
        return 0 * len(node)
