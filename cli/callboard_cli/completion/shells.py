"""Completion with Tab: the script for each shell, and the answer when a shell asks how a line may go on.

The line is read, the command that stands there is asked what it offers, and the words are quoted for the shell.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from callboard_cli.ui.output import UI, CommandLineError, visible

_NAME = "callboard"
_VARIABLE = "_CALLBOARD_COMPLETE"
_SCRIPTS = {
    "bash": f".bash_completions/{_NAME}.sh",
    "zsh": f".zfunc/_{_NAME}",
    "fish": f".config/fish/completions/{_NAME}.fish",
}
"""Where each shell's script goes, below the home folder; Typer puts them there too."""
_PATIENCE = 40
"""How often to look, at 20 a second, whether another installation is done."""


_OWN = {
    "bash": """\
_callboard() {
    local word
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(_CALLBOARD_COMPLETE=bash _CALLBOARD_LINE="${COMP_LINE:0:COMP_POINT}" \\
             _CALLBOARD_BREAKS="$COMP_WORDBREAKS" "$1" 2>/dev/null </dev/null)
    if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=/] ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -F _callboard callboard""",
    "zsh": """\
#compdef callboard

_callboard() {
    local line text
    local -a open whole
    for line in ${(f)"$(_CALLBOARD_COMPLETE=zsh \\
            _CALLBOARD_LINE="${(j: :)words[1,CURRENT-1]} $QIPREFIX$IPREFIX$PREFIX" \\
            "$words[1]" 2>/dev/null </dev/null)"}; do
        text=${line%%$'\\t'*}
        line=${text//:/\\\\:}${${line#$text}/$'\\t'/:}
        if [[ $text == *[=/] || -n $QIPREFIX ]]; then open+=("$line"); else whole+=("$line"); fi
    done
    _describe callboard whole -- open -S ''
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _callboard "$@"; else compdef _callboard callboard; fi""",
    "fish": """\
function __callboard_complete
    set --local line (commandline --current-process --cut-at-cursor | string collect)
    env _CALLBOARD_COMPLETE=fish _CALLBOARD_LINE=$line callboard 2>/dev/null </dev/null
end

complete --command callboard --no-files --arguments '(__callboard_complete)'""",
}
"""How each shell asks what can stand on its line up to the cursor. Typer's own scripts lose quotes, `=` and `:`."""


def script(shell: str) -> str:
    """Return the completion script of a shell."""
    if shell in _OWN:
        return _OWN[shell]
    from typer.completion import get_completion_script  # type: ignore[attr-defined]  # rare

    return str(get_completion_script(prog_name=_NAME, complete_var=_VARIABLE, shell=shell))


def install(shell: str) -> tuple[Path, Path | None]:
    """Write a shell's script, and load it in the start-up file.

    Returns the script, and the copy of the start-up file as it was where it had to be changed.

    :raises CommandLineError: when it cannot be done.
    """
    if shell not in _SCRIPTS:
        return _install_powershell(shell), None
    try:
        home = Path.home()
    except RuntimeError:
        raise CommandLineError("usage.no-home") from None
    path = home / _SCRIPTS[shell]
    _change(path, lambda _: script(shell).encode() + b"\n")
    if shell == "bash":
        quoted = str(path).replace("'", "'\\''")
        return path, _change(home / ".bashrc", lambda old: _with_lines(old, {"": f"source '{quoted}'"}), keep=True)
    if shell == "zsh":
        lines = {"": "fpath+=~/.zfunc; autoload -Uz compinit; compinit", "zstyle": "zstyle ':completion:*' menu select"}
        return path, _change(home / ".zshrc", lambda old: _with_lines(old, lines), keep=True)
    return path, None  # fish looks into its folder by itself


def _with_lines(old: bytes, lines: dict[str, str]) -> bytes:
    """Return a start-up file with these lines at its end, but for those it has: the line, or the word it goes by."""
    new = old
    for word, line in lines.items():
        if os.fsencode(word or line) not in old:
            new += os.fsencode(line if not new or new.endswith(b"\n") else f"\n{line}") + b"\n"
    return new


def _change(path: Path, change: Callable[[bytes], bytes], *, keep: bool = False) -> Path | None:
    """Change a file, whole or not at all: the new one is written beside it and takes its place, a link's target's too.

    The file beside is also what keeps two installations apart. Returns the copy of the old file, where one is kept.
    """
    try:
        path = path.resolve()
        path.parent.mkdir(parents=True, exist_ok=True)
        beside, copy = (path.with_name(f"{path.name}.{end}") for end in (f"{_NAME}-new", f"before-{_NAME}"))
        descriptor = _alone(beside)
        try:
            with os.fdopen(descriptor, "wb") as file:
                old = path.read_bytes() if path.exists() else b""
                new = change(old)
                file.write(new)
                file.flush()
                os.fsync(descriptor)
            if old:
                shutil.copymode(path, beside)
            kept = bool(old) and keep and new != old
            if kept:
                shutil.copy2(path, copy)
            beside.replace(path)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    except (OSError, RuntimeError):  # a circle of links is a RuntimeError
        code = "error.directory" if path.is_dir() else "usage.unwritable"
        raise CommandLineError(code, file=visible(str(path))) from None
    return copy if kept else None


def _alone(beside: Path) -> int:
    """Make the file that only one installation at a time can make, and return its descriptor."""
    for _ in range(_PATIENCE):
        try:
            return os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            time.sleep(0.05)
    raise CommandLineError("usage.completion-busy", file=visible(str(beside)))


