"""The workshop: what ``dev.py`` finds, says and leaves alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.house.tree import ROOT
from tools.dev import environments, libraries, pip, play, system
from tools.dev.environments import Environment
from tools.dev.shell import SetupError


DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def dev(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "dev.py", *arguments], capture_output=True, text=True, check=False
    )


@pytest.fixture
def ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Environment:
    """An environment that counts as filled; pip and venv are out of reach."""

    def never(*_: object, **__: object) -> bool:
        pytest.fail("nothing was to be installed")

    environment = Environment(tmp_path / "env", ("shared",), ("test",))
    environment.python.parent.mkdir(parents=True)
    environment.python.touch()
    monkeypatch.setattr(environments, "say", lambda _: None)
    monkeypatch.setattr(environments, "fill", lambda _: None)
    stamp(environment)
    monkeypatch.setattr(environments, "fill", never)
    monkeypatch.setattr(environments, "call", never)
    return environment


def stamp(environment: Environment) -> None:
    environments.ensure(environment)
    assert environments.is_ready(environment)


@pytest.mark.parametrize("command", ["play", "test", "check", "shots", "chaos", "mutate", "lock"])
def test_every_command_explains_itself_with_an_example(command: str) -> None:
    done = dev(command, "--help")

    assert done.returncode == 0
    assert f"example: python3 dev.py {command}" in done.stdout


def test_a_wrong_word_is_refused() -> None:
    assert dev("plya").returncode == 2
    assert dev("check", "--fux").returncode == 2


def test_no_display_is_said_before_anything_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(system, "provide", lambda _: pytest.fail("installed something"))
    monkeypatch.setattr(environments, "ensure", lambda _: pytest.fail("installed something"))

    with pytest.raises(SetupError, match="no display") as refusal:
        play.play([])

    assert str(refusal.value).count(". ") == 0, "one sentence"


@pytest.mark.parametrize("name", DISPLAYS)
def test_any_way_to_show_a_window_is_taken(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for other in DISPLAYS:
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, "x")

    assert not play.has_no_display()


def test_a_filled_environment_is_left_alone(ready: Environment) -> None:
    environments.ensure(ready)


def test_less_than_what_is_there_is_there(ready: Environment) -> None:
    assert environments.is_ready(Environment(ready.folder, ("shared",)))
    assert not environments.is_ready(Environment(ready.folder, ("shared", "server")))
    assert not environments.is_ready(Environment(ready.folder, ("shared",), ("test", "lint")))


def test_a_changed_lock_asks_for_a_new_install(
    ready: Environment, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "constraints.txt"
    other.write_text("msgspec==0.0.1\n", encoding="utf-8")
    monkeypatch.setattr(environments, "CONSTRAINTS", other)

    assert not environments.is_ready(ready)


def test_a_failed_install_leaves_no_stamp(
    ready: Environment, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: Environment) -> None:
        raise SetupError

    monkeypatch.setattr(environments, "fill", fails)
    more = Environment(ready.folder, ("shared", "server"))
    with pytest.raises(SetupError):
        environments.ensure(more)

    assert not environments.is_ready(ready)


def test_groups_are_read_with_those_they_include() -> None:
    requirements = environments.requirements_of("dev")

    assert any(text.startswith("pytest-qt") for text in requirements)
    assert all(isinstance(text, str) for text in requirements)


@pytest.mark.parametrize(
    ("program", "command"),
    [
        ("apt-get", "apt-get install -y --no-install-recommends libgl1 libxcb-cursor0"),
        ("dnf", "dnf install -y libglvnd-glx xcb-util-cursor"),
        ("pacman", "pacman -S --needed libglvnd xcb-util-cursor"),
        ("zypper", "zypper install -y libglvnd libxcb-cursor0"),
    ],
)
def test_what_is_missing_is_named_with_the_command_of_this_system(
    program: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in {program, "sudo"} else None)
    monkeypatch.setattr(system, "is_root", lambda: False)

    advice = system.advice((libraries.BASE[0], libraries.XCB[0]))

    assert "libGL.so.1, libxcb-cursor.so.0" in advice
    assert advice.endswith(f"sudo {command}")


@pytest.mark.parametrize(
    ("root", "programs", "typed"),
    [
        (True, {"sudo"}, "apt-get install pip"),
        (False, {"sudo"}, "sudo apt-get install pip"),
        (False, set(), "su -c 'apt-get install pip'"),
    ],
)
def test_a_command_for_root_is_written_as_this_user_types_it(
    *, root: bool, programs: set[str], typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: name if name in programs else None)
    monkeypatch.setattr(system, "is_root", lambda: root)

    assert system.as_root(("apt-get", "install", "pip")) == typed


def test_a_library_that_is_not_there_is_noticed() -> None:
    absent = libraries.Need("libnobodyhasthis.so.1", "a", "b", "c", "d")

    assert not absent.is_met()


def test_a_file_that_is_not_there_is_noticed(tmp_path: Path) -> None:
    wanted = libraries.Need(str(tmp_path / "org.example.Bus.service"), "a", "b", "c", "d")
    assert not wanted.is_met()
    Path(wanted.probe).touch()

    assert wanted.is_met()


def test_an_old_pip_is_named_with_the_way_to_a_newer_one() -> None:
    assert not pip.new_enough((22, 2))
    assert pip.new_enough((22, 3))
    assert "pip 22.2" in pip.what_to_do((22, 2))
    assert "pip install --upgrade pip" in pip.what_to_do((22, 2))
