"""Settings: defaults, over them the environment, over that the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy500_server.__main__ import main
from rummy500_server.config import ConfigError, parse


def test_without_anything_it_serves_this_computer() -> None:
    found = parse([], {}, "1")
    assert (found.host, found.port, found.store, found.pause) == ("127.0.0.1", 8500, "", -1)
    assert found.data.name == "server"


def test_the_command_line_is_stronger_than_the_environment() -> None:
    environment = {"RUMMY500_PORT": "1", "RUMMY500_HOST": "192.0.2.7", "OTHER": "x"}
    found = parse(["--port", "2", "--origins", "https://a, https://b"], environment, "1")
    assert (found.port, found.host) == (2, "192.0.2.7")
    assert found.origins == ("https://a", "https://b")


@pytest.mark.parametrize(
    ("text", "value"), [("1", True), ("on", True), ("TRUE", True), ("0", False), ("off", False)]
)
def test_switches_in_the_environment(text: str, value: object) -> None:
    assert parse([], {"RUMMY500_ANNOUNCE_JSON": text}, "1").announce_json is value


def test_values_are_read_as_what_they_are() -> None:
    found = parse(
        ["--data", "x", "--hello-seconds", "0.5", "--store", "sqlite:y", "--log-style", "json"],
        {"RUMMY500_LOG_LEVEL": "error", "RUMMY500_UNLIMITED_RATE": "on"},
        "1",
    )
    assert (found.data, found.hello_seconds, found.store) == (Path("x"), 0.5, "sqlite:y")
    assert (found.log_style, found.log_level, found.unlimited_rate) == ("json", "error", True)


@pytest.mark.parametrize(
    ("arguments", "environment", "named"),
    [
        (["--port", "70000"], {}, "--port=70000: must be from 0 to 65535"),
        ([], {"RUMMY500_PORT": "x"}, "RUMMY500_PORT=x"),
        (["--store", "redis:x"], {}, "--store=redis:x: must be sqlite:PATH, memory: or redis://"),
        (["--store", "sqlite:"], {}, "must be sqlite:PATH"),
        ([], {"RUMMY500_END_WITH_PARENT": "maybe"}, "RUMMY500_END_WITH_PARENT=maybe"),
        (["--log-level", "loud"], {}, "must be one of debug"),
        (["--workers", "0"], {}, "must be from 1"),
        (["--workers", "2"], {}, "--workers=2: several need a store that they share"),
    ],
)
def test_what_cannot_be_used_is_named_with_where_it_came_from(
    arguments: list[str], environment: dict[str, str], named: str
) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(arguments, environment, "1")
    assert named in str(caught.value)


def test_the_command_ends_with_a_code_and_a_hint(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--port", "x"]) == 2
    assert "rummy500-server --help" in capsys.readouterr().err
    with pytest.raises(SystemExit) as caught:
        main(["--help"])
    assert caught.value.code == 0
    assert "examples:" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out.startswith("rummy500-server 0.")
