"""One more level in a class: its requirements, the hit points that it brings, and the choices that it allows."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.rules import names
from rpg_lite.rules.character_document import Improvement
from rpg_lite.rules.choice_names import ASI, SCORES, SUBCLASS, choice_key
from rpg_lite.rules.choices import OpenChoice, choices_of
from rpg_lite.rules.class_table import ClassRule
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifier_values import ByLevel, PerLevel
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatRule
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.vocabulary import ABILITIES, Ability

NEEDED: Final = 13
ASI_POINTS: Final = 2
IMPROVEMENTS: Final = ('{"str": 2}', '{"str": 1, "dex": 1}', '{"feat": NAME}')
"""The forms of an improvement."""


def lacking(scores: Mapping[Ability, int], old: Iterable[str], new: str, book: Rulebook) -> list[str]:
    """The scores that multiclassing still needs for the old and new classes: "wis 13", "str 13 or dex 13" (SRD, Multiclassing)."""
    rules = [book.classes[c] for c in dict.fromkeys((*old, new)) if c in book.classes]
    groups = dict.fromkeys(group for rule in rules for group in rule.prerequisites)
    return [" or ".join(f"{a} {NEEDED}" for a in group) for group in groups if all(scores[a] < NEEDED for a in group)]


def with_level(written: Sequence[str], name: str, levels: Mapping[str, int]) -> list[str]:
    """The classes as they are written, with one more level in this class.

    >>> with_level(["Fighter (Champion) 4"], "wizard", {"fighter": 4}), with_level(["fighter"], "fighter", {"fighter": 1})
    (['Fighter (Champion) 4', 'wizard 1'], ['fighter 2'])
    >>> with_level(["Fighter 3 (Champion)"], "fighter", {"fighter": 3})
    ['Fighter (Champion) 4']
    """
    entries = list(zip(written, class_levels(written), strict=True))
    if name not in levels:
        return [*(_number_text(text, levels[c] if n is None else n) for text, (c, n) in entries), f"{name} 1"]
    return [_number_text(text, (levels[c] if n is None else n) + (c == name)) for text, (c, n) in entries]


_WRITTEN_LEVEL: Final = re.compile(r"\s*[0-9]+\s*(?=$|\()", re.ASCII)
"""The level of a class: at the end, or before the subclass in brackets."""


def _number_text(text: str, level: int) -> str:
    return f"{_WRITTEN_LEVEL.sub(' ', text.strip()).strip()} {level}"


def gained_by_average(rule: ClassRule, con: int) -> int:
    """The average of the hit die plus the CON modifier, at least 1."""
    return max(1, rule.hit_die // 2 + 1 + con)


def points_of_features(sheet: Sheet) -> int:
    """The hit points that features of species, classes and feats add to the maximum at this level (SRD, Dwarven Toughness)."""
    values = [m.value for rule in sheet.feature_rules for m in rule.modifiers if m.target == "hp_max" and m.op == "add" and not m.when]
    grown = [sheet.at_level(v) if isinstance(v, PerLevel | ByLevel) else v for v in values]
    return sum(v for v in grown if isinstance(v, int))


# ── choices ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def improvements_by_other_names(given: Mapping[str, Any], opened: Sequence[OpenChoice]) -> dict[str, Any]:
    """The choices of a level, in which points and a feat are an improvement if one is open and nothing else has their name: {"feat":
    "Grappler"}, {"ability scores": {"str": 2}}.
    """
    there = {choice_key(c.choice) for c in opened}
    meant = {choice_key(SCORES), *FEATS} - there if ASI in there else set()
    as_rows = {key: {"feat": value} if choice_key(key) in FEATS else value for key, value in given.items() if choice_key(key) in meant}
    others = {key: value for key, value in given.items() if key not in as_rows}
    return {**others, ASI: [*as_rows.values()]} if as_rows and not any(choice_key(key) == ASI for key in others) else dict(given)


FEATS: Final = frozenset(("feat", "feats", "general feat"))
"""The names that people give to the feat of an improvement."""


def chosen_rows(given: Mapping[str, Any], name: str, level: int, is_only_class: bool) -> dict[str, Any]:
    """The choices of a level in the form in which a sheet keeps them: improvements with their level, others by class if there are several
    classes.
    """
    found: dict[str, Any] = {}
    for written, choice in given.items():
        key = choice_key(written)
        if key == ASI:
            found[key] = [
                _improvement(row, name, level, is_only_class) for row in (choice if isinstance(choice, list | tuple) else [choice])
            ]
        else:
            found[key] = choice if isinstance(choice, dict) else {name: choice}
    return found


def _improvement(row: Any, name: str, level: int, is_only_class: bool) -> dict[str, Any]:
    own = {"feat": row} if isinstance(row, str) else dict(row) if isinstance(row, Mapping) else {}
    return {"level": level, **({} if is_only_class else {"class": name}), **own}


def misfits(
    rows: Mapping[str, Any], rule: ClassRule, subclasses: Sequence[str], opened: Sequence[OpenChoice], book: Rulebook
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(choice, word, allowed) for each choice that is not open to this class, and for each word that is not one of its options."""
    there = tuple(dict.fromkeys(c.choice for c in opened if c.of == rule.name))
    picked = [w for w in _words(rows.get(SUBCLASS, {}))]
    known = choices_of(rule, [*subclasses, *picked])
    of_choice = {names.fold(c): how for c, how in known.items()}
    for key, choice in rows.items():
        if key not in map(names.fold, there) and key not in of_choice:
            yield key, key, there
        elif key == ASI:
            yield from ((key, _write(row), IMPROVEMENTS) for row in choice if not _adds_up(row, book))
            feats = (*IMPROVEMENTS, *(f.name for f in book.feats.values()))
            yield from (
                (key, str(row["feat"]), feats) for row in choice if row.get("feat") and names.fold(str(row["feat"])) not in book.feats
            )
        elif key in of_choice and of_choice[key].spells:
            yield from (
                (key, word, _near_spells(word, book)) for word in _words(choice) if not _is_on_lists(word, of_choice[key].spells, book)
            )
        else:
            options = tuple(s.name for s in rule.subclasses) if key == SUBCLASS else of_choice[key].options if key in of_choice else ()
            fit = {names.fold(o) for o in options} | (
                {names.fold(a) for s in rule.subclasses for a in s.aliases} if key == SUBCLASS else set()
            )
            yield from ((key, word, options) for word in _words(choice) if options and names.fold(word) not in fit)


