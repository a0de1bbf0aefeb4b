"""The cost of handling things: to draw and stow, to don and doff, to take and hand over, to attune (SRD, Other Activity on Your Turn;
Getting Into and Out of Armor; Attunement; SRD 5.2, Interacting with Things).

In a fight it is paid from the turn. At other times things change hands at once, and the answer says how long the rules take for it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, Literal

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision
from rpg_lite.mechanics.turn import done_acts, ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules.items import Item
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.events import Attuned, Equipped, Unattuned, Unequipped
from rpg_lite.world.world_model import Thing

_MINUTES: Final[Mapping[str, tuple[int, int]]] = {"light": (1, 1), "medium": (5, 1), "heavy": (10, 5)}
"""Category of armor → the minutes to don it and to doff it."""
_SHIELD: Final[Mapping[Ruleset, tuple[str, str]]] = {
    "5.1": ("an action", "Don or Doff a Shield"),
    "5.2": ("the Utilize action", ledger.HANDLE),
}
"""The time that a shield takes, and the act with which a fight remembers it."""
_SHORT_REST: Final = "1 hour"
ATTUNEMENT: Final = "Attunement"


def note_time(draft: Draft, who: Thing) -> None:
    """Note the time that armor and shields take by the rules, those that come off for others too; in a fight, the minutes are told as
    what exceeds the turn.
    """
    fights, book = combat.is_in(draft.world, who.id), draft.situation.book
    told, minutes = dict[str, None](), 0
    for event in draft.events:
        if not isinstance(event, Equipped | Unequipped) or event.context != who.id:
            continue
        item = _item(draft, event.id)
        if item is not None and item.armor_stats is not None and not item.natural:
            times = _MINUTES.get(item.armor_stats.category)
            minutes += times[isinstance(event, Unequipped)] if times and not fights else 0
            told |= {} if times else {_SHIELD[book.ruleset][0]: None}
    told |= {_say_minutes(minutes): None} if minutes else {}
    if told:
        draft.note("worn_at_once", time=" and ".join(told))


def _say_minutes(count: int) -> str:
    return f"{count} minute{'' if count == 1 else 's'}"


def of_wearing(command: Command, decision: Decision, draft: Draft, dropped: Collection[str] = frozenset()) -> Sequence[TurnPrice]:
    """The prices of everything that the command has put on its bearer, taken off it, and bonded with it. A weapon of which only the grip
    changed costs nothing, and neither does one that the creature has just picked up (SRD 5.1: "pick up a dropped axe") or lets fall (`dropped`).
    """
    who = decision.bearers[0]
    on = {e.id: e.slot for e in draft.events if isinstance(e, Equipped) and e.context == who}
    off = {e.id: e.slot for e in draft.events if isinstance(e, Unequipped) and e.context == who}
    changed = [id for id in {**off, **on} if (id in on) != (id in off) or on[id] != off[id]]
    changed = [id for id in changed if id not in dropped and not (id in on and done_acts.was_done(draft.world, who, f"{done_acts.TAKEN}{id}", "turn"))]
    worn = (price for id in changed for price in _of_thing(draft, who, id, "on" if id in on else "off"))
    return (*worn, *(TurnPrice(who, ATTUNEMENT, _SHORT_REST) for e in draft.events if isinstance(e, Attuned | Unattuned)))


def of_moving(draft: Draft, who: str, moved: Iterable[str]) -> Sequence[TurnPrice]:
    """The prices of taking these things or handing them over; worn armor comes off first and takes its time."""
    off = {e.id for e in draft.events if isinstance(e, Unequipped)}
    return tuple(price for id in moved for price in _of_thing(draft, who, id, "off" if id in off and _is_armor(draft, id) else "moved"))


def _is_armor(draft: Draft, id: str) -> bool:
    item = _item(draft, id)
    return item is not None and item.armor_stats is not None


def _item(draft: Draft, id: str) -> Item | None:
    """The item of a thing as it was, or as it is now; None for creatures, and for a thing that a stack has taken in at once."""
    thing = draft.before.things.get(id) or draft.world.things.get(id)
    return thing_stats.item_of(thing, draft.situation.book) if thing is not None and thing.kind in ("item", "container") else None


def hand_of(draft: Draft, *who: str | None) -> str | None:
    """The fighter among these creatures that handles a thing: of those who can act, the one whose turn it is, or else the first."""
    there = [id for id in who if id is not None and combat.is_in(draft.world, id) and draft.stats(draft.world.things[id]).can_act]
    acting = combat.acting(draft.world)
    return acting if acting in there else next(iter(there), None)


def interaction(who: str | None) -> Sequence[TurnPrice]:
    """The price of one interaction; nothing if nobody does it by hand."""
    return (TurnPrice(who, ledger.HANDLE, ledger.INTERACTION),) if who is not None else ()


def _taking(draft: Draft, who: str, id: str) -> str | None:
    """The cost of taking a thing out of a bag that asks for more than an interaction (SRD, Bag of Holding, Handy Haversack)."""
    was = draft.before.things.get(id)
    bag = draft.before.things.get(was.parent_id or "") if was else None
    container = thing_stats.item_of(bag, draft.situation.book).container if bag and bag.kind in ("item", "container") else None
    if container is None or container.taking is None:
        return None
    turn = ledger.left(draft.world, who, draft.situation.book)
    return "bonus" if container.taking == "action_or_bonus" and turn is not None and turn.bonus else "action"


def _of_thing(draft: Draft, who: str, id: str, way: Literal["on", "off", "moved"]) -> Iterator[TurnPrice]:
    """The price of one thing; a part of the body has none."""
    item, book = _item(draft, id), draft.situation.book
    if item is None or item.natural:
        return
    if taking := _taking(draft, who, id):
        yield TurnPrice(who, ledger.HANDLE, taking)
    elif item.armor_stats is None or way == "moved":
        is_weapon = item.type == "weapon" and way != "moved"
        yield TurnPrice(who, ledger.HANDLE, ledger.WEAPON if is_weapon else ledger.INTERACTION)
    elif times := _MINUTES.get(item.armor_stats.category):
        yield TurnPrice(who, "Doffing armor" if way == "off" else "Donning armor", _say_minutes(times[way == "off"]))
    else:
        yield TurnPrice(who, _SHIELD[book.ruleset][1], "action")
