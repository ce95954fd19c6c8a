"""Completion of words with Tab: the script for each shell, and the lines of its start-up file that load the script."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from callboard_cli.speech.complaints import CommandLineError
from callboard_cli.speech.face import visible

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
