"""The components of a spell: a voice, a free hand, a focus (SRD, Components). A note names missing ones; a table may demand a refusal."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.acts import materials
from rpg_lite.mechanics.creature import zones
from rpg_lite.mechanics.life import hands
from rpg_lite.mechanics.turn.turn_rules import is_demanded
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.equipment_slots import HANDS
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World

DEMAND: Final = "turn:components"
"""The tool by which a table demands components wherever a room, a creature or Home uses it."""
SILENCE: Final = "silence"
_FOCUSES: Final = ("focus", "holy symbol", "component pouch")
_EMBLEM: Final = "borne on cloth or shield"
"""The form of holy symbol that a shield can bear, so that the hand with the shield also holds the symbol (SRD, Holy Symbol)."""
_STAFF: Final = "quarterstaff"
_WITH_STAFF: Final = frozenset({"druid", "ranger", "sorcerer", "warlock", "wizard"})
"""The classes for which a quarterstaff is an arcane or druidic focus (SRD 5.2, Arcane Focus, Druidic Focus)."""
_INSTRUMENTS: Final = frozenset({"bagpipes", "drum", "dulcimer", "flute", "horn", "lute", "lyre", "pan flute", "shawm", "viol"})
"""The foci of bards (SRD, Bard: Spellcasting Focus)."""


@dataclass(frozen=True, slots=True)
class Lack:
    """A component that the caster cannot provide: its letter, and the reason. `is_plain`: everybody can see the reason, so it is reported
    even if the table demands no components.
    """

    letter: str
    why: str
    is_plain: bool = True
    is_silenced: bool = False
    """Whether the spell cannot be cast at all there, whatever the table demands (SRD, Silence)."""


def check(draft: Draft, caster: Thing, act: Act, forced: bool) -> Rejected | None:
    """Refuse or note the components that the caster cannot provide now."""
    if not isinstance(act, Spell) or not act.components:
        return None
    lacks = list(_lacks(draft.world, caster, act, draft.situation.book))
    demands = bool(lacks) and is_demanded(draft.world, caster, DEMAND)
    told = lacks if demands else [lack for lack in lacks if lack.is_plain]
    if not told:
        return None
    why = "; ".join(f"{lack.letter}: {lack.why}" for lack in told)
    if (demands or any(lack.is_silenced for lack in lacks)) and not forced:
        return Rejected("components_missing", "spell", {"name": caster.name, "spell": act.name, "why": why})
    draft.note("components_missing", name=Called(caster.id), spell=act.name, why=why)
    return None


def _lacks(world: World, caster: Thing, spell: Spell, book: Rulebook) -> Iterator[Lack]:
    stats = thing_stats.stats_of(world, caster, book)
    if "V" in spell.components:
        if creature_flags.CANNOT_SPEAK in stats.flags:
            yield Lack("V", "cannot speak")
        elif any(SILENCE in found.model.rules for found in zones.around(world, caster.id, book)):
            yield Lack("V", "no sound can be made here", is_silenced=True)
    held = hands.held(world, caster)
    around = list(at_hand(world, caster.id))
    foci = [t for t in around if _is_focus(t, caster, book)]
    on_shield = any(thing_stats.item_of(t, book).is_shield for t in held) and any(_is_emblem(t, book) for t in foci)
    with_focus = "M" in spell.components and (on_shield or any(t in foci for t in held))
    if {"S", "M"} & {*spell.components} and len(hands.filling(world, caster, book)) >= HANDS and not with_focus:
        yield Lack("S" if "S" in spell.components else "M", "no hand is free; unequip frees one")
    material = spell.material
    if "M" in spell.components and material and material.cost:
        if not materials.find(world, caster.id, material, book):  # a material at hand is spent or named by `materials.use`
            yield Lack("M", f"{material.what or 'material'} worth {material.cost:g} gp is not at hand", is_plain=False)
    elif "M" in spell.components and not foci:
        yield Lack("M", "neither a focus nor a component pouch is at hand", is_plain=False)


def _is_focus(thing: Thing, caster: Thing, book: Rulebook) -> bool:
    if thing.kind not in ("item", "container"):
        return False
    item = thing_stats.item_of(thing, book)
    written = " ".join((names.fold(item.name), names.fold(item.description or ""), *item.keys))
    return any(word in written for word in _FOCUSES) or _is_focus_of_class(item, caster, book)


def _is_focus_of_class(item: Item, caster: Thing, book: Rulebook) -> bool:
    """Whether a class of the caster takes this everyday thing as its focus."""
    casting = {*thing_stats.sheet(caster, book).casting}
    named = {names.fold(item.name), *item.keys}
    return ("bard" in casting and bool(_INSTRUMENTS & named)) or (book.ruleset == "5.2" and bool(_WITH_STAFF & casting) and _STAFF in named)


def _is_emblem(thing: Thing, book: Rulebook) -> bool:
    return _EMBLEM in names.fold(thing_stats.item_of(thing, book).description or "")
