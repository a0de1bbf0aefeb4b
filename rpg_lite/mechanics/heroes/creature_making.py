"""Make a creature: its name, its sheet, its hit points; for a new hero also the scores by the method of the table and the equipment of its
class.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from rpg_lite.decision.command import Command, refs
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.heroes import sheet_packing
from rpg_lite.mechanics.life.resources import of_levels, sheet_now
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.rules import names
from rpg_lite.rules.advancement import Advancement, PointBuy
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.choice_names import OPEN, SCORES, choice_key
from rpg_lite.rules.derived_sheet import Sheet, sheet_of
from rpg_lite.rules.resources import as_kept
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.sheet_warnings import remarks
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.vocabulary import ABILITIES, Ability
from rpg_lite.world import body_paths, events
from rpg_lite.world.body_paths import Setting
from rpg_lite.world.world_model import Ref, Thing, World

OUTSIDE_SHEET: Final = frozenset({"name", "hp", "tempHp", "spent", "description", "secret"})


class Naming(Command):
    character_id: str | None = None
    character_name: str | None = None

    def touches(self) -> tuple[Ref, ...]:
        return refs(self.character_id, self.character_name, None, None)


def next_names(world: World, name: str, count: int, others: Iterable[str] = (), gone: Iterable[str] = ()) -> list[str]:
    """The next free names: "Goblin" alone counts as the first; Goblin 3 follows Goblin 2. `others`: names beyond the slice; `gone`: the
    names of creatures that have just vanished.
    """
    key = names.fold(name)
    far, near = ((k.name for k in world.roster if k.kind == "character"), (t.name for t in world.things.values() if t.kind == "character"))
    there = {*map(names.fold, (*far, *others))} - {*map(names.fold, gone)} | {*map(names.fold, near)}
    numbers = [1 if other == key else int(other.removeprefix(f"{key} ")) for other in there if _is_numbered(other, key)]
    first = max(numbers, default=0) + 1
    return [name] if count == 1 and first == 1 else [f"{name} {n}" for n in range(first, first + count)]


def _is_numbered(other: str, key: str) -> bool:
    return other == key or (other.startswith(f"{key} ") and other.removeprefix(f"{key} ").isdecimal())


@dataclass(frozen=True, slots=True)
class Mold:
    """The sheet and the body of a new creature, the same for all creatures of one document; `remarks`: on parts of the sheet that are not
    used as written.
    """

    sheet: Sheet
    body: Mapping[str, Any]
    remarks: Sequence[tuple[str, Mapping[str, Any]]]


def make(draft: Draft, name: str, character: CharacterDocument, room: Thing, id: str | None = None, mold: Mold | None = None) -> str:
    """Create the character itself and return its id; note assumed values, and parts that are ignored. `mold`: the mold of the document, if
    several creatures are made.
    """
    if draft.world.find_named(name, "character"):
        draft.note("name_taken", name=name)
    mold = mold or mold_of(character, draft.situation.book)
    if mold.sheet.assumed:
        draft.note("assumed", name=name, texts=list(mold.sheet.assumed))
    if mold.sheet.party and character.party is None:
        draft.note("counts_as_party", name=name)
    for code, details in mold.remarks:
        draft.note(code, **details)
    thing = Thing(id or draft.new_id("character"), "character", name, room.id, body=mold.body)
    draft.add(events.Created(thing))
    return thing.id


def mold_of(character: CharacterDocument, book: Rulebook, before: Sheet | None = None) -> Mold:
    """The mold of a document. `before`: a sheet whose remarks are known already."""
    sheet = sheet_of(character, book)
    kept = _keep_keys({**keys_to_store(character), "party": sheet.party, "resources": _resources_of(character, sheet)})
    body = body_paths.body_of(body_paths.SHEET.to(kept), body_paths.HP.to(sheet.hp), body_paths.TEMP_HP.to(character.temp_hp or None))
    body = body_paths.changed_body(body, [body_paths.SPENT.to(sheet.spent or None), *texts_of(character)])
    return Mold(sheet, body, _new_remarks(sheet, before, book))


def texts_of(character: CharacterDocument) -> list[Setting]:
    """The texts about the character; an empty one clears it."""
    written = ((body_paths.DESCRIPTION, character.description), (body_paths.SECRET, character.secret))
    return [path.to(text or None) for path, text in written if text is not None]


def remark(draft: Draft, sheet: Sheet, before: Sheet | None = None) -> None:
    """Note the parts of the sheet that are not used as written, unless the previous sheet had them."""
    for code, details in _new_remarks(sheet, before, draft.situation.book):
        draft.note(code, **details)


def _new_remarks(sheet: Sheet, before: Sheet | None, book: Rulebook) -> list[tuple[str, Mapping[str, Any]]]:
    known = list(remarks(before, book)) if before else []
    return [one for one in remarks(sheet, book) if one not in known]


def beyond_maximum(draft: Draft, id: str, given: CharacterDocument) -> None:
    """Note hit points above the maximum: they are kept, but count only up to it (adrs/0016)."""
    most = draft.stats(draft.world.things[id]).hp_max
    if most and given.hp is not None and given.hp > most.value:
        draft.note("hp_beyond_maximum", name=draft.world.things[id].name, hp=given.hp, most=most.value)


def keys_to_store(character: CharacterDocument) -> dict[str, Any]:
    """The keys of a sheet that are stored as given; name, texts and hit points are stored outside the sheet."""
    written = character.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {k: v for k, v in written.items() if k not in OUTSIDE_SHEET and v is not None}


def _resources_of(character: CharacterDocument, sheet: Sheet) -> dict[str, Any] | None:
    """The given resources in their stored form."""
    rows = {name: as_kept(sheet.resources[name], of_levels(sheet, name)) for name in character.resources or {}}
    return {name: row for name, row in rows.items() if row} or None


def _keep_keys(sheet: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in sheet.items() if v is not None}


def merge(old: Any, new: Any) -> Any:
    """Merge objects by key at every depth; replace lists and numbers."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    return {**old, **{key: merge(old.get(key), value) for key, value in new.items()}}


