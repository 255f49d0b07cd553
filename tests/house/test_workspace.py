"""Three distributions, one version; the lock names versions and nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, version

import pytest
from packaging.utils import canonicalize_name
from tests.house.tree import MEMBERS, ROOT, constraints, files, pyproject
from tools.dev import lock


LINE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*==[0-9][0-9A-Za-z.+!]*")
# Written in two halves, so that this file passes its own test.
REGISTRIES = tuple(
    "".join(halves)
    for halves in (
        ("pypi", ".org"),
        ("python", "hosted"),
        ("registry.", "npmjs"),
        ("deb.", "debian"),
        ("index", "-url"),
        ("find-links", " http"),
    )
)
TEXTS = (".py", ".toml", ".txt", ".md", ".yml", ".yaml", ".json", ".cfg", ".ini", "")


def test_the_three_members_carry_one_version() -> None:
    versions = {member: pyproject(member)["project"]["version"] for member in MEMBERS}

    assert len(set(versions.values())) == 1, versions


@pytest.mark.parametrize("member", MEMBERS)
def test_a_member_can_not_be_uploaded_by_accident(member: str) -> None:
    project = pyproject(member)["project"]

    assert "Private :: Do Not Upload" in project["classifiers"]
    assert project["requires-python"] == ">=3.11"


def test_the_root_installs_nothing() -> None:
    assert {"project", "build-system"}.isdisjoint(pyproject())


def test_the_lock_holds_versions_and_nothing_else() -> None:
    lines = (ROOT / "requirements" / "constraints.txt").read_text(encoding="utf-8").splitlines()

    assert [line for line in lines if not LINE.fullmatch(line)] == []
    assert lines == sorted(lines, key=lambda line: line.split("==")[0])


def test_every_requirement_has_its_line_in_the_lock() -> None:
    versions, absent = lock.closure(lock.named())

    assert (versions.keys() | absent) - constraints().keys() == set(), "run: python3 dev.py lock"


def test_the_lock_names_nothing_that_nobody_needs() -> None:
    versions, absent = lock.closure(lock.named())
    unexplained = constraints().keys() - versions.keys() - absent

    assert [name for name in unexplained if is_installed(name)] == [], "run: python3 dev.py lock"


def test_names_in_the_lock_are_spelled_the_one_way() -> None:
    assert all(name == canonicalize_name(name) for name in constraints())


def test_no_file_names_a_package_registry() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {address}"
        for path in files(*TEXTS)
        for address in REGISTRIES
        if address in path.read_text(encoding="utf-8", errors="replace")
    ]

    assert found == []


def test_a_lock_that_writes_addresses_is_never_committed() -> None:
    assert "uv.lock" in (ROOT / ".gitignore").read_text(encoding="utf-8").split()
    git = shutil.which("git")
    if git is not None and (ROOT / ".git").exists():
        tracked = subprocess.run(
            [git, "ls-files", "*uv.lock"], cwd=ROOT, capture_output=True, text=True, check=False
        )
        assert tracked.stdout == ""


def is_installed(name: str) -> bool:
    try:
        version(name)
    except PackageNotFoundError:
        return False
    return True
