"""An act or a spell that an attack names as its rider: the call that plays it."""

import json
from collections.abc import Mapping
from typing import Any

from rpg_lite.operations.mechanics import one_roll
from rpg_lite.operations.mechanics.acting import finding
from rpg_lite.operations.occasions import follows_a_hit
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.things import Thing, World


def lead_on(refused: Rejected, attack: Mapping[str, Any], attacker: Thing, target: Thing, world: World, book: Rulebook) -> Rejected:
    """The refusal of a rider, with the way that works if an act of the attacker or a spell has its name. One that follows a hit is played
    in answer to it, so the attack comes first, without the word (SRD, Divine Smite). `attack`: the call.
    """
    wanted = str(refused.details["wanted"])
    if answers := one_roll.answering_act(world, attacker, wanted, attack, book):
        return answers
    found = finding.find(world, attacker, wanted, book)
    act: Act | None = found.act if found else book.spell(wanted)
    if act is None:
        return refused
    call = _call_of(act, attacker)
    if follows_a_hit(act):
        use = json.dumps({**call, "answer": True}, ensure_ascii=False)
        return Rejected("rider_follows_a_hit", "with", {"wanted": act.name, "use": use}, instead=one_roll.without(attack, wanted))
    aimed = {} if act.targets == "self" else {"targets": [target.name]}
    return Rejected("rider_is_an_act", "with", {"wanted": act.name}, instead={**call, **aimed})


def _call_of(act: Act, attacker: Thing) -> dict[str, Any]:
    head = {"operation": "cast", "spell": act.name} if isinstance(act, Spell) else {"operation": "act", "act": act.name}
    return {**head, "characterName": attacker.name}
