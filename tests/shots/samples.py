"""Sample positions: ordinary tables and crowded ones."""

from __future__ import annotations

from dataclasses import replace

from tests.shots.build import Sample
from tests.shots.words import EN, ES

from rummy500_client.presenters.table_model import (
    Bill,
    BillLine,
    LogGroup,
    Look,
    TableModel,
    Toast,
    Tone,
)


GOLD, PLAIN, DASHED = Look.GOLD, Look.PLAIN, Look.DASHED
PILE_30 = (
    "5S KH AD 7S TD 3H 8C JD 2S 6H QC 9D 4S 7D AC 9S 5H TC 8S 6D 7C 9H 2D 6S TH KC 4D 8D JS 3D"
)
PILE_40 = PILE_30 + " QS 5C 8H JH 3S TS KD 2C 9D 4C"
HAND_25 = "8H 8D 8C TD JD QD TC JC QC 3H 3D 3C AS 4S 5S 9S KS 2H TH QH KH 5D 2C 5C 7C"


def two_seats_draw() -> TableModel:
    return Sample(
        ES,
        (("Tú", 185, 12), ("Lucía", 240, 9)),
        turn=0,
        hand="4S 5S JS 5H 6H 9H 2C 8C KC 8D 9D QD",
        pile="3D KH TC 7H 2D JD 6S 4H QC 9S TD",
        stock=6,
        melds=("3S0 3H0 3C0", "4C1 5C1 6C1 7C0", "AS1 AD1 AC1", "4D0 5D0 6D0 7D1"),
        status=("Tu turno: roba una carta", "Lucía añadió 7♦ y descartó 10♦"),
        buttons=(
            ("take", "Tomar 10♦", "discard", PLAIN),
            ("draw", "Robar del mazo", "draw", GOLD),
        ),
        title=("Mesa de Lucía", "A 500 puntos · Ronda 3"),
        figures=(43, 86),
        last="TD 7D",
        usable="3D KH 7H 2D 6S 4H TD",
        draw=True,
        dealer=1,
    ).model()


def four_seats_wait() -> TableModel:
    return Sample(
        EN,
        (("You", 185, 8), ("Maja", 85, 8), ("Bruno", 240, 6), ("Inés", -25, 4)),
        turn=1,
        hand="2S 3S 7H 8H QH KD 5C 6C",
        pile="9S 4D KC 2D JH 8S TC",
        stock=6,
        melds=("JS0 JD0 JC0", "7C1 8C1 9C1", "3D2 3H2 3C2", "5D3 6D3 7D3 8D1"),
        status=("Maja is playing", "Took 3 cards from the pile, laid off 8♦"),
        title=("Friday table", "To 500 points · Hand 4"),
        figures=(30, 51),
        bots=(3,),
        away={2: "0:42"},
        clock=0.62,
        last="8D",
        dealer=2,
        log=(
            LogGroup(3, "Inés", ("drew from the stock", "melded 5♦ 6♦ 7♦  +18", "discarded 9♦")),
            LogGroup(0, "You", ("drew from the stock", "melded J♠ J♦ J♣  +30", "discarded 4♠")),
            LogGroup(
                1,
                "Maja",
                ("took 8♦ 9♦ 4♠ from the pile", "laid off 8♦ on Inés' run of diamonds  +8"),
            ),
        ),
    ).model()


def pile_of_30() -> TableModel:
    return Sample(
        ES,
        (("Tú", 310, 5), ("Mateo", 285, 6), ("Ana", 150, 4)),
        turn=0,
        hand="KS 7H 8H 2C JC",
        pile=PILE_30,
        stock=0,
        melds=("QS1 QH1 QD1", "3C0 4C0 5C0 6C2"),
        status=("Tu turno: toma del descarte o termina la ronda", "No quedan cartas en el mazo"),
        buttons=(
            ("end", "Terminar la ronda", "flag", PLAIN),
            ("take", "Tomar 9 cartas", "discard", GOLD),
        ),
        title=("Mesa de los jueves", "A 500 puntos · Ronda 5"),
        figures=(12, 37),
        bots=(2,),
        last="3D",
        usable="TD 8C 9S TC 7C 9H 2D KC 3D",
        draw=True,
        preview=21,
        bill=Bill(
            "Tomar 9 cartas",
            (
                BillLine("A la mesa ya: 8 cartas", "+45", Tone.GOOD),
                BillLine("Se quedan en tu mano: 6", "\N{MINUS SIGN}54", Tone.BAD),
                BillLine("Obligatoria: 9♥, con 7♥ 8♥ 10♥", "", Tone.REQUIRED),
            ),
        ),
    ).model()


