"""Mutants of a module: each function with one small thing changed, as mutmut makes them."""

from __future__ import annotations

import ast
import difflib
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType

from mutmut.mutation.file_mutation import mutate_file_contents

MARK = "__mutmut_"
_STRICT = re.compile(r",? ?strict=\w+")


@dataclass(frozen=True)
class Mutant:
    """A function with one change, and how it takes the place of the function that tests call."""

    module: str
    function: str
    """Its name in the module, with its class before a dot."""
    was: str
    """The statement that is changed, as Python writes it."""
    now: str
    code: CodeType
    defaults: tuple[ast.expr, ...]
    keyword_defaults: tuple[tuple[str, ast.expr], ...]

    @property
    def name(self) -> str:
        """What it is known by in lists: where it is, and what was changed."""
        return f"{self.module}: {self.function}: {self.was} -> {self.now}"

    def original(self) -> FunctionType:
        """Return the function that it stands for."""
        found: object = importlib.import_module(self.module)
        for name in self.function.split("."):
            found = vars(found)[name]
        found = getattr(found, "__func__", found)  # of a class method or a static one
        assert isinstance(found, FunctionType)
        return found

    def take_place(self) -> None:
        """Change the function in this process, wherever it is already known."""
        function = self.original()
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
    originals: dict[str, list[str]] = {}
    for class_name, node in sorted(_functions(ast.parse(made)), key=lambda each: not each[1].name.endswith("orig")):
        mangled, _, number = node.name.partition(MARK)
        short = mangled.rpartition("ǁ")[2] if "ǁ" in mangled else mangled.removeprefix("x_")
        function = f"{class_name}.{short}" if class_name else short
        code = codes[node.name]
        body = _written(node, short)
        if number == "orig":
            originals[function] = body
            continue
        was, now = _difference(originals[function], body)
        if not is_idle(was, now):
            arguments = node.args
            kept = tuple(
                (each.arg, value)
                for each, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
                if value
            )
            yield Mutant(module, function, was, now, code, tuple(arguments.defaults), kept)


def is_idle(was: str, now: str) -> bool:
    """Tell whether a change is one that need not be looked at.

    A word in capitals tells no more than another word does, and `strict` asserts that two of our own lists go in pairs.
    """
    return was.lower() == now.lower() or _STRICT.sub("", was) == _STRICT.sub("", now)


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for node in tree.body:
        for inner in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef) and MARK in inner.name:
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
