"""Every case of the files beside ``tests/vectors``, each a test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from rummy500.referee.reader import read
from rummy500.referee.runner import run
from rummy500.referee.script import Game


VECTORS = Path(__file__).parent.parent / "vectors"


def games() -> list[Game]:
    files = sorted(VECTORS.glob("*.rummy"))
    return [game for file in files for game in read(file.name, file.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("game", games(), ids=lambda game: str(game.name))
def test_a_case_comes_out_as_it_says(game: Game) -> None:
    assert run(game).failures == []


def test_the_cases_have_names_of_their_own() -> None:
    names = [game.name for game in games()]

    assert len(set(names)) == len(names)
    assert None not in names
    assert len(names) >= 135
