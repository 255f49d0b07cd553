"""The panel for "connect to a server": one field for host, port or URL, and how it goes."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from rummy500_client.presenters.home_model import ConnectModel, Field
from rummy500_client.ui.home_parts import notice_line
from rummy500_client.ui.paint.theme import Theme
from rummy500_client.ui.parts import column, label, row, text_button
from rummy500_client.ui.sheet import Sheet


class ConnectView(Sheet):
    """A sheet that shows a :class:`ConnectModel`.

    ``submitted(address, name)`` is the wish to connect (gold button or Enter in a field); every
    other press comes by ``intent``, Escape as that of the cancel button. What has been typed
    stays until :meth:`open` starts afresh.
    """

    submitted = Signal(str, str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._model: ConnectModel | None = None
        self._address = QLineEdit(self.panel)
        self._name = QLineEdit(self.panel)

    def open(self, model: ConnectModel) -> None:
        """Show the panel with the address and name of ``model``, ready to type."""
        self._address.setText(model.address.value)
        self._name.setText(model.name.value)
        self.show_model(model)
        self.show()
        self.raise_()
        self._address.setFocus()
        self._address.selectAll()

    def show_model(self, model: ConnectModel) -> None:
        """Show how it goes; the text in the fields stays."""
        self._model = model
        self.escape_intent = model.cancel.intent
        self.entitle(model.title, model.sub)
        self.fill()
        self.arrange()
        if self.isVisible() and self.focusWidget() in {None, self}:
            # the part that had the focus rests or is made anew; Escape must still be heard
            (self._address if self._address.isEnabled() else self).setFocus()

    def fill(self) -> None:
        """Make the panel anew round the fields."""
        model = self._model
        if model is None:
            return
        t, old = self.scale, self.panel.layout()
        for field in (self._address, self._name):
            field.setParent(self)  # the fields outlive the layout that holds them
        if old is not None:
            past = QWidget(self)
            past.setLayout(old)
            self.discard(past)
        edge = round(32 * t)
        whole = column(gap=round(10 * t), margins=(edge, round(26 * t), edge, round(24 * t)))
        whole.addWidget(label(model.title, "title"))
        whole.addWidget(label(model.sub, "muted", wrap=True))
        whole.addSpacing(round(6 * t))
        self._field(whole, self._address, model.address)
        self._field(whole, self._name, model.name)
        notice = model.notice
        if notice is not None:
            whole.addWidget(notice_line(notice, self.theme, t))
        whole.addStretch(1)
        whole.addSpacing(round(8 * t))
        self._buttons(whole, model, busy=notice is not None and notice.busy)
        self.panel.setLayout(whole)
        for part in self.panel.findChildren(QWidget):
            part.show()  # Qt would show it only later, and until then it has no height

    def _field(self, whole: QVBoxLayout, field: QLineEdit, model: Field) -> None:
        word = label(model.label)
        word.setBuddy(field)
        field.setPlaceholderText(model.placeholder)
        field.setAccessibleName(model.label)
        field.setMaxLength(model.limit or 200)
        whole.addWidget(word)
        whole.addWidget(field)
        field.show()

    def _buttons(self, whole: QVBoxLayout, model: ConnectModel, *, busy: bool) -> None:
        cancel = text_button(model.cancel, self.theme, self.scale)
        self.wire([cancel])
        connect = text_button(model.connect, self.theme, self.scale, kind="" if busy else "primary")
        connect.clicked.connect(self._submit)
        for part in (self._address, self._name, connect):
            part.setEnabled(not busy)
        whole.addLayout(row(None, cancel, connect, gap=round(10 * self.scale)))

    def _submit(self) -> None:
        self.submitted.emit(self._address.text().strip(), self._name.text().strip())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter in a field connect."""
        typed = self.focusWidget() in {self._address, self._name}
        if typed and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self._address.isEnabled():
                self._submit()
            event.accept()
            return
        super().keyPressEvent(event)

    def arrange(self) -> None:
        """Put the panel in the middle, as high as its content asks."""
        width = min(self.width() - 40, round(560 * self.scale))
        layout = self.panel.layout()
        wish = layout.totalHeightForWidth(width) if layout is not None else 0
        height = min(self.height() - 40, max(wish, round(330 * self.scale)))
        self.panel.setGeometry(
            (self.width() - width) // 2, (self.height() - height) // 2, width, height
        )
