"""The faults of acts that only the whole rulebook shows: words for which it has nothing to play."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, get_args

from pydantic import BaseModel, ValidationError

from rpg_lite.rules import formulas, names
from rpg_lite.rules.acts import number_faults, word_faults
from rpg_lite.rules.acts.act import Act, ApplyStep, AttackStep, CheckStep, ChooseStep, Rider, SaveStep, Spell, Trigger
from rpg_lite.rules.acts.harmful_acts import is_unaimed
from rpg_lite.rules.acts.part_paths import join, parts_of
from rpg_lite.rules.acts.plain_steps import (
    FORMS,
    THINGS,
    BecomeStep,
    DoStep,
    FilledModifier,
    GainStep,
    LoseStep,
    MakeStep,
    SayStep,
    filled_in,
)
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.word_faults import OwnWords
from rpg_lite.rules.acts.words import sample
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.vocabulary import Ability, Skill

Fault = tuple[str, str]
UNAIMED: Final = (
    "is missing, and a step harms: without it the act would strike the creature that plays it; "
    "allowed: self, area, any, each_enemy, a number or n+per_slot"
)
RESOURCE: Final = "resource:"
ITEM: Final = "item:"
GAINED: Final = (
    "action",
    "attack",
    "bonus",
    "slot",
    "slots",
    "new_slot",
    "one_slot",
    "one_slot_or_lesser",
    "pact",
    "stable",
    "charges",
    "uses",
    "item_lore",
    "prepared_spell",
    "for_good",
    *(f"slot_{n}" for n in range(1, 10)),
)
LOST: Final = ("life", "body", "hp", "half_hp", "hit_points", "tempHp", "tempHp:this", "slot", "bonus", "charges", "item")
_CHOICE: Final = re.compile(r"\{[a-z_]+\}", re.ASCII)
"""A choice that the call makes, or a formula of one word."""
CHECKED: Final = (*get_args(Skill), *get_args(Ability), "spell")


@dataclass(frozen=True, slots=True)
class Reader:
    """The rulebook with the user's files, and the names of the acts of the current entry, which may play each other.

    `choices`: each choice of the entry, in braces → its first word.
    """

    book: Rulebook
    own: frozenset[str]
    choices: Mapping[str, str]
    words: OwnWords


def faults(entry: BaseModel, book: Rulebook, also: Iterable[str] = (), words: OwnWords | None = None) -> Iterator[Fault]:
    """(dotted path, sentence) for each fault in the acts of an entry: a spell, an act, a feature, an item, a creature.

    `also`: names of further acts of the user that are in no table of the book; `words`: the names that all entries of the user bring.
    """
    if isinstance(entry, TrapRule) and not entry.steps:
        yield "steps", "is missing; a trap needs at least one step"
    yield from unplayable(entry, book, also, words)
    for path, part in parts_of(entry):
        match part:
            case Act():
                yield from ((join(path, key), why) for key, why in _of_act(part))
            case tuple():
                yield from ((join(path, key), why) for key, why in _silent(part))


def unplayable(entry: BaseModel, book: Rulebook, also: Iterable[str] = (), words: OwnWords | None = None) -> Iterator[Fault]:
    """(dotted path, sentence) for each word that cannot be played. An improvised act has no other fault: a check without consequences is
    a question of the table, and the call names its targets.
    """
    parts = list(parts_of(entry))
    acts = [names.fold(name) for _, part in parts if isinstance(part, Act) for name in (part.name, *part.aliases)]
    choices = {f"{{{name}}}": words[0] for _, part in parts if isinstance(part, Act) for name, words in part.choices.items() if words}
    reader = Reader(book, frozenset((*acts, *map(names.fold, also))), choices, (words or OwnWords((entry,))).within(entry))
    for path, part in parts:
        yield from ((join(path, key), why) for key, why in _of_part(part, reader))
    yield from _without_slot(parts)


UP: Final = "needs a spell; write it under spells.own"


def _without_slot(parts: Iterable[tuple[str, Any]]) -> Iterator[Fault]:
    """The keys `up` in acts that belong to no spell: such an act has no level of its own, above which a slot could be."""
    spells, acts = [], []
    for path, part in parts:
        match part:
            case Spell() | Rider():
                spells.append(path)
            case Act():
                acts.append(path)
            case StepModel() if getattr(part, "up", None) and _lies_in(path, acts) and not _lies_in(path, spells):
                yield join(path, "up"), UP


def _lies_in(path: str, places: Iterable[str]) -> bool:
    return any(not place or path.startswith((f"{place}.", f"{place}[")) for place in places)


def _of_part(part: Any, reader: Reader) -> Iterator[Fault]:
    match part:
        case Act():
            yield from word_faults.of_act(part, reader.book, reader.words)
        case StepModel():
            yield from _of_step(part, reader)
            yield from word_faults.of_step(part, reader.book, reader.words)
        case Trigger() | Rider():
            yield from word_faults.of_step(part, reader.book, reader.words)
        case Modifier() | FilledModifier():
            yield from word_faults.of_scope(part.scope, reader.book)
            yield from word_faults.of_value(part, reader.words)


def _of_act(act: Act) -> Iterator[Fault]:
    if is_unaimed(act):
        yield "targets", UNAIMED
    if isinstance(act.range, int) and act.range < 0:
        yield "range", f"is {act.range}; takes at least 0"
    if "steps" in act.model_fields_set and not act.steps:
        yield "steps", "is an empty list; takes at least one step, such as say; leave it out of an act that only costs something"


def _silent(steps: tuple[Any, ...]) -> Iterator[Fault]:
    """The rolls in a list of steps that have no consequence, and no sentence next to them that describes one."""
    if any(isinstance(step, SayStep) for step in steps):
        return
    for n, step in enumerate(steps):
        match step:
            case AttackStep(attack=bonus, hit=(), miss=()) if bonus != "weapon" and bonus != "natural":
                yield f"[{n}].hit", "is missing; an attack needs steps in hit or miss, or a step say beside it"
            case SaveStep(fail=(), passed=()) if not step.by:
                yield f"[{n}].fail", "is missing; a save needs steps in fail, pass or by, or a step say beside it"
            case CheckStep(fail=(), passed=()):
                yield f"[{n}].pass", "is missing; a check needs steps in pass or fail, or a step say beside it"


def _of_step(step: StepModel, reader: Reader) -> Iterator[Fault]:
    book = reader.book
    match step:
        case ApplyStep(apply=str(name)) if not _is_open(name) and not book.condition(name) and not book.effect(name):
            known = (*book.conditions, *(rule.name for rule in book.effects.values()))
            yield "apply", f"there is no condition or effect {name!r}; {_nearest_word(name, known, 'an object lays one of your own')}"
        case MakeStep(character=written) if written is not None:
            yield from _in_character(written, reader.choices)
        case MakeStep() if step.makes_things:
            if not book.find(name := step.make.removeprefix(THINGS)):
                yield "make", f"SRD {book.ruleset} has no item {name!r}; takes {THINGS}NAME with the name of an item of the book"
        case MakeStep(make=name) | BecomeStep(become=name) if not _is_creature(name, book):
            why = "takes the name of a creature of the book or of your files, or cr<=n:type"
            key = "make" if isinstance(step, MakeStep) else "become"
            yield key, f"SRD {book.ruleset} has no creature {name!r}; {_nearest_word(name, book.creatures, why)}"
        case ChooseStep(choose=options, meant=meant) if lost := next((word for word in meant if word not in options), None):
            yield "meant", _list_allowed(lost, tuple(options))
        case DoStep(do=name) if not _is_act(name, reader):
            yield "do", f"there is no act {name!r}; {_nearest_word(name, _acts_to_name(reader), 'takes the name of an act or a spell')}"
        case GainStep(gain=word) if word.startswith(ITEM):
            if reader.book.find(word.removeprefix(ITEM)) is None and "{" not in word:
                yield "gain", f"is {word!r}; takes the name of an item of the book or of your files"
        case GainStep(gain=word) if word not in GAINED and not word.startswith(RESOURCE) and not _is_open(word):
            yield "gain", _list_allowed(word, (*GAINED, f"{RESOURCE}NAME", f"{ITEM}NAME"))
        case LoseStep(lose=word) if word not in LOST and not word.startswith(RESOURCE) and not _is_open(word):
            yield "lose", _list_allowed(word, (*LOST, f"{RESOURCE}NAME"))
        case CheckStep(check=word) if _is_bonus(word) and int(word) > number_faults.HIGHEST_BONUS:
            yield "check", f"is {names.show_key(word)!r}; takes a bonus of at most +{number_faults.HIGHEST_BONUS}"
        case CheckStep(check=word) if word not in CHECKED and not _is_open(word) and not _is_bonus(word) and not _is_tool(word, book):
            yield "check", _list_allowed(word, (*CHECKED, "the name of a tool", "a bonus such as +8"))


def _in_character(written: Mapping[str, Any], choices: Mapping[str, str]) -> Iterator[Fault]:
    """The faults of a creature that an act describes, read with a word in place of each choice and 1 in place of each formula."""
    wrong: list[str] = []

    def checked(text: str) -> str:
        text = _CHOICE.sub(lambda found: choices.get(found[0], found[0]), text)
        wrong.extend(filter(None, [formulas.fault(_CHOICE.sub("1", text))]))
        return sample(text)

    plain = filled_in(dict(written), checked)
    yield from (("character", why) for why in wrong)
    try:
        CharacterDocument.model_validate(plain)
    except ValidationError as error:
        for one in error.errors():
            yield ".".join(map(str, ("character", *one["loc"]))), one["msg"].removeprefix("Value error, ")


def _is_bonus(text: str) -> bool:
    return text.startswith("+") and text[1:].isdecimal()


def _is_open(text: str) -> bool:
    """Whether a choice or a formula fills in the word."""
    return "{" in text


def _is_creature(name: str, book: Rulebook) -> bool:
    return bool(FORMS.fullmatch(sample(name))) or _is_open(name) or names.fold(name) in book.creatures


def _is_act(name: str, reader: Reader) -> bool:
    key, book = names.fold(name), reader.book
    return key in reader.own or _is_open(name) or book.spell(name) is not None or book.act(name) is not None


def _acts_to_name(reader: Reader) -> tuple[str, ...]:
    return (*reader.own, *reader.book.common_acts, *reader.book.spell_names)


def _is_tool(name: str, book: Rulebook) -> bool:
    pick = book.find(name)
    item = book.item(pick) if pick else None
    return item is not None and item.type == "tool"


def _list_allowed(word: str, words: tuple[str, ...]) -> str:
    near = names.nearest(word, words, 1)
    return f"is {names.show_key(word)!r}; allowed: {', '.join(words)}" + (f"; did you mean {near[0]!r}?" if near else "")


def _nearest_word(name: str, known: Iterable[str], otherwise: str) -> str:
    near = names.nearest_alike(name, known, 1)
    return f"did you mean {near[0]!r}?" if near else otherwise
