"""Mutants of a module: each function with one small thing changed, as mutmut makes them."""

from __future__ import annotations

import ast
import difflib
import importlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import CodeType, FunctionType
from typing import TypeAlias

from mutmut.mutation.file_mutation import mutate_file_contents

MARK = "__mutmut_"
_TELL = "__tell__"
_STRICT = re.compile(r",? ?strict=\w+")

Place: TypeAlias = tuple[str, int, int]
"""A statement of a function: the file, the line where the function begins, and which of its statements it is, from 0."""


@dataclass(frozen=True)
class Mutant:
    """A function with one change, and how it takes the place of the function that tests call."""

    module: str
    function: str
    """Its name in the module, with its class before a dot."""
    was: str
    """The statement that is changed, as Python writes it."""
    now: str
    statement: int
    """Which statement it is, counted from 0; the first, too, where a default is changed."""
    code: CodeType
    defaults: tuple[ast.expr, ...]
    keyword_defaults: tuple[tuple[str, ast.expr], ...]

    @property
    def name(self) -> str:
        """What it is known by in lists: where it is, and what was changed."""
        return f"{self.module}: {self.function}: {self.was} -> {self.now}"

    @cached_property
    def original(self) -> FunctionType:
        """The function that it stands for, also where a test puts another in its place."""
        found: object = importlib.import_module(self.module)
        for name in self.function.split("."):
            found = vars(found)[name]
        found = getattr(found, "__func__", found)  # of a class method or a static one
        assert isinstance(found, FunctionType)
        return found

    @cached_property
    def place(self) -> Place:
        """Where what is changed stands."""
        code = self.original.__code__
        return code.co_filename, code.co_firstlineno, self.statement

    def take_place(self) -> None:
        """Change the function in this process, wherever it is already known."""
        function = self.original
        function.__code__ = self.code
        function.__defaults__ = tuple(self._value(each, function) for each in self.defaults) or None
        function.__kwdefaults__ = {name: self._value(each, function) for name, each in self.keyword_defaults}

    @staticmethod
    def _value(expression: ast.expr, function: FunctionType) -> object:
        return eval(compile(ast.Expression(expression), "default", "eval"), function.__globals__)  # noqa: S307


def mutants_of(module: str, path: Path) -> Iterator[Mutant]:
    """Make the mutants of a module. What is decorated, and tables outside functions, mutmut leaves as they are."""
    made = mutate_file_contents(str(path), path.read_text("utf-8")).code
    codes = dict(_codes(compile(made, str(path), "exec")))
    originals: dict[str, tuple[list[str], ast.AST]] = {}
    found = [each for each in _functions(ast.parse(made)) if MARK in each[1].name]
    for class_name, node in sorted(found, key=lambda each: not each[1].name.endswith("orig")):
        mangled, _, number = node.name.partition(MARK)
        short = mangled.rpartition("ǁ")[2] if "ǁ" in mangled else mangled.removeprefix("x_")
        function = f"{class_name}.{short}" if class_name else short
        code = codes[node.name]
        body = _written(node, short)
        if number == "orig":
            originals[function] = body, node
            continue
        original, before = originals[function]
        was, now = _difference(original, body)
        if not is_idle(was, now):
            arguments = node.args
            kept = tuple(
                (each.arg, value)
                for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
                if value
            )
            statement = _changed(before, node)
            yield Mutant(module, function, was, now, statement, code, tuple(arguments.defaults), kept)


def have_told(mutants: Iterable[Mutant], tell: Callable[[Place], object]) -> None:
    """Have each function that these stand for tell, in this process, of each statement where it is before it is done.

    That costs a call each; a trace would cost several for whatever anybody calls.
    """
    originals = {mutant.place[:2]: mutant.original for mutant in mutants}
    codes: dict[tuple[str, int], CodeType] = {}
    for file in {file for file, _ in originals}:
        tree = ast.parse(Path(file).read_text("utf-8"))
        for _, node in _functions(tree):
            first = min(each.lineno for each in (node, *node.decorator_list))  # where its code begins
            docstring = node.body[:1] if ast.get_docstring(node) is not None else []
            told = [each for each in _statements(node) if each[1] not in docstring]
            for number, (body, statement) in enumerate(told):
                call = ast.Call(ast.Name(_TELL, ast.Load()), [ast.Constant((file, first, number))], [])
                body.insert(body.index(statement), ast.copy_location(ast.Expr(call), statement))
        whole = compile(ast.fix_missing_locations(tree), file, "exec")
        codes |= {(file, code.co_firstlineno): code for name, code in _codes(whole) if name.isidentifier()}
    for place, function in originals.items():
        function.__globals__[_TELL] = tell
        function.__code__ = codes[place]


def _statements(node: ast.AST) -> Iterator[tuple[list[ast.stmt], ast.stmt]]:
    """Yield the statements within one, in the order in which they are written, each with the block that it is in."""
    for name in ("body", "handlers", "cases", "orelse", "finalbody"):
        block = getattr(node, name, [])
        for inner in list(block):
            if isinstance(inner, ast.stmt):
                yield block, inner
            yield from _statements(inner)


def _changed(before: ast.AST, after: ast.AST) -> int:
    """Return which statement of a function is another one now; the first where none is."""
    both = zip(_statements(before), _statements(after), strict=False)
    return next((number for number, (one, other) in enumerate(both) if _alone(one[1]) != _alone(other[1])), 0)


def _alone(node: ast.AST) -> list[str]:
    """Return what a statement says but for the statements in it."""
    told = [type(node).__name__]
    for _, part in ast.iter_fields(node):
        for inner in part if isinstance(part, list) else [part]:
            if isinstance(inner, ast.excepthandler | ast.match_case):
                told += _alone(inner)
            elif not isinstance(inner, ast.stmt):
                told.append(ast.dump(inner) if isinstance(inner, ast.AST) else repr(inner))
    return told


def is_idle(was: str, now: str) -> bool:
    """Tell whether a change is one that need not be looked at.

    A word in capitals tells no more than another word does, and `strict` asserts that two of our own lists go in pairs.
    """
    return was.lower() == now.lower() or _STRICT.sub("", was) == _STRICT.sub("", now)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in tree.body:
        for inner in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node.name if isinstance(node, ast.ClassDef) else "", inner


def _codes(code: CodeType) -> Iterator[tuple[str, CodeType]]:
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield inner.co_name, inner
            if MARK not in inner.co_name:
                yield from _codes(inner)


def _written(node: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> list[str]:
    """Return a function's lines, but for what it is called and what it says of itself."""
    node.name = name
    if ast.get_docstring(node) is not None:
        node.body = node.body[1:] or [ast.Pass()]
    return ast.unparse(node).splitlines()


def _difference(before: list[str], after: list[str]) -> tuple[str, str]:
    was, now = [], []
    for line in difflib.ndiff(before, after):
        if line.startswith("- "):
            was.append(line[2:].strip())
        elif line.startswith("+ "):
            now.append(line[2:].strip())
    return " / ".join(was), " / ".join(now)
