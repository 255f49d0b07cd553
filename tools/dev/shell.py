"""Words to the person at the terminal, and programs started for them."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


ROOT = Path(__file__).resolve().parents[2]


class SetupError(Exception):
    """Something is missing that only the person can mend; the text says what and how."""


def say(text: str) -> None:
    """Tell what goes on. On stderr, so that stdout belongs to the programs that are run."""
    print(text, file=sys.stderr, flush=True)


def heading(text: str) -> None:
    """Tell that a new part of a longer run begins."""
    say(f"\n== {text}")


def call(command: Sequence[str | Path], *, env: Mapping[str, str] | None = None) -> int:
    """Run a program in the root folder and return its exit code; its output goes straight out."""
    sys.stdout.flush()
    words = [str(word) for word in command]
    surroundings = None if env is None else {**os.environ, **env}
    return subprocess.run(words, cwd=ROOT, env=surroundings, check=False).returncode


def call_quietly(command: Sequence[str | Path], *, env: Mapping[str, str]) -> bool:
    """Run a talkative program; show what it said only when it fails, and tell whether it worked."""
    words = [str(word) for word in command]
    done = subprocess.run(
        words,
        cwd=ROOT,
        env={**os.environ, **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        say(done.stdout)
    return done.returncode == 0


def output_of(command: Sequence[str | Path]) -> str | None:
    """Return what a program prints, or None when it fails or isn't there."""
    try:
        done = subprocess.run(
            [str(word) for word in command], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None


def become(command: Sequence[str | Path]) -> int:
    """Turn this process into the program, so that signals and the exit code are its own."""
    words = [str(word) for word in command]
    if os.name != "nt":  # exec on Windows returns to the prompt while the program still runs
        sys.stdout.flush()
        sys.stderr.flush()
        os.execv(words[0], words)
    return subprocess.run(words, check=False).returncode


def as_typed(command: Sequence[str | Path]) -> str:
    """Return the command as one would type it."""
    return shlex.join(str(word) for word in command)


def is_root() -> bool:
    """Tell whether system packages can be installed without asking anybody."""
    return hasattr(os, "geteuid") and os.geteuid() == 0
