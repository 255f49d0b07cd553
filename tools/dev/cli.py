"""The command line of ``dev.py``."""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.dev import checks, environments, play, rooms
from tools.dev.shell import ROOT, SetupError, call, say


DESCRIPTION = "Sets up what is missing in this folder, then does what you ask."
EPILOG = """examples:
  python3 dev.py play              open the game
  python3 dev.py test              run every test
  python3 dev.py test -k melds     run some tests, in the full environment only
  python3 dev.py check --fix       format, mend what can be mended, then check

exit codes: 0 all well; 1 something failed or is missing (stderr says what to do); 2 wrong usage;
'play' and 'test' end with the code of the program they start.
"""


def parser() -> argparse.ArgumentParser:
    """Build the parser: one sub-command for each job."""
    top = argparse.ArgumentParser(
        prog="dev.py",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    def add(name: str, text: str, example: str) -> argparse.ArgumentParser:
        return commands.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog=f"example: python3 dev.py {example}",
            allow_abbrev=False,
        )

    add("play", "open the game; further arguments go to the client", "play --connect HOST")
    add("test", "run every test; further arguments go to pytest", "test -k melds")
    add("check", "format, lint, types, import contracts", "check --fix").add_argument(
        "--fix", action="store_true", help="write the format and what the linter can mend"
    )
    shots = add("shots", "make the screenshots; further arguments go along", "shots docs/images")
    shots.add_argument("out", metavar="OUT", type=Path, help="folder for the pictures")
    add("chaos", "kill servers and Redis under people who play", "chaos --minutes 5 --tables 20")
    mutate = add("mutate", "change the rules a little; the tests must notice", "mutate --all")
    mutate.add_argument("--all", action="store_true", help="every change there is, not a sample")
    mutate.add_argument("--sample", default=200, type=int, help="how many changes (%(default)s)")
    mutate.add_argument("--jobs", default=2, type=int, help="how many at a time (%(default)s)")
    add("lock", "write requirements/constraints.txt from what .venv holds", "lock")
    return top


def run(arguments: Sequence[str]) -> int:
    """Carry out one command line and return the exit code."""
    options, rest = parser().parse_known_args(arguments)
    if rest and options.command in {"check", "mutate", "lock"}:
        parser().error(f"unrecognized arguments: {' '.join(rest)}")
    jobs: dict[str, Callable[[], int]] = {
        "play": lambda: play.play(rest),
        "test": lambda: rooms.test(rest),
        "check": lambda: checks.check(fix=options.fix),
        "shots": lambda: shots(options.out, rest),
        "chaos": lambda: chaos(rest),
        "mutate": lambda: mutate(None if options.all else options.sample, options.jobs),
        "lock": lock,
    }
    try:
        return jobs[options.command]()
    except SetupError as error:
        say(f"dev.py {options.command}: {error}")
        return 1
    except KeyboardInterrupt:
        return 130  # what a shell reports for a program that Ctrl+C has ended


def shots(out: Path, rest: Sequence[str]) -> int:
    """Have the tests' own stage take pictures of the real window."""
    surroundings = rooms.prepare()
    python = environments.FULL.python
    return call((python, "-m", "tests.shots", out.resolve(), *rest), env=surroundings)


def chaos(rest: Sequence[str]) -> int:
    """Let people play while everything under them falls, and judge what is left."""
    surroundings = rooms.prepare()
    return call((environments.FULL.python, "-m", "tests.chaos", *rest), env=surroundings)


def mutate(sample: int | None, jobs: int) -> int:
    """Try the tests of the rules on rules that were changed."""
    environments.ensure(environments.FULL)
    count = "all" if sample is None else str(sample)
    return call((environments.FULL.python, "-m", "tools.mutation", count, str(jobs)))


def lock() -> int:
    """Write the constraints: the closure of what the members and groups name, as installed."""
    environments.ensure(environments.FULL)  # what isn't installed can't be asked what it needs
    command = (environments.FULL.python, "-m", "tools.dev.lock")
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == 0:
        environments.CONSTRAINTS.write_text(done.stdout, encoding="utf-8")
    return done.returncode
