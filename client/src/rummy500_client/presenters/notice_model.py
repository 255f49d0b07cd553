"""What a sheet about trouble shows: a lost connection, another version, a server that ended."""

from __future__ import annotations

from dataclasses import dataclass

from rummy500_client.presenters.table_model import Button, Tone


@dataclass(frozen=True, slots=True)
class NoticeModel:
    """A sheet over the table or the first screen (pictures 13 and 14).

    ``line`` is short and stands below the title in the colour of ``tone``: what is happening now
    ("Attempt 3. The next one in 4 seconds."). ``text`` is what it means and what stays safe.
    ``part`` draws a ring round the icon: the part of the waiting time that is over, 0 to 1, or
    ``None`` for no ring. ``escape`` is the intent that Escape reports, or empty.
    """

    title: str
    icon: str
    line: str = ""
    text: str = ""
    tone: Tone = Tone.REQUIRED
    part: float | None = None
    left: tuple[Button, ...] = ()
    right: tuple[Button, ...] = ()
    escape: str = ""