Method = Literal["standard_array", "point_buy", "roll"]
_MOST: Final = 20


def with_scores(draft: Draft, character: CharacterDocument, method: Method) -> CharacterDocument | Rejected:
    """Set the ability scores: the given ones if the method allows them, or else scores that suit the class; the race adds to them."""
    book = draft.situation.book
    if character.abilities is not None and (why := _misfit(method, character.abilities, book.advancement)):
        return Rejected("abilities_unfit", "character.abilities", {"method": method, "why": why})
    base = {**character.abilities} if character.abilities else _assign_scores(_scores(draft, method, book.advancement), character, book)
    made = _with_race(base, character, book)
    draft.note("scores_made", texts=[f"{a.upper()} {made[a]}" for a in ABILITIES])
    return character.model_copy(update={"abilities": made, **_points_to_choose(character, book)})


def _points_to_choose(character: CharacterDocument, book: Rulebook) -> dict[str, Any]:
    """Mark the points that the race lets the hero choose as open: the scores of the method do not include them."""
    race, choices = book.race(character.race) if character.race else None, character.choices or {}
    if race is None or not race.abilities_to_choose or choice_key(SCORES) in map(choice_key, choices):
        return {}
    return {"choices": {**choices, SCORES: OPEN}}


def _misfit(method: Method, given: Mapping[Ability, int], shared: Advancement) -> str:
    """The reason why the method cannot give these scores; empty if it can."""
    match method:
        case "roll":
            return "dice decide; leave abilities out"
        case "standard_array":
            fits = sorted(given.values()) == sorted(shared.standard_array)
            return "" if fits else f"takes {', '.join(map(str, shared.standard_array))} in any order"
        case "point_buy":
            return _price_fault([given.get(a, min(shared.point_buy.costs)) for a in ABILITIES], shared.point_buy)


def _price_fault(scores: Sequence[int], buy: PointBuy) -> str:
    if beyond := [n for n in scores if n not in buy.costs]:
        return f"{beyond[0]} is not for sale; scores go from {min(buy.costs)} to {max(buy.costs)}"
    price = sum(buy.costs[n] for n in scores)
    return f"costs {price} points of {buy.points}" if price > buy.points else ""


def _scores(draft: Draft, method: Method, shared: Advancement) -> list[int]:
    """Six scores, the highest first; point buy also takes the standard array, which costs exactly all the points."""
    if method == "roll":
        return sorted((roll_dice(draft, shared.rolled, "abilities").total for _ in ABILITIES), reverse=True)
    return sorted(shared.standard_array, reverse=True)


def _assign_scores(scores: Sequence[int], character: CharacterDocument, book: Rulebook) -> dict[Ability, int]:
    """Assign the scores, the highest to the ability that serves the first class most."""
    names = [c for c, _ in class_levels(character.classes or ())]
    rule = book.classes.get(names[0]) if names else None
    order = rule.all_abilities if rule else ABILITIES
    return dict(zip(order, scores, strict=True))


def _with_race(base: dict[Ability, int], character: CharacterDocument, book: Rulebook) -> dict[Ability, int]:
    race = book.race(character.race) if character.race else None
    return {a: min(_MOST, base.get(a, 10) + (race.abilities.get(a, 0) if race else 0)) for a in ABILITIES}


def equip_kit(draft: Draft, hero: Thing) -> Rejected | None:
    """Give the hero the starting equipment of the first class and of the background, partly worn and partly carried."""
    book, sheet = draft.situation.book, sheet_now(draft, hero)
    rule = next((book.classes[c] for c in sheet.class_levels if c in book.classes), None)
    if rule is None or rule.kit is None:
        return Rejected("kit_of_class", "kit", {"name": hero.name}, allowed=tuple(c for c, r in book.classes.items() if r.kit))
    kit, background = rule.kit, sheet.chosen.background if sheet.chosen else None
    more = background.kit.carried if background and background.kit else ()
    gp = kit.gp + (background.gp if background else 0)
    carried = [_with_contents(entry, book) for entry in (*kit.carried, *more)]
    written = {"equipped": kit.equipped, "carried": carried, "coins": {"gp": gp} if gp else {}}
    if sheet.level > 1:
        beyond = book.advancement.more_than_kit(sheet.level)
        draft.note("kit_of_level_1", name=Called(hero.id), level=sheet.level, more=f": {beyond}" if beyond else "")
    return sheet_packing.unpack(draft, hero, SheetDocument.model_validate(written))


def _with_contents(entry: str | dict[str, Any], book: Rulebook) -> str | dict[str, Any]:
    """A thing of a kit; a pack comes with everything that its template puts into it."""
    pick = book.find(entry) if isinstance(entry, str) else None
    template = book.templates.get(pick.template) if pick else None
    inside = [{"item": c.item, "quantity": c.quantity} for c in template.contents] if template else []
    return {"item": entry, "contents": inside} if inside else entry
