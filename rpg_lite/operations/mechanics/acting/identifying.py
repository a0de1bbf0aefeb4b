"""The gain `item_lore`: the caster learns what a thing in its possession is (SRD, Identify)."""

from rpg_lite.operations import targets
from rpg_lite.operations.mechanics.acting.choice_meaning import ITEM
from rpg_lite.operations.mechanics.acting.performance import Performance
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Rejected
from rpg_lite.world import body_paths


def learn(p: Performance) -> None:
    """Make the chosen thing known and report its properties; without a choice, the table decides what the creature learns. A dry run reveals nothing."""
    wanted = p.cast.wish.choice.get(ITEM) or p.cast.wish.choice.get("choice")
    if not wanted:
        return
    thing = targets.find_carried(p.draft.world, p.thing(p.cast.by), None, wanted, p.book)
    if isinstance(thing, Rejected):
        p.refused = p.refused or thing
    elif not p.draft.situation.dry:
        if not thing.item.is_identified:
            change(p.draft, thing, body_paths.IDENTIFIED, None)
        p.learned.append(thing.id)
