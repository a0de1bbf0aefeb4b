"""An act or a spell that a call names as an attack or as its rider: the call that plays it."""

import json
from collections.abc import Mapping
from typing import Any, Final

from rpg_lite.decision.occasions import follows_a_hit
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import spell_access
from rpg_lite.mechanics.attack import mastered_weapons
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.creature.own_riders import riders_of
from rpg_lite.mechanics.rolls import roll_effect_refusals
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.acts.act import Act, AttackStep, Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import SpellRule
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def lead_on(refused: Rejected, attack: Mapping[str, Any], attacker: Thing, target: Thing, world: World, book: Rulebook) -> Rejected:
    """The refusal of a rider; if it is the name of an act or a spell, with the call that works. An act that follows a hit answers that hit,
    so the suggested call is the attack without the word (SRD, Divine Smite). `attack`: the call.
    """
    wanted = str(refused.details["wanted"])
    if answers := roll_effect_refusals.answering_act(world, attacker, wanted, attack, book):
        return answers
    if (
        names.fold(wanted) in mastered_weapons.BY_THEMSELVES
        and creature_flags.WEAPON_MASTERY in thing_stats.stats_of(world, attacker, book).flags
    ):
        details = {"wanted": wanted, "kinds": _kinds(f"{_MASTERY}{names.fold(wanted)}")}
        return Rejected("rider_of_other_attacks", "with", details, instead=roll_effect_refusals.without(attack, wanted))
    if joins := _of_another(wanted, attack, attacker, world, book):
        return joins
    found = acts.find(world, attacker, wanted, book)
    act: Act | None = found.act if found else book.spell(wanted)
    if act is None or (isinstance(act, Spell) and not _has(world, attacker, act, book)):
        return refused
    call = _call_of(act, attacker)
    if follows_a_hit(act):
        use = json.dumps({**call, "answer": True}, ensure_ascii=False)
        return Rejected(
            "rider_follows_a_hit", "with", {"wanted": act.name, "use": use}, instead=roll_effect_refusals.without(attack, wanted)
        )
    aimed = {} if act.targets == "self" else {"targets": [target.name]}
    if act.cost == "reaction":
        strikes = any(isinstance(step, AttackStep) for step in act.steps)  # the attack itself is the reaction (SRD, Opportunity Attacks)
        instead = {**call, **aimed} if strikes else roll_effect_refusals.without(attack, wanted)
        return Rejected("rider_is_a_reaction", "with", {"wanted": act.name}, instead=instead)
    return Rejected("rider_is_an_act", "with", {"wanted": act.name}, instead={**call, **aimed})


def _has(world: World, attacker: Thing, spell: Spell, book: Rulebook) -> bool:
    """Whether the attacker can cast the spell, and has a slot for it or needs none."""
    access = spell_access.access_to(world, attacker, spell, book)
    if isinstance(access, Rejected):
        return False
    slots = thing_stats.sheet(attacker, book).spell_slots
    highest = max((n for n, left in enumerate(slots.left, 1) if left), default=0)
    pact = slots.pact.level if slots.pact and slots.pact.left else 0
    return not spell.level or access.at_will or access.spend is not None or max(highest, pact) >= spell.level


def _kinds(word: str) -> str:
    """The attacks that a rider joins, in words: "mastery_topple" is a weapon with that mastery property."""
    kinds = (f"with a weapon whose mastery is {one.removeprefix(_MASTERY)}" if one.startswith(_MASTERY) else one for one in word.split("|"))
    return " or ".join(kinds).replace("_", " ")


_MASTERY: Final = "mastery_"


def _of_another(wanted: str, attack: Mapping[str, Any], attacker: Thing, world: World, book: Rulebook) -> Rejected | None:
    """The refusal of a rider that joins an act of the attacker or its spells (SRD 5.1, Frenzy), or attacks of another kind (SRD, Sneak
    Attack).
    """
    own = next((one for one in riders_of(world, attacker, book) if names.fold(one.name) == names.fold(wanted)), None)
    head, _, act = own.rider.rider.partition(":") if own else ("", "", "")
    if own is not None and head in ("attack", "hit") and act:
        details = {"wanted": own.name, "kinds": _kinds(act)}
        return Rejected("rider_of_other_attacks", "with", details, instead=roll_effect_refusals.without(attack, wanted))
    if own is None or head not in ("act", "cast"):
        return None
    if head == "cast" or acts.find(world, attacker, act, book) is None:
        return Rejected("rider_of_spells", "with", {"wanted": own.name})
    call = {"operation": "act", "characterName": attacker.name, "act": act, "with": [own.name]}
    return Rejected("rider_of_an_act", "with", {"wanted": own.name, "act": act}, instead=call)


def _call_of(act: Act, attacker: Thing) -> dict[str, Any]:
    head = {"operation": "cast", "spell": act.name} if isinstance(act, Spell) else {"operation": "act", "act": act.name}
    return {**head, "characterName": attacker.name}


def refuse_spell(name: str | None, caster: Thing, target: Thing, book: Rulebook) -> Rejected | None:
    """The refusal that proposes to cast the spell; None if the name means no spell."""
    spell = _find_spell(name or "", book)
    if spell is None:
        return None
    cast_it = {"operation": "cast", "characterName": caster.name, "spell": spell.name, "targets": [target.name]}
    played = book.spell(spell.name)
    answer = {"answer": True} if played and played.cost == "reaction" else {}  # a reaction would be wasted if played by itself
    return Rejected("spell_is_cast", "itemName", {"name": spell.name}, instead={**cast_it, **answer})


def _find_spell(name: str, book: Rulebook) -> SpellRule | None:
    """The spell of this name, also for "Firebolt" or "Fire Bolt spell"; the name of an item means the item."""
    key = names.fold(name).removesuffix(" spell")
    if book.find(name):
        return None
    return book.spells.get(key) or next((s for k, s in book.spells.items() if k.replace(" ", "") == key.replace(" ", "")), None)
