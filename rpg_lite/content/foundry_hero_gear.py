"""The gear of a Foundry hero: what each item is called here, what is worn or in hand, what is carried and in which bag."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic import ValidationError

from rpg_lite.content import foundry_actor_export, foundry_flags
from rpg_lite.content.foundry_actor import FoundryActor, FoundryItem
from rpg_lite.content.printed_text import Json, Loss, object_at, one_line, rows_in, whole
from rpg_lite.rules import equipment_slots, names
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.rules.sheet_document import CarriedThing

GEAR: Final = ("weapon", "equipment", "consumable", "tool", "loot", "container", "backpack")
ATTUNED: Final = 2
"""The word of older versions for an attuned item."""
DEEPEST: Final = 5
_OTHER_NAMES: Final[Mapping[str, str]] = {
    "hempen rope": "Rope", "silk rope": "Rope", "ink bottle": "Ink", "stick of incense": "Block of Incense", "prayer book": "Book", "book of lore": "Book",
    "book of shadow": "Book", "chess set": "Dragonchess Set", "dragonchess": "Dragonchess Set", "three dragon ante": "Three-Dragon Ante Set",
    "alchemy jug": "Alchemical Jug", "water fresh": "Waterskin", "vestment": "Robes",
}  # fmt: skip
"""Names of Foundry that no part of a name here is; a name that the rulebook has comes first."""
_PARTS: Final = re.compile(r"^(?P<kind>[^:]+):\s*(?P<what>.+)$")
_IN_BRACKETS: Final = re.compile(r"\s*\([^)]*\)")
_IDLE: Final = (None, "", "utility", "check")
_IDLE_OF_OLD: Final = (None, "", "util", "other", "abil")
"""Kinds of use without a roll of their own."""
_UNARMED: Final = "unarmed strike"


class ReadGear:
    """The things of an actor. `places`: the part of our document → the place in the file."""

    def __init__(self, actor: FoundryActor, book: Rulebook, losses: list[Loss]) -> None:
        self._actor, self._book, self._losses = actor, book, losses
        self._numbers = {id(item): n for n, item in enumerate(actor.items)}
        self._of_entry: dict[int, int] = {}
        self._inside: dict[str, list[FoundryItem]] = {}
        self.equipped, self.carried = list[Json](), list[Json]()
        tops = self._tops()
        held = self._held(tops)
        for item in tops:
            self._lay(item, held)
        self.places = {
            f"{key}{path}": at
            for key, rows in (("equipped", self.equipped), ("carried", self.carried))
            for path, at in self._list_places(rows)
        }

    def _place(self, item: FoundryItem) -> str:
        return f"items[{self._numbers[id(item)]}]"

    def _tops(self) -> list[FoundryItem]:
        """The things in no container of the actor; one that lies in itself counts as such, and that is a loss."""
        gear = [item for item in self._actor.items if item.type in GEAR and names.fold(item.name) != _UNARMED]
        bags = {item.id: item for item in gear if item.type in ("container", "backpack") and item.id}
        tops: list[FoundryItem] = []
        for item in gear:
            seen: list[str] = []
            at = item
            while (up := str(at.system.get("container"))) in bags and up not in seen:
                seen.append(up)
                at = bags[up]
            is_looped = up in bags and item.id in seen
            if is_looped:
                self._losses.append(Loss(f"that {one_line(item.name)} lies in itself", self._place(item)))
            (self._inside.setdefault(str(item.system["container"]), []) if seen and not is_looped else tops).append(item)
        return tops

    def _held(self, tops: Sequence[FoundryItem]) -> FoundryItem | None:
        """The weapon in hand: the first one, or beside a shield the first that leaves a hand for it."""
        ready = [item for item in tops if item.type == "weapon" and item.system.get("equipped") is True and self._can_wear(item)]
        has_shield = any(item.system.get("equipped") is True and (found := self._item(item)) and found.is_shield for item in tops)
        fitting = [item for item in ready if not has_shield or not self._needs_two_hands(item)]
        return next(iter(fitting), None)

    def _needs_two_hands(self, item: FoundryItem) -> bool:
        found = self._item(item)
        return found is not None and found.weapon_stats is not None and "two_handed" in found.weapon_stats.properties

    def _lay(self, item: FoundryItem, held: FoundryItem | None) -> None:
        """Lay the thing where it is worn or carried, and what a thing that is no bag held beside it."""
        entry, *beside = self._entries(item, 0)
        wants = item.system.get("equipped") is True
        kept = foundry_flags.kept_in(item.flags) or {}
        as_before = kept.get("equipped") is wants and "entry" in kept
        wears = wants and item.type in ("weapon", "equipment") and self._can_wear(item)
        if wants and as_before:
            self.equipped.append(entry)
        elif wears and not as_before and (item.type != "weapon" or item is held):
            if self._has_room(item):
                self.equipped.append(entry)
            else:
                self._losses.append(Loss(f"that {one_line(item.name)} is worn, too: something else is in its place", self._place(item)))
                self.carried.append(entry)
        else:
            for key in ("slot", "grip"):
                entry.pop(key, None)
            self.carried.append(entry)
            if wears and not as_before:
                self._losses.append(Loss(f"that {one_line(item.name)} is in hand, too: only one weapon is", self._place(item)))
        self.carried += beside

    def _has_room(self, item: FoundryItem) -> bool:
        worn = [(str(n), found, None) for n, entry in enumerate(self.equipped) if (found := self._of(entry))]
        new = self._item(item)
        return new is not None and equipment_slots.place([*worn, ("new", new, None)])["new"] is not None

    def _of(self, entry: Json) -> Item | None:
        pick = self._book.find(entry["item"]) if isinstance(entry["item"], str) else None
        return self._book.item(pick) if pick else None

    def _item(self, item: FoundryItem) -> Item | None:
        called = self.name_here(item)
        pick = self._book.find(called) if called else None
        return self._book.item(pick) if pick else None

    def _can_wear(self, item: FoundryItem) -> bool:
        found = self._item(item)
        return found is not None and (found.slot is not None or found.weapon_stats is not None or found.armor_stats is not None)

    # ── one thing ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _entries(self, item: FoundryItem, deep: int) -> list[Json]:
        """The thing with its contents; what lies in a thing that is no bag here comes beside it."""
        entry, kept = self._as_shown(item), (foundry_flags.kept_in(item.flags) or {}).get("entry")
        is_ours = kept is not None and _is_entry(kept)
        if kept is not None and is_ours:
            written = FoundryItem.model_validate(foundry_actor_export.item_of(kept, self._book))
            entry = foundry_flags.merged_entry(kept, self._as_shown(written), entry)
        else:
            self._tell(item, entry)
        self._of_entry[id(entry)] = self._numbers[id(item)]
        rows = [row for each in self._inside.get(item.id or "", ()) for row in self._entries(each, deep + 1)]
        if not rows:
            return [entry]
        found = self._of(entry)
        if deep < DEEPEST and (is_ours or (found is not None and found.container is not None)):
            entry["contents"] = rows
            return [entry]
        self._losses.append(Loss(f"that {one_line(item.name)} is a bag; what was in it lies beside it", self._place(item)))
        return [entry, *rows]

    def _as_shown(self, item: FoundryItem) -> Json:
        """The thing without its contents; one that the book lacks is a plain thing with its name and weight."""
        called = self.name_here(item)
        shown = names.tidy(one_line(item.name))[: names.LONGEST_NAME] or "Thing"
        bare: Json = {"name": shown, "type": "adventuring_gear", "weight": _weight(item.system.get("weight"))}
        entry: Json = {"item": called or bare}
        if called and names.fold(called) != names.fold(shown) and self._is_on_base(item, called):
            entry["name"] = shown
        quantity = whole(item.system.get("quantity"))
        entry |= {"quantity": min(100_000, quantity)} if quantity and quantity > 1 else {}
        entry |= {"attuned": True} if called and (item.system.get("attuned") is True or item.system.get("attunement") == ATTUNED) else {}
        entry |= {"identified": False} if called and item.system.get("identified") is False else {}
        return entry

    def _tell(self, item: FoundryItem, entry: Json) -> None:
        """Name what does not come in with the thing."""
        place = self._place(item)
        if not isinstance(entry["item"], str):
            if self._book.find(item.name) is not None:
                self._losses.append(Loss(f"which {one_line(item.name)} it is: it comes as a plain thing", place))
            elif _does_something(item):
                self._losses.append(
                    Loss(f"what {one_line(item.name)} does, which SRD {self._book.ruleset} lacks: it comes as a plain thing", place)
                )
        elif "name" in entry and _is_special(item):
            self._losses.append(Loss(f"what {one_line(item.name)} does beyond {names.with_article(entry['item'])}", place))
        if uses := whole(object_at(item.system, "uses").get("spent")):
            self._losses.append(Loss(f"spent uses of {one_line(item.name)}: {uses}", f"{place}.system.uses.spent"))

    def name_here(self, item: FoundryItem) -> str | None:
        """The name of the item here: its own, a part of it, that of its identifier, or its base with its bonus."""
        own = self._book.find(item.name)
        if own is not None and not self._is_one_of_several(own):
            return item.name
        bare = _IN_BRACKETS.sub("", item.name).strip()
        parts = _PARTS.match(item.name)
        guesses: list[str] = [
            bare,
            *((parts["what"], _IN_BRACKETS.sub("", parts["what"]).strip()) if parts else ()),
            str(item.system.get("identifier") or "").replace("-", " "),
        ]
        guesses += [_OTHER_NAMES.get(names.fold(word), "") for word in guesses]
        for word in filter(None, guesses):
            pick = self._book.find(word)
            if pick is not None and not self._is_one_of_several(pick):
                return word
        return self._base(item)

    def _is_one_of_several(self, pick: Pick) -> bool:
        """Whether the name leaves open which of several things it is, such as the kinds of a figurine."""
        template = self._book.templates[pick.template]
        return (bool(template.variants) and pick.variant is None) or (bool(template.bases) and pick.base is None)

    def _base(self, item: FoundryItem) -> str | None:
        word = object_at(item.system, "type").get("baseItem") or item.system.get("baseItem")
        key = str(word or "").casefold()
        kind = {"weapon": "weapon", "equipment": "armor", "tool": "tool"}.get(item.type)
        if not key or not kind:
            return None
        bases: dict[str, str] = {
            names.fold(t.item.name).replace(" ", ""): t.item.name
            for t in self._book.templates.values()
            if t.item.type == kind and not t.bases
        }
        found: str | None = bases.get(key) or next((name for squashed, name in bases.items() if squashed.startswith(key)), None)
        bonus = whole(item.system.get("magicalBonus")) or whole(object_at(item.system, "armor").get("magicalBonus"))
        better = f"{found} +{bonus}" if found and bonus else ""
        return better if better and self._book.find(better) is not None else found

    def _is_on_base(self, item: FoundryItem, called: str) -> bool:
        return called == self._base(item)

    def _list_places(self, rows: Sequence[Json], at: str = "") -> list[tuple[str, str]]:
        found = []
        for n, row in enumerate(rows):
            path = f"{at}[{n}]"
            if id(row) in self._of_entry:
                found.append((path, f"items[{self._of_entry[id(row)]}]"))
            found += self._list_places(row.get("contents") or (), f"{path}.contents")
        return found


def _is_entry(kept: Any) -> bool:
    try:
        CarriedThing.model_validate(kept)
    except ValidationError:
        return False
    return True


def _does_something(item: FoundryItem) -> bool:
    """Whether the thing has numbers in Foundry; a letter or a keepsake has none."""
    rows = object_at(item.system, "activities").values()
    acts = any(isinstance(row, dict) and row.get("type") not in _IDLE for row in rows) or item.system.get("actionType") not in _IDLE_OF_OLD
    strikes = object_at(item.system, "damage", "base").get("denomination") or object_at(item.system, "damage").get("parts")
    return bool(acts or strikes or _is_special(item))


def _is_special(item: FoundryItem) -> bool:
    """Whether the thing is magical, needs attunement or has effects."""
    properties = item.system.get("properties")
    is_magic = "mgc" in properties if isinstance(properties, list | dict) else False
    return bool(is_magic or item.system.get("attunement") or any(row.get("changes") for row in rows_in(item.effects)))


def _weight(written: Any) -> float:
    """The weight in pounds; newer versions write {"value", "units"}."""
    value = written.get("value") if isinstance(written, dict) else written
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 100_000 else 0.0
