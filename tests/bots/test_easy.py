"""The easy player errs like a beginner and is never foolish (its list of what it never does)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.bots.arena import deal_hand, play_hand

from rummy500.engine.actions import Action, DiscardCard, LayOff, TakePile
from rummy500.engine.legal import legal_actions
from rummy500.engine.melds import extended_shape
from rummy500.engine.state import HandState, Phase
from rummy500_server.bots.lanes import scale_of, table_of
from rummy500_server.bots.layout_search import limited_layout
from rummy500_server.bots.levels import policy_for
from rummy500_server.bots.plays import ending_of, find_finish, limits_of
from rummy500_server.bots.wire import SeatView, decode_view


EASY = policy_for("easy")


def moves(deals: range) -> Iterator[tuple[HandState, SeatView, Action]]:
    """Yield every position of easy hands with the action taken in it."""
    for deal in deals:
        found: list[tuple[HandState, SeatView, Action]] = []

        def watch(
            state: HandState,
            data: bytes,
            action: Action,
            found: list[tuple[HandState, SeatView, Action]] = found,
        ) -> None:
            found.append((state, decode_view(data), action))

        players = 2 + deal % 3
        play_hand(deal_hand(deal, players), [EASY] * players, deal, watch)
        yield from found


def test_it_digs_two_cards_deep_at_most() -> None:
    takes = [(s, a) for s, _, a in moves(range(60)) if isinstance(a, TakePile)]
    depths = {len(state.pile) - state.pile.index(action.card) for state, action in takes}
    assert depths == {1, 2}


def fits(view: SeatView, card: int) -> bool:
    mode = view.options.ace_mode
    return any(extended_shape(meld, 1 << card, mode, None) is not None for meld in view.melds)


def can_finish(view: SeatView) -> bool:
    scale, table = scale_of(view.options), table_of(view.melds)
    ending = ending_of(view, view.turn.required, view.turn.taken)
    return find_finish(view.own, table, scale, ending) is not None


def test_it_throws_no_card_that_fits_the_table_or_breaks_a_meld() -> None:
    discards = 0
    for _, view, action in moves(range(60)):
        if not isinstance(action, DiscardCard) or view.own == 1 << action.card:
            continue
        scale, table = scale_of(view.options), table_of(view.melds)
        if can_finish(view):
            continue  # the last discard of a hand may be any
        layout = limited_layout(view.own, table, scale, limits_of(view, None))
        assert layout is not None
        discards += 1
        assert not layout.cards >> action.card & 1
        others = [a.card for a in legal_actions(view) if isinstance(a, DiscardCard)]
        spare = [c for c in others if not layout.cards >> c & 1 and not fits(view, c)]
        assert not fits(view, action.card) or not spare
    assert discards > 1000


def test_it_always_goes_out_when_it_can() -> None:
    finishes = 0
    for deal in range(90):
        start = deal_hand(deal, 2 + deal % 3)
        could: list[int] = []

        def watch(state: HandState, data: bytes, _action: Action, could: list[int] = could) -> None:
            assert could in ([], [state.turn.seat])
            if state.turn.phase is Phase.PLAY and can_finish(decode_view(data)):
                could[:] = [state.turn.seat]

        end = play_hand(start, [EASY] * start.players, deal, watch).end
        assert end is not None
        assert could in ([], [end.out])
        finishes += len(could)
    assert finishes > 60


def test_it_overlooks_a_lay_off_now_and_then() -> None:
    seen = missed = 0
    for _, view, action in moves(range(90)):
        lays = [a for a in legal_actions(view) if isinstance(a, LayOff)]
        if lays and view.turn.required is None:
            seen += isinstance(action, LayOff)
            missed += isinstance(action, DiscardCard)
    assert 1 / 14 < missed / (seen + missed) < 2 / 7
