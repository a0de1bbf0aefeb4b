"""The parts of a hero for which Foundry has no field: an exported actor keeps them in its flags, as Foundry's modules keep theirs.

Whatever somebody changes in Foundry wins. To find the changes, an import reads the actor twice: as it is, and as it was when rpg-lite wrote
it. Everything that is equal in both comes back exactly as it was, and everything else as Foundry has it now.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

Json = dict[str, Any]
SCOPE: Final = "rpg-lite"


def kept_in(flags: Any) -> Json | None:
    """The values that rpg-lite kept in the flags of an actor or an item."""
    kept = flags.get(SCOPE) if isinstance(flags, dict) else None
    return kept if isinstance(kept, dict) else None


def merged_character(kept: Json, was: Json, now: Json) -> Json:
    """The character with the changes between two readings of its actor."""
    found = _merged(kept, was, now, but=("abilities", "proficiencies", "choices", "spells", "features"))
    found["abilities"] = _merged_scores(kept.get("abilities") or {}, was["abilities"], now["abilities"])
    skills = _changes(was.get("proficiencies", {}).get("skills", {}), now.get("proficiencies", {}).get("skills", {}))
    if skills:
        trained = kept.get("proficiencies") or {}
        levels = {skill: level or 0 for skill, level in skills.items()}
        found["proficiencies"] = {**trained, "skills": {**(trained.get("skills") or {}), **levels}}
    before, after = (each.get("proficiencies", {}).get("tools") or [] for each in (was, now))
    if before != after:
        trained = found.get("proficiencies") or kept.get("proficiencies") or {}
        found["proficiencies"] = {**trained, "tools": _merged_list(trained.get("tools"), before, after)}
    found["choices"] = _merged(kept.get("choices") or {}, was.get("choices") or {}, now.get("choices") or {})
    found["features"] = _merged_list(kept.get("features"), was.get("features") or [], now.get("features") or [])
    lists = [each.get("spells") or {} for each in (kept, was, now)]
    spells = {kind: _merged_list(*(each.get(kind) for each in lists)) for kind in ("cantrips", "prepared", "known")}
    found["spells"] = {kind: names for kind, names in spells.items() if names is not None} or kept.get("spells")
    empty = {key: found[key] for key in ("choices", "features", "spells", "abilities") if key not in kept and not found[key]}
    return {key: value for key, value in found.items() if value is not None and key not in empty}


def merged_entry(kept: Json, was: Json, now: Json) -> Json:
    """A thing with the changes between two readings of its item; a thing with a new name is still the same thing."""
    found = _merged(kept, was, now, but=("item",))
    if was["item"] != now["item"]:
        item = now["item"]
        found["name"] = item if isinstance(item, str) else item["name"]
    return found


def _merged(kept: Json, was: Json, now: Json, but: Sequence[str] = ()) -> Json:
    changes = _changes(was, now)
    found = {**kept, **{key: value for key, value in changes.items() if key not in but}}
    return {key: value for key, value in found.items() if value is not None}


def _changes(was: Mapping[str, Any], now: Mapping[str, Any]) -> Json:
    """The keys with other values; None for a key that is gone."""
    return {key: now.get(key) for key in {**was, **now} if was.get(key) != now.get(key)}


def _merged_scores(kept: Mapping[str, int], was: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """The base scores; Foundry's scores contain the increases, so a change is added."""
    changed = {
        ability: min(30, max(1, kept.get(ability, 10) + now[ability] - was[ability])) for ability in now if now[ability] != was[ability]
    }
    return {**kept, **changed}


def _merged_list(kept: Any, was: Any, now: Any) -> Any:
    before, after = was or [], now or []
    if before == after:
        return kept
    stays = [entry for entry in kept or [] if entry not in before or entry in after]
    return [*stays, *(entry for entry in after if entry not in before and entry not in stays)]
