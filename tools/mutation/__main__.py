"""What ``dev.py mutate`` starts: how many changes or ``all``, and how many at a time."""

from __future__ import annotations

import sys

from tools.mutation.check import check


if __name__ == "__main__":
    count, jobs = sys.argv[1:]
    sys.exit(check(None if count == "all" else int(count), int(jobs)))
