"""Notebooks and variant files in version control: what changed in the rules, and what it did to the odds.

`python -m pz8widgets.git on` lets git show and merge the notebooks and variants of this one repository so,
`off` takes it back; nothing outside the repository is touched. `diff FIRST SECOND` compares two files,
`merge ORIGINAL MINE THEIRS` writes what both designers changed into MINE and names their conflicts.
"""

from __future__ import annotations

import argparse
import difflib
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.desk.variants.merging import merge_variants
from pz8edu.desk.variants.variant import KEYS, Variant, variant_in
from pz8edu.desk.variants.versions import compare_variants, versions_of
from pz8edu.errors import BadInput
from pz8edu.printing.saving import save_text
from pz8widgets.line_by_line import differences, notebook, text_of

NAME = "pz8edu"
FIRST_LINE = "# pz8edu: written by python -m pz8widgets.git on, removed by off"
ATTRIBUTES = (FIRST_LINE, f"*.ipynb diff={NAME} merge={NAME}", f"*.toml diff={NAME} merge={NAME}")
EMPTY = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
"""The notebook that was there before there was one."""

DRIVER_WORDS = (7, 9)
"""So many words git hands to a diff driver: name, old file with its hash and mode, new file with the same."""

RENEW = f"{NAME}: this repository was turned on by an older version: python -m pz8widgets.git on renews it\n"
"""That line looked for modules in the worktree first, whoever had written them."""


def turn_on(folder: Path) -> str:
    """Let git use this kit in the repository of a folder, and nowhere else.

    Raises BadInput where there is none.
    """
    turn_off(folder)
    this = f'"{Path(sys.executable).as_posix()}" -P -m pz8widgets.git'  # git stands in the worktree
    _git(folder, "config", "--local", f"diff.{NAME}.command", f"{this} diff")
    _git(folder, "config", "--local", f"merge.{NAME}.name", "notebooks and variant files")
    _git(folder, "config", "--local", f"merge.{NAME}.driver", f"{this} merge %O %A %B --called %P")
    file = _attributes(folder)
    file.parent.mkdir(exist_ok=True)
    kept = text_of(file).splitlines() if file.exists() else []
    save_text(file, "\n".join([*kept, *ATTRIBUTES]) + "\n")
    return "On for this repository: git diff and merge read notebooks and variant files. `off` takes it back."


def turn_off(folder: Path) -> str:
    """Take back what `turn_on` wrote. Raises BadInput for a folder that is in no repository."""
    file = _attributes(folder)
    for section in (f"diff.{NAME}", f"merge.{NAME}"):
        if _git(folder, "config", "--local", "--get-regexp", f"^{section}\\.", check=False):
            _git(folder, "config", "--local", "--remove-section", section)
    if file.exists():
        kept = [line for line in text_of(file).splitlines() if line not in ATTRIBUTES]
        if kept:
            save_text(file, "\n".join(kept) + "\n")
        else:
            file.unlink()
    return "Off: git treats notebooks and variant files in this repository as any other text."


def _attributes(folder: Path) -> Path:
    """Where git keeps the attributes of one clone, which are never committed."""
    return folder / _git(folder, "rev-parse", "--git-path", "info/attributes").strip()


def _git(folder: Path, *words: str, check: bool = True) -> str:
    try:
        found = subprocess.run(
            ["git", *words],  # noqa: S607
            cwd=folder,
            capture_output=True,
            check=check,
            text=True,
            encoding="utf-8",
        )
    except FileNotFoundError:
        raise BadInput("git is not installed here") from None
    except subprocess.CalledProcessError as fault:
        raise BadInput(f"git says: {fault.stderr.strip()}") from None
    return found.stdout


# --- diff
def compared(old: Path, new: Path, called: str | None = None) -> str:
    """Two versions of a file in words; `called` is their name where the files have other ones."""
    name = called or new.name
    before, after = (None if each.as_posix() == "/dev/null" else text_of(each) for each in (old, new))
    plain = "".join(
        difflib.unified_diff(
            (before or "").splitlines(keepends=True),
            (after or "").splitlines(keepends=True),
            f"a/{name}" if called else str(old),
            f"b/{name}" if called else str(new),
        )
    )
    try:
        if name.endswith(".ipynb"):
            second = Path(called) if called else new
            return _notebooks(before or EMPTY, after or EMPTY, second if called else old, second)
        if any(text is not None and is_variant(text) for text in (before, after)):
            return _variants(before, after, called or old.name, name) + "\n\n" + plain
    except BadInput as fault:
        return f"{fault}\n\n{plain}"
    return plain


