"""A readied spell: it is cast now and held with concentration, and a reaction releases it (SRD, Ready). Apart because it turns one cast
into another act, before anything is played.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.shared_keys import told_words
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.rules.acts.act import ApplyStep, Spell
from rpg_lite.world.world_model import Thing

READY: Final = "ready"
"""The word of `with` that readies a spell."""
_CARRIED_OVER: Final = ("range", "targets", "area", "within", "apart", "only", "needs", "choices", "several")
"""The keys of a spell that apply to its release, too."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A spell that is about to be cast, its targets, and the wishes of the call."""

    spell: Spell
    whom: Sequence[Thing]
    wish: Wish


def other_words(given: Sequence[str]) -> list[str]:
    """The words of `with` except the one that readies a spell."""
    return [word for word in given if told_words([word]) != {READY}]


def ready(meant: Meant, instead: Mapping[str, Any]) -> Meant | Rejected:
    """The same spell or, if the call readies it, the held form of the spell. `instead`: the call that casts it at once.

    Refuses: not_readied.
    """
    if READY not in meant.wish.told:
        return meant
    spell = _held(meant.spell, instead)
    return spell if isinstance(spell, Rejected) else Meant(spell, (), replace(meant.wish, told=meant.wish.told - {READY}))


def _held(spell: Spell, instead: Mapping[str, Any]) -> Spell | Rejected:
    """The held form of a spell: it applies the reaction that releases the spell, and takes concentration until then in any case."""
    if spell.cost != "action":
        return Rejected("not_readied", "with", {"spell": spell.name, "cost": spell.cost}, instead=instead)
    own = spell.model_dump(mode="json", by_alias=True, include={*_CARRIED_OVER}, exclude_defaults=True)
    name = f"Release {spell.name}"
    release = {**own, "name": name, "cost": "reaction", "steps": [{"end": "this", "to": "self"}, {"do": spell.name, "slot": "{slot}"}]}
    lay = {"apply": {"name": f"Readied {spell.name}", "acts": [release]}, "for": "turn_start:source"}
    tell = f"It holds {spell.name} with concentration until the start of its next turn: act {name} releases it."
    steps = Spell.model_validate({"name": spell.name, "level": spell.level, "school": spell.school, "steps": [lay, {"say": tell}]}).steps
    assert isinstance(steps[0], ApplyStep)
    kept = {"targets": "self", "area": None, "range": None, "only": (), "needs": (), "steps": steps}
    return spell.model_copy(update={**kept, "concentration": True, "duration": None, "duration_by_slot": {}, "when": ()})
