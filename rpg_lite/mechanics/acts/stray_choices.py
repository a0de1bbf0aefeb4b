"""Parts of a call that an act does not take: names of choices that it does not ask for are refused, because nothing would follow from them; what it
could take but does not use is noted.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.shared_keys import told_words
from rpg_lite.mechanics.acts import choice_meaning, choice_targets, target_requirements
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.mechanics.acts.choice_meaning import ITEM
from rpg_lite.mechanics.acts.riders import attack_riders, enchanted_weapon
from rpg_lite.mechanics.acts.riders.overrides import SPARE, TRANSMUTABLE
from rpg_lite.mechanics.acts.wish_and_casting import SAID, Wish
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.creature.own_riders import OwnRider, riders_of
from rpg_lite.mechanics.items import coating
from rpg_lite.rules import modifier_tag_words, names
from rpg_lite.rules.acts.act import Act, ChooseStep, IfStep
from rpg_lite.rules.acts.multiattack import MULTIATTACK
from rpg_lite.rules.acts.plain_steps import (
    BecomeStep,
    CorrodeStep,
    DoStep,
    EndStep,
    GainStep,
    LoseStep,
    MakeStep,
    MendStep,
    RemoveStep,
    SayStep,
)
from rpg_lite.rules.acts.steps.hit_points import HealStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import ABILITIES, SKILLS
from rpg_lite.world.world_model import Thing, World

_READ_ANY: Final = (BecomeStep, DoStep, EndStep, GainStep, LoseStep, MakeStep, RemoveStep)
"""Steps that accept a word under any name: a form, a creature, an effect to end."""
_OF_THE_WEAPON: Final = "weapon"
"""The damage type of the weapon itself, which counts without a word, too (SRD 5.2, Shillelagh, gives the choice)."""
_BRACES: Final = re.compile(r"\{([a-z_]+)\}")
_ASKED: Final = re.compile(r"choice:([^\"|]+)")
_ALWAYS: Final = ("choice", "part")


def refuse(command: ActCommand, act: Act, world: World, caster: Thing, whom: Sequence[Thing], book: Rulebook) -> Rejected | None:
    """The refusal of the first name in `choice` that changes nothing in this act, with the names that it takes."""
    if refusal := _spares_nobody(command, act, world, caster, book):
        return refusal
    choice = {key: word for key, word in command.choice.items() if names.fold(key) not in SPARE}
    steps = list(walk(act.steps, inner_acts=False))
    if refusal := _of_no_attack(act, choice, steps):
        return refusal
    if not choice or act.when:
        return None
    aimed = [word for one in whom for word in (one.name, one.id)]  # shares of points or shots; riders that apply to some targets
    if any(isinstance(step, _READ_ANY) and not _is_of_points(step) for step in steps):
        return _refuse_word(command, act, world, caster, aimed, book)
    if target_requirements.missing_choice(act, target_requirements.named_choices(act, choice)) is not None:
        return None  # the refusal of the missing choice names them all
    written = act.model_dump_json(by_alias=True)
    known = {*map(names.fold, [*_names(act, steps, written), *choice_meaning.slot_names(act), *_ALWAYS])}
    known |= set(map(names.fold, aimed))
    offered = {*map(names.fold, [*_options(act, steps, written, world, caster, book), *(aimed if command.with_ else [])])}
    lost = next((key for key, word in choice.items() if names.fold(key) not in known and not _counts(word, offered, steps, written)), None)
    if lost is None:
        return _refuse_word(command, act, world, caster, aimed, book)
    allowed = (*dict.fromkeys(_names(act, steps, written)), *(["choice"] if any(isinstance(s, ChooseStep) for s in steps) else []))
    return Rejected(
        "choice_unknown", "choice", {"act": act.name, "wanted": lost}, allowed=allowed, instead=_without(command, lost, allowed)
    )


def _of_no_attack(act: Act, choice: Mapping[str, str], steps: Sequence[StepModel]) -> Rejected | None:
    """The refusal of a word for which a Multiattack whose choices replace or add an attack has none (SRD 5.1, Dragon Turtle, Veteran)."""
    offered = [word for step in steps if isinstance(step, IfStep) for entry in step.if_ for word in _CHOICES.findall(entry)]
    if names.fold(act.name) != MULTIATTACK or not offered or any(isinstance(step, ChooseStep) for step in steps):
        return None
    lost = next((word for word in choice.values() if names.fold(word) not in map(names.fold, offered)), None)
    return None if lost is None else Rejected("choice_unknown", "choice", {"act": act.name, "wanted": lost}, allowed=tuple(offered))


def _refuse_word(command: ActCommand, act: Act, world: World, caster: Thing, aimed: Sequence[str], book: Rulebook) -> Rejected | None:
    """The refusal of a word that the act does not offer, with those that it does. Numbers and shares of the targets are no such words."""
    beside = {*map(names.fold, (*aimed, *choice_meaning.slot_names(act), *SPARE))}
    words = {key: word for key, word in command.choice.items() if names.fold(key) not in beside and not word.isdecimal()}
    words = {key: word for key, word in words.items() if names.fold(key) not in ("choice", "type") or names.fold(word) != _OF_THE_WEAPON}
    found = stray_choice(act, words, world, caster, book) if words and not choice_targets.keys_of(act) else None
    if found is None or names.fold(found[0]) in beside:
        return None
    lost, offered = found
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    kept = {key: word for key, word in command.choice.items() if word != lost}
    instead = {**sent, "choice": kept} if kept else {key: value for key, value in sent.items() if key != "choice"}
    if "act" in sent and (other := acts.find(world, caster, lost, book)) is not None:
        instead["act"] = other.act.name  # SRD 5.2, Unarmed Strike: a grapple and a shove are options of it
    details = {"act": act.name, "wanted": lost}
    return Rejected("choice_unknown", "choice", details, tuple(names.nearest(lost, offered)), tuple(dict.fromkeys(offered)), instead=instead)


def _spares_nobody(command: ActCommand, act: Act, world: World, caster: Thing, book: Rulebook) -> Rejected | None:
    """The refusal of names to spare where no rider spares them: none of the caster's own, or one that has a price and is not named (SRD,
    Careful Spell).
    """
    key = next((key for key in command.choice if names.fold(key) in SPARE), None)
    if key is None:
        return None
    own = [one for one in riders_of(world, caster, book) if "spared" in one.rider.set]
    told = told_words(command.with_)
    if any(attack_riders.is_named(one, told) or not one.rider.spend for one in own):
        return None
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    instead = {**sent, "with": [*command.with_, own[0].name]} if own else _without(command, key, ())
    allowed = tuple(one.name for one in own)
    return Rejected("spares_nobody", "choice", {"act": act.name, "wanted": key}, allowed=allowed, instead=instead)


def _is_of_points(step: StepModel) -> bool:
    """Whether the step takes hit points away, which needs no word."""
    return isinstance(step, LoseStep) and step.lose in ("hp", "tempHp", "tempHp:this")


def _without(command: ActCommand, lost: str, allowed: Sequence[str]) -> dict[str, Any]:
    """The same call with the name that is meant, or else without the name that means nothing."""
    near = next(iter(names.nearest(lost, allowed, 1)), None)
    choice = {near if key == lost else key: word for key, word in command.choice.items() if near or key != lost}
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {**sent, "choice": choice} if choice else {key: value for key, value in sent.items() if key != "choice"}


def _names(act: Act, steps: list[StepModel], written: str) -> Iterator[str]:
    """The names of the choices that the act asks for."""
    yield from act.choices
    yield from sorted(choice_targets.keys_of(act))
    for step in steps:
        if isinstance(step, ChooseStep):
            yield from step.choose
        elif isinstance(step, MendStep) or (isinstance(step, CorrodeStep) and step.corrode == "gear"):
            yield ITEM
        elif isinstance(step, SayStep):
            yield from step.words
    yield from [enchanted_weapon.WEAPON] if modifier_tag_words.HELD in written else []
    yield from (word for word in _BRACES.findall(written) if word in SAID or word not in _FORMULA_WORDS)


_FORMULA_WORDS: Final = frozenset(("dc", "mod", "pb", "level", "slot", "attack", "count", "spent"))
"""Words in braces that stand for numbers of the caster."""


def _options(act: Act, steps: list[StepModel], written: str, world: World, caster: Thing, book: Rulebook) -> Iterator[str]:
    """The words that mean something under any name: the options of the act and of the riders that may join it."""
    for options in act.choices.values():
        yield from options
    yield from _ASKED.findall(written)
    yield from TRANSMUTABLE
    own = (step for one in riders_of(world, caster, book) for step in walk(one.rider.steps))
    for step in (*steps, *own):
        if isinstance(step, ChooseStep):
            yield from step.choose


def _counts(word: str, offered: Collection[str], steps: list[StepModel], written: str) -> bool:
    """Whether the act accepts this word under any name: an option, or an amount."""
    if word.isdecimal():
        return any(f"{{{said}" in written or said in written for said in SAID) or any(isinstance(s, HealStep) and s.shared for s in steps)
    return _is_offered(word, offered)


def _is_offered(word: str, offered: Collection[str]) -> bool:
    """Whether an option is meant by the word, or by one of several in it. `offered`: the options, folded."""
    parts = [word, *names.listed(word, offered)]
    return any(names.fold(part) in offered for part in parts) or any(names.option_meant(part, [*offered]) for part in parts)


_ENDED_BY_A_CHECK: Final = ("grapple", "held")
"""The words of the step `end` for what ends by a check, whose skill the call may choose."""
_IN_BRACES: Final = re.compile(r"\{[a-z_]+\}")
_CHOICES: Final = re.compile(r"choice:([^|]+)")
_NUMBERS: Final = frozenset(f"{{{word}}}" for word in ("dc", "mod", "pb", "level", "slot", "attack", "taken", "rolled", "hp_max"))
"""Numbers of the caster, the slot, the target and the dice in formulas, which no choice sets."""
_SET_BY_CHOICE: Final = frozenset(("type", "spared"))
"""What a rider sets that the call chooses."""
_SLOT: Final = re.compile(r"slot|pact")


def note(draft: Draft, caster: Thing, act: Act, wish: Wish) -> None:
    """Say that a choice or a slot of the call changes nothing."""
    if lost := stray_choice(act, wish.choice, draft.world, caster, draft.situation.book):
        draft.note("choice_unused", act=act.name, word=lost[0])
    if wish.slot is not None and (wish.ritual or not _SLOT.search(act.model_dump_json(by_alias=True, exclude_defaults=True))):
        draft.note("slot_unused", act=act.name)


def _takes_a_word(step: StepModel) -> bool:
    if isinstance(step, LoseStep):
        return not _is_of_points(step)
    return not step.takes_no_word or (isinstance(step, SayStep) and bool(step.words)) or (isinstance(step, HealStep) and step.shared)


def _rider_takes_a_word(own: OwnRider) -> bool:
    """Whether a rider that may join the act reads a choice: it sets something chosen, or has options, free words or a formula of its own."""
    written, steps = own.rider.model_dump_json(by_alias=True), list(walk(own.rider.steps))
    is_free = any(_takes_a_word(step) or isinstance(step, ChooseStep) for step in steps) or "choice:" in written
    return is_free or not _SET_BY_CHOICE.isdisjoint(own.rider.set) or not _NUMBERS.issuperset(_IN_BRACES.findall(written))


def stray_choice(act: Act, choice: Mapping[str, str], world: World, actor: Thing, book: Rulebook) -> tuple[str, tuple[str, ...]] | None:
    """A chosen word that the act does not offer, and the words that it offers. An act is checked only if lists hold all its choices: no
    formula, form or rider.
    """
    steps = list(walk(act.steps))
    written = act.model_dump_json(by_alias=True)
    named = {f"{{{name}}}" for name in act.choices}
    asked = [word for s in steps if isinstance(s, IfStep) for entry in s.if_ for word in _CHOICES.findall(entry)]
    coats = f"attack:{coating.COATED}" in written
    if (coats or modifier_tag_words.HELD in written) and {names.fold(name) for name in choice} == {enchanted_weapon.WEAPON}:
        return None  # one of several weapons
    is_free = any(map(_takes_a_word, steps)) or written.count("choice:") > len(asked)
    if is_free or {*_IN_BRACES.findall(written)} - named - _NUMBERS or any(map(_rider_takes_a_word, riders_of(world, actor, book))):
        return None
    offered = [
        *asked,
        *(o for options in act.choices.values() for o in options),
        *(o for s in steps if isinstance(s, ChooseStep) for o in s.choose),
        *(way for s in steps if isinstance(s, EndStep) and s.end in _ENDED_BY_A_CHECK for way in (*SKILLS, *ABILITIES)),
    ]
    known, counts = {*map(names.fold, offered)}, any(said in written for said in SAID)
    words = [word for word in map(str, choice.values()) if not (counts and word.isdecimal())]
    lost = next((word for word in words if not _is_offered(word, known)), None)
    return None if lost is None else (lost, tuple(offered))
