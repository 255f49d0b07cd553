"""The program put together: settings, words, network, window; how it starts and how it ends."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import qasync
from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from rummy500.protocol.commands import AnyCommand
from rummy500_client.i18n.words import best_language, words_for
from rummy500_client.net.address import Address, AddressError, parse_address
from rummy500_client.net.link import Greeting, Link
from rummy500_client.net.local_server import LocalServer, LocalServerError
from rummy500_client.net.news import (
    Answered,
    Connected,
    Connecting,
    Ended,
    Lost,
    Mismatch,
    News,
    Told,
)
from rummy500_client.presenters.errors import address_words, fault_words, settings_lost
from rummy500_client.presenters.home import Trouble
from rummy500_client.presenters.session import Session
from rummy500_client.presenters.wishes import Pauses
from rummy500_client.settings import Language, Settings
from rummy500_client.settings_file import (
    SettingsFile,
    config_folder,
    data_folder,
    system_languages,
)
from rummy500_client.state.model import (
    Away,
    ConnectionChanged,
    Failed,
    Online,
    OtherVersion,
    Trying,
)
from rummy500_client.state.reduce import CommandAnswered
from rummy500_client.ui.bridge import Bridge
from rummy500_client.ui.desktop import Desktop
from rummy500_client.ui.main_window import MainWindow
from rummy500_client.ui.portal import Portal
from rummy500_client.ui.sound import speaker_for


HERE: Final = "here"
"""Under which name the token of the server on this computer is kept."""
_CLOSE_LIMIT: Final = 0.8
"""Seconds that closing may take before what still runs is let go."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """What was asked for on the command line."""

    connect: str = ""
    language: str = ""
    name: str = ""
    data: Path | None = None
    new_settings: bool = False
    play: bool = False
    """Begin a match against the computer at once."""


class Wires:
    """The session's network: one link at a time, and the server on this computer."""

    def __init__(self, session: Session, server: LocalServer) -> None:
        self._session = session
        self.server = server
        self._link: Link | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._goodbyes: set[asyncio.Task[None]] = set()
        self._timers: set[asyncio.TimerHandle] = set()

    # --- what the session asks -------------------------------------------------------------------

    def play_here(self, name: str) -> None:
        """Start the server on this computer and connect to it."""
        self.hang_up()
        self._start(self._play_here(name))

    async def _play_here(self, name: str) -> None:
        try:
            await self.server.start()
        except LocalServerError as error:
            words = self._session.words
            self._session.trouble(fault_words("no_local_server", str(error), words))
            return
        if self._session.solo and self._link is None:
            self._connect(lambda: self.server.address, HERE, name)
            self._start(self._watch_the_server(self._link))

    async def _watch_the_server(self, link: Link | None) -> None:
        """Say so if the server on this computer dies too often to go on."""
        reason = await self.server.given_up()
        if self._link is link and self._session.solo:
            words = self._session.words
            self._session.trouble(fault_words("no_local_server", reason, words))

    def reach(self, address: str, name: str) -> None:
        """Connect to a server elsewhere."""
        self.hang_up()
        try:
            place = parse_address(address)
        except AddressError as error:
            self._session.trouble(address_words(error.fault, self._session.words))
            return
        self._connect(lambda: place, place.url, name)

    def send(self, command: AnyCommand) -> int:
        """Send a command over the link."""
        return 0 if self._link is None else self._link.send(command)

    def follow(self, table: str) -> None:
        """Ask for a table."""
        if self._link is not None:
            self._link.follow(table)

    def hurry(self) -> None:
        """Try to connect now."""
        if self._link is not None:
            self._link.hurry()

    def hang_up(self) -> None:
        """End the link; what it still says is not heard any more."""
        link, self._link = self._link, None
        if link is not None:
            closing = self._start(link.close())
            self._goodbyes.add(closing)
            closing.add_done_callback(self._goodbyes.discard)

    def later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call back after a while."""

        def due() -> None:
            self._timers.discard(timer)
            call()

        timer = asyncio.get_running_loop().call_later(seconds, due)
        self._timers.add(timer)

    # --- what the link tells ---------------------------------------------------------------------

    def _connect(self, where: Callable[[], Address], server: str, name: str) -> None:
        def tell(news: News) -> None:
            if self._link is link:
                self._hear(server, news)

        token = self._session.settings.tokens.get(server, "")
        link = Link(where, Greeting(name, token), tell)
        self._link = link
        link.start()

    def _hear(self, server: str, news: News) -> None:
        session = self._session
        match news:
            case Connected(welcome=welcome):
                session.remember(server, welcome.token)
                online = Online(welcome.player, welcome.name, welcome.program)
                session.change(ConnectionChanged(online, welcome.tables))
            case Connecting(attempt=attempt):
                session.change(ConnectionChanged(Trying(attempt)))
            case Lost(attempt=attempt, wait=wait, fault=fault):
                session.change(ConnectionChanged(Away(attempt, wait, fault)))
            case Mismatch(protocol=protocol, program=program):
                session.change(ConnectionChanged(OtherVersion(protocol, program)))
            case Ended(fault=None):
                pass
            case Ended(fault=fault, detail=detail):
                session.change(ConnectionChanged(Failed(str(fault), detail)))
            case Answered(command=command, answer=answer):
                session.change(CommandAnswered(command, answer))
            case Told(update=update):
                session.told(update)

    # --- ending ----------------------------------------------------------------------------------

    def _start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Say goodbye to the server, end what runs, end the server on this computer."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()
        self.hang_up()
        with suppress(TimeoutError):
            async with asyncio.timeout(_CLOSE_LIMIT):
                await asyncio.gather(*self._goodbyes, return_exceptions=True)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.server.stop()


def system_language() -> str:
    """Return the language of ours that the computer asks for."""
    return best_language((*system_languages(), QLocale.system().name()))


class Program:
    """The program, from its first window to its end."""

    def __init__(self, arguments: Arguments, pauses: Pauses | None = None) -> None:
        self._arguments = arguments
        self._file = SettingsFile(config_folder(arguments.data))
        if arguments.new_settings:
            self._file.reset()
        settings = self._file.load()
        if arguments.name:
            settings = replace(settings, name=arguments.name)
        words = words_for(self._language(settings))
        self.bridge = Bridge(settings, words, self._keep, pauses, system_language())
        self.bridge.spoke.connect(self._qt_words)
        if self._file.broken:
            self.bridge.session.doing = Trouble(settings_lost(words))
        self.server = LocalServer(data_folder(arguments.data))
        self.wires = Wires(self.bridge.session, self.server)
        self.bridge.session.network = self.wires
        self._closing = asyncio.Event()
        self._translator = QTranslator()
        self._qt_words(words.language)
        self.window = MainWindow(self.bridge, self._closing.set, Desktop(Portal()))

    def _language(self, settings: Settings) -> str:
        if self._arguments.language:
            return self._arguments.language
        if settings.language is not Language.SYSTEM:
            return str(settings.language)
        return system_language()

    def _qt_words(self, language: str) -> None:
        """Let the few texts of Qt itself speak the language too."""
        folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
        QApplication.removeTranslator(self._translator)
        if self._translator.load(f"qtbase_{language}", folder):
            QApplication.installTranslator(self._translator)

    def _keep(self, settings: Settings) -> None:
        try:
            self._file.save(settings)
        except OSError as error:
            print(f"rummy500: the settings were not saved: {error}", file=sys.stderr)  # noqa: T201

    async def run(self) -> int:
        """Show the window until it is closed."""
        self._listen_to_the_system()
        self.window.fit(self.window.screen().availableGeometry().size())
        self.window.show()
        self.window.sounds.listen_with(speaker_for(self.window.sounds))
        if self._arguments.connect:
            self.bridge.on_connect(self._arguments.connect, self.bridge.session.settings.name)
        elif self._arguments.play:
            self.bridge.session.play_now()
        await self._closing.wait()
        self.window.hide()
        await self.wires.close()
        return 0

    def _listen_to_the_system(self) -> None:
        """Close cleanly when the system or the terminal asks for it."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(NotImplementedError):  # loops on Windows have no signal handlers
                loop.add_signal_handler(number, self._closing.set)


def start(arguments: Arguments) -> int:
    """Run the program and return its exit code."""
    app = QApplication.instance() or QApplication(sys.argv[:1])
    if not isinstance(app, QApplication):
        msg = "another kind of Qt application runs already"
        raise RuntimeError(msg)  # noqa: TRY004 - a state of the process, not an argument
    app.setApplicationName("Rummy 500")
    app.setQuitOnLastWindowClosed(False)  # the loop ends when the work is done, not before

    async def main() -> int:
        return await Program(arguments).run()

    with asyncio.Runner(loop_factory=lambda: qasync.QEventLoop(app)) as runner:
        return runner.run(main())
