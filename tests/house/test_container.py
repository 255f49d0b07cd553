"""What can be said of image and compose file without an engine to build them."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.house.tree import ROOT

from rummy500_server.config import PREFIX, parse


INSTRUCTION = re.compile(r"^(?P<word>[A-Z]+)\s+(?P<rest>.*)$", re.MULTILINE)


@pytest.fixture
def dockerfile() -> list[tuple[str, str]]:
    """The instructions, comments dropped and continued lines joined."""
    text = (ROOT / "server" / "Dockerfile").read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return [(found["word"], found["rest"]) for found in INSTRUCTION.finditer(text)]


@pytest.fixture
def service() -> dict[str, Any]:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    assert list(compose["services"]) == ["server"]
    return dict(compose["services"]["server"])


def last_stage(instructions: list[tuple[str, str]]) -> list[tuple[str, str]]:
    starts = [number for number, (word, _) in enumerate(instructions) if word == "FROM"]
    assert len(starts) == 2
    return instructions[starts[-1] :]


def test_the_wheels_are_built_under_the_constraints(dockerfile: list[tuple[str, str]]) -> None:
    (build,) = [rest for word, rest in dockerfile if word == "RUN" and "pip wheel" in rest]

    assert "-c requirements/constraints.txt" in build
    assert "./shared ./server" in build


def test_the_image_takes_no_package_from_outside(dockerfile: list[tuple[str, str]]) -> None:
    installs = [rest for word, rest in last_stage(dockerfile) if "pip install" in rest]

    assert len(installs) == 1
    assert "--no-index" in installs[0]


def test_the_image_carries_no_source_and_no_client(dockerfile: list[tuple[str, str]]) -> None:
    words = [word for word, _ in last_stage(dockerfile)]

    assert {"COPY", "ADD"}.isdisjoint(words)
    assert not any("client" in rest for _, rest in dockerfile)


def test_the_server_does_not_run_as_root(dockerfile: list[tuple[str, str]]) -> None:
    words = [word for word, _ in last_stage(dockerfile)]

    assert words.index("USER") < words.index("ENTRYPOINT")


def test_the_image_tells_whether_it_is_well(
    dockerfile: list[tuple[str, str]], service: dict[str, Any]
) -> None:
    stage = dict(last_stage(dockerfile))
    _, asked = stage["HEALTHCHECK"].split(" CMD ")

    assert ["CMD", *json.loads(asked)] == service["healthcheck"]["test"]
    assert json.loads(asked)[0] == "python", "a slim image has no other program to ask with"
    assert f":{stage['EXPOSE']}/healthz" in asked


def test_port_and_volume_are_the_image_s_own(
    dockerfile: list[tuple[str, str]], service: dict[str, Any]
) -> None:
    stage = dict(last_stage(dockerfile))

    assert service["ports"] == [f"{stage['EXPOSE']}:{stage['EXPOSE']}"]
    assert service["volumes"] == [f"tables:{stage['VOLUME']}"]


def test_the_server_understands_what_the_image_tells_it(
    dockerfile: list[tuple[str, str]],
) -> None:
    stage = dict(last_stage(dockerfile))
    given = dict(pair.split("=", 1) for pair in stage["ENV"].split())

    settings = parse([], given, "0")

    assert given.keys() <= {PREFIX + setting.name.upper() for setting in fields(settings)}
    assert settings.port == int(stage["EXPOSE"])
    assert settings.data == Path(stage["VOLUME"])


def test_the_tables_outlive_the_container(service: dict[str, Any]) -> None:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))

    assert set(compose["volumes"]) == {mount.split(":")[0] for mount in service["volumes"]}


def test_the_builder_is_sent_only_what_the_image_is_made_of(
    dockerfile: list[tuple[str, str]],
) -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    allowed = {line.removeprefix("!") for line in lines if line.startswith("!")}
    copied = {rest.split()[0] for word, rest in dockerfile if word == "COPY"}

    assert lines[1] == "*"
    assert copied == allowed
