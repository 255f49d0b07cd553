"""A secret of this server, made once and kept in a file that nobody else may read."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from rummy500_server.store.ports import StoreError


SECRET_SIZE: Final = 32
"""Bytes."""


def kept_secret(path: Path, draw: Callable[[int], bytes]) -> bytes:
    """Return the secret in a file; one is drawn and kept there if there is no such file.

    Raises:
        StoreError: the file can't be read or made, or holds no secret.

    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            _make(path, draw(SECRET_SIZE))
        secret = path.read_bytes()
    except OSError as error:
        msg = f"{path}: {error}"
        raise StoreError(msg) from error
    if len(secret) < SECRET_SIZE:
        msg = f"{path}: a secret has {SECRET_SIZE} bytes or more, this has {len(secret)}"
        raise StoreError(msg)
    return secret


def _make(path: Path, secret: bytes) -> None:
    """Make the file with all that belongs in it, unless another server has just made it."""
    number, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # for its owner alone
    try:
        with os.fdopen(number, "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(draft, path)
    finally:
        Path(draft).unlink()
