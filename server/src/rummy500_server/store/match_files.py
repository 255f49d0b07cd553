"""Records of finished matches: one file each, complete or not there."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path


class MatchFolder:
    """Writes records into a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def keep(self, name: str, record: str) -> None:
        """Write ``name.rummy``; a crash leaves the old file or none, never half of one."""
        await asyncio.to_thread(self._write, name, record)

    def _write(self, name: str, record: str) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        final = self._folder / f"{name}.rummy"
        draft = final.with_suffix(".part")
        with draft.open("w", encoding="utf-8", newline="\n") as file:
            file.write(record)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(final)


class MatchShelf:
    """Keeps records in memory."""

    def __init__(self) -> None:
        self.records: dict[str, str] = {}

    async def keep(self, name: str, record: str) -> None:
        """Remember a record."""
        self.records[name] = record
