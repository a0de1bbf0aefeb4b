"""The files of a rulebook: their locations, the order in which they are read, and the contents of each kind."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rpg_lite.content import bounded_file_read
from rpg_lite.content.entry_editions import Faulty, refuse_unsound, valid, word
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.document_field_types import Document
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.rulebook_entries import BackgroundRule, ConditionRule, EffectRule, FeatRule, FeatureRule, RaceRule, SlotRule, TermRule
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.vocabulary import RULESETS, Ruleset

TABLES: Final[Mapping[str, type[Document]]] = {
    "slots": SlotRule,
    "conditions": ConditionRule,
    "effects": EffectRule,
    "features": FeatureRule,
    "classes": ClassRule,
    "races": RaceRule,
    "backgrounds": BackgroundRule,
    "feats": FeatRule,
    "rules": TermRule,
    "traps": TrapRule,
}
"""A file with one of these names holds a list of such rules; `rulesets.json` holds the policy of each ruleset; any other file holds items.

They are read in this order and before the items, because a later file can name entries of an earlier file.
"""
ONE_A_FILE: Final[Mapping[str, str]] = {"classes": "classes", "species": "races"}
"""Each file in a folder of this name holds one entry of that table; the file of a species also holds its lineages."""
LISTS: Final[Mapping[str, str]] = {"features": "features", "rules_of_play": "rules"}
"""Each file in a folder of this name holds a list of entries of that table."""
ACTS: Final[Mapping[str, type[Act]]] = {"spells": Spell, "acts": Act}
"""A file with one of these names holds a list of such acts; each file in a folder of this name holds one act or a list."""
CREATURES: Final = "creatures"
"""The same for creatures."""
KEYED_BY_WORD: Final = ("conditions", "slots")
"""The tables whose keys are the names as written; all others have folded names."""
PREFIX: Final = "srd"
"""The prefix of ids in the built-in files, whose texts the tests check."""
_SHAPE: Final = 'one item { … } or {"items": [ … ]}'


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault in a file: its place, and the expected value.

    >>> str(Fault("my.json", "items[0].weight", "is -1; takes at least 0"))
    'my.json: items[0].weight: is -1; takes at least 0'
    """

    file: str
    key: str
    expected: str

    def __str__(self) -> str:
        return ": ".join(part for part in (self.file, self.key, self.expected) if part)


def folder(name: str) -> Path:
    """The path of `data` or `items`: inside an installed package, or next to the package in a checkout."""
    package = Path(__file__).parents[1]
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


def files_in(path: Path) -> list[Path]:
    return sorted(p for p in path.rglob("*.json") if not p.name.endswith(".schema.json")) if path.is_dir() else [path]


def name_in(raw: Any) -> str:
    name = raw.get("name") if isinstance(raw, dict) else None
    return name if isinstance(name, str) else ""


def order_of_file(file: Path) -> int:
    """The sort key of a file: policy and tables come before items; the others stay in the given order."""
    order = ("rulesets", *TABLES, *ACTS, CREATURES)
    return order.index(name) if (name := kind_of(file)) in order else len(order)


def kind_of(file: Path) -> str:
    """The table of a file: the name of its folder, or else its own name."""
    where = file.parent.name
    return {**ONE_A_FILE, **LISTS}.get(where, where) if where in (*ONE_A_FILE, *LISTS, *ACTS, CREATURES) else file.stem


def path_to_show(path: Path) -> str:
    """The path to show: folder and name for a built-in file, the given path for the user's."""
    ours = (folder("data"), folder("items"), *(folder("data") / name for name in ONE_A_FILE))
    return f"{path.parent.name}/{path.name}" if path.parent in ours else str(path)


def load(path: Path) -> Any:
    try:
        bounded_file_read.require_regular(path)
        data = json.loads(bounded_file_read.read(path).decode("utf-8-sig"))
    except json.JSONDecodeError as e:
        raise Faulty((f"line {e.lineno}, column {e.colno}", f"not JSON: {e.msg[0].lower()}{e.msg[1:]}")) from e
    except UnicodeDecodeError as e:
        raise Faulty(("", "not UTF-8 text")) from e
    except ValueError as e:
        raise Faulty(("", "not JSON: a number with too many digits")) from e
    except RecursionError as e:
        raise Faulty(("", f"nested too deeply; expected {_SHAPE}")) from e
    except OSError as e:
        raise Faulty(("", f"cannot be read: {(e.strerror or 'no such file').lower()}")) from e
    return data


def policy_in(data: Any, ruleset: Ruleset, before: Policy) -> Policy:
    """The policy with the given keys; the others stay as they were."""
    if not isinstance(data, dict) or data.keys() - set(RULESETS):
        raise Faulty(("", f"takes an object with the keys {' and '.join(RULESETS)}, found {word(data)}"))
    refuse_unsound(data)
    given: Policy = valid(Policy, data.get(ruleset, {}), at=ruleset)
    return before.changed_by(given)


def items_in(data: Any, stem: str = "") -> Any:
    """The items of a file. `stem`: its name, which may be the misspelled name of a list of other entries."""
    if not isinstance(data, dict):
        near = names.nearest(stem, (*TABLES, *ACTS, CREATURES), 1) if isinstance(data, list) else []
        meant = f"; for a list of {near[0]}, call the file {near[0]}.json" if near else ""
        raise Faulty(("", f"expected {_SHAPE}, found {word(data)}{meant}"))
    if unknown := sorted(data.keys() - {"$schema", "items"}):
        raise Faulty((names.show_key(unknown[0]), f'unknown key beside "items"; expected {_SHAPE}'))
    return data["items"]


MOST_ENTRIES: Final = 5_000
"""Several times the entries of any file of the SRD; each is checked, which takes a millisecond or two."""


def one_or_several(data: Any) -> list[tuple[str, Any]]:
    """The entries of a file, which may hold a list or a single entry."""
    return [("", data)] if isinstance(data, dict) else entries_in(data)


def entries_in(data: Any, at: str = "") -> list[tuple[str, Any]]:
    if not isinstance(data, list):
        raise Faulty((at, f"takes a list [ … ] of entries, found {word(data)}"))
    if len(data) > MOST_ENTRIES:
        raise Faulty((at, f"has {len(data):,} entries; a file has at most {MOST_ENTRIES:,}"))
    return [(f"{at}[{n}]", raw) for n, raw in enumerate(data)]


def entry_and_lineages(data: Any) -> list[tuple[str, Any]]:
    """The entry of a file, and each of its lineages as a separate entry that belongs to this species and to the same rulesets."""
    if not isinstance(data, dict) or "lineages" not in data:
        return [("", data)]
    shared = {key: data[key] for key in ("rulesets",) if key in data}
    parts = [
        (at, {**shared, **part, "of": data.get("name")} if isinstance(part, dict) else part)
        for at, part in entries_in(data["lineages"], "lineages")
    ]
    return [("", {k: v for k, v in data.items() if k != "lineages"}), *parts]
