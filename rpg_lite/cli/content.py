"""The user's own content on the command line: the schema of each kind of file, and the check of files of all kinds."""

import hashlib
import json
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from rpg_lite.cli.options import AsJson
from rpg_lite.cli.subcommand_group import group
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, Stop, print_json, say, tell
from rpg_lite.vocabulary import RULESETS

Kind = Annotated[
    str, Parameter(help="item, spell, act, feature, class, species, background, feat, rule, condition, effect, trap or creature.")
]
Creatures = Annotated[
    str, Parameter(help="A creature, or a list of them, as Open5e or Foundry's dnd5e system writes it; - for standard input.")
]
Folder = Annotated[
    Path, Parameter(name="--to", help="A folder of your own content; each creature becomes a file in its folder creatures/.")
]
Paths = Annotated[Path, Parameter(help="Files of items, spells, features and so on, or folders that contain them.")]

_LONGEST_STEM: Final = 200
"""Bytes; file systems allow 255 with the ending."""


def schema(kind: Kind, /) -> int:
    """Print the JSON Schema for one kind of your own files: each key with its meaning and its possible values.

    Example:  rpg-lite content schema spell > spell.schema.json
    """
    from rpg_lite.content import content_schemas

    _require_kind(kind)
    tell(json.dumps(content_schemas.schema(kind), indent=1, ensure_ascii=False))
    return DONE


def example(kind: Kind, /) -> int:
    """Print a whole file of one kind of your own content, to change and to play with.

    Example:  rpg-lite content example creature > my_rules/creatures.json
    """
    from rpg_lite.content import content_schemas

    _require_kind(kind)
    found = content_schemas.example(kind)
    tell(found.text.rstrip())
    say(f"Save it as my_rules/{found.file}, then: rpg-lite content check my_rules/ and rpg-lite play --items my_rules/")
    return DONE


def _require_kind(kind: str) -> None:
    from rpg_lite.content import content_schemas
    from rpg_lite.rules import names

    if kind not in content_schemas.KINDS:
        near = names.nearest(kind, content_schemas.KINDS, 1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise Stop(MISUSED, f"There is no kind {names.show_key(kind)!r}.{meant} Kinds: {', '.join(content_schemas.KINDS)}.")


def convert(file: Creatures, /, *, to: Folder) -> int:
    """Convert creatures from Open5e or Foundry (JSON) to files of your own; say what the files leave out.

    Example:  rpg-lite content convert ogres.json --to my_rules/
    """
    from rpg_lite.content import foreign_creatures
    from rpg_lite.content.entry_editions import Faulty
    from rpg_lite.messages.render_context import many
    from rpg_lite.terminal.command_io import name_of, path, read

    try:
        found = foreign_creatures.read(read(file))
    except Faulty as faulty:
        told = [f"{name_of(file)}{f', {place}' if place else ''}: {why}" for place, why in faulty.places]
        raise Stop(REFUSED, "\n".join(told)) from faulty
    folder = path(str(to)) / "creatures"
    files = {folder / f"{_stem(row['name'])}.json": row for row in found.creatures}
    if there := next((f for f in files if f.exists()), None):
        raise Stop(REFUSED, f"{there} already exists; nothing was written.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for place, row in files.items():
            place.write_text(json.dumps(row, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise Stop(REFUSED, f"{folder} cannot be written: {(error.strerror or 'unknown').lower()}.") from error
    tell(f"Written into {folder}: {many(len(files), 'creature')}. Check them with: rpg-lite content check {to}")
    if found.left_out:
        tell(f"Left out: {'; '.join(found.left_out)}.")
    return DONE


def _stem(name: str) -> str:
    """The name of a file for a creature: no two names of one file fold to the same word, and a long one keeps its end."""
    from rpg_lite.rules import names

    word = names.fold(name).replace(" ", "_").replace("/", "_")
    return word if len(word.encode()) <= _LONGEST_STEM else f"{word[:60]}_{hashlib.sha256(word.encode()).hexdigest()[:12]}"


def check(*paths: Paths, as_json: AsJson = False) -> int:
    """Check your own files: items, spells, features, classes, species, creatures and so on.

    List every fault with its file, its key and what is expected there. The exit code is 1 if there is a fault. Then list the flags on which no
    rule depends.
    The folder or the name of a file, such as spells/ or features.json, says what the file contains; any other file contains items.

    Example:  rpg-lite content check my_rules/

    Example:  rpg-lite items check my_items/
    """
    from rpg_lite.content import own_flags, rulebook_files, rulebook_loading

    if not paths:
        raise Stop(
            MISUSED, "Name the files or folders to check, such as: rpg-lite content check my_rules/ or rpg-lite items check my_items/"
        )
    checked = [rulebook_loading.check(p) for p in paths]
    faults = [f for c in checked for f in c.faults]
    faults += [
        rulebook_files.Fault(str(p), "", "holds no files to check (*.json)") for p, c in zip(paths, checked, strict=True) if not any(c)
    ]
    good = sum(c.good for c in checked)
    overrides = dict.fromkeys(o for r in RULESETS for o in rulebook_loading.rulebook(r, *paths).overrides)
    unread = own_flags.unread(*paths)
    if as_json:
        told = [{"file": f.file, "key": f.key, "expected": f.expected} for f in faults]
        print_json({"ok": not faults, "good": good, "faults": told, "overrides": list(overrides), "flagsNotRead": unread})
    else:
        tell(*faults, *overrides, *unread, f"{good} good, {len(faults)} {'fault' if len(faults) == 1 else 'faults'}.")
    return REFUSED if faults else DONE


GROUP: Final = group("content", convert=convert, example=example, schema=schema, check=check)