def pile_of_25() -> TableModel:
    return Sample(
        EN,
        (("You", 310, 7), ("Mateo", 285, 6), ("Ana", 150, 4), ("Bo", 95, 9)),
        turn=0,
        hand="KS 7H 8H 2C JC 4D 5S",
        pile=PILE_30.replace(" 8D JS 3D", "").replace("5S ", "").replace(" 4D", ""),
        stock=1,
        status=("Your turn: draw a card", "Bo drew from the stock and discarded K♣"),
        buttons=(
            ("take", "Take K♣", "discard", DASHED),
            ("draw", "Draw from the stock", "draw", GOLD),
        ),
        title=("A table with quite a long name, far too long", "To 500 points · Hand 5"),
        figures=(0, 64),
        bots=(1, 2, 3),
        usable="AD 7S 3H 6S KC",
        draw=True,
    ).model()


def hand_of_25() -> TableModel:
    return Sample(
        EN,
        (("You", 120, 25), ("Bruno", 265, 6)),
        turn=0,
        hand=HAND_25,
        pile="7S 4D 7H",
        stock=9,
        melds=("6S1 6H1 6D1", "AH1 AD1 AC1", "9H0 9D0 9C0"),
        status=("Your turn: put 8♣ on the table", "You took 12 cards; 8♣ is the one you chose"),
        buttons=(
            ("undo", "Undo", "undo", PLAIN),
            ("meld", "Meld", "meld", DASHED),
            ("layoff", "Lay off", "layoff", DASHED),
            ("discard", "Discard 5♦", "discard", PLAIN),
        ),
        title=("Two at the table", "To 500 points · Hand 2"),
        figures=(27, 187),
        selected="5D",
        required="8C",
        drawn="TD QD TC QC 3C 4S KS TH KH 2C 5C",
        brackets=((0, 3, "+24"), (3, 6, "+30"), (6, 9, "+30"), (9, 12, "+9")),
        sorted_by="melds",
        toast=Toast(
            "8♣ first, then discard",
            "You took 8♣ from inside the pile, so it must be melded or laid off in this turn.",
        ),
    ).model()


def hand_of_20() -> TableModel:
    return Sample(
        ES,
        (("Tú", 120, 20), ("Bruno", 265, 6), ("Ana María de los Ángeles", 70, 7)),
        turn=0,
        hand="4S 5S 9S KS 2H TH QH KH 3D 5D TD JD QD 2C 3C 5C 7C TC JC QC",
        pile="7S 4D 7H 8H",
        stock=12,
        melds=("6S1 6H1 6D1", "JS2 QS2 KS2 AS0", "9H0 9D0 9C0"),
        status=("Tu turno: combina, añade, descarta", "10♦ J♦ Q♦ es una escalera de diamantes"),
        buttons=(
            ("undo", "Deshacer", "undo", DASHED),
            ("meld", "Combinar +30", "meld", GOLD),
            ("layoff", "Añadir", "layoff", DASHED),
            ("discard", "Descartar", "discard", DASHED),
        ),
        title=("Mesa de Bruno", "A 500 puntos · Ronda 2"),
        figures=(27, 147),
        selected="TD JD QD",
        bots=(1,),
        drawn="TC",
        last="AS",
    ).model()


