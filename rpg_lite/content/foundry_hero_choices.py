"""The choices of a Foundry hero: each open choice here takes those of the actor's features, masteries and spells that are among its options."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.content.printed_text import Json
from rpg_lite.rules import choices, names, origin_choices
from rpg_lite.rules.choice_names import ASI, LANGUAGES, LINEAGE, SCORES, SUBCLASS, TOOLS, VERSATILE, choice_key
from rpg_lite.rules.choices import EXPERT, TRAINED, OpenChoice
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument

_ROUNDS: Final = 4
"""A choice may open others: a lineage its spells, an invocation a feat."""
_READ_ELSEWHERE: Final = frozenset(map(names.fold, (ASI, LANGUAGES, SCORES, SUBCLASS, TOOLS, *TRAINED)))
_MASTERY: Final = "weapon mastery"
_OF_SPECIES: Final = {
    "luck": "halfling", "lucky": "halfling", "gnomish cunning": "gnome", "hellish resistance": "tiefling", "infernal legacy": "tiefling",
    "otherworldly presence": "tiefling",
}  # fmt: skip
"""Traits of Foundry that a species here has under another name, or as its resistances and spells."""
_PARTS: Final = re.compile(r"\s*(?::|,| - | – |\(|\))\s*")


@dataclass(frozen=True, slots=True)
class NamedPart:
    """A feature, a spell or a type of damage that the hero resists: its name may answer a choice. `n`: its number among the items."""

    name: str
    n: int
    kind: str


def words_of(name: str) -> list[str]:
    """The folded names that a name may mean: itself, and its parts.

    >>> words_of("Fighting Style: Defense"), words_of("Breath Weapon - White")
    (['fighting style defense', 'fighting style', 'defense'], ['breath weapon white', 'breath weapon', 'white'])
    """
    parts = [name, *(part for part in _PARTS.split(name) if part)]
    return list(dict.fromkeys(map(names.fold, parts)))


class ChosenParts:
    """The choices that the parts answer, and the parts that answered one."""

    def __init__(self, character: Json, parts: Sequence[NamedPart], masteries: Sequence[str], book: Rulebook) -> None:
        self._character, self._parts, self._masteries, self._book = character, parts, masteries, book
        self.choices: Json = dict(character.get("choices") or {})
        self.used: set[int] = set()
        self.sheet = self._sheet()
        for _ in range(_ROUNDS):
            if not [one for one in self.sheet.open_choices if self._answers(one)]:
                break
            self.sheet = self._sheet()

    def _sheet(self) -> Sheet:
        character = {**self._character, **({"choices": self.choices} if self.choices else {})}
        return sheet_of(SheetDocument.model_validate({"ruleset": self._book.ruleset, "character": character}).character, self._book)

    def _answers(self, one: OpenChoice) -> bool:
        """Whether parts of the actor answer the choice, which then has their words."""
        if names.fold(one.choice) in _READ_ELSEWHERE:
            return False
        found = self._found(one)
        before: Any = self.choices.get(one.choice)
        is_by_class = one.of in self._book.classes
        if not found or (before is not None and not isinstance(before, dict if is_by_class else list)):
            return False
        if is_by_class:
            by_class = before if isinstance(before, dict) else {}
            self.choices[one.choice] = {**by_class, one.of: [*by_class.get(one.of, []), *found]}
        else:
            self.choices[one.choice] = [*(before or []), *found]
        return True

    def _found(self, one: OpenChoice) -> list[str]:
        if one.choice == _MASTERY:
            made = self.choices.get(_MASTERY) or {}
            taken = [weapon for weapons in made.values() for weapon in weapons] if isinstance(made, dict) else []
            return [weapon for weapon in self._masteries if weapon not in taken][: one.count]
        if one.choice in EXPERT:
            return []
        options = choices.options_of(one, self._book) if one.of in self._book.classes else one.options
        found: list[str] = []
        for part in sorted(self._parts, key=lambda each: not _names(each.name, one.choice)):
            word = self._meant(part, one, options) if part.n not in self.used and len(found) < one.count else None
            if word is not None and word not in found:
                found.append(word)
                self.used.add(part.n)
        return found

    def _of_background(self) -> frozenset[str]:
        """The feat that the background gives, which therefore answers no choice."""
        background = self._book.backgrounds.get(names.fold(self.sheet.background))
        feat = background.feat if background else None
        return frozenset(map(names.fold, (feat, feat.partition("(")[0]))) if feat else frozenset()

    def _meant(self, part: NamedPart, one: OpenChoice, options: Iterable[str]) -> str | None:
        if one.choice == LINEAGE:
            race = self._book.race(one.of)
            lineages = (origin_choices.lineage_called(word, race, self._book) for word in words_of(part.name)) if race else ()
            return next((lineage.name for lineage in lineages if lineage), None)
        known = {names.fold(option): option for option in options}
        if one.choice == VERSATILE and not _names(part.name, one.choice):
            known = {word: option for word, option in known.items() if word not in self._of_background()}
        words = words_of(part.name)[:1] if part.kind != "feat" else words_of(part.name)
        return next((known[word] for word in words if word in known), None)


def _names(name: str, choice: str) -> bool:
    """Whether a name such as "Fighting Style: Defense" names this choice before its option."""
    return ":" in name and choice_key(name.partition(":")[0]) == names.fold(choice)


def given_names(sheet: Sheet, book: Rulebook) -> frozenset[str]:
    """The folded names of all that follows from classes, origin and choices, and of the choices themselves."""
    own = {names.fold(word) for word in _list_given(sheet, book)}
    own |= {trait for trait, species in _OF_SPECIES.items() if species in own}
    return frozenset(own | choices.known_choices(book))


def _list_given(sheet: Sheet, book: Rulebook) -> Iterator[str]:
    yield from (feature.name for feature in sheet.features)
    race = book.race(sheet.race) if sheet.race else None
    while race is not None:
        yield from (race.name, *race.aliases, *(word.replace("_", " ") for word in race.features))
        race = book.race(race.of) if race.of else None
    background = book.backgrounds.get(names.fold(sheet.background))
    if background and background.feat:
        yield from (background.feat, background.feat.partition("(")[0])
    if sheet.chosen:
        yield from (*sheet.chosen.subclasses, *sheet.chosen.feats, *sheet.chosen.features)


def is_given(name: str, known: frozenset[str]) -> bool:
    """Whether the name, or a part of it, is among the known ones, or another word for a choice."""
    return any(word in known or choice_key(word) in known for word in words_of(name))


def comes_with(name: str, sheet: Sheet, book: Rulebook) -> bool:
    """Whether a feature of this name belongs to a class of the hero or to the species, even if the level comes later."""
    rules = (book.feature(word) for word in (name, *words_of(name)))
    return any(rule is not None and rule.of_class in sheet.class_levels for rule in rules)


def kept_in_texts(sheet: Sheet, items: Sequence[tuple[int, str, bool]]) -> Iterator[tuple[str, int]]:
    """(the choice, the number of its item) of each choice that stays open although an item of the file is called like it: the answer stands in
    that item's description, which nobody can read for certain. `items`: (number, name, whether it has a description).
    """
    for one in sheet.open_choices:
        if names.fold(one.choice) in _READ_ELSEWHERE:
            continue
        named = (n for n, name, is_described in items if is_described and choice_key(one.choice) in map(choice_key, words_of(name)))
        if (n := next(named, None)) is not None:
            yield one.choice.replace("_", " "), n


def masteries_of(found: Any, book: Rulebook) -> list[str]:
    """The weapons of Foundry's keys, "handcrossbow"."""
    keys = [str(key) for key in found] if isinstance(found, list) else []
    weapons = {names.fold(t.item.name).replace(" ", ""): t.item.name for t in book.templates.values() if t.item.weapon_stats is not None}
    return [weapons[key] for key in dict.fromkeys(keys) if key in weapons]
