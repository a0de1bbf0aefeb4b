"""The bond between a creature and a magic item, and the limits on it."""

from dataclasses import dataclass

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.rules import attunement
from rpg_lite.world import events, felt_appearance, thing_stats
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class BondResult(Result):
    """The number of bonds that the creature has, and the number that the rules allow."""

    attuned: int
    limit: int


def form_bond(draft: Draft, bearer: Thing, thing: Thing) -> Verdict:
    """Form the bond; the result gives the number of bonds in use and the number allowed."""
    refusal = bond(draft, bearer, thing)
    return refusal or Decision.about(thing.id, bearer.id, result=bonds_of(draft, bearer))


def bonds_of(draft: Draft, bearer: Thing) -> BondResult:
    return BondResult(len(list_bonded(draft.world, bearer)), thing_stats.attunement_limit(bearer, draft.situation.book))


def list_bonded(world: World, bearer: Thing) -> list[Thing]:
    """The things to which the creature is attuned."""
    return [t for t in world.tree_of(bearer.id) if t.attuned_to == bearer.id]


def bond(draft: Draft, bearer: Thing, thing: Thing, resting: bool = False) -> Rejected | None:
    """Attune the bearer within the draft, or return the refusal. A campaign may ask for a short rest (`Policy.attunement_takes`)."""
    book = draft.situation.book
    thing = draft.world.things[thing.id]
    item = thing_stats.item_of(thing, book)
    if not item.needs_attunement:
        is_unknown = felt_appearance.UNTRIED in item.adjudicated  # a player's look at a thing that nobody has identified
        draft.note("attunement_unknown" if is_unknown else "attunement_not_needed", name=Called(thing.id))
        return None
    if thing.attuned_to == bearer.id:
        draft.note("already_attuned", name=Called(thing.id))
        return None
    if book.policy.attunement_takes == "short_rest" and not resting:
        instead = {"operation": "rest", "kind": "short", "characterName": bearer.name, "attune": thing.name}
        return Rejected("attunement_takes_rest", "operation", {"name": thing.name}, instead=instead)
    others = [t for t in list_bonded(draft.world, bearer) if t.id != thing.id]
    at_hand = [thing_stats.item_of(t, book) for t in draft.world.tree_of(bearer.id) if t.kind == "item"]
    sheet = thing_stats.sheet(bearer, book)
    attuned = [thing_stats.item_of(t, book) for t in others]
    why = attunement.refusal_of(item, attuned, sheet, thing_stats.attunement_limit(bearer, book), at_hand)
    if why:
        return bond_refusal(why, bearer, thing, others, attunement.unmet(item, sheet, at_hand, attuned))
    draft.add(events.Attuned(thing.id, bearer.id))
    return None


def bond_refusal(why: str, bearer: Thing, thing: Thing, others: list[Thing], unmet: str | None) -> Rejected:
    told = tuple(f"{t.name} ({t.id})" for t in others) if why != "attunement_prerequisite" else ()
    instead = None
    if why == "attunement_limit":
        instead = {"characterName": bearer.name, "operation": "unattune", "itemId": others[0].id}
    return Rejected(
        why, "itemName", {"name": thing.name, "bearer": bearer.name, "needs": unmet, "limit": len(others)}, near=told, instead=instead
    )
