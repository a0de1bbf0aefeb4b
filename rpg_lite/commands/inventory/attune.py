"""attune and unattune: the bond between a creature and a magic item, at most three, no second copy."""

from dataclasses import replace
from typing import Literal

from rpg_lite.commands import targets
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.outcome import Called, Note, Outcome, Rejected, Story, Turn
from rpg_lite.commands.targets import Targeted
from rpg_lite.rules import attunement
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import bearers, events
from rpg_lite.world.things import Thing, World


class Attune(Targeted):
    """Bond with a magic item."""

    operation: Literal["attune"]
    item_id: str | None = None
    item_name: str | None = None


class Unattune(Targeted):
    """End the bond."""

    operation: Literal["unattune"]
    item_id: str | None = None
    item_name: str | None = None


def decide_attune(command: Attune, world: World, turn: Turn) -> Outcome:
    """The bond, with what the rules ask for it; a gift that comes with its bond is how things were before."""
    bearer = targets.wearer(world, command, turn.book)
    if isinstance(bearer, Rejected):
        return bearer
    thing = targets.carried(world, bearer, command.item_id, command.item_name, turn.book, lambda t: t.attuned_to is None)
    if isinstance(thing, Rejected):
        return thing
    thing = thing if command.item_id else _worn_rather(world, bearer, thing, turn.book)
    outcome = attuned(world, turn, bearer, thing)
    if isinstance(outcome, Rejected) or not outcome.events:
        return outcome
    return replace(outcome, notes=(*outcome.notes, Note("attuned_at_once", {})))


def attuned(world: World, turn: Turn, bearer: Thing, thing: Thing) -> Outcome:
    """The bond, and how many of those that the rules allow are in use."""
    story = Story(world, turn)
    refusal = bond(story, bearer, thing)
    return refusal or story.accepted(thing.id, bearer.id, attuned=len(bonded(story.world, bearer)), limit=turn.book.policy.attunement_limit)


def _worn_rather(world: World, bearer: Thing, thing: Thing, book: Rulebook) -> Thing:
    """Of equal things the one in use is meant: a bond with its twin in the pack would change nothing."""
    worn = (t for t in world.tree_of(bearer.id) if t.id in world.worn_by.get(bearer.id, {}) and t.attuned_to is None)
    return next((t for t in worn if targets.alike(t, book) == targets.alike(thing, book)), thing)


def decide_unattune(command: Unattune, world: World, turn: Turn) -> Outcome:
    bearer = targets.wearer(world, command, turn.book)
    if isinstance(bearer, Rejected):
        return bearer
    thing = targets.carried(
        world, bearer, command.item_id, command.item_name, turn.book, lambda t: t.attuned_to is not None, behind_locks=True
    )
    if isinstance(thing, Rejected):
        return thing
    if thing.attuned_to != bearer.id:
        told = tuple(f"{t.name} ({t.id})" for t in bonded(world, bearer))
        return Rejected("not_attuned", "itemName", {"name": thing.name}, near=told)
    if moves.is_cursed(world, thing, turn.book):
        return Rejected("item_cursed", "itemName", {"name": thing.name})
    story = Story(world, turn)
    story.add(events.Unattuned(thing.id, bearer.id))
    return story.accepted(thing.id, bearer.id, attuned=len(bonded(story.world, bearer)), limit=turn.book.policy.attunement_limit)


def bonded(world: World, bearer: Thing) -> list[Thing]:
    """What the creature is attuned to."""
    return [t for t in world.tree_of(bearer.id) if t.attuned_to == bearer.id]


def bond(story: Story, bearer: Thing, thing: Thing, resting: bool = False) -> Rejected | None:
    """Attunes it within the story, or says why not. A campaign may ask for a short rest (`Policy.attunement_takes`)."""
    book = story.turn.book
    thing = story.world.things[thing.id]
    item = bearers.item_of(thing, book)
    if not item.needs_attunement:
        story.note("attunement_not_needed", name=Called(thing.id))
        return None
    if thing.attuned_to == bearer.id:
        story.note("already_attuned", name=Called(thing.id))
        return None
    if book.policy.attunement_takes == "short_rest" and not resting:
        instead = {"operation": "rest", "kind": "short", "characterName": bearer.name, "attune": thing.name}
        return Rejected("attunement_takes_rest", "operation", {"name": thing.name}, instead=instead)
    others = [t for t in bonded(story.world, bearer) if t.id != thing.id]
    at_hand = [bearers.item_of(t, book) for t in story.world.tree_of(bearer.id) if t.kind == "item"]
    sheet = bearers.sheet(bearer, book)
    attuned = [bearers.item_of(t, book) for t in others]
    why = attunement.refused(item, attuned, sheet, book.policy.attunement_limit, at_hand)
    if why:
        return _refusal(why, bearer, thing, others, attunement.unmet(item, sheet, at_hand, attuned))
    story.add(events.Attuned(thing.id, bearer.id))
    return None


def _refusal(why: str, bearer: Thing, thing: Thing, others: list[Thing], unmet: str | None) -> Rejected:
    told = tuple(f"{t.name} ({t.id})" for t in others) if why != "attunement_prerequisite" else ()
    instead = None
    if why == "attunement_limit":
        instead = {"characterName": bearer.name, "operation": "unattune", "itemId": others[0].id}
    return Rejected(
        why, "itemName", {"name": thing.name, "bearer": bearer.name, "needs": unmet, "limit": len(others)}, near=told, instead=instead
    )
