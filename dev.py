"""The workshop of Rummy 500 on one command line: play, test, check, shots.

    python3 dev.py play      set up what is missing, then open the game
    python3 dev.py test      set up what is missing, then run every test

Standard library only. This file is kept to what any Python 3 can read, since its first duty is to
find a Python that is new enough and to hand over to it; the work is done in ``tools/dev``.
"""

import os
import shutil
import subprocess
import sys


OLDEST = (3, 11)
# Those the tests have seen first; a newer one is better than none.
CANDIDATES = ("python3.13", "python3.12", "python3.11", "python3.14")
PROBE = "import sys; sys.exit(sys.version_info[:2] < (3, 11))"


def find_newer_python():
    """Return the path of a Python that is new enough, or None.

    Each candidate is started once: version managers leave launchers on the PATH for versions that
    are not switched on, and those only fail.
    """
    for name in CANDIDATES:
        path = shutil.which(name)
        if path and subprocess.call([path, "-c", PROBE], stderr=subprocess.DEVNULL) == 0:
            return path
    return None


def hand_over():
    """Run this very command line again under a newer Python, or say what is needed."""
    newer = find_newer_python()
    if newer is None:
        sys.stderr.write(
            "dev.py needs Python 3.11 or newer, this is "
            + sys.version.split()[0]
            + " and no python3.11 to python3.14 is on the PATH: install one of them,"
            + " then run it as e.g. 'python3.12 dev.py play'.\n"
        )
        return 2
    command = [newer, os.path.abspath(__file__)] + sys.argv[1:]  # read by any Python 3
    if os.name == "nt":  # exec on Windows returns to the prompt while the program still runs
        return subprocess.call(command)
    sys.stdout.flush()
    os.execv(newer, command)
    return 0


def main():
    """Do the work here if this Python can, elsewhere if it can't."""
    if sys.version_info[:2] < OLDEST:
        return hand_over()
    from tools.dev.cli import run  # older Pythons can't read it

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
