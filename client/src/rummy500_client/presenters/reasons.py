"""Why a play is not to be had, as one text for a screen reader."""

from __future__ import annotations

from rummy500.engine.refusals import Refusal
from rummy500.protocol.acts import AnyAct
from rummy500.protocol.translate import action_to_wire
from rummy500_client.presenters.card_words import aloud
from rummy500_client.presenters.errors import explain
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.plays import No


def why_not(glance: Glance, no: No, extra: tuple[tuple[str, str], ...] = ()) -> str:
    """Return the rule that forbids a play: the words of the refusal that a press would bring."""
    act = None if no.action is None else action_to_wire(no.action)
    return reason(glance, no.refusal, act, extra)


def reason(
    glance: Glance,
    refusal: Refusal,
    act: AnyAct | None = None,
    extra: tuple[tuple[str, str], ...] = (),
) -> str:
    """Return a refusal as one text."""
    params = dict((*refusal.params, *extra))
    told = explain(str(refusal.code), params, glance.words, act=act, glance=glance)
    return aloud(f"{told.head}. {told.reason}", glance.words)