def _write(row: Mapping[str, Any]) -> str:
    """The improvement as it was sent, without its level and class."""
    return json.dumps({key: value for key, value in row.items() if key not in ("level", "class")}, ensure_ascii=False)


def _is_on_lists(word: str, lists: Sequence[str], book: Rulebook) -> bool:
    spell = book.spells.get(names.fold(word))
    return spell is not None and ("any" in lists or not {*lists}.isdisjoint(spell.classes))


def _near_spells(word: str, book: Rulebook) -> tuple[str, ...]:
    return tuple(names.nearest(word, [spell.name for spell in book.spells.values()]))


def adds_up(row: Improvement, book: Rulebook) -> bool:
    """Whether an improvement of a sheet gives no more than its level allows; a feat outside the rules may give anything."""
    if row.feat and names.fold(row.feat) not in book.feats:
        return True
    written: dict[str, Any] = {a: n for a, n in row.raises.items()}
    return _adds_up(written | ({"feat": row.feat} if row.feat else {}), book)


def _adds_up(row: Mapping[str, Any], book: Rulebook) -> bool:
    """Whether an improvement gives two ability points, or a feat and the one point that the feat may give."""
    points: dict[str, int] = {a: n for a, n in row.items() if a in ABILITIES}
    if not all(type(n) is int and n > 0 for n in points.values()):
        return False
    feat = book.feats.get(names.fold(str(row["feat"]))) if row.get("feat") else None
    if row.get("feat"):
        return not feat or not _is_plain(feat) or (len(points) <= 1 and points.keys() <= {*feat.abilities} and sum(points.values()) <= 1)
    return sum(points.values()) == ASI_POINTS


def _is_plain(feat: FeatRule) -> bool:
    """Whether the feat's points go to one of its own abilities; Ability Score Improvement as a feat raises scores in the same way as the
    choice itself.
    """
    return names.fold(feat.name) != "ability score improvement"


def _words(choice: Any) -> list[str]:
    several = list(choice.values()) if isinstance(choice, dict) else [choice]
    return [w for value in several for w in ([value] if isinstance(value, str) else value) if isinstance(w, str)]
