"""The steps `corrode` and `mend`: penalties on gear, which grow until the gear is destroyed (SRD, Gray Ooze, Black Pudding, Rust
Monster).
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rpg_lite.decision.name_matching import all_named
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.decision.targets import find_carried
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.choice_meaning import ITEM
from rpg_lite.mechanics.creature.working_items import told_name
from rpg_lite.mechanics.items import item_moves
from rpg_lite.rules import corrosion
from rpg_lite.rules.acts.plain_steps import CorrodeStep, MendStep
from rpg_lite.rules.stat_block import BLOCK
from rpg_lite.vocabulary import Penalty
from rpg_lite.world import body_paths, clock, thing_stats
from rpg_lite.world.fight_states import Shot
from rpg_lite.world.world_model import WORLD_ID, Thing

_SAID: Final[Mapping[Penalty, str]] = {"attack": "to its attack rolls", "damage": "to its damage rolls", "ac": "to the AC that it gives"}


def corrode(p: Performance, step: CorrodeStep, targets: Sequence[str], spot: Spot) -> None:
    """Lower the numbers of a thing by 1 more, or destroy it. Magic things, and things of other substances, do not change."""
    if step.corrode == "weapon":
        _corrode_weapon(p, step, spot)
        return
    for target in targets:
        thing = _worn_armor(p, step, target) if step.corrode == "armor" else _chosen(p, step, target)
        if isinstance(thing, Rejected):
            p.refused = p.refused or thing
        elif thing:
            _corrode(p, step, thing)
        else:
            p.say(f"{p.thing(target).name} has no gear on that corrodes.")


def _corrode_weapon(p: Performance, step: CorrodeStep, spot: Spot) -> None:
    weapon = p.draft.world.things.get(spot.weapon_id or "")
    if weapon is None:
        return
    stats = thing_stats.item_of(weapon, p.book).weapon_stats
    if stats and stats.ammunition:
        _destroy_shot(p, step, p.draft.world.bearer_of(weapon.id))
    elif _may_corrode(p, step, weapon):
        _corrode(p, step, weapon)


def _destroy_shot(p: Performance, step: CorrodeStep, shooter: Thing | None) -> None:
    """Destroy the ammunition of the last shot, so that nobody recovers it; outside fights, nobody does anyway."""
    fight = clock.fight(p.draft.world)
    kept = fight.document.get("shots", {}) if fight else {}
    shots = {key: shot for key, raw in kept.items() if shooter and (shot := Shot.of(raw)).by == shooter.id}
    if not shots:
        return
    key = max(shots)
    if _may_corrode(p, step, _piece(shots[key])):
        change(p.draft, p.draft.world.things[WORLD_ID], body_paths.FIGHT_SHOTS.at(key), None)
        p.say(f"{shots[key].name}: destroyed.")


def _piece(shot: Shot) -> Thing:
    return Thing(shot.thing, "item", shot.name, None, 1, body=shot.body)


def _worn_armor(p: Performance, step: CorrodeStep, target: str) -> Thing | None:
    here = (*_on(p, target), *_in_block(p, target))
    return next((t for t in here if thing_stats.item_of(t, p.book).is_body_armor and _may_corrode(p, step, t)), None)


def _in_block(p: Performance, target: str) -> list[Thing]:
    """The armor that the printed AC of a stat block counts, which lies among its things; the creature wears it."""
    ac = p.stats(target).ac.lines
    if not ac or ac[0].source.id != BLOCK:
        return []
    return [t for t in p.draft.world.bag_of(target) if t.kind == "item" and thing_stats.item_of(t, p.book).is_body_armor]


def _chosen(p: Performance, step: CorrodeStep, target: str) -> Thing | Rejected | None:
    """The thing that the call names; else the armor that the target wears, its weapon, or its shield."""
    if wanted := p.cast.wish.choice.get(ITEM):
        thing = find_carried(p.draft.world, p.thing(target), None, wanted, p.book, field="choice")
        return thing if isinstance(thing, Rejected) or _may_corrode(p, step, thing) else None
    fit = [t for t in _on(p, target) if _may_corrode(p, step, t)]
    return _worn_armor(p, step, target) or next((t for t in fit if thing_stats.item_of(t, p.book).weapon_stats), next(iter(fit), None))


def _on(p: Performance, creature: str) -> Iterator[Thing]:
    """The things that the creature wears and holds; in another form, those that have not merged into it."""
    here = {gear.id for gear in thing_stats.gear_at_work(p.draft.world, p.thing(creature), p.book) if gear.slot}
    return (p.draft.world.things[id] for id in sorted(here) if id in p.draft.world.things)


def _may_corrode(p: Performance, step: CorrodeStep, thing: Thing) -> bool:
    return corrosion.may_corrode(thing_stats.item_of(thing, p.book), step.of)


def _corrode(p: Performance, step: CorrodeStep, thing: Thing) -> None:
    item, bearer = thing_stats.item_of(thing, p.book), p.draft.world.bearer_of(thing.id)
    what: Penalty = "ac" if item.armor_stats else step.weapon_loses
    points = thing.item.corroded.get(what, 0) + 1
    called = told_name(bearer, thing, item) if bearer else thing.name
    if corrosion.is_destroyed(item, what, points):
        item_moves.take_away(p.draft, thing, 1)
        p.say(f"{called}: destroyed by corrosion.")
        if bearer and thing in _in_block(p, bearer.id):
            bare = 10 + p.stats(bearer.id).modifiers["dex"]
            p.say(f"The printed AC of {bearer.name} counts it still: without it, it is {bare} (update printed).")
        return
    change(p.draft, _one_of(p, thing), body_paths.CORRODED, {**thing.item.corroded, what: points})
    p.say(f"{called}: corroded, {-points} {_SAID[what]}.")


def _one_of(p: Performance, thing: Thing) -> Thing:
    """One piece of a stack, apart from the others."""
    if thing.quantity == 1:
        return thing
    return item_moves.part_off(p.draft, thing)


def mend(p: Performance, step: MendStep, targets: Sequence[str], spot: Spot) -> None:
    """Remove the corrosion from a thing: the one that the call names, or else the caster's first corroded one, or the first in the room."""
    caster = p.thing(p.cast.by)
    room = p.draft.world.room_of(caster.id)
    near = [t for t in p.draft.world.things.values() if t.kind == "item" and t.item.corroded and p.draft.world.room_of(t.id) == room]
    if wanted := p.cast.wish.choice.get(ITEM):
        near = [t for t in near if t.id == wanted or t in all_named(wanted, [t], p.book)]
        if not near:
            named = "It" if wanted in p.draft.world.things else wanted
            p.say(f"{named}: no corrosion to mend within reach.")
    own = {t.id for t in p.draft.world.tree_of(caster.id)}
    for thing in sorted(near, key=lambda t: (t.id not in own, t.id))[:1]:
        change(p.draft, thing, body_paths.CORRODED, None)
        p.say(f"{thing.name}: no longer corroded.")


PLAYS: Final[Plays] = {CorrodeStep: corrode, MendStep: mend}
"""Kind of step → the function that plays it."""
