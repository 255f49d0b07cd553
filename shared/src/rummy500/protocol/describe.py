"""Writes the reference of the wire from the message types, so that it can't tell anything else.

    python -m rummy500.protocol.describe docs

rewrites the generated part of ``docs/protocol.md`` and ``docs/protocol.schema.json``. A test
compares both with what this module says.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
import textwrap
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Any, Final, get_args

import msgspec
from msgspec import inspect as info

from rummy500.engine.refusals import Code
from rummy500.protocol import acts, commands, happenings, limits, tables, updates
from rummy500.protocol.errors import CloseReason, ErrorCode


BEGIN: Final = "<!-- From here on written by `python -m rummy500.protocol.describe docs`. -->"
END: Final = "<!-- Up to here. -->"

_FAMILIES: Final[tuple[tuple[str, str, tuple[type, ...]], ...]] = (
    ("Commands: client to server", "cmd", get_args(commands.AnyCommand)),
    ("Acts: the `act` of a `play`", "do", get_args(acts.AnyAct)),
    ("Updates: server to client", "upd", get_args(updates.AnyUpdate)),
    ("Results: the `result` of an `accepted`", "is", get_args(updates.AnyResult)),
    ("Happenings: in `happened` of a `table`", "what", get_args(happenings.AnyHappening)),
    ("Occupants: what a seat holds", "who", get_args(happenings.AnyOccupant)),
    (
        "Parts of a table",
        "",
        (
            tables.TableNow,
            tables.HandNow,
            tables.TurnNow,
            tables.MeldOnTable,
            tables.EndOfHand,
            tables.ResultOfHand,
            tables.OwnNow,
            tables.TableRow,
        ),
    ),
)
_LIMITS: Final = (
    "MAX_COMMAND_BYTES",
    "MAX_UPDATE_BYTES",
    "MAX_DEPTH",
    "MAX_NAME",
    "MAX_TABLE_NAME",
    "MAX_REF",
    "CODE_LENGTH",
    "CODE_ALPHABET",
)


def reference() -> str:
    """Return the generated part of the document."""
    parts = [part for family in _FAMILIES for part in _family(*family)]
    parts += ["## Values", *_enums(), "## Limits", _limits()]
    parts += ["## Codes of refusals", _codes(), "## Reasons of a close", _reasons()]
    return "\n\n".join(parts) + "\n"


def schema() -> str:
    """Return the JSON Schema of all messages; bytes are base64 text there, binary on the wire."""
    _, components = msgspec.json.schema_components(
        (commands.AnyCommand, updates.AnyUpdate), ref_template="#/$defs/{name}"
    )
    return json.dumps({"$defs": components}, indent=1, sort_keys=True) + "\n"


def renew(document: str) -> str:
    """Return a document with its generated part written anew."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{reference()}\n{END}{after}"


def _family(title: str, tag_field: str, members: tuple[type, ...]) -> Iterator[str]:
    yield f"## {title}"
    if tag_field:
        yield f"Each is a map whose `{tag_field}` says which one it is."
    for member in members:
        described = info.type_info(member)
        if isinstance(described, info.StructType):
            yield f"### `{described.tag or member.__name__}`"
            yield inspect.cleandoc(member.__doc__ or "")
            table = _fields(described)
            if table:
                yield table


def _fields(struct: info.StructType) -> str:
    if not struct.fields:
        return ""
    told = _field_docs(struct.cls)
    rows = [
        f"| `{f.encode_name}` | {_type(f.type)} | {_default(f)} | {told.get(f.name, '')} |"
        for f in struct.fields
    ]
    return "\n".join(["| field | type | default | |", "| --- | --- | --- | --- |", *rows])


