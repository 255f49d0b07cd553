"""Sample models of the screens round the table. The texts are samples; nothing translates them."""

from __future__ import annotations

from rummy500.engine.cards import RANKS, SUITS, Card
from rummy500_client.presenters.home_model import (
    Choice,
    ConnectModel,
    Field,
    HomeModel,
    Notice,
    Option,
    Running,
    Tile,
)
from rummy500_client.presenters.notice_model import NoticeModel
from rummy500_client.presenters.result_model import (
    Chart,
    Check,
    Fact,
    HandHeads,
    HandResult,
    HandRow,
    MatchResult,
    Placing,
    ReadyMark,
    Series,
    Verification,
)
from rummy500_client.presenters.table_model import Button, Look, Tone


def true_minus(text: str) -> str:
    """Write minus as the true sign, as presenters do."""
    return text.replace("-", "\N{MINUS SIGN}")


def cards(text: str) -> tuple[Card, ...]:
    """Read "AS 9H KC"."""
    return tuple(Card(SUITS.index(c[1]) * 13 + RANKS.index(c[0])) for c in text.split())


HEADS = HandHeads(
    "Cartas en la mano",
    "En la mesa",
    true_minus("- En la mano"),
    "= Esta ronda",
    "Total",
    "—",
)
VERIFIED = Verification(
    Check.VERIFIED,
    "Reparto verificado",
    "Tu programa ha recalculado el compromiso que recibió antes de repartir. Coincide: nadie "
    "cambió el orden de las cartas.",
    "Huella 3f9a c21e … 77d0",
    (Button("copy_deal", "Copiar los datos", "copy"),),
)


def hand_chart() -> Chart:
    series = (
        Series(2, "Bruno", (0, 95, 168, 248, 312)),
        Series(0, "Tú", (0, 62, 110, 185, 222)),
        Series(1, "Maja", (0, 20, 88, 85, 91)),
        Series(3, "Inés", (0, -12, 30, -25, -40)),
    )
    labels = ("0", "Ronda 1", "Ronda 2", "Ronda 3", "Ronda 4")
    return Chart(series, labels, 500, "Objetivo 500", "Totales de cuatro rondas")


def hand_row(mark: int, who: str, note: str, held: str, sums: tuple[str, ...]) -> HandRow:
    tone = Tone.PLAIN if sums[1] == "0" else Tone.BAD
    table, hand, net, total, small = (true_minus(text) for text in sums)
    said = f"{who}: {net}"
    return HandRow(mark, who, who[0], note, cards(held), table, hand, net, total, small, said, tone)


def hand_result() -> HandResult:
    rows = (
        hand_row(2, "Bruno", "cerró descartando 4♣", "", ("+64", "0", "+64", "312", "248 + 64")),
        hand_row(
            0, "Tú", "3 combinaciones, 2 añadidos", "AS 9H KC",
            ("+71", "-34", "+37", "222", "185 + 37"),
        ),
        hand_row(
            1, "Maja", "2 combinaciones", "4S 5S QD JH 3C", ("+38", "-32", "+6", "91", "85 + 6")
        ),
        hand_row(3, "Inés", "robot", "KD KS 8C 7D", ("+20", "-35", "-15", "-40", "-25 - 15")),
    )  # fmt: skip
    ready = (
        ReadyMark(2, "Bruno", ready=True),
        ReadyMark(3, "Inés", ready=True),
        ReadyMark(1, "Maja mira los resultados…", ready=False),
    )
    return HandResult(
        "Bruno ha cerrado la ronda",
        "Ronda 4 · a 500 puntos",
        HEADS,
        rows,
        hand_chart(),
        VERIFIED,
        ready,
        (Button("look", "Ver la mesa", "eye"),),
        (Button("next_hand", "Siguiente ronda", "next", Look.GOLD),),
    )


def two_seat_hand_result() -> HandResult:
    many = "2S 3S 5S 8S JS QS 4H 6H 9H TH KH 2C 5C 7C 8C JC 3D 6D 7D TD QD"
    rows = (
        hand_row(0, "Tú", "cerraste con una combinación", "", ("+95", "0", "+95", "95", "0 + 95")),
        hand_row(1, "Robot", "1 combinación", many, ("+15", "-142", "-127", "-127", "0 - 127")),
    )
    series = (Series(0, "Tú", (0, 95)), Series(1, "Robot", (0, -127)))
    chart = Chart(series, ("0", "Ronda 1"), 500, "Objetivo 500", "Una ronda")
    check = Verification(Check.OPEN, "Comprobando el reparto")
    return HandResult(
        "Has cerrado la ronda",
        "Ronda 1 · a 500 puntos",
        HEADS,
        rows,
        chart,
        check,
        (),
        (Button("look", "Ver la mesa", "eye"),),
        (Button("next_hand", "Siguiente ronda", "next", Look.GOLD),),
    )