def _notebooks(before: str, after: str, first: Path, second: Path) -> str:
    """The rules and odds of two notebooks, then the lines that differ."""
    lines = differences(notebook(first.name, before), notebook(second.name, after))
    versions = versions_of(before, after, first, second)
    if versions is None:
        return lines or "The cells of both are the same; only outputs or other marks differ."
    return f"{versions!r}\n\n{lines}" if lines else repr(versions)


def _variants(before: str | None, after: str | None, first: str, second: str) -> str:
    """What differs between two variants; one that was not there, or is no more, is the book as printed."""
    known = [variant_in(text, second) if text is not None else None for text in (before, after)]
    (other,) = [each for each in known if each is not None][:1]
    nothing = Variant("the book as printed", "", printed_rules(type(other.rules)))
    return repr(compare_variants(known[0] or nothing, known[1] or nothing))


def is_variant(text: str) -> bool:
    """Is this the text of a variant file, rather than of any other TOML?"""
    try:
        lines = tomllib.loads(text)
    except (ValueError, RecursionError):
        return text.lstrip("\ufeff").startswith("base")
    return "base" in lines and set(lines) <= set(KEYS)


# --- merge
def merged(original: Path, mine: Path, theirs: Path, called: str) -> list[str]:
    """Write into `mine` what both changed; the conflicts in words, none if there is none."""
    if called.endswith(".ipynb"):
        from nbdime.vcs.git.mergedriver import main as merge_notebooks

        failed = merge_notebooks(["merge", *map(str, (original, mine, theirs)), "7", called])
        return [f"{called}: both changed the same cells; nbdime mergetool shows them"] if failed else []
    texts = [text_of(each) for each in (original, mine, theirs)]
    if not all(is_variant(text) for text in texts if text.strip()):
        return _merged_as_text(original, mine, theirs, called)
    before, ours, others = (variant_in(text, called) if text.strip() else None for text in texts)
    assert ours is not None
    assert others is not None
    found = merge_variants(ours, others, before)
    save_text(mine, _kept_remarks(texts, found.to_toml()))
    return [f"{called}: {conflict}" for conflict in found.conflicts]


def _kept_remarks(texts: Sequence[str], merged_text: str) -> str:
    """The merged lines, under the remarks of both designers."""
    remarks = dict.fromkeys(line for text in texts[1:] for line in text.splitlines() if line.startswith("#"))
    return "".join(f"{line}\n" for line in remarks) + merged_text


def _merged_as_text(original: Path, mine: Path, theirs: Path, called: str) -> list[str]:
    """Any other file, as git itself merges it."""
    words = ["git", "merge-file", *("-L", "mine", "-L", "original", "-L", "theirs")]
    done = subprocess.run([*words, *map(str, (mine, original, theirs))], check=False)
    return [f"{called}: both changed the same lines"] if done.returncode else []


# --- the command
def main(arguments: Sequence[str] | None = None) -> int:
    """Turn it on or off, compare or merge; 1 for conflicts, 2 for what cannot be done."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if words[:1] == ["diff"] and len(words) - 1 in DRIVER_WORDS:
            if not sys.flags.safe_path:
                sys.stderr.write(RENEW)
            name, old, _, _, new = words[1:6]
            sys.stdout.write(f"{NAME}: {words[8] if len(words) > 8 else name}\n")
            sys.stdout.write(compared(Path(old), Path(new), name).rstrip("\n") + "\n\n")
            return 0
        chosen = _parser().parse_args(words)
        if chosen.command != "merge":
            turn = {"on": turn_on, "off": turn_off}.get(chosen.command)
            told = turn(Path.cwd()) if turn else compared(chosen.first, chosen.second)
            sys.stdout.write(told.rstrip("\n") + "\n")
            return 0
        conflicts = merged(chosen.original, chosen.mine, chosen.theirs, chosen.called or chosen.mine.name)
    except BadInput as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    sys.stderr.write("".join(f"{each}\n" for each in conflicts))
    return 1 if conflicts else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m pz8widgets.git", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("on", help="let git show and merge notebooks and variants of this repository")
    commands.add_parser("off", help="take that back")
    diff = commands.add_parser("diff", help="two notebooks or two variant files")
    merge = commands.add_parser("merge", help="what both designers changed, into MINE")
    for command, names in ((diff, ("first", "second")), (merge, ("original", "mine", "theirs"))):
        for name in names:
            command.add_argument(name, type=Path)
    merge.add_argument("--called", metavar="NAME", help="the name of the file, where git has others for it")
    return parser


if __name__ == "__main__":
    sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment] # jsonschema takes two seconds for it
    sys.exit(main())
