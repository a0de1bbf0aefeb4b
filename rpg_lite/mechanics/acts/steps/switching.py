"""The step that switches a property of the thing whose act is played: it lights, hoods, and turns on and off."""

from collections.abc import Sequence
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.items import lighting, switched_properties
from rpg_lite.mechanics.items.switched_properties import Switched
from rpg_lite.rules.acts.plain_steps import SwitchStep
from rpg_lite.rules.items import HOOD, LIT, Item
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

N: Final = "n"
"""The value for the number that the call gives, which stands for `n` in the changes of a property (SRD, Defender)."""


def switch(p: Performance, step: SwitchStep, targets: Sequence[str], spot: Spot) -> None:
    """Switch the property on, or off if it is on."""
    thing = p.draft.world.things.get(p.cast.item or "")
    if thing is None or thing.kind not in ("item", "container"):
        p.say(f"{p.cast.act.name} is the act of no thing, so nothing is switched.")
        return
    done = _switched(p, thing, thing_stats.item_of(thing, p.book), step.switch)
    if isinstance(done, Rejected):
        p.refused = p.refused or done
    else:
        p.switched = done


def _switched(p: Performance, thing: Thing, item: Item, word: str) -> Switched | Rejected:
    user = p.thing(p.cast.by)
    if item.burns and word == LIT:
        return lighting.light_or_put_out(p.draft, user, thing, item, item.burns)
    if item.burns and item.burns.hood and word == HOOD:
        return lighting.move_hood(p.draft, user, thing, item, item.burns, item.burns.hood)
    chosen = next((a for a in item.activated if a.id == word), None)
    if chosen is None:
        allowed = tuple(property for property, _ in item.switch_acts)
        return Rejected("property_unknown", "property", {"name": thing.name, "wanted": word}, allowed=allowed)
    number = p.cast.values.get(N)
    return switched_properties.switch(p.draft, thing, item, chosen, None if number is None else int(number))


PLAYS: Final[Plays] = {SwitchStep: switch}
"""Kind of step → the function that plays it."""
