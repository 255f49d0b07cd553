"""Make the sounds of the client: ``python -m tools.sounds`` writes them as small WAV files.

All of them are reckoned here from sines and noise, so they are ours, and the same in every run.
"""

from __future__ import annotations

import io
import math
import struct
import sys
import wave
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final


FOLDER: Final = (
    Path(__file__).parents[1] / "client" / "src" / "rummy500_client" / "assets" / "sounds"
)
RATE: Final = 22_050
"""Samples a second."""
_LOUDEST: Final = 0.72
_EDGE: Final = 0.004
"""Seconds in which a sound begins and ends, so that nothing clicks."""

Samples = list[float]


def silence(seconds: float) -> Samples:
    """Return so much of nothing."""
    return [0.0] * round(seconds * RATE)


def note(pitch: float, seconds: float, *, warm: float = 0.35) -> Samples:
    """Return a soft note of ``pitch`` Hz that dies away; ``warm`` is its share of overtones."""
    out = []
    for k in range(round(seconds * RATE)):
        at = k / RATE
        swing = math.sin(math.tau * pitch * at)
        swing += warm * math.sin(math.tau * 2 * pitch * at) * math.exp(-9 * at)
        swing += warm * 0.4 * math.sin(math.tau * 3 * pitch * at) * math.exp(-16 * at)
        rise = min(1.0, at / 0.012)
        out.append(swing * rise * math.exp(-4.2 * at / seconds))
    return out


def noise(seconds: float, soft: float, seed: int) -> Samples:
    """Return noise; ``soft`` (0 to 1) takes its sharpness away."""
    state, last, out = seed, 0.0, []
    for _ in range(round(seconds * RATE)):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        fresh = (state >> 8) / 0x3F_FFFF - 1.0
        last += (1 - soft) * (fresh - last)
        out.append(last)
    return out


def shaped(samples: Samples, curve: Callable[[float], float]) -> Samples:
    """Return samples as loud as ``curve`` says from 0 (their beginning) to 1 (their end)."""
    most = max(1, len(samples) - 1)
    return [value * curve(k / most) for k, value in enumerate(samples)]


def together(*parts: tuple[float, float, Samples]) -> Samples:
    """Return parts mixed: each with the second at which it begins and how loud it is."""
    end = max(round(start * RATE) + len(samples) for start, _, samples in parts)
    out = [0.0] * end
    for start, loud, samples in parts:
        first = round(start * RATE)
        for k, value in enumerate(samples):
            out[first + k] += loud * value
    return out


def tap(pitch: float, seed: int, seconds: float = 0.07) -> Samples:
    """Return a card that is put on the cloth."""
    body = shaped(note(pitch, seconds, warm=0.1), lambda x: math.exp(-5 * x))
    paper = shaped(noise(seconds * 0.7, 0.55, seed), lambda x: math.exp(-9 * x))
    return together((0.0, 0.55, body), (0.0, 0.9, paper))


def slide(seconds: float, seed: int) -> Samples:
    """Return a card that is drawn over the cloth."""
    return shaped(noise(seconds, 0.72, seed), lambda x: math.sin(math.pi * x**0.7) ** 1.5)


def taps(times: Iterable[float], pitch: Callable[[int], float]) -> Samples:
    """Return several taps."""
    return together(*((at, 1.0, tap(pitch(k), 11 + k)) for k, at in enumerate(times)))


def melody(*notes: tuple[float, float, float]) -> Samples:
    """Return notes one after another: when, pitch in Hz, seconds."""
    return together(*((at, 1.0, note(pitch, seconds)) for at, pitch, seconds in notes))


SOUNDS: Final[dict[str, Callable[[], Samples]]] = {
    "your_turn": lambda: melody((0.0, 523.25, 0.22), (0.13, 659.25, 0.27)),
    "hurry": lambda: melody((0.0, 659.25, 0.14), (0.15, 659.25, 0.24)),
    "deal": lambda: taps((0.0, 0.12, 0.24), lambda k: 210.0 + 6 * k),
    "draw": lambda: slide(0.19, 5),
    "discard": lambda: together((0.0, 0.5, slide(0.09, 7)), (0.06, 1.0, tap(190.0, 3))),
    "meld": lambda: taps((0.0, 0.08, 0.16), lambda k: 196.0 * 1.19**k),
    "lay_off": lambda: together((0.0, 1.0, tap(220.0, 9)), (0.05, 0.4, note(440.0, 0.2))),
    "take": lambda: together(
        *((k * 0.036, 0.5 + 0.08 * k, tap(240.0 + 9 * k, 21 + k, 0.05)) for k in range(6))
    ),
    "sit_down": lambda: melody((0.0, 392.0, 0.14), (0.09, 493.88, 0.2)),
    "stand_up": lambda: melody((0.0, 493.88, 0.14), (0.09, 392.0, 0.2)),
    "refused": lambda: together(
        (0.0, 1.0, shaped(note(118.0, 0.13, warm=0.6), lambda x: math.exp(-3 * x))),
        (0.0, 0.35, shaped(noise(0.05, 0.8, 31), lambda x: math.exp(-7 * x))),
    ),
    "lost": lambda: melody((0.0, 440.0, 0.18), (0.14, 329.63, 0.25)),
    "back": lambda: melody((0.0, 329.63, 0.16), (0.11, 440.0, 0.25)),
    "hand_won": lambda: melody((0.0, 392.0, 0.16), (0.1, 493.88, 0.16), (0.2, 587.33, 0.2)),
    "hand_lost": lambda: melody((0.0, 349.23, 0.18), (0.14, 293.66, 0.26)),
    "match_won": lambda: melody(
        (0.0, 392.0, 0.15), (0.08, 493.88, 0.15), (0.16, 587.33, 0.15), (0.23, 783.99, 0.17)
    ),
}
"""What is heard, by the name of its file. None is longer than 0.4 seconds."""


def wav(samples: Samples) -> bytes:
    """Return samples as a WAV file: one channel, 16 bits, with soft ends and even loudness."""
    peak = max(abs(value) for value in samples)
    edge = round(_EDGE * RATE)
    last = len(samples) - 1
    whole = bytearray()
    for k, value in enumerate(samples):
        fade = min(1.0, k / edge, (last - k) / edge)
        whole += struct.pack("<h", round(value / peak * _LOUDEST * fade * 32_767))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(bytes(whole))
    return out.getvalue()


def main() -> int:
    """Write all sounds."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, make in SOUNDS.items():
        (FOLDER / f"{name}.wav").write_bytes(wav(make()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
