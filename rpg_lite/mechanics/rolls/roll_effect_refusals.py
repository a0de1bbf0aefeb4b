"""Words of `with` that a roll does not take: the refusal, with the call that works."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import changes_deed
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.creature import effect_source
from rpg_lite.mechanics.creature.acts import find
from rpg_lite.mechanics.rolls import one_roll_effects
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World


def strange_word(
    draft: Draft, who: Sequence[Thing], words: Sequence[str], targets: Collection[str], sent: Mapping[str, Any]
) -> Rejected | None:
    """Refuse a word by which none of these creatures can spend an effect on the roll."""
    known = {word: name for one in who for word, name in one_roll_effects.words_of(draft, one, targets).items()}
    strange = next((word for word in words if one_roll_effects.key_of(word) not in known), None)
    if strange is None:
        return None
    if refusal := answering_act(draft.world, who[0], strange, sent, draft.situation.book):
        return refusal
    there = tuple(dict.fromkeys(known.values()))
    near = tuple(names.nearest(strange, there))
    return Rejected("effect_for_no_roll", "with", {"wanted": strange, "name": who[0].name}, near, there, without(sent, strange))


def answering_act(world: World, who: Thing, word: str, sent: Mapping[str, Any], book: Rulebook) -> Rejected | None:
    """The refusal of a word that names an act that is played after the roll, or the effect that brings such an act (SRD 5.2, Heroic
    Inspiration; SRD, Bardic Inspiration).
    """
    found = find(world, who, word, book)
    acts = [found.act] if found else [*_acts_of_effect(world, who, word, book)]
    act = next((act for act in acts if act.when and changes_deed(act) and act.cost != "reaction"), None)
    if act is None:
        return None
    return Rejected("answers_a_roll", "with", {"wanted": act.name, "use": _call_of(act, who)}, instead=without(sent, word))


def _acts_of_effect(world: World, who: Thing, name: str, book: Rulebook) -> Iterator[Act]:
    for entry in thing_stats.lasting(world, who, "effects"):
        if one_roll_effects.key_of(entry.name) == one_roll_effects.key_of(name) and (
            effect := effect_source.laid_effect(world, entry.cause, book)
        ):
            yield from effect.acts


def _call_of(act: Act, who: Thing) -> str:
    return json.dumps({"operation": "act", "act": act.name, "characterName": who.name, "answer": True}, ensure_ascii=False)


def without(sent: Mapping[str, Any], word: str) -> dict[str, Any]:
    """The call without this word of `with`."""
    words = [other for other in sent.get("with", ()) if other != word]
    return {**{key: value for key, value in sent.items() if key != "with"}, **({"with": words} if words else {})}
