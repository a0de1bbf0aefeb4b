"""Parts of a call that an act does not take: a choice that it does not offer, a slot that it does not spend."""

import re
from collections.abc import Mapping
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.acts.casting import Wish
from rpg_lite.mechanics.acts.riders import bound_weapon
from rpg_lite.mechanics.creature import own_riders
from rpg_lite.mechanics.items import coating
from rpg_lite.rules import modifier_tag_words, names
from rpg_lite.rules.acts.act import Act, ApplyStep, AttackStep, ChooseStep, IfStep, SaveStep
from rpg_lite.rules.acts.plain_steps import DamageStep, EndStep, MoveStep, SayStep, TempHpStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import ABILITIES, SKILLS
from rpg_lite.world.world_model import Thing, World

_TAKES_NO_WORD: Final = (ApplyStep, AttackStep, ChooseStep, DamageStep, EndStep, IfStep, MoveStep, SaveStep, SayStep, TempHpStep)
"""Steps whose choices are all in lists; other steps read free words, such as the name of a form or a creature."""
_ENDED_BY_A_CHECK: Final = ("grapple", "held")
"""The words of the step `end` for what ends by a check, whose skill the call may choose."""
_BRACES: Final = re.compile(r"\{[a-z_]+\}")
_CHOICES: Final = re.compile(r"choice:([^|]+)")
_SLOT: Final = re.compile(r"slot|pact")


def note(draft: Draft, caster: Thing, act: Act, wish: Wish) -> None:
    """Say that a choice or a slot of the call changes nothing."""
    if lost := stray_choice(act, wish.choice, draft.world, caster, draft.situation.book):
        draft.note("choice_unused", act=act.name, word=lost[0])
    if wish.slot is not None and (wish.ritual or not _SLOT.search(act.model_dump_json(by_alias=True, exclude_defaults=True))):
        draft.note("slot_unused", act=act.name)


def stray_choice(act: Act, choice: Mapping[str, str], world: World, actor: Thing, book: Rulebook) -> tuple[str, tuple[str, ...]] | None:
    """A chosen word that the act does not offer, and the words that it offers. An act is checked only if lists hold all its choices: no
    formula, form or rider.
    """
    steps = list(walk(act.steps))
    written = act.model_dump_json(by_alias=True)
    named = {f"{{{name}}}" for name in act.choices}
    asked = [word for s in steps if isinstance(s, IfStep) for entry in s.if_ for word in _CHOICES.findall(entry)]
    coats = f"attack:{coating.COATED}" in written
    if (coats or modifier_tag_words.HELD in written) and {names.fold(name) for name in choice} == {bound_weapon.WEAPON}:
        return None  # one of several weapons
    is_free = any(not isinstance(s, _TAKES_NO_WORD) or (isinstance(s, SayStep) and s.words) for s in steps) or written.count(
        "choice:"
    ) > len(asked)
    if is_free or {*_BRACES.findall(written)} - named or any(True for _ in own_riders.riders_of(world, actor, book)):
        return None
    offered = [
        *asked,
        *(o for options in act.choices.values() for o in options),
        *(o for s in steps if isinstance(s, ChooseStep) for o in s.choose),
        *(way for s in steps if isinstance(s, EndStep) and s.end in _ENDED_BY_A_CHECK for way in (*SKILLS, *ABILITIES)),
    ]
    lost = next((word for word in choice.values() if names.fold(str(word)) not in map(names.fold, offered)), None)
    return None if lost is None else (lost, tuple(offered))
