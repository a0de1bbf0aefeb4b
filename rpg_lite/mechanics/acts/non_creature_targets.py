"""Spells aimed at something that is not a creature: a zone to dispel, an item to identify, or any thing, by its name."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.mechanics.acts.choice_meaning import ITEM
from rpg_lite.mechanics.acts.steps.dispelling import DISPELS
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import ITEM_LORE, Act, ApplyStep, Spell
from rpg_lite.rules.acts.plain_steps import GainStep, MendStep, RemoveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.world.world_model import Thing, World


class SpellAim(NamedTuple):
    """The creatures at which a spell is aimed instead, the choice that names the thing itself, and the thing if the answer must name it."""

    whom: list[Thing]
    choice: dict[str, str]
    thing: str | Called = ""


def aim(command: ActCommand, spell: Act | None, caster: Thing, world: World, situation: Situation) -> SpellAim | None:
    """The aim of a call whose only target is not a creature; None if the spell cannot be aimed at such a target."""
    named = [*command.targets, *filter(None, (command.target_name, command.target_id))]
    if spell is None or len(named) != 1:
        return None
    if any(isinstance(step, RemoveStep) and any(word.startswith(DISPELS) for word in step.remove) for step in walk(spell.steps)):
        return _at_zone(command, named[0], caster, world)
    if any(isinstance(step, GainStep) and step.gain == ITEM_LORE for step in walk(spell.steps)):
        return SpellAim([], {**command.choice, ITEM: named[0]})
    return _at_thing(command, named[0], spell, caster, world, situation) if isinstance(spell, Spell) and spell.things else None


_OWNED: Final = re.compile(r"(?P<owner>.+?)(?:['’]s|(?<=s)['’])\s+(?P<thing>\S.*)")
"""A thing by its bearer: "Thorin's shield", "Odess' mace"."""
_LIKE_A_NAME: Final = 80
"""The percentage of letters that a misspelled name shares with the name of the intended creature."""


def owners(written: Iterable[str]) -> Iterator[str]:
    """The creatures whose things the call names."""
    return (found["owner"] for name in written if (found := _OWNED.fullmatch(name)))


def _at_thing(command: ActCommand, name: str, spell: Spell, caster: Thing, world: World, situation: Situation) -> SpellAim | None:
    """The aim at a thing: at the creature that bears it, or else at the caster. A word that is nearly a creature's name is no thing."""
    here = [t.name for t in world.nameable if t.kind == "character"]
    elsewhere = [line.name for line in world.roster if line.kind == "character"]
    if names.misspelt(name, [*here, *elsewhere], _LIKE_A_NAME):
        return None
    if any(isinstance(step, MendStep) for step in walk(spell.steps)):
        return SpellAim([], {**command.choice, ITEM: name}, _told(name, world))
    bearer = _bearer(name, caster, world, situation)
    if bearer is None and spell.targets.isdecimal():
        return None
    alone = bearer is None or (bearer.id == caster.id and spell.targets == "self")
    return SpellAim([bearer] if bearer and not alone else [], dict(command.choice), _told(name, world))


def _told(written: str, world: World) -> str | Called:
    """The thing as the answer names it: by its name as each reader knows it where the call sends its id."""
    return Called(written) if written in world.things else written


def _bearer(name: str, caster: Thing, world: World, situation: Situation) -> Thing | None:
    """The creature that bears the thing, if anybody in the slice does."""
    if owned := _OWNED.fullmatch(name):
        owner = targets.character(world, None, owned["owner"], "targets[0]")
        return None if isinstance(owner, Rejected) else owner
    for one in (caster, *(t for t in world.things.values() if t.kind == "character" and t.id != caster.id)):
        found = targets.find_carried(world, one, None, name, situation.book)
        if isinstance(found, Thing) or found.code == "name_ambiguous":  # its effect is kept with the bearer, whichever is meant
            return one
    return None


def refuse_held(command: ActCommand, spell: Act, caster: Thing, world: World, situation: Situation) -> Rejected | None:
    """The refusal of a thing that somebody wears or carries who may not, where the spell says so (SRD 5.2, Light; Animate Objects).

    A creature that is named in place of a thing stands for what it bears.
    """
    named = [*command.targets, *filter(None, (command.target_name, command.target_id))]
    if not isinstance(spell, Spell) or spell.held_by is None or command.force:
        return None
    for name in named:
        creature = targets.character(world, *targets.id_or_name(name), "targets[0]")
        if isinstance(creature, Thing) and spell.targets != "self":
            continue  # whom an area catches
        holder = creature if isinstance(creature, Thing) else _bearer(name, caster, world, situation)
        if holder is not None and (spell.held_by == "nobody" or holder.id != caster.id):
            others = "nobody" if spell.held_by == "nobody" else "nobody else"
            sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
            alone = {key: value for key, value in sent.items() if key not in ("targets", "targetName", "targetId")}
            why = f"{holder.name} is a creature" if holder is creature else f"{holder.name} has {name}"
            return Rejected("thing_is_held", "targets", {"act": spell.name, "others": others, "why": why}, instead=alone)
    return None


def _at_zone(command: ActCommand, name: str, caster: Thing, world: World) -> SpellAim | None:
    """The zone of this name in the caster's room, whose people the command has loaded."""
    room = world.room_of(caster.id)
    for one in (t for t in world.bag_of(room.id) if t.kind == "character") if room else ():
        zone = next((z.act for z in one.creature.zones.values() if names.fold(z.act) == names.fold(name)), None)
        if zone:
            return SpellAim([one], {**command.choice, "zone": zone})
    return None


def tell(draft: Draft, caster: Thing, whom: Sequence[Thing], spell: Spell, thing: str | Called) -> None:
    """Say on which thing the spell is cast, and which creature bears its effect, because only creatures bear effects."""
    if not thing:
        return
    if any(isinstance(step, ApplyStep) for step in walk(spell.steps, inner_acts=False)):
        holder = whom[0] if whom else caster
        draft.note("on_a_thing", what=spell.name, thing=thing, name=Called(holder.id))
    else:
        draft.note("at_a_thing", what=spell.name, thing=thing)
