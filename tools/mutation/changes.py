"""The small changes: which there are in a source file, and the file with one of them made."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final, NamedTuple


class Change(NamedTuple):
    """One small change, by its place and what it does."""

    line: int
    what: str
    """What stood there and what stands there now, such as ``a < b -> a <= b``."""
    source: str
    """The whole file with the change made."""


class _Swap(NamedTuple):
    """A field of a node, or an element of it, and what to put there."""

    field: str
    place: int | None
    new: object


_COMPARISONS: Final[dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_UNTOUCHED: Final = {"annotation", "returns", "decorator_list", "type_params"}
"""Fields that the program does not run by, or that only make it faster."""


def changes(source: str) -> Iterator[Change]:
    """Yield every change of a file, from its top to its end, the same in every run."""
    tree = ast.parse(source)
    for node in _running(tree):
        for swap in _swaps(node):
            before = ast.unparse(node)
            old = _put(node, swap, swap.new)
            after = ast.unparse(node)
            yield Change(_line(node), _told(before, after), ast.unparse(tree))
            _put(node, swap, old)


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that say what happens, in the order of the text."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in _UNTOUCHED:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_text(child):
                yield from _running(child)


def _is_text(node: ast.AST) -> bool:
    """Return whether a statement is a doc string or the like."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _swaps(node: ast.AST) -> Iterator[_Swap]:
    match node:
        case ast.Compare(ops=ops):
            for index, comparison in enumerate(ops):
                for new in _COMPARISONS[type(comparison)]:
                    yield _Swap("ops", index, new())
        case ast.BinOp(op=op) | ast.AugAssign(op=op):
            yield _Swap("op", None, _ARITHMETIC[type(op)]())
        case ast.BoolOp(op=op):
            yield _Swap("op", None, ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            if not _turns_by_itself(test):
                yield _Swap("test", None, ast.UnaryOp(ast.Not(), test))
        case ast.comprehension(ifs=ifs):
            for index, condition in enumerate(ifs):
                if not _turns_by_itself(condition):
                    yield _Swap("ifs", index, ast.UnaryOp(ast.Not(), condition))
        case _:
            yield from _more_swaps(node)


def _more_swaps(node: ast.AST) -> Iterator[_Swap]:
    match node:
        case ast.Constant(value=value):
            if value is not None and value is not ...:
                yield _Swap("value", None, _other(value))
        case ast.Return(value=ast.expr() as value):
            if not isinstance(value, ast.Constant):
                yield _Swap("value", None, ast.Constant(None))
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield _Swap("op", None, ast.UAdd())
        case _:
            for name, value in ast.iter_fields(node):
                if isinstance(value, list):
                    yield from _jumps(name, value)


def _turns_by_itself(condition: ast.expr) -> bool:
    """Return whether the change of the condition itself is its opposite already."""
    if isinstance(condition, ast.Compare):
        return len(condition.ops) == 1
    return isinstance(condition, ast.UnaryOp) and isinstance(condition.op, ast.Not)


def _jumps(name: str, body: list[object]) -> Iterator[_Swap]:
    for index, statement in enumerate(body):
        if isinstance(statement, ast.Break):
            yield _Swap(name, index, ast.Continue())
        elif isinstance(statement, ast.Continue):
            yield _Swap(name, index, ast.Break())


def _other(value: object) -> object:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case _:
            return f"{value}!"


def _put(node: ast.AST, swap: _Swap, new: object) -> object:
    """Put something into a node and return what was there."""
    held = getattr(node, swap.field)
    if swap.place is None:
        setattr(node, swap.field, new)
        return held
    old: object = held[swap.place]
    held[swap.place] = new
    return old


def _line(node: ast.AST) -> int:
    """Return the line of a node; of one that has none itself, that of a part."""
    lines = (getattr(part, "lineno", None) for part in ast.walk(node))
    return next((line for line in lines if line is not None), 1)


def _told(before: str, after: str) -> str:
    """Return the first line that differs, as it was and as it is."""
    lines = zip(before.splitlines(), after.splitlines(), strict=False)
    old, new = next((pair for pair in lines if pair[0] != pair[1]), (before, after))
    return f"{old.strip()} -> {new.strip()}"
