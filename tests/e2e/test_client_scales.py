"""Screens with more pixels: the same table, drawn with all of them."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot


pytestmark = [pytest.mark.e2e, pytest.mark.slow]

SHOT, SIZE = "small-big-index-en", (1024, 640)


@pytest.mark.parametrize("scale", [1.5, 2, 3])
def test_a_scaled_screen_shows_the_same_table_and_no_blur(
    qtbot: QtBot, tmp_path: Path, scale: float
) -> None:
    del qtbot  # it sees to it that pictures can be read
    for each in (1, scale):
        command = (sys.executable, "-m", "tests.shots", str(tmp_path), SHOT, "--scale", str(each))
        subprocess.run(command, check=True, timeout=60)
    small = QImage(str(tmp_path / f"{SHOT}.png"))
    large = QImage(str(tmp_path / f"{SHOT}@{scale:g}x.png"))

    assert (small.width(), small.height()) == SIZE
    assert (large.width(), large.height()) == (round(SIZE[0] * scale), round(SIZE[1] * scale))
    assert steepest(large) >= 0.7 * steepest(small)


def steepest(picture: QImage) -> float:
    """How steep the edges of a picture are: the mean of the steepest steps between neighbours.

    A picture that was drawn small and enlarged has no steep steps left.
    """
    grey = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    wide, stride = grey.width(), grey.bytesPerLine()
    data = bytes(grey.constBits())
    steps = []
    for y in range(0, grey.height(), 4):
        line = data[y * stride : y * stride + wide]
        steps += [abs(a - b) for a, b in pairwise(line)]
    steps.sort(reverse=True)
    top = steps[: len(steps) // 500]
    return sum(top) / len(top)
