"""Effects that lower an ability score or the hit point maximum of a creature, and the words of `remove` that end them (SRD, Greater Restoration)."""

from collections.abc import Collection
from typing import Final

from rpg_lite.rules import creature_flags, names
from rpg_lite.vocabulary import ABILITIES
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing

OF_A_SCORE: Final = "ability_reduction"
"""The word for every reduction of one ability score: of that which the call names, or of the first that is lowered."""
OF_HIT_POINTS: Final = "hp_max_reduction"
"""The word for every reduction of the hit point maximum; with `:1`, for those of one act (SRD 5.1: "one effect")."""
_HP_MAX: Final = "hp_max"


def found(creature: Thing, head: str, number: str, wanted: Collection[str]) -> list[Lasting]:
    """The effects that the word ends. `wanted`: the folded words of the call's choice, which may name an effect or a score."""
    there = [entry for entry in creature.creature.lasting("effects") if _targets(entry)]
    there = [entry for entry in there if names.fold(entry.name) in wanted] or there
    if head == OF_HIT_POINTS:
        lowered = [entry for entry in there if _HP_MAX in _targets(entry)]
        return [e for e in lowered if not number or (e.cause.act, e.cause.by) == (lowered[0].cause.act, lowered[0].cause.by)]
    score = next(
        (a for a in (*(a for a in ABILITIES if a in wanted), *ABILITIES) if any(f"ability.{a}" in _targets(e) for e in there)), None
    )
    return [entry for entry in there if f"ability.{score}" in _targets(entry)]


def restored_by_rest(entry: Lasting, *, maximum_stays: bool) -> bool:
    """Whether the entry only lowers numbers, and lasts until something ends it: a long rest restores those (SRD 5.2, Long Rest).

    `maximum_stays`: what the creature suffers from keeps its hit point maximum low.
    """
    lowered, rows = _targets(entry), entry.document.get("modifiers") or ()
    if not lowered or any(row.get("value") == creature_flags.SCORE_STAYS for row in rows) or len(lowered) != len(rows):
        return False
    return entry.span.duration is None and entry.span.ends is None and not (maximum_stays and _HP_MAX in lowered)


def _targets(entry: Lasting) -> set[str]:
    """The numbers that the entry lowers."""
    rows = entry.document.get("modifiers") or ()
    return {
        row["target"]
        for row in rows
        if row.get("op") == "add"
        and isinstance(row.get("value"), int)
        and row["value"] < 0
        and (row["target"] == _HP_MAX or row["target"].startswith("ability."))
    }
