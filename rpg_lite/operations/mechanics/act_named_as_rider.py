"""An act or a spell that an attack names as its rider: the call that plays it."""

import json
from collections.abc import Mapping
from typing import Any

from rpg_lite.operations.mechanics import words_for_a_roll
from rpg_lite.operations.mechanics.acting import finding
from rpg_lite.operations.mechanics.acting.riders_of import riders_of
from rpg_lite.operations.occasions import follows_a_hit
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.things import Thing, World


def lead_on(refused: Rejected, attack: Mapping[str, Any], attacker: Thing, target: Thing, world: World, book: Rulebook) -> Rejected:
    """The refusal of a rider, with the way that works if an act of the attacker or a spell has its name. One that follows a hit is played
    in answer to it, so the attack comes first, without the word (SRD, Divine Smite). `attack`: the call.
    """
    wanted = str(refused.details["wanted"])
    if answers := words_for_a_roll.answering_act(world, attacker, wanted, attack, book):
        return answers
    if joins := _of_another(wanted, attacker, world, book):
        return joins
    found = finding.find(world, attacker, wanted, book)
    act: Act | None = found.act if found else book.spell(wanted)
    if act is None:
        return refused
    call = _call_of(act, attacker)
    if follows_a_hit(act):
        use = json.dumps({**call, "answer": True}, ensure_ascii=False)
        return Rejected("rider_follows_a_hit", "with", {"wanted": act.name, "use": use}, instead=words_for_a_roll.without(attack, wanted))
    if act.cost == "reaction":
        return Rejected("rider_is_a_reaction", "with", {"wanted": act.name}, instead=words_for_a_roll.without(attack, wanted))
    aimed = {} if act.targets == "self" else {"targets": [target.name]}
    return Rejected("rider_is_an_act", "with", {"wanted": act.name}, instead={**call, **aimed})


def _of_another(wanted: str, attacker: Thing, world: World, book: Rulebook) -> Rejected | None:
    """The refusal of a rider that joins an act of the attacker or its spells, not an attack (SRD 5.1, Frenzy)."""
    own = next((one for one in riders_of(world, attacker, book) if names.fold(one.name) == names.fold(wanted)), None)
    head, _, act = own.rider.rider.partition(":") if own else ("", "", "")
    if own is None or head not in ("act", "cast"):
        return None
    if head == "cast" or finding.find(world, attacker, act, book) is None:
        return Rejected("rider_of_spells", "with", {"wanted": own.name})
    call = {"operation": "act", "characterName": attacker.name, "act": act, "with": [own.name]}
    return Rejected("rider_of_an_act", "with", {"wanted": own.name, "act": act}, instead=call)


def _call_of(act: Act, attacker: Thing) -> dict[str, Any]:
    head = {"operation": "cast", "spell": act.name} if isinstance(act, Spell) else {"operation": "act", "act": act.name}
    return {**head, "characterName": attacker.name}
