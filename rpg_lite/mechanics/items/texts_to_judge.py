"""The lines about a thing that is used which no rule decides, for the game master: its own, those of its effect, or its description.
Apart because these are texts of the thing, whatever it plays.
"""

from collections.abc import Sequence

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.rules.item_part_models import ItemCast, OnUse
from rpg_lite.rules.items import Item
from rpg_lite.world.world_model import Thing


def note(draft: Draft, thing: Thing, item: Item, is_use: bool) -> None:
    """Note what the game master judges after an act of the thing; after a use by its keys, also that nothing follows by the rules."""
    if is_use and item.plays and not item.has_use:  # its acts are its secret until somebody identifies it, and do something by the rules
        if told := texts_of(item):
            leave(draft, thing, item, told)
        return
    left_open, counts = (
        _lines_of_effect(item, draft) if is_use else (),
        bool(item.heals) or item.on_use not in (None, OnUse()) or not is_use,
    )
    if counts and not item.adjudicated and not left_open:
        return
    own = texts_of(item) if is_use and (item.adjudicated or not left_open) else item.adjudicated
    leave(draft, thing, item, [*own, *left_open])


def leave(draft: Draft, thing: Thing, item: Item, lines: Sequence[str]) -> None:
    """Leave these lines to the game master; without any, note that using the thing has no effect."""
    if lines:
        draft.note("light_to_judge" if item.light else "for_you_to_judge", name=Called(thing.id), texts=list(lines))
    else:
        draft.note("nothing_follows", name=Called(thing.id))


def texts_of(item: Item) -> Sequence[str]:
    """The words of the item about a use that nothing plays."""
    told = [t for t in (None if item.heals else item.effect, *item.adjudicated, *map(_cast_line, item.casts)) if t]
    return told or list(filter(None, (item.description,)))


def _lines_of_effect(item: Item, draft: Draft) -> Sequence[str]:
    """The lines of the effect that a use lays."""
    rule = draft.situation.book.effect(item.on_use.effect) if item.on_use and item.on_use.effect else None
    return rule.adjudicated if rule else ()


def _cast_line(cast: ItemCast) -> str:
    """The words for a spell in an unidentified thing, for which no act was played."""
    dc = f" (save DC {cast.dc})" if cast.dc else ""
    return f"Casts {cast.spell}{dc}."
