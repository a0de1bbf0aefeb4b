"""The user's own content on the command line: the schema of each kind of file, and the check of files of all kinds."""

import json
from pathlib import Path
from typing import Annotated, Final

from cyclopts import Parameter

from rpg_lite.cli.command_groups import group
from rpg_lite.cli.options import AsJson
from rpg_lite.terminal.command_io import DONE, MISUSED, REFUSED, Stop, print_json, tell
from rpg_lite.vocabulary import RULESETS

Kind = Annotated[
    str, Parameter(help="item, spell, act, feature, class, species, background, feat, rule, condition, effect, trap or creature.")
]
Paths = Annotated[Path, Parameter(help="Files of items, spells, features and so on, or folders that contain them.")]


def schema(kind: Kind, /) -> int:
    """Print the JSON Schema for one kind of your own files: each key with its meaning and its possible values.

    Example:  rpg-lite content schema spell > spell.schema.json
    """
    from rpg_lite.content import schemas
    from rpg_lite.rules import names

    if kind not in schemas.KINDS:
        near = names.nearest(kind, schemas.KINDS, 1)
        meant = f" Did you mean {near[0]}?" if near else ""
        raise Stop(MISUSED, f"There is no kind {names.show_key(kind)!r}.{meant} Kinds: {', '.join(schemas.KINDS)}.")
    tell(json.dumps(schemas.schema(kind), indent=1, ensure_ascii=False))
    return DONE


def check(*paths: Paths, as_json: AsJson = False) -> int:
    """Check your own files: items, spells, features, classes, species, creatures and so on.

    List every fault with its file, its key and what is expected there. The exit code is 1 if there is a fault.
    The folder or the name of a file, such as spells/ or features.json, says what the file contains; any other file contains items.

    Example:  rpg-lite content check my_rules/

    Example:  rpg-lite items check my_items/
    """
    from rpg_lite.content import catalog, rulebook_files

    if not paths:
        raise Stop(
            MISUSED, "Name the files or folders to check, such as: rpg-lite content check my_rules/ or rpg-lite items check my_items/"
        )
    checked = [catalog.check(p) for p in paths]
    faults = [f for c in checked for f in c.faults]
    faults += [
        rulebook_files.Fault(str(p), "", "holds no files to check (*.json)") for p, c in zip(paths, checked, strict=True) if not any(c)
    ]
    good = sum(c.good for c in checked)
    overrides = dict.fromkeys(o for r in RULESETS for o in catalog.rulebook(r, *paths).overrides)
    if as_json:
        told = [{"file": f.file, "key": f.key, "expected": f.expected} for f in faults]
        print_json({"ok": not faults, "good": good, "faults": told, "overrides": list(overrides)})
    else:
        tell(*faults, *overrides, f"{good} good, {len(faults)} {'fault' if len(faults) == 1 else 'faults'}.")
    return REFUSED if faults else DONE


GROUP: Final = group("content", schema=schema, check=check)
