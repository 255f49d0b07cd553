"""The program ``rummy500-referee``: what it prints and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rummy500.engine.deal import commitment, pack_from_seed
from rummy500.engine.notation import cards_text
from rummy500.referee.__main__ import main


SEED = bytes(range(32))
GOOD = "id one\nhand 1 7C\nhand 2 9C\npile 3C\nstock 4S\n1 stock => ok\n"
BAD = GOOD.replace("=> ok", "=> STOCK_EMPTY")
FAIR = (
    f"players 2\ncommit {commitment(SEED).hex()}\nseed {SEED.hex()}\n"
    f"deck {cards_text(pack_from_seed(SEED))}\n"
)


def written(folder: Path, text: str) -> str:
    path = folder / "case.rummy"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_all_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([written(tmp_path, f"{GOOD}---\n{GOOD}")]) == 0
    assert capsys.readouterr().out == "2 games, 0 failed\n"


def test_something_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, f"{GOOD}---\n{BAD}")

    assert main([file]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{file}:13: one: expected STOCK_EMPTY, got ok",
        "2 games, 1 failed",
    ]


def test_something_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = written(tmp_path, "hand 1 7X\n")

    assert main([file]) == 2
    assert capsys.readouterr().err == f"{file}:1:8: expected a card, found '7X'\n"


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none")]) == 2
    assert "No such file" in capsys.readouterr().err


def test_a_file_that_is_no_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "case.rummy"
    path.write_bytes(b"hand 1 7C\nhand 2 \xff\n")

    assert main([str(path)]) == 2
    assert capsys.readouterr().err == f"{path}:2:8: expected UTF-8 text, found the byte 0xff\n"


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--json", written(tmp_path, BAD)]) == 1

    play, end = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert play == {"id": "one", "line": 6, "seat": 1, "action": "stock", "result": "ok"}
    assert end["id"] == "one"
    assert end["state"]["hands"] == [["7C", "4S"], ["9C"]]
    assert set(end["state"]) == {
        "hands", "pile", "stock", "melds", "turn", "phase", "required", "taken",
        "placed", "end", "out", "scores", "totals", "winners",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (FAIR, 0),
        (FAIR.replace(commitment(SEED).hex(), "00" * 32), 1),
        (FAIR.replace(SEED.hex(), "11" * 32), 1),
        (FAIR.replace(f"seed {SEED.hex()}\n", ""), 1),
        (GOOD, 0),
    ],
)
def test_a_fair_deal_is_checked(tmp_path: Path, text: str, status: int) -> None:
    file = written(tmp_path, text)

    assert main(["--verify", file]) == status
    assert main([file]) == 0


def test_it_reads_standard_input_as_a_program_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rummy500.referee"],
        input=GOOD.encode(),
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, b"1 games, 0 failed\n", b"")


def test_output_that_takes_nothing(tmp_path: Path) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [sys.executable, "-m", "rummy500.referee", written(tmp_path, GOOD)],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert done.returncode == 2
    assert done.stderr == "rummy500-referee: output: No space left on device\n"


def test_a_name_that_the_terminal_cannot_show(tmp_path: Path) -> None:
    file = written(tmp_path, BAD.replace("id one", "id señal"))
    done = subprocess.run(
        [sys.executable, "-m", "rummy500.referee", file],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == f"{file}:6: se\\xf1al: expected STOCK_EMPTY, got ok"
