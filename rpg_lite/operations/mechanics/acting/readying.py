"""A readied spell: it is cast now and held with concentration, and a reaction releases it (SRD, Ready)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rpg_lite.operations.mechanics.acting.casting import Wish, told_words
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules.acts.act import ApplyStep, Spell
from rpg_lite.world.things import Thing

READY: Final = "ready"
"""The word of `with` that readies a spell."""
_CARRIED_OVER: Final = ("range", "targets", "area", "only", "needs", "choices", "several")
"""The keys of a spell that its release has too."""


@dataclass(frozen=True, slots=True)
class Meant:
    """A spell that is about to be cast, at whom, and with which wishes."""

    spell: Spell
    whom: Sequence[Thing]
    wish: Wish


def other_words(given: Sequence[str]) -> list[str]:
    """The words of `with` but the one that readies a spell."""
    return [word for word in given if told_words([word]) != {READY}]


def ready(meant: Meant, instead: Mapping[str, Any]) -> Meant | Rejected:
    """The same spell, or the one that is held if the call readies it. `instead`: the call that casts it at once.

    Refuses: not_readied.
    """
    if READY not in meant.wish.told:
        return meant
    spell = _held(meant.spell, instead)
    return spell if isinstance(spell, Rejected) else Meant(spell, (), replace(meant.wish, told=meant.wish.told - {READY}))


def _held(spell: Spell, instead: Mapping[str, Any]) -> Spell | Rejected:
    """The spell that is held: it lays the reaction that releases it. Until then it takes concentration, whatever its effect needs."""
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
