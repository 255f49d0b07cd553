"""Whether a table can be as somebody wishes it."""

from __future__ import annotations

from rummy500.engine.options import OptionError, check_table
from rummy500.protocol import commands
from rummy500.protocol.translate import options_from_wire
from rummy500_server.bots.levels import LEVELS
from rummy500_server.table.decide import No, level_refused, option_refused


def problem_of(command: commands.CreateTable) -> No | None:
    """Return what is wrong with the wishes for a table."""
    try:
        options = options_from_wire(command.preset, command.options)
        check_table(options, command.seats, len(command.computers))
    except OptionError as error:
        return option_refused(error)
    if len(command.computers) >= command.seats:
        return option_refused(OptionError("computers", str(len(command.computers))))
    return next((level_refused(level) for level in command.computers if level not in LEVELS), None)
