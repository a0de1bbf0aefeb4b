"""The gain `item_lore`: the caster learns what a thing in its possession is (SRD, Identify)."""

from dataclasses import replace

from rpg_lite.decision import targets
from rpg_lite.decision.name_matching import all_named
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts.choice_meaning import ITEM
from rpg_lite.mechanics.acts.performance import Performance
from rpg_lite.world import body_paths
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing


def learn(p: Performance) -> None:
    """Make the chosen thing known and report its properties; without a choice, the table decides what the creature learns. A dry run reveals nothing."""
    wanted = p.cast.wish.choice.get(ITEM) or p.cast.wish.choice.get("choice")
    if not wanted:
        return
    thing = targets.find_carried(p.draft.world, p.thing(p.cast.by), None, wanted, p.book)
    if isinstance(thing, Rejected):
        thing = _of_a_companion(p, wanted) or thing
    if isinstance(thing, Rejected):
        p.refused = p.refused or _by_its_id(p, thing, wanted)
    elif not p.draft.situation.dry:
        if not thing.item.is_identified:
            change(p.draft, thing, body_paths.IDENTIFIED, None)
        p.learned.append(thing.id)


def _by_its_id(p: Performance, refused: Rejected, wanted: str) -> Rejected:
    """The refusal of a name that several things have, with a call that names one of them, rather one that nobody knows yet."""
    if refused.code != "name_ambiguous":
        return refused
    found = all_named(wanted, [t for t in at_hand(p.draft.world, p.cast.by) if t.kind != "character"], p.book)
    meant = next((t for t in found if not t.item.is_identified), found[0])
    by = {"operation": "cast", "spell": p.cast.act.name, "characterName": p.thing(p.cast.by).name, "targetId": meant.id}
    more = {**({"ritual": True} if p.cast.wish.ritual else {}), **({"force": True} if p.cast.wish.force else {})}
    return replace(refused, field="targetName", details={**refused.details, "ids": "targetId"}, instead={**by, **more})


def _of_a_companion(p: Performance, wanted: str) -> Thing | None:
    """The thing that one companion beside the caster carries, whom the caster touches for it."""
    room = p.draft.world.room_of(p.cast.by)
    members = [t for t in p.draft.world.things.values() if t.kind == "character" and t.creature.is_member and t.id != p.cast.by]
    beside = [t for t in members if room is not None and p.draft.world.room_of(t.id) == room]
    found = [targets.find_carried(p.draft.world, bearer, None, wanted, p.book) for bearer in beside]
    things = [thing for thing in found if isinstance(thing, Thing)]
    return things[0] if len(things) == 1 else None
