"""Refusals that are not about the rules, faults of the connection, and any refusal at all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy500.engine.refusals import Code
from rummy500.protocol.acts import AnyAct
from rummy500.protocol.errors import ErrorCode
from rummy500.protocol.translate import action_from_wire
from rummy500_client.i18n.words import Words
from rummy500_client.presenters.glance import Glance
from rummy500_client.presenters.option_words import option_title
from rummy500_client.presenters.refusals import Explanation, Facts, explain_rule


OFFLINE: Final = "OFFLINE"
"""No refusal by anybody: the play was not sent, for there is no connection."""


def explain(
    code: str,
    params: Mapping[str, str | int],
    words: Words,
    *,
    act: AnyAct | None = None,
    glance: Glance | None = None,
) -> Explanation:
    """Return any refusal in words; one that only a newer server knows is shown by its code."""
    action = None if act is None else action_from_wire(act)
    try:
        return explain_rule(Code(code), Facts(words, params, action, glance))
    except ValueError:
        pass
    if code == OFFLINE:
        head = words.say("No connection to the table")
        return Explanation(head, words.say("Nothing was played; your cards are as they were."))
    try:
        return explain_error(ErrorCode(code), params, words)
    except ValueError:
        return Explanation(
            words.say("The server did not accept that"),
            words.say("It gave the reason {code}, which this version does not know.", code=code),
        )


def explain_error(code: ErrorCode, params: Mapping[str, str | int], words: Words) -> Explanation:
    """Return a refusal by the server in words."""
    head, reason = _sentences(code, params, words)
    return Explanation(head, reason)


def _sentences(code: ErrorCode, params: Mapping[str, str | int], words: Words) -> tuple[str, str]:
    match code:
        case (
            ErrorCode.VERSION_MISMATCH
            | ErrorCode.NAME_INVALID
            | ErrorCode.TOKEN_UNKNOWN
            | ErrorCode.HELLO_FIRST
            | ErrorCode.RESUME_FIRST
            | ErrorCode.ALREADY_GREETED
            | ErrorCode.ELSEWHERE
        ):
            return _about_greeting(code, words)
        case (
            ErrorCode.OPTION_INVALID
            | ErrorCode.NO_SUCH_TABLE
            | ErrorCode.NO_SUCH_SEAT
            | ErrorCode.NOT_SEATED
            | ErrorCode.TABLE_FULL
            | ErrorCode.SEAT_TAKEN
            | ErrorCode.NO_COMPUTER_THERE
        ):
            return _about_seats(code, params, words)
        case (
            ErrorCode.NOT_HOST
            | ErrorCode.MATCH_RUNNING
            | ErrorCode.MATCH_NOT_RUNNING
            | ErrorCode.HAND_NOT_OVER
            | ErrorCode.MATCH_NOT_OVER
            | ErrorCode.MATCH_OVER
            | ErrorCode.SEATS_EMPTY
        ):
            return _about_the_match(code, words)
        case (
            ErrorCode.STALE
            | ErrorCode.SEAT_HELD
            | ErrorCode.TRY_AGAIN
            | ErrorCode.SERVER_FULL
            | ErrorCode.BAD_COMMAND
        ):
            return _about_the_moment(code, words)
        case ErrorCode.TOO_MANY_TRIES | ErrorCode.BANNED:
            return _about_waiting(code, params, words)


def _about_greeting(code: ErrorCode, words: Words) -> tuple[str, str]:
    say = words.say
    if code is ErrorCode.VERSION_MISMATCH:
        return say("Update the program"), say("The server speaks another version.")
    if code is ErrorCode.NAME_INVALID:
        return (
            say("Choose another name"),
            say("A name has 1 to 20 visible letters, digits, spaces or simple signs."),
        )
    if code is ErrorCode.TOKEN_UNKNOWN:
        return say("Join again"), say("The server does not know you any more.")
    return (
        say("Connect again"),
        say("The server expected another greeting; the connection starts anew."),
    )


def _about_seats(code: ErrorCode, params: Mapping[str, str | int], words: Words) -> tuple[str, str]:
    say = words.say
    if code is ErrorCode.OPTION_INVALID:
        option = option_title(str(params.get("option", "")), words)
        return say("Choose other rules"), say("{option} cannot be set so.", option=option)
    if code is ErrorCode.NO_SUCH_TABLE:
        return say("Choose another table"), say("That table does not exist any more.")
    if code is ErrorCode.NO_SUCH_SEAT:
        return say("Choose another seat"), say("That table has fewer seats.")
    if code is ErrorCode.NOT_SEATED:
        return say("Sit down first"), say("You have no seat at that table.")
    if code is ErrorCode.TABLE_FULL:
        return say("Choose another table"), say("All seats of that table are taken.")
    if code is ErrorCode.SEAT_TAKEN:
        return say("Choose another seat"), say("Somebody sits there already.")
    return say("Choose another seat"), say("No computer player sits there.")


def _about_the_match(code: ErrorCode, words: Words) -> tuple[str, str]:
    say = words.say
    if code is ErrorCode.NOT_HOST:
        return say("Ask the host"), say("Only the person who opened the table can do that.")
    if code is ErrorCode.MATCH_RUNNING:
        return say("Play the match to its end"), say("That can be done only between matches.")
    if code is ErrorCode.MATCH_NOT_RUNNING:
        return say("Start the match first"), say("No match is being played at this table.")
    if code is ErrorCode.HAND_NOT_OVER:
        return say("Play the hand to its end"), say("The next hand comes when this one is over.")
    if code is ErrorCode.MATCH_NOT_OVER:
        return say("Play the match to its end"), say("A rematch comes when this match is over.")
    if code is ErrorCode.MATCH_OVER:
        return say("Ask for a rematch"), say("The match is over.")
    return say("Fill the free seats"), say("The match starts when every seat is taken.")


def _about_the_moment(code: ErrorCode, words: Words) -> tuple[str, str]:
    say = words.say
    if code is ErrorCode.STALE:
        return say("Look again"), say("The table had changed before your play arrived.")
    if code is ErrorCode.SEAT_HELD:
        return say("Your next turn is yours again"), say(
            "You were away; a computer player finishes this turn for you."
        )
    if code is ErrorCode.TRY_AGAIN:
        return say("Try again"), say("The server could not decide that just now.")
    if code is ErrorCode.BAD_COMMAND:
        return say("Update the program"), say("The server does not know this command.")
    return say("Try again later"), say("The server has no room at the moment.")


def _about_waiting(
    code: ErrorCode, params: Mapping[str, str | int], words: Words
) -> tuple[str, str]:
    if code is ErrorCode.BANNED:
        reason = words.say("The people who run this server do not let you in for now.")
        return words.say("Try again later"), reason
    reason = words.count(
        "After so many wrong codes the next one is looked at in {n} second.",
        "After so many wrong codes the next one is looked at in {n} seconds.",
        int(params.get("seconds", 1)),
    )
    return words.say("Wait a little"), reason


def fault_words(fault: str, detail: str, words: Words) -> str:
    """Return why there is no connection."""
    say = words.say
    match fault:
        case "address_unknown":
            return say("There is no such address. Check how it is spelled.")
        case "nobody_there":
            return say("No server answers there. Is it running, and is the port right?")
        case "timed_out" | "silent":
            return say("The server does not answer in time.")
        case "not_ours":
            return say("Something answers there that is not a Rummy 500 server.")
        case "insecure":
            return say("The certificate of the server does not hold.")
        case "superseded":
            return say("You have connected from another window.")
        case "kicked":
            return say("The people who run this server have ended your connection.")
        case "turned_away":
            explained = explain(detail, {}, words)
            return f"{explained.head}. {explained.reason}"
        case "no_local_server" if detail == "busy":
            return say("A match is being played on this computer already, in another window.")
        case "no_local_server":
            return say("The server on this computer does not start: {detail}", detail=detail)
        case "dropped":
            return say("The connection broke.")
        case _:
            return say("The server cannot be reached.")


def address_words(fault: str, words: Words) -> str:
    """Return what is wrong with an address."""
    say = words.say
    match fault:
        case "empty":
            return say("Type the address of a server, such as example.org or 192.168.1.20.")
        case "scheme":
            return say("An address begins with ws:// or wss://, or has neither.")
        case "port":
            return say("The port is a number from 1 to 65535.")
        case _:
            return say("That is no address of a server.")


def settings_lost(words: Words) -> str:
    """Return what is said when the file of the settings could not be read."""
    return words.say(
        "Your settings could not be read and begin anew. The old file is kept beside the new one."
    )
