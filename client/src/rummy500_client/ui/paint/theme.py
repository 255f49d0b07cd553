"""One door to the look of ordinary widgets: tokens, fonts and the style sheet.

Object names pick the variants (``button.setObjectName("primary")``):

- ``QFrame``: ``card``, ``raised``, ``sheet``, ``rule`` (a hairline)
- ``QWidget``: ``page``, ``cell``
- ``QLabel``: ``muted``, ``small``, ``head``, ``title``, ``section``, ``ok``, ``warn``, ``danger``
- ``QPushButton``: ``primary`` (one a screen at most), ``quiet``, ``link``, ``danger``, ``tile``
- ``QToolButton``: ``seg`` (one of a row of choices; checkable), ``nav`` (a list that jumps)
"""

from __future__ import annotations

from dataclasses import asdict
from string import Template
from typing import Final

from rummy500_client.ui.paint.fonts import display_family, font, load_fonts, text_family
from rummy500_client.ui.paint.tokens import (
    CLOTHS,
    DARK,
    LIGHT,
    ON_CLOTH,
    PROGRAMS,
    SEATS,
    Cloth,
    Deck,
    Mode,
    Program,
    Theme,
    contrast,
)


__all__ = [
    "CLOTHS",
    "DARK",
    "LIGHT",
    "ON_CLOTH",
    "PROGRAMS",
    "SEATS",
    "SPACE",
    "Cloth",
    "Deck",
    "Mode",
    "Program",
    "Theme",
    "contrast",
    "display_family",
    "font",
    "load_fonts",
    "style_sheet",
    "text_family",
]

SPACE: Final = (4, 8, 12, 16, 24, 32, 48)
"""Steps of space between things, in px."""

_SHEET: Final = Template("""
QWidget { color: $text; font-family: "$ui"; font-size: 15px; }
QMainWindow, QDialog, QWidget#page { background: $bg; }
QFrame#card { background: $surface; border: 1px solid $line; border-radius: 14px; }
QFrame#raised { background: $raised; border: 1px solid $line; border-radius: 14px; }
QFrame#sheet { background: $surface; border: 1px solid $line; border-radius: 20px; }
QFrame#rule { background: $line; max-height: 1px; min-height: 1px; border: none; }
QLabel, QWidget#cell { background: transparent; }
QLabel#muted { color: $muted; }
QLabel#small { color: $muted; font-size: 13px; }
QLabel#away { color: $warn; font-size: 13px; font-weight: 600; }
QLabel#head { font-size: 20px; font-weight: 700; }
QLabel#title { font-family: "$display"; font-size: 30px; font-weight: 600; }
QLabel#section { color: $accent_text; font-size: 14px; font-weight: 700; }
QLabel#ok { color: $ok; font-weight: 600; }
QLabel#warn { color: $warn; font-weight: 600; }
QLabel#danger { color: $danger; font-weight: 600; }
QPushButton { background: $raised; border: 1px solid $control; border-radius: 10px;
  padding: 0 18px; min-height: 40px; font-weight: 600; }
QPushButton, QToolButton, QCheckBox, QRadioButton, QSlider { outline: 0; }
QPushButton:hover { border-color: $text; }
QPushButton:focus { border: 2px solid $text; padding: 0 17px; min-height: 38px; }
QPushButton:pressed { background: $surface; }
QPushButton#primary { background: $accent; color: $on_accent; border: 1px solid $accent;
  font-weight: 700; }
QPushButton#primary:hover, QPushButton#primary:focus { border: 2px solid $text; padding: 0 17px;
  min-height: 38px; }
QPushButton#quiet, QPushButton#link { background: transparent; border-color: transparent;
  color: $link; }
QPushButton#link { padding-left: 4px; padding-right: 8px; }
QPushButton#link:focus { padding-left: 3px; padding-right: 7px; }
QPushButton#quiet:hover, QPushButton#link:hover { text-decoration: underline; }
QPushButton#quiet:focus, QPushButton#link:focus { border-color: $text; }
QPushButton#danger { color: $danger; border-color: $danger; background: transparent; }
QPushButton#tile { text-align: left; border-radius: 14px; min-height: 64px; font-size: 17px; }
QPushButton#tile:focus { min-height: 62px; }
QPushButton:disabled { color: $muted; border: 1px dashed $control; background: transparent; }
QToolButton { background: transparent; border: 2px solid transparent; border-radius: 10px;
  padding: 6px; }
QToolButton:hover { background: $raised; }
QToolButton:focus { border-color: $text; }
QToolButton#seg { background: $raised; border: 1px solid $control; margin: 1px;
  padding: 6px 13px; min-height: 24px; font-weight: 500; }
QToolButton#seg:checked { border: 2px solid $text; margin: 0; font-weight: 700; }
QToolButton#seg:focus { border: 2px solid $link; margin: 0; }
QToolButton#nav { border: 2px solid transparent; padding: 8px 12px; min-height: 24px;
  font-weight: 500; text-align: left; }
QToolButton#nav:checked { background: $raised; border-color: $control; font-weight: 700; }
QToolButton#nav:focus { border-color: $text; }
QSlider::groove:horizontal { background: $control; height: 4px; border-radius: 2px; }
QSlider::sub-page:horizontal { background: $text; height: 4px; border-radius: 2px; }
QSlider::handle:horizontal { background: $text; border: 2px solid $surface; width: 18px;
  height: 18px; margin: -9px 0; border-radius: 11px; }
QSlider::handle:horizontal:focus { border: 3px solid $link; }
QLineEdit, QComboBox, QSpinBox, QPlainTextEdit { background: $raised; border: 1px solid $control;
  border-radius: 10px; padding: 0 12px; min-height: 38px; selection-background-color: $link;
  selection-color: $bg; }
QPlainTextEdit { padding: 8px 12px; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QPlainTextEdit:focus {
  border: 2px solid $text; padding: 0 11px; min-height: 36px; }
QLineEdit:disabled, QComboBox:disabled, QSpinBox:disabled { color: $muted; border-style: dashed; }
QComboBox::drop-down { border: none; width: 30px; }
QComboBox QAbstractItemView { background: $raised; border: 1px solid $control; outline: 0;
  selection-background-color: $line; selection-color: $text; }
QCheckBox, QRadioButton { spacing: 10px; min-height: 32px; }
QCheckBox:focus, QRadioButton:focus { text-decoration: underline; }
QMenu { background: $raised; border: 1px solid $line; padding: 6px; }
QMenu::item { padding: 8px 24px 8px 12px; border-radius: 6px; }
QMenu::item:selected { background: $line; }
QHeaderView::section { background: $surface; color: $muted; border: none;
  border-bottom: 1px solid $line; padding: 10px 12px; font-size: 13px; font-weight: 600; }
QTableView { background: $surface; border: none; gridline-color: $line; outline: 0; }
QTableView::item { padding: 0 12px; border-bottom: 1px solid $line; }
QTableView::item:selected { background: $raised; color: $text; }
QScrollArea { border: none; background: transparent; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 2px; }
QScrollBar::handle:vertical { background: $control; border-radius: 4px; min-height: 32px; }
QScrollBar::add-line, QScrollBar::sub-line { height: 0; width: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QToolTip { background: $raised; color: $text; border: 1px solid $control; padding: 6px 10px;
  font-family: "$ui"; font-size: 14px; }
""")


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of ordinary widgets in the mode of ``theme``; loads the fonts."""
    return _SHEET.substitute(asdict(theme.program), ui=text_family(), display=display_family())
