"""The order for a new table, as the settings say."""

from __future__ import annotations

from rummy500.engine.options import changed_options
from rummy500.protocol.commands import CreateTable, QuickSeat
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.daily import daily_order
from rummy500_client.presenters.home import own_name
from rummy500_client.presenters.option_use import chosen_options
from rummy500_client.presenters.wishes import UNNUMBERED, NewMatch, OfTheDay
from rummy500_client.settings import Settings


def table_order(settings: Settings, words: Words, *, private: bool, computers: int) -> CreateTable:
    """Return what to ask the server for: a table with so many computer players."""
    options = chosen_options(settings, computers)
    name = own_name(settings, words)
    return CreateTable(
        ref=UNNUMBERED,
        name=words.say("{name}'s table", name=name),
        seats=settings.seats,
        preset=str(options.preset),
        options=changed_options(options),
        private=private,
        computers=(settings.level,) * computers,
    )


def quick_order(settings: Settings) -> QuickSeat:
    """Return what to ask the server for: a seat at any table with our rules."""
    options = chosen_options(settings, 0)
    return QuickSeat(
        ref=UNNUMBERED,
        seats=settings.seats,
        preset=str(options.preset),
        options=changed_options(options),
    )


def order_for(wish: NewMatch | OfTheDay, settings: Settings, words: Words) -> CreateTable:
    """Return what to ask the server on this computer for."""
    match wish:
        case NewMatch():
            return table_order(settings, words, private=True, computers=settings.seats - 1)
        case OfTheDay():
            return daily_order(words)


def is_full(order: CreateTable) -> bool:
    """Return whether nobody is waited for at a table, so that its match may start at once."""
    return len(order.computers) == order.seats - 1
