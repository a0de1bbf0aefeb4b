"""Items that store spells: the call that casts one, with the numbers of whoever stored it (SRD, Ring of Spell Storing, Ioun Stone). Apart
because what such a thing stores is somebody else's numbers.
"""

import json
from collections.abc import Mapping
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.rules.items import Item
from rpg_lite.world.world_model import Thing

_EXAMPLE: Final = "Magic Missile"
_DC: Final = 15
_ATTACK: Final = 7


def tell(draft: Draft, bag: Thing, item: Item, choice: Mapping[str, str]) -> None:
    """Note the call that casts the chosen spell from the item, or an example. The game master fills in the numbers of its caster."""
    user = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    if item.stores is None or user is None or user.kind != "character":
        return
    book = draft.situation.book
    chosen = next((found for word in choice.values() if (found := book.spell(word)) and 1 <= found.level <= item.stores), None)
    spell = chosen or book.spell(_EXAMPLE)
    if spell is None:
        return
    room = draft.world.room_of(user.id)
    there = draft.situation.people([room.id]).values() if room else ()
    aim = next((t.name for t in there if t.id != user.id and t.creature.is_member != user.creature.is_member), user.name)
    step = {"do": spell.name, "slot": spell.level, "dc": _DC, "bonus": _ATTACK}
    use = {"operation": "act", "characterName": user.name, "act": f"Stored {spell.name}", "steps": [step], "targets": [aim]}
    another = "" if chosen else " For another spell, send its name as choice."
    draft.note("stored_spell", another=another, use=json.dumps(use, ensure_ascii=False))