def match_result() -> MatchResult:
    series = (
        Series(0, "You", (0, 62, 110, 185, 268, 410, 536)),
        Series(2, "Bruno", (0, 95, 168, 248, 312, 437, 481)),
        Series(1, "Maja", (0, 20, 88, 85, 191, 240, 322)),
        Series(3, "Inés", (0, -12, 30, -25, -40, 35, 88)),
    )
    labels = ("0", *(f"Hand {n}" for n in range(1, 7)))
    placings = tuple(
        Placing(s.mark, f"{k}.", s.name, s.name[0], s.totals[-1], str(s.totals[-1]),
                f"{k}. {s.name}, {s.totals[-1]}", winner=k == 1)
        for k, s in enumerate(series, 1)
    )  # fmt: skip
    return MatchResult(
        "You win the match",
        "536 points after 6 hands, 55 ahead of Bruno",
        placings,
        Chart(series, labels, 500, "Target 500", "Totals of six hands"),
        Verification(Check.VERIFIED, "All 6 deals verified"),
        (
            Fact("Best hand", "+142", "You, hand 5"),
            Fact("Deepest draw", "14 cards", "Maja, hand 4"),
            Fact("Went out most", "3 times", "Bruno"),
        ),
        "Bruno and Maja want a rematch",
        (Button("leave", "Leave", "back"), Button("save", "Save record", "copy")),
        (Button("rematch", "Rematch", "refresh", Look.GOLD),),
    )


def home(*, running: bool = False) -> HomeModel:
    return HomeModel(
        title="Rummy 500",
        sub="La mesa está puesta: siéntate cuando quieras.",
        play=Tile("play", "Jugar ya", "Contra un robot tranquilo, a 500 puntos", "play"),
        choices=(
            Choice("seats", "Jugadores", tuple(Option(n, n) for n in "234"), "2"),
            Choice(
                "level", "Nivel", (Option("easy", "Fácil"), Option("steady", "Sereno")), "steady"
            ),
            Choice(
                "target",
                "Objetivo",
                tuple(Option(n, n) for n in ("100", "200", "300", "500", "1000")),
                "500",
            ),
        ),
        tiles=(
            Tile("connect", "Conectar a un servidor", "Con una dirección o un enlace", "link"),
            Tile("lobby", "Sala", "Las mesas del servidor", "users", enabled=False),
        ),
        name=Field("Tu nombre", "", "Lucía", 20),
        language=Button("language", "English", "globe"),
        tools=(Button("settings", "Ajustes", "settings"), Button("help", "Ayuda", "help")),
        running=Running(
            "Tu partida sigue en marcha",
            "Mesa de los viernes · ronda 4 · es tu turno",
            Button("return", "Volver", ""),
        )
        if running
        else None,
        notice=Notice("No se pudo abrir el servidor de este equipo.", Tone.BAD)
        if running
        else None,
        version="Versión 0.1.0",
    )


def connect(*, failed: bool = False) -> ConnectModel:
    return ConnectModel(
        title="Conectar a un servidor",
        sub="Un nombre de equipo, una dirección con puerto o un enlace ws:// o wss://.",
        address=Field("Dirección", "play.example.org:8500", "equipo o equipo:puerto"),
        name=Field("Tu nombre", "Lucía", "", 20),
        connect=Button("connect", "Conectar", "link", Look.GOLD),
        cancel=Button("cancel", "Cancelar", ""),
        notice=Notice("Nadie responde en play.example.org:8500.", Tone.BAD)
        if failed
        else Notice("Conectando con play.example.org:8500 …", busy=True),
    )


def connection_lost(part: float = 0.6) -> NoticeModel:
    return NoticeModel(
        title="Sin conexión con la mesa",
        icon="wifi_off",
        line="Intento 3. El siguiente, en 4 segundos.",
        text="Te guardamos el sitio: tus cartas y tu turno siguen como estaban. Los demás ven que "
        "has perdido la conexión.",
        part=part,
        left=(Button("leave", "Salir de la mesa", ""),),
        right=(Button("retry", "Reintentar ahora", "refresh", Look.GOLD),),
        escape="leave",
    )


def other_version() -> NoticeModel:
    return NoticeModel(
        title="The server is newer",
        icon="warn",
        line="It speaks protocol 5, your program 4.",
        text="You have not sat down and nothing was sent. Update the program, then join again.",
        tone=Tone.BAD,
        right=(Button("back", "Back", "back"),),
        escape="back",
    )
