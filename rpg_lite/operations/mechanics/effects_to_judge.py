"""Note the effects of a used thing that no rule decides, for the game master to judge."""

from collections.abc import Sequence

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.outcome import Called
from rpg_lite.rules.item_part_models import ItemCast, OnUse
from rpg_lite.rules.items import Item
from rpg_lite.world.world_model import Thing


def note_open_effects(draft: Draft, thing: Thing, item: Item) -> None:
    """Note the effects that the game master judges, or note that no rule gives this use an effect."""
    left_open, counts = _lines_of_effect(item, draft), bool(item.heals) or item.on_use not in (None, OnUse())
    if counts and not item.adjudicated and not left_open:
        return
    leave_to_judge(draft, thing, item, [*(texts_to_judge(item) if item.adjudicated or not left_open else ()), *left_open])


def leave_to_judge(draft: Draft, thing: Thing, item: Item, lines: Sequence[str]) -> None:
    if lines:
        draft.note("light_to_judge" if item.light else "for_you_to_judge", name=Called(thing.id), texts=list(lines))
    else:
        draft.note("nothing_follows", name=Called(thing.id))


def _lines_of_effect(item: Item, draft: Draft) -> Sequence[str]:
    """Note the parts of the item's effect that no rule decides."""
    rule = draft.situation.book.effect(item.on_use.effect) if item.on_use and item.on_use.effect else None
    return rule.adjudicated if rule else ()


def texts_to_judge(item: Item) -> Sequence[str]:
    told = [t for t in (None if item.heals else item.effect, *item.adjudicated, *map(_cast_line, item.casts)) if t]
    return told or list(filter(None, (item.description,)))


def _cast_line(cast: ItemCast) -> str:
    """The words for a spell in an unidentified thing, for which no act was played."""
    dc = f" (save DC {cast.dc})" if cast.dc else ""
    return f"Casts {cast.spell}{dc}."
