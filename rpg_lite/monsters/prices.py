"""Whether a creature can still pay for an act, as its sheet and its turn count it."""

from typing import Final

from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules.act_uses import LEGENDARY
from rpg_lite.rules.class_resources import find_resource
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.views.own_acts import ReadyAct
from rpg_lite.world.world_model import Thing, World

_LEGENDARY: Final = "legendary"


def may_play_legendary(world: World, one: Thing) -> bool:
    """Return whether the creature may still play a legendary act at the end of this turn, because it has played none."""
    return not any(act.cost == _LEGENDARY for act in done_acts.done_in_turn(world, one.id))


def is_left(act: ReadyAct, sheet: Sheet) -> bool:
    """Return whether the creature can pay every price of the act that its sheet counts."""
    return act.ready is not False and all(_can_pay(act, spend, sheet) for spend in act.spend)


def _can_pay(act: ReadyAct, spend: str, sheet: Sheet) -> bool:
    head, _, rest = spend.partition(":")
    name = {_LEGENDARY: LEGENDARY, "resource": rest.partition(":")[0]}.get(head, act.name)
    found = find_resource(name, sheet.resources)
    left = sheet.resources[found].left if found else None
    wanted = int(rest) if head == _LEGENDARY and rest.isdecimal() else 1
    return left is None or left >= wanted
