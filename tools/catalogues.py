"""Bring the catalogues of words up to date with the code, and compile them.

``python -m tools.catalogues`` collects, merges and compiles; ``--check`` only says what is missing
or out of date, with exit code 1.
"""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po


PACKAGE = Path(__file__).parents[1] / "client" / "src" / "rummy500_client"
LOCALE = PACKAGE / "i18n" / "locale"
LANGUAGES = ("es", "en")
KEYWORDS = {"say": None, "marked": None, "count": (1, 2), "say_in": ((1, "c"), 2)}
HEADER = """\
msgid ""
msgstr ""
"Project-Id-Version: Rummy 500\\n"
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"""
METHODS = [("**.py", "python")]
NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)
"""Babel would write the present minute into each file, and no two of them would ever be equal."""


def collected() -> Catalog:
    """Return every sentence of the code, in the order of the files."""
    catalog = Catalog(project="Rummy 500", charset="utf-8", fuzzy=False)
    found = extract_from_dir(PACKAGE, METHODS, keywords=KEYWORDS)
    for name, line, message, comments, context in sorted(found, key=lambda hit: (hit[0], hit[1])):
        catalog.add(message, locations=[(name, line)], auto_comments=comments, context=context)
    return catalog


def path_of(language: str) -> Path:
    """Return where the words of a language are written."""
    return LOCALE / language / "LC_MESSAGES" / "rummy500.po"


def written(language: str) -> Catalog:
    """Return the words of a language as they are written down."""
    path = path_of(language)
    known = path.read_bytes() if path.exists() else HEADER.format(language=language).encode()
    return read_po(io.BytesIO(known), locale=language)


def merged(language: str) -> Catalog:
    """Return the words of a language for the sentences that the code has now."""
    catalog = written(language)
    catalog.update(collected(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    if language == "en":  # the sentences are English already
        for message in catalog:
            if message.id and not any(_texts(message.string)):
                message.string = message.id
    return catalog


def as_po(catalog: Catalog) -> bytes:
    """Return a catalogue as a file for people. Without line numbers: they only make noise."""
    out = io.BytesIO()
    write_po(out, catalog, width=96, no_location=True, omit_header=False, sort_output=True)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(line for line in lines if not line.startswith(_DATED))


_DATED = (
    b'"POT-Creation-Date',
    b'"PO-Revision-Date',
    b'"Generated-By',
    b'"Report-Msgid-Bugs-To',
    b'"Last-Translator',
    b'"Language-Team',
)


def as_mo(catalog: Catalog) -> bytes:
    """Return a catalogue as the program reads it."""
    out = io.BytesIO()
    catalog.creation_date = NO_DATE
    write_mo(out, catalog)
    return out.getvalue()


def main(words: list[str]) -> int:
    """Bring the files up to date, or say that they are not."""
    stale = []
    for language in LANGUAGES:
        path = path_of(language)
        catalog = merged(language)
        po = as_po(catalog)
        mo = as_mo(read_po(io.BytesIO(po), locale=language))
        current = path.read_bytes() if path.exists() else b""
        compiled = path.with_suffix(".mo")
        if po != current or not compiled.exists() or mo != compiled.read_bytes():
            stale.append(str(path))
        missing = [m.id for m in catalog if m.id and not all(_texts(m.string))]
        for sentence in missing:
            sys.stdout.write(f"{language}: no words for {sentence!r}\n")
        if "--check" not in words:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(po)
            compiled.write_bytes(mo)
        elif missing or stale:
            return 1
    return 0


def _texts(string: object) -> tuple[str, ...]:
    return string if isinstance(string, tuple) else (str(string or ""),)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
