"""The step `make`: create creatures, which join the caster's fight and vanish when the spell ends."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, assert_never

from pydantic import ValidationError

from rpg_lite.decision import effect_removal
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.choice_meaning import MOST_NAMED, name_of
from rpg_lite.mechanics.acts.steps import apply_and_move
from rpg_lite.mechanics.acts.steps.apply_and_move import lay_mark
from rpg_lite.mechanics.acts.steps.branch_steps import find_choice
from rpg_lite.mechanics.creature import effect_source, laid_elsewhere
from rpg_lite.mechanics.fight import initiative
from rpg_lite.mechanics.heroes import sheet_packing
from rpg_lite.mechanics.heroes.creature_making import make, next_names
from rpg_lite.mechanics.items import item_moves, new_things
from rpg_lite.mechanics.items.new_things import Gift
from rpg_lite.mechanics.life import concentration
from rpg_lite.mechanics.life.grapple_release import is_hold
from rpg_lite.mechanics.space.sides import MARK_OF_MADE
from rpg_lite.rules import creature_flags, dice, durations, names
from rpg_lite.rules.acts.act import ApplyStep, ChooseStep
from rpg_lite.rules.acts.plain_steps import MOST_MADE, THINGS, MakeStep, filled_in
from rpg_lite.rules.challenge_rating_limits import CreatureLimits, creatures_within, limits_in
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.world import body_paths, combat
from rpg_lite.world.creature_states import APART, LASTING, Cause, Lasting
from rpg_lite.world.grapples import GRAPPLED
from rpg_lite.world.world_model import Thing, World


def make_creatures(p: Performance, step: MakeStep, targets: Sequence[str], spot: Spot) -> None:
    """Create creatures from a template of the book, in the room of the caster; a text names a missing template."""
    wanted = p.cast.fill(step.make)
    if step.makes_things:
        return _make_things(p, step, wanted.removeprefix(THINGS), spot)
    if limits := limits_in(wanted):
        fits = dict(creatures_within(limits, p.book))
        if not fits:
            p.say(f"No {limits} is in a file yet: the game master creates it (manage_character create).")
            return
        found = _find_chosen(p, fits, limits)
        if isinstance(found, Rejected):
            p.refused = p.refused or found
            return
        wanted = found
    document = _document(p, step, wanted)
    room = p.draft.world.room_of(p.cast.by)
    if document is None or room is None:
        p.say(f"{wanted} is in no file yet: the game master creates it (manage_character create).")
        return
    if isinstance(document, Rejected):
        p.refused = p.refused or document
        return
    count = min(MOST_MADE, max(0, _count(p, step.count, spot))) if step.count else 1
    if step.of_targets and p.targets:
        count = min(count, len(p.targets))
    gone = end_earlier(p) if step.replaces else []
    kept = _kept(p, step, spot)
    is_of_party = p.thing(p.cast.by).creature.is_member  # a stranger's familiar stays unknown to the players
    flags = [flag for flag in step.flags if is_of_party or flag != creature_flags.OBEYS_ITS_MAKER]
    flags += [creature_flags.SHARES_INITIATIVE] if step.initiative == "shared" else []
    made = []
    for called in next_names(p.draft.world, document.character.name or step.make, count, p.draft.situation.names(), gone):
        id = make(p.draft, called, document.character, room)
        sheet_packing.unpack(p.draft, p.draft.world.things[id], document)
        lay_mark(p, id, f"{MARK_OF_MADE}{p.cast.act.name}", spot, step.for_, step.stays, kept, flags, step.ends)
        p.record(id)
        made.append(id)
    p.made += made
    p.say(f"{count} × {document.character.name} appear{'s' if count == 1 else ''}.")
    _join_fight(p, step, made, spot)


def _join_fight(p: Performance, step: MakeStep, made: Sequence[str], spot: Spot) -> None:
    """Give them turns in the fight of their maker: right after the maker, or by a roll of their own (SRD 5.1, Conjure Animals)."""
    if not made or not combat.is_in(p.draft.world, p.cast.by):
        return
    joins = "It joins the fight" if len(made) == 1 else "They join the fight"
    match step.initiative:
        case "after" | "shared":
            initiative.add_after(p.draft, p.cast.by, made)
            p.say(f"{joins} right after {p.thing(p.cast.by).name}.")
        case "own":
            entries = initiative.roll_together(p.draft, [p.thing(id) for id in made], p.key(f"{spot.path}#initiative"))
            initiative.add(p.draft, entries)
            p.say(f"{joins} at initiative {entries[0].initiative}.")
        case "none":
            pass
        case _:
            assert_never(step.initiative)


def _make_things(p: Performance, step: MakeStep, name: str, spot: Spot) -> None:
    """Give the caster things of the book, which vanish when their time is over (SRD, Goodberry)."""
    pick = p.book.find(name)
    item = p.book.item(pick) if pick else None
    if pick is None or item is None:
        p.say(f"{name} is in no file yet: the game master gives it (manage_inventory give).")
        return
    span = durations.parse(apply_and_move.lasts(p, step.for_) or "")
    gone = p.draft.world.campaign.minutes + round(span.minutes(int(span.count))) if span and span.count else None
    body = body_paths.changed_body(new_things.body_of(pick), [body_paths.VANISHES.to(gone)] if gone is not None else [])
    count = _count(p, step.count, spot) if step.count else 1
    made = new_things.make(p.draft, p.thing(p.cast.by), Gift(body, item, count), "characterName")
    if isinstance(made, Rejected):
        p.refused = p.refused or made
        return
    p.record(p.cast.by)
    until = f", for {step.for_}" if step.for_ else ""
    p.say(f"{p.thing(p.cast.by).name} holds {count} × {item.name}{until}.")


def _count(p: Performance, count: str, spot: Spot) -> int:
    text = p.cast.fill(count)
    return p.roll_once(f"{spot.path}#count", text, "table").total if dice.fault(text) is None else p.cast.number(count)


def _kept(p: Performance, step: MakeStep, spot: Spot) -> Mapping[str, Any] | None:
    """The step without its numbers, if it is in no known act (an item's or an improvised one), so that the creature still vanishes at its
    end.
    """
    cause = Cause(by=p.cast.by, act=p.cast.act.name, at=p.step_path(spot))
    return None if isinstance(effect_source.laid_step(p.draft.world, cause, p.book), MakeStep) else {"make": step.make}


def _document(p: Performance, step: MakeStep, wanted: str) -> SheetDocument | Rejected | None:
    """The creature of the book with this name, as the act itself changes it, or one that only the act describes; None if there is neither."""
    written: Mapping[str, Any] | None = p.book.creatures.get(names.fold(wanted))
    if step.character is not None:
        known = written or {"character": {"name": wanted}}
        written = {**known, "character": {**known["character"], **filled_in(dict(step.character), p.cast.fill)}}
    if written is None:
        return None
    try:
        return SheetDocument.model_validate(written)
    except ValidationError as error:
        first = error.errors()[0]
        return Rejected("act_invalid", "steps", {"why": f"{'.'.join(map(str, first['loc']))}: {first['msg']}"})


def _find_chosen(p: Performance, fits: Mapping[str, str], limits: CreatureLimits) -> str | Rejected:
    """The creature that the call names among these (SRD 5.1, Conjure Animals)."""
    given = p.cast.wish.choice
    chosen = next((fits[names.fold(word)] for word in given.values() if names.fold(word) in fits), None)
    if chosen is not None:
        return chosen
    name = name_of(limits)
    parts = {k: v for k, v in given.items() if any(find_choice(s, {k: v}) for s in p.cast.act.steps if isinstance(s, ChooseStep))}
    named = (json.dumps({**parts, name: called}, ensure_ascii=False) for called in sorted(fits.values())[:MOST_NAMED])
    unfit = next((str(d["character"]["name"]) for w in given.values() if (d := p.book.creatures.get(names.fold(w)))), None)
    why = {"why": f"{unfit} is no {limits}"} if unfit else {}
    details = {"act": p.cast.act.name, "choice": name, "given": ", ".join(given.values()), **why}
    return Rejected("choice_required", "choice", details, allowed=tuple(named))


def is_mark(world: World, entry: Lasting, book: Rulebook) -> bool:
    """Whether the entry marks its bearer as made by a spell."""
    step = effect_source.laid_step(world, entry.cause, book)
    return isinstance(step, MakeStep) and not step.makes_things


def end_bonds(draft: Draft, creature: Thing) -> None:
    """End the ties of others to a creature that leaves: the bond with its maker, the ride of its rider, and its hold on them."""
    laid_elsewhere.bring(draft, creature.id)
    for other in [t for t in draft.world.things.values() if t.kind == "character" and t.id != creature.id]:
        held = tuple(c.cause for c in other.creature.conditions if c.name == GRAPPLED and c.cause.by == creature.id)
        ended = effect_removal.end_where(draft, other.id, partial(_is_tie, draft, creature, held))
        for entry in ended:
            draft.note("ended_by_event", name=Called(other.id), what=entry.name)


def _is_tie(draft: Draft, creature: Thing, grapples: Sequence[Cause], entry: Lasting) -> bool:
    return entry.cause.by == creature.id and (_is_bond(draft, entry) or is_hold(entry, grapples))


def _is_bond(draft: Draft, entry: Lasting) -> bool:
    """Whether the entry cannot outlast the creature that it comes from."""
    step = effect_source.laid_step(draft.world, entry.cause, draft.situation.book)
    return APART in entry.span.ends_by or (isinstance(step, ApplyStep) and step.by == "made")


def dismiss(draft: Draft, creature: Thing) -> None:
    """Remove a summoned creature with its bonds to others and the things that it came with; things that it got later stay in the room."""
    end_bonds(draft, creature)
    _put_down(draft, creature)
    item_moves.take_away(draft, creature, 1)
    draft.note("summons_go", name=creature.name)


def end_after_the_last(draft: Draft, gone: Thing, made_by: Cause) -> None:
    """End the concentration of the maker of a creature that is gone, if nothing that it has made by the same act is left."""
    caster = draft.world.things.get(made_by.by or "")
    held = caster.creature.concentration if caster else None
    if caster is None or held is None or names.fold(held.effect) != names.fold(made_by.act or ""):
        return
    others = [t for t in draft.world.things.values() if t.kind == "character"]
    if not any(is_mark(draft.world, e, draft.situation.book) for t in others for e in t.creature.effects if _is_same(e.cause, made_by)):
        concentration.end(draft, caster, f"{gone.name} is gone")


def _is_same(one: Cause, other: Cause) -> bool:
    return (one.by, one.act) == (other.by, other.act)


def _put_down(draft: Draft, creature: Thing) -> None:
    """Leave in the room the things that somebody gave to the creature: they do not vanish with it (SRD 5.2, Find Familiar, Find Steed)."""
    room = draft.world.room_of(creature.id)
    came_with_it = creature.id[1:].partition(".")[0]  # the id of a thing contains the rev that made it
    given = [t for t in draft.world.bag_of(creature.id) if t.id[1:].partition(".")[0] != came_with_it]
    if room is None or not given:
        return
    draft.note("leaves_behind", name=creature.name, texts=[t.name for t in given], room=Called(room.id))
    for thing in given:
        item_moves.move(draft, thing, room, thing.quantity)


def end_earlier(p: Performance) -> list[str]:
    """End everything that earlier casts of this act by the same creature have applied to anybody, and their zones; creatures that they made
    vanish. Return the names of those creatures.
    """
    gone = []
    laid_elsewhere.bring(p.draft, p.cast.by, beside=p.cast.id)
    _end_earlier_zones(p)
    everybody = [t.id for t in p.draft.world.things.values() if t.kind == "character"]
    lying = [e for id in everybody for kind in LASTING for e in p.thing(id).creature.lasting(kind)]
    casts = {e.cause.cast for e in lying if _is_of_earlier(p, e)}
    for target in everybody:
        earlier = [e for kind in LASTING for e in p.thing(target).creature.lasting(kind) if e.cause.cast in casts]
        if any(is_mark(p.draft.world, e, p.book) for e in earlier):
            gone.append(p.thing(target).name)
            dismiss(p.draft, p.thing(target))
        elif earlier:
            over = effect_removal.end_where(p.draft, target, lambda entry: entry.cause.cast in casts)
            p.record(target).ended += [entry.name for entry in over]
    concentration.tidy(p.draft)
    return gone


def _end_earlier_zones(p: Performance) -> None:
    caster = p.thing(p.cast.by)
    for key, zone in caster.creature.zones.items():
        if names.fold(zone.act) == names.fold(p.cast.act.name) and (cast := key.replace("_", ".")) != p.cast.id:
            concentration.end_of_zone(p.draft, caster, cast, zone)
            concentration.end_zone(p.draft, caster, cast)
            p.record(caster.id).ended.append(zone.act)


def _is_of_earlier(p: Performance, entry: Lasting) -> bool:
    """Whether the creature that plays this act applied the entry by the same act before."""
    cause = entry.cause
    is_same = cause.by == p.cast.by and cause.act is not None and names.fold(cause.act) == names.fold(p.cast.act.name)
    return is_same and cause.cast is not None and cause.cast != p.cast.id


PLAYS: Final[Plays] = {MakeStep: make_creatures}
"""Kind of step → the function that plays it."""