def _install_powershell(shell: str) -> Path:
    from typer.completion import install as install_by_typer  # type: ignore[attr-defined]  # rare

    try:
        return Path(install_by_typer(shell=shell, prog_name=_NAME, complete_var=_VARIABLE)[1])
    except (FileNotFoundError, subprocess.CalledProcessError):
        raise CommandLineError("usage.no-powershell", shell=shell) from None
    except OSError as error:
        raise CommandLineError("usage.unwritable", file=visible(str(error.filename or shell))) from None


_MOST = 10_000
"""The most characters of a line that is completed."""
_ALIKE = 3
"""So many words with one meaning zsh puts on a line in their order; of more it makes rows without any."""
_UNSAFE = re.compile(r"([^\w@%+=:,./~-])")
"""What bash reads something into outside of quotes."""
_ACTIVE = re.compile(r'(["\\$`])')
"""What it reads something into within double ones."""


@dataclass(frozen=True)
class Line:
    """A command line up to the cursor, as a shell has it."""

    words: tuple[str, ...]
    """The whole words behind the name of the command, without their quotation marks."""
    begun: str
    """The word under the cursor, as far as it was typed."""
    quote: str = ""
    """The quotation mark that stands open in it."""
    kept: int = 0
    """How much of that word bash leaves alone: it puts what it is told behind the last `=`, `:` or opening mark."""


def read_line(text: str, breaks: str = "") -> Line:
    """Read a line as POSIX shells do; `breaks` are the marks at which bash begins a new word."""
    words: list[str] = []
    begun: str | None = None
    quote, kept, place = "", 0, 0
    text = text[:_MOST]
    while place < len(text):
        character = text[place]
        place += 1
        if not quote and character.isspace():
            words += [] if begun is None else [begun]
            begun, kept = None, 0
        elif character in {"'", '"'} and quote in {"", character}:
            begun = begun or ""
            quote = "" if quote else character
            kept = len(begun) if quote else kept
        else:
            if character == "\\" and quote != "'" and place < len(text):
                character = text[place]
                place += 1
            elif not quote and character in breaks:
                kept = len(begun or "") + 1
            begun = (begun or "") + character
    while len(words) > 1 and "=" in words[0]:  # `CALLBOARD_LANG=es callboard …`
        del words[0]
    return Line(tuple(words[1:]), begun or "", quote, kept)


def offered(group: Any, ui: UI, line: Line) -> list[tuple[str, str]]:
    """Return what can stand for the word under the cursor, each with what it means."""
    above = group.make_context("", [], obj=ui, resilient_parsing=True)
    command, name, before = group, None, list(line.words)
    while place := next((place for place, word in enumerate(before, 1) if word in getattr(command, "paths", {})), 0):
        name, before = before[place - 1], before[place:]
        command = command.get_command(above, name)
    value_of = {option: param for param in _options(command) if not param.is_flag for option in param.opts}
    option = value_of.get(before[-1]) if before and "--" not in before[:-1] else None
    whole = before if option is None else before[:-1]
    context = command.make_context(name or "", list(whole) if name else [], obj=ui, resilient_parsing=True)
    if option is not None:
        return _asked(option, context, line.begun)
    if "--" not in before and line.begun.startswith("-"):
        asked, has_value, value = line.begun.partition("=")
        if has_value and asked in value_of:
            return [(f"{asked}={text}", shown) for text, shown in _asked(value_of[asked], context, value)]
        known = [*_options(command), command.get_help_option(context)]
        given = {word.partition("=")[0] for word in line.words}
        named = ((name, param.help) for param in known if not given.intersection(param.opts) for name in param.opts)
        return [(name, shown or "") for name, shown in named if name.startswith(line.begun)]
    if hasattr(command, "paths"):
        return [(known, command.summary(ui, known)) for known in command.paths if known.startswith(line.begun)]
    arguments = (param for param in command.params if param.param_type_name == "argument")
    open_ones = (param for param in arguments if param.nargs == -1 or not context.params.get(param.name))
    return next((_asked(param, context, line.begun) for param in open_ones), [])


def _options(command: Any) -> Iterable[Any]:
    return (param for param in command.params if param.param_type_name == "option")


def _asked(param: Any, context: Any, begun: str) -> list[tuple[str, str]]:
    return [(item.value, item.help or "") for item in param.shell_complete(context, begun)]


def told(shell: str, line: Line, found: list[tuple[str, str]]) -> Iterator[str]:
    """Yield a line of output for each word: bash takes it as it is to stand there, the others quote it themselves.

    What was typed and is offered again, such as a name, may hold what a terminal acts on: that is not offered.
    """
    found = [(text, meaning) for text, meaning in found if text.isprintable()]
    if len(found) == 1 and line.quote and shell != "zsh" and re.search(r"[\s:]", line.begun):
        found = [*found, (f"{found[0][0]} ", "")]  # of two words a shell takes what they share, and leaves quotes open
    if shell != "bash":
        shared = Counter(meaning for _, meaning in found)
        for text, meaning in found:
            is_told = meaning and (shell != "zsh" or shared[meaning] <= _ALIKE)
            yield f"{text}\t{' '.join(meaning.split())}" if is_told else text
        return
    marks = {"": _UNSAFE, '"': _ACTIVE}.get(line.quote)
    for text, _ in found:
        rest = text[line.kept :]
        yield marks.sub(r"\\\1", rest) if marks else rest
