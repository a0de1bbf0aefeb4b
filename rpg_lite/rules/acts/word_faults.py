"""Find the closed words and the numbers of an act that can never apply: each is a fault, which names the allowed words."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, get_args

from rpg_lite.rules import formulas, names, roll_scopes
from rpg_lite.rules.acts import number_faults
from rpg_lite.rules.acts.act import Act, EffectModel, IfStep, Rider, SaveStep, Spell, Trigger, ZoneStep
from rpg_lite.rules.acts.part_paths import parts_of
from rpg_lite.rules.acts.plain_steps import FilledModifier, GainStep, LoseStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.trigger_text import ANSWERED, BLOODIED
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.acts.words import CREATURE_TYPES
from rpg_lite.rules.durations import parse
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import ABILITIES, DAMAGE_TYPES, Mode

Fault = tuple[str, str]
RESOURCE: Final = "resource:"
_HELD_BY_ALL: Final = ("hit_die", "hit die", "slot")
"""The starts of resources that creatures have without a file that gives them."""
_CHOSEN: Final = re.compile(r"\{([a-z_]+)\}", re.ASCII)
_TARGET_HEADS: Final = ("target", "condition", "self", "laid", "laid_by_self")
"""The heads of words of `if` that name a type of creature, a condition or an effect."""
_CAUSES: Final = (
    "illusion",
    "plants",
    "gas_or_vapor",
    "dragon_breath",
    "frightful_presence",
    "concentration",
    "spell",
    "magic",
    "fear",
    "charm",
)
"""Causes of a save other than conditions, types of damage and synonyms of these."""


def of_act(act: Act, book: Rulebook, own: "OwnWords") -> Iterator[Fault]:
    """The faults in those words of an act that stand outside its steps."""
    for n, word in enumerate(act.only):
        yield from _place(f"only[{n}]", _type_fault(word, book))
    for n, word in enumerate(act.needs):
        yield from _place(f"needs[{n}]", _if_fault(word, book, own))
    for n, word in enumerate(act.when):
        yield from _place(f"when[{n}]", _when_fault(word, book, own))
    for n, name in enumerate(act.several):
        if name not in act.choices:
            yield f"several[{n}]", _allowed(name, act.choices, "a choice of the act")
    for key, lasts in act.duration_by_slot.items():
        if key not in _slots(act):
            yield f"durationBySlot.{key}", f"takes the level of a slot: {', '.join(_slots(act))}"
        elif parse(plain := lasts.removesuffix(" no_concentration")) is None and plain not in ("until_dispelled", "permanent"):
            yield f"durationBySlot.{key}", f"is {names.show_key(lasts)!r}; takes a duration such as 8 hours, or until_dispelled"
    if act.targets == "area" and act.area is None and any(isinstance(step, DamageStep) for step in act.steps):
        yield "area", 'is missing, and the targets are those in an area; takes {"shape": "sphere", "ft": 20}'
    if act.area is not None:
        yield from ((f"area.{key}", why) for key, why in number_faults.of_numbers(act.area))
    for word in act.spends:
        yield from _place("spend", _spend_fault(word, own, book))
    if isinstance(act, Spell) and act.level == 0 and any(getattr(step, "up", None) for step in walk(act.steps)):
        yield "steps", "up adds for a higher slot, and a cantrip has no slot; write cantrip true to add with the level"


def of_step(step: StepModel | Trigger | Rider, book: Rulebook, own: "OwnWords") -> Iterator[Fault]:
    """The faults of the closed words of a step, a trigger or a rider, and of its numbers."""
    if isinstance(step, IfStep | Trigger | Rider):
        for n, word in enumerate(step.if_):
            yield from _place(f"if[{n}]", _if_fault(word, book, own))
    match step:
        case SaveStep(vs=vs, mode=mode):
            for word in (vs,) if isinstance(vs, str) else vs:
                yield from _place("vs", cause_fault(word, book))
            yield from _place("mode", _mode_fault(mode, book) if mode else None)
            if step.passed == "half" and not any(isinstance(s, DamageStep) for s in walk(step.fail)):
                yield "pass", "is half, and fail has no damage to halve"
        case DamageStep(type=kind) if (chosen := _CHOSEN.fullmatch(kind)) and chosen[1] not in own.choices:
            yield "type", f"no choice is called {chosen[1]!r}; name its options in choices"
        case GainStep(gain=word) | LoseStep(lose=word) if word.startswith(RESOURCE):
            key = "gain" if isinstance(step, GainStep) else "lose"
            yield from _place(key, _spend_fault(word, own, book))
    if isinstance(step, StepModel):
        yield from number_faults.of_numbers(step)
    if isinstance(step, ZoneStep):
        yield from ((f"zone.{key}", why) for key, why in number_faults.of_numbers(step.zone))


def of_value(modifier: Modifier | FilledModifier, own: "OwnWords") -> Iterator[Fault]:
    """The fault of the formula of a number. A granted word may be a name that the call chooses: "act:{spell}"."""
    if isinstance(modifier.value, str) and "{" in modifier.value and modifier.op != "grant":
        plain = _CHOSEN.sub(lambda found: "1" if found[1] in own.choices else found[0], modifier.value)
        yield from _place("value", formulas.fault(plain))


def of_scope(scope: Iterable[str], book: Rulebook) -> Iterator[Fault]:
    """The misspelled words of a scope. Scopes are open, because a game master may name the cause of a save with a word of their own."""
    for n, part in enumerate(scope):
        head, colon, words = part.removeprefix("not ").partition(":")
        known = _KNOWN_IN_SCOPES.get(head) if colon else None
        for word in words.split("|") if known else ():
            why = known(word, book) if known else None
            if why and "did you mean" in why:
                yield f"scope[{n}]", why


class OwnWords:
    """The names that the user's entries bring: choices of the current entry, effects and resources of all of them.

    `elsewhere`: the resources outside the book, such as those of the other ruleset, for which an entry may also be written; `any_resource`:
    whether every name of a resource is accepted.
    """

    def __init__(self, entries: Iterable[Any], current: Any = None, elsewhere: Callable[[], frozenset[str]] = frozenset) -> None:
        self.effects, self.resources, self.elsewhere = set[str](), set[str](), elsewhere
        self.any_resource = False
        for entry in entries:
            self.resources |= {names.fold(name) for name in _resources_of(entry)}
            for _, part in parts_of(entry):
                named = (part.name, *part.aliases) if isinstance(part, Act) else (part.name,) if isinstance(part, EffectModel) else ()
                self.effects |= {_key(name) for name in named if name}
            self.effects |= {names.fold(name) for name in (getattr(entry, "name", None),) if name}
        self.choices: Collection[str] = _choices_of(current) if current is not None else ()

    def within(self, entry: Any) -> "OwnWords":
        """The same words with the choices of this entry."""
        made = OwnWords((), elsewhere=self.elsewhere)
        made.effects, made.resources, made.choices = self.effects, self.resources, _choices_of(entry)
        made.any_resource = self.any_resource
        return made


def _key(name: str) -> str:
    """The folded name; if a formula ends the name, only the part before it, with the brace."""
    plain, brace, _ = name.partition("{")
    return names.fold(plain) + brace


def _choices_of(entry: Any) -> set[str]:
    found = set(getattr(entry, "choices", None) or ())
    return found.union(*(part.choices for _, part in parts_of(entry) if isinstance(part, Act)))


def _resources_of(entry: Any) -> Iterator[str]:
    for part in (entry, getattr(entry, "character", None), *(getattr(entry, "subclasses", None) or ())):
        yield from getattr(part, "resources", None) or ()


def cause_fault(word: str, book: Rulebook) -> str | None:
    """The fault of a word for the cause of a save."""
    known = {*_CAUSES, *book.conditions, *DAMAGE_TYPES, *roll_scopes.OTHER_WORDS, *roll_scopes.OTHER_WORDS.values()}
    plain = "_".join(word.casefold().replace("-", " ").split())
    if plain in known or "{" in word:
        return None
    return _allowed(word, sorted(known), "what a save is against")


def _type_fault(word: str, book: Rulebook) -> str | None:
    if word in CREATURE_TYPES or "{" in word or names.fold(word) in _tags_of_creatures(book):
        return None
    return _allowed(word, CREATURE_TYPES, "a type of creature")


@lru_cache(maxsize=8)
def _tags_of_creatures(book: Rulebook) -> frozenset[str]:
    """The words of the types of every creature of the book, such as shapechanger; they are read only for a word that is not a plain type."""
    sheets = (sheet["character"] for sheet in book.creatures.values())
    found = (re.split(r"[\s(),]+", f"{one.get('type') or ''} {' '.join(one.get('tags') or ())}".casefold()) for one in sheets)
    return frozenset(word for words in found for word in words if word) | {"shapechanger", "humanoid"}


def _mode_fault(mode: str, book: Rulebook) -> str | None:
    head, _, types = mode.partition(":")
    if head not in get_args(Mode) or head == "normal":
        return f"is {names.show_key(mode)!r}; takes advantage or disadvantage, or for some types advantage:undead|fiend"
    return next((why for word in filter(None, types.split("|")) if (why := _type_fault(word, book))), None)


def _if_fault(word: str, book: Rulebook, own: OwnWords) -> str | None:
    for part in word.removeprefix("not ").split("|"):
        head, colon, what = part.strip().partition(":")
        if colon and head in _TARGET_HEADS and not _is_state(what, book, own):
            return (
                f"{names.show_key(part)!r} is never true: {_allowed(what, _states(book), 'a type of creature, a condition or an effect')}"
            )
        if colon and head == "type" and what not in DAMAGE_TYPES and "{" not in what:
            return f"{names.show_key(part)!r} is never true: {_allowed(what, DAMAGE_TYPES, 'a type of damage')}"
    return None


def _states(book: Rulebook) -> tuple[str, ...]:
    return (*CREATURE_TYPES, *book.conditions)


def _is_state(what: str, book: Rulebook, own: OwnWords) -> bool:
    key = names.fold(what)
    if what in ("self", "bloodied", "prone") or "{" in what or key in own.effects or what in CREATURE_TYPES or book.condition(what):
        return True
    known = book.effect(what) or book.spell(what) or book.act(what) or book.feature(what) or book.race(what)
    return bool(known) or key in book.creatures or key in _tags_of_creatures(book) or _is_laid(key, own) or key in _laid_by_book(book)


def _is_laid(key: str, own: OwnWords) -> bool:
    """Whether an entry of the user applies an effect whose name ends in a formula and begins like this one: "Elements: {type}"."""
    return any(key.startswith(name[:-1]) for name in own.effects if name.endswith("{"))


@lru_cache(maxsize=8)
def _laid_by_book(book: Rulebook) -> frozenset[str]:
    """The effects that acts of the book apply under names of their own; they are read only for a word that is nothing else."""
    entries = (*book.features.values(), *book.common_acts.values(), *book.spell_acts.values(), *book.traps.values())
    return frozenset(OwnWords(entries).effects | OwnWords(t.item for t in book.templates.values()).effects)


def _when_fault(word: str, book: Rulebook, own: OwnWords) -> str | None:
    head, colon, what = word.partition(":")
    heads = {w.partition(":")[0] for w in ANSWERED}
    if head not in heads:
        return _allowed(word, sorted(heads), "an event that an act answers")
    if not colon or word in ANSWERED or "{" in what:
        return None
    known: Mapping[str, Callable[[str], Any]] = {
        "save_failed": lambda one: one in ABILITIES or book.condition(one) is not None,
        "subjected": lambda one: one in (*DAMAGE_TYPES, BLOODIED),
        "cast": lambda one: book.spell(one) is not None or names.fold(one) in own.effects,
    }
    fits = known.get(head)
    wrong = next((one for one in what.split("|") if fits is None or not fits(one)), None)
    if wrong is None:
        return None
    near = names.nearest(wrong, (*book.conditions, *DAMAGE_TYPES, *ABILITIES), 1) if fits else []
    told = f"did you mean {head}:{near[0]}?" if near else f"allowed: {', '.join(w for w in ANSWERED if w.partition(':')[0] == head)}"
    return f"is {names.show_key(word)!r}; nothing is {names.show_key(wrong)!r}; {told}"


def _spend_fault(word: str, own: OwnWords, book: Rulebook) -> str | None:
    if not word.startswith(RESOURCE) or "{" in word.split(":")[1] or own.any_resource:
        return None
    name = names.fold(word.split(":")[1])
    if name in own.resources or name.startswith(_HELD_BY_ALL) or name in _resources_in(book) or name in (others := own.elsewhere()):
        return None
    near = names.nearest(name, sorted(own.resources | _resources_in(book) | others), 1)
    meant = f"; did you mean {RESOURCE}{near[0]}?" if near else "; give it in resources of a class, a feature or a creature"
    return f"nothing gives the resource {names.show_key(word.split(':')[1])!r}{meant}"


@lru_cache(maxsize=8)
def _resources_in(book: Rulebook) -> frozenset[str]:
    return named_resources(book.classes.values(), book.features.values(), book.races.values())


def named_resources(classes: Iterable[Any], *others: Iterable[Any]) -> frozenset[str]:
    """The folded names of the resources that classes with their subclasses, and entries of other tables, give."""
    classes = tuple(classes)
    given = (*classes, *(s for c in classes for s in c.subclasses), *(entry for table in others for entry in table))
    return frozenset(names.fold(name) for entry in given for name in _resources_of(entry))


def _slots(act: Act) -> tuple[str, ...]:
    return tuple(str(n) for n in range(act.level if isinstance(act, Spell) and act.level else 1, number_faults.HIGHEST_SLOT + 1))


def _place(key: str, why: str | None) -> Iterator[Fault]:
    if why:
        yield key, why


def _allowed(word: str, known: Iterable[str], what: str) -> str:
    words = tuple(known)
    near = names.nearest(word, words, 1)
    takes = f"takes {what}" + (f": {', '.join(words)}" if words else ", and there is none")
    return f"is {names.show_key(word)!r}; {takes}" + (f"; did you mean {near[0]!r}?" if near else "")


_KNOWN_IN_SCOPES: Final[Mapping[str, Callable[[str, Rulebook], str | None]]] = {
    "against": cause_fault,
    "attacker": _type_fault,
    "damage": lambda word, _: (
        None if word in (*DAMAGE_TYPES, "nonmagical") or "{" in word else _allowed(word, DAMAGE_TYPES, "a type of damage")
    ),
}
"""Head of a word of a scope → the check of the rest of the word."""
