"""The resources that an update writes: maximum and recharge go into the sheet, the amount spent is stored next to the hit points."""

from collections.abc import Mapping

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.life.resources import of_levels, set_spent, settle, sheet_now
from rpg_lite.rules.class_resources import Supply, find_resource, slug
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.resources import HIT_DIE, ResourceChange, as_kept
from rpg_lite.rules.spell_slots import is_of_slots
from rpg_lite.world import body_paths
from rpg_lite.world.kept_json import Body
from rpg_lite.world.world_model import Thing


def change_resources(draft: Draft, thing: Thing, changes: Mapping[str, ResourceChange]) -> None:
    """Apply each change to the current resource, which may come from the classes alone."""
    settle(draft, thing)
    sheet = sheet_now(draft, thing)
    rows: dict[str, Body] = dict(draft.world.things[thing.id].creature.sheet.resources)
    spent: dict[str, int] = {}
    for name, asked in changes.items():
        had = sheet.resources[same] if (same := find_resource(name, sheet.resources)) else Supply(None, None)
        most = asked.max if asked.max is not None else had.max
        rows[name] = as_kept(Supply(most, most, asked.recharge or had.recharge), of_levels(sheet, name)) or {}
        left = asked.left if asked.left is not None else had.left if had.spent else most
        if most is not None and left is not None:
            spent[slug(name)] = max(0, most - left)
    state_changes.change(draft, thing, body_paths.RESOURCES, {n: row for n, row in rows.items() if row} or None)
    for key, n in spent.items():
        set_spent(draft, thing, key, n)


def change_spent(draft: Draft, thing: Thing, asked: Mapping[str, int]) -> Rejected | None:
    """Set the amount spent of each named slot or resource; leave the others unchanged."""
    sheet = sheet_now(draft, thing)
    for what, n in asked.items():
        key = key_of(what, sheet)
        if key is None:
            return Rejected("resource_unknown", "character.spent", {"name": thing.name, "wanted": what}, near=tuple(sheet.resources))
        set_spent(draft, thing, key, n)
    return None


def key_of(what: str, sheet: Sheet) -> str | None:
    """The key under which this slot or resource is spent: slot_3, pact, or the key of a resource in any spelling."""
    name = find_resource(what, sheet.resources)
    return slug(name) if name else what if is_of_slots(what) else None


def forget(draft: Draft, thing: Thing, gone: frozenset[str]) -> None:
    """Remove these resources from the sheet, and hit dice of sizes that the levels no longer give."""
    settle(draft, thing)
    now = draft.world.things[thing.id]
    sheet = sheet_now(draft, thing)
    lost = {n for n in now.creature.sheet.resources if n.startswith(HIT_DIE) and n not in sheet.of_levels}
    kept = {n: r for n, r in now.creature.sheet.resources.items() if n not in gone | lost}
    if len(kept) < len(now.creature.sheet.resources):
        state_changes.change(draft, now, body_paths.RESOURCES, kept or None)
    after = sheet_now(draft, thing)
    there = {slug(n) for n in after.resources}
    for key in [k for k in draft.world.things[thing.id].creature.spent if not is_of_slots(k) and k not in there]:
        set_spent(draft, thing, key, 0)