def twelve_melds() -> TableModel:
    return Sample(
        ES,
        (("Tú", 410, 4), ("Maja", 385, 1), ("Bruno", 290, 2), ("Inés", 445, 1)),
        turn=0,
        hand="5S 7H 8H 4D",
        pile="TH 6D QC",
        stock=1,
        melds=(
            "7S1 7D1 7C1",
            "4H0 5H0 6H0",
            "KS2 KH2 KD2 KC0",
            "AS3 2S3 3S3 4S1",
            "9C1 TC1 JC1",
            "8D0 9D0 TD0 JD2",
            "QS3 QH3 QD3",
            "3H2 3D2 3C2",
            "AH1 AD1 AC1",
            "2H0 2D0 2C0",
            "8S2 9S2 TS2 JS0",
            "4C3 5C3 6C3",
        ),
        status=("Elige dónde añadir 7♥", "Encaja en 2 combinaciones"),
        buttons=(
            ("undo", "Deshacer", "undo", DASHED),
            ("meld", "Combinar", "meld", DASHED),
            ("layoff", "Añadir +7", "layoff", GOLD),
            ("discard", "Descartar 7♥", "discard", PLAIN),
        ),
        title=("Mesa de los viernes", "A 500 puntos · Ronda 6"),
        figures=(86, 24),
        bots=(3,),
        selected="7H",
        drawn="5S",
        last="2S",
        targets=(0, 1),
        log=(
            LogGroup(2, "Bruno", ("robó del mazo", "añadió J♦ a tu escalera  +10", "descartó 6♦")),
            LogGroup(3, "Inés", ("robó del mazo", "combinó 4♣ 5♣ 6♣  +15", "descartó Q♣")),
            LogGroup(0, "Tú", ("robaste del mazo: 5♠",)),
        ),
    ).model()


def small_window() -> TableModel:
    return Sample(
        EN,
        (("You", 185, 10), ("Maja", 85, 3), ("Bruno", 240, 3), ("Inés", -25, 2)),
        turn=0,
        hand="2S 3S KS 6H 7H 8H QH KD 5C 6C",
        pile="4D KC 2D JH 8S TS 4S QC 5H",
        stock=5,
        melds=(
            "JS0 JD0 JC0",
            "7C1 8C1 9C1 TC0",
            "3D2 3H2 3C2",
            "5D3 6D3 7D3 8D1",
            "AS2 AH2 AD2",
            "9H3 9S3 9D3",
        ),
        status=("Your turn: meld, lay off, discard", "6♥ 7♥ 8♥ is a run of hearts"),
        buttons=(
            ("undo", "Undo", "undo", DASHED),
            ("meld", "Meld +21", "meld", GOLD),
            ("layoff", "Lay off", "layoff", DASHED),
            ("discard", "Discard", "discard", DASHED),
        ),
        title=("Friday table", "To 500 points · Hand 4"),
        figures=(40, 67),
        selected="6H 7H 8H",
        bots=(2,),
        last="5H",
        clock=0.2,
    ).model()


def pile_of_40() -> TableModel:
    return Sample(
        ES,
        (("Tú", 310, 5), ("Mateo", 285, 2), ("Ana", 150, 3), ("Bo", 95, 2)),
        turn=0,
        hand="AH 2H QD KS 6C",
        pile=PILE_40,
        stock=0,
        status=("Tu turno: toma del descarte o termina la ronda", "No quedan cartas en el mazo"),
        buttons=(
            ("end", "Terminar la ronda", "flag", PLAIN),
            ("take", "Tomar 4♣", "discard", GOLD),
        ),
        title=("Mesa de los jueves", "A 500 puntos · Ronda 5"),
        figures=(0, 46),
        last="4C",
        usable="3H 7S KH QC 4C",
        draw=True,
    ).model()


def sixteen_melds() -> TableModel:
    whole = twelve_melds()
    more = Sample(
        ES,
        (("Tú", 410, 2), ("Maja", 385, 1), ("Bruno", 290, 2), ("Inés", 445, 1)),
        turn=0,
        hand="5S 7H",
        pile="6D",
        stock=0,
        melds=("5D1 5H1 5C1", "TS2 TD2 TH2", "6S3 6C3 6D3", "QC0 KC0 AC0"),
    ).model()
    extra = tuple(replace(tray, meld_id=20 + tray.meld_id) for tray in more.melds)
    return replace(whole, melds=(*whole.melds, *extra), hand=whole.hand[:2], pile=more.pile)