def _field_docs(struct: type) -> dict[str, str]:
    """Return what the source says below each field, of the class and of those it is built on."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        if base.__module__.startswith("rummy500."):
            found |= _own_field_docs(base)
    return found


def _own_field_docs(struct: type) -> dict[str, str]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(struct))).body[0]
    found: dict[str, str] = {}
    name = ""
    for node in getattr(tree, "body", ()):
        match node:
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                pass
            case ast.Expr(value=ast.Constant(value=str(text))) if name:
                found[name] = " ".join(text.split())
            case _:
                name = ""
    return found


def _default(field: info.Field) -> str:
    if field.required:
        return "required"
    default = field.default
    if default is msgspec.NODEFAULT:
        factory = field.default_factory
        default = factory() if callable(factory) else None
    if isinstance(default, Enum):
        default = default.value
    return "no bytes" if default == b"" else f"`{json.dumps(default)}`"


def _type(described: info.Type) -> str:
    match described:
        case info.UnionType():
            return " or ".join(dict.fromkeys(_type(member) for member in described.types))
        case info.VarTupleType():
            most = "" if described.max_length is None else f", at most {described.max_length}"
            return f"list of {_type(described.item_type)}{most}"
        case info.TupleType():
            return f"list of exactly {len(described.item_types)} numbers"
        case info.DictType():
            return f"map of {_type(described.key_type)} to {_type(described.value_type)}"
        case info.StructType():
            return f"`{described.tag or described.cls.__name__}`"
        case info.EnumType():
            return f"`{described.cls.__name__}`"
        case _:
            return _plain(described)


def _plain(described: info.Type) -> str:
    match described:
        case info.IntType():
            return _number(described)
        case info.StrType():
            most = "" if described.max_length is None else f", at most {described.max_length}"
            return f"text{most}"
        case info.BoolType():
            return "true or false"
        case info.BytesType():
            return "bytes"
        case info.NoneType():
            return "nil"
        case _:
            return type(described).__name__


def _number(number: info.IntType) -> str:
    named = {(0, 51): "card (0 to 51)", (0, 3): "seat (0 to 3)"}
    low, high = number.ge, number.le
    if low is None or high is None:
        return "number"
    top = "2^53" if high == limits.MAX_REF else str(high)
    return named.get((low, high), f"number {low} to {top}")


def _enums() -> Iterator[str]:
    """Yield the enumerations that fields refer to."""
    found: dict[str, Any] = {}
    for _, _, members in _FAMILIES:
        for member in members:
            _collect(info.type_info(member), found)
    for name, enum in sorted(found.items()):
        values = ", ".join(f"`{member.value}`" for member in enum)
        yield f"`{name}`: {values}."


def _collect(described: info.Type, found: dict[str, Any]) -> None:
    match described:
        case info.EnumType():
            found[described.cls.__name__] = described.cls
        case info.StructType():
            for field in described.fields:
                _collect(field.type, found)
        case info.UnionType():
            for member in described.types:
                _collect(member, found)
        case info.VarTupleType():
            _collect(described.item_type, found)
        case _:
            pass


def _limits() -> str:
    rows = [f"| `{name}` | `{getattr(limits, name)}` |" for name in _LIMITS]
    return "\n".join(["| | |", "| --- | --- |", *rows])


def _codes() -> str:
    told = _own_field_docs(ErrorCode)
    rules = ", ".join(f"`{code.value}`" for code in Code)
    rows = [f"| `{code.value}` | {told.get(code.name, '')} |" for code in ErrorCode]
    table = "\n".join(["| code | |", "| --- | --- |", *rows])
    return f"Of the rules, in the answer to a `play`: {rules}.\n\nOf everything else:\n\n{table}"


def _reasons() -> str:
    told = _own_field_docs(CloseReason)
    rows = [f"| `{reason.value}` | {told.get(reason.name, '')} |" for reason in CloseReason]
    return "\n".join(["| reason | |", "| --- | --- |", *rows])


def main(folder: Path) -> None:
    """Renew the documents in a folder."""
    document = folder / "protocol.md"
    document.write_text(renew(document.read_text(encoding="utf-8")), encoding="utf-8")
    (folder / "protocol.schema.json").write_text(schema(), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
