"""What is drawn is as long as was asked for, and nothing is given twice."""

from __future__ import annotations

import pytest

from rummy500_server.table.ports import Dice, SecretDice, SeededDice


@pytest.mark.parametrize("dice", [SecretDice(), SeededDice(7)])
def test_every_draw_is_new(dice: Dice) -> None:
    drawn = [dice.draw(size) for size in (8, 32, 8, 1016, 8, 5000, 32, 16) * 50]
    assert [len(each) for each in drawn] == [8, 32, 8, 1016, 8, 5000, 32, 16] * 50
    pieces = [each[at : at + 8] for each in drawn for at in range(0, len(each), 8)]
    assert len(set(pieces)) == len(pieces)
