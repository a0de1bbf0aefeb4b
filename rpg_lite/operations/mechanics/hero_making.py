"""A new hero: ability scores by the method of the table, and the starting equipment of the class."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics import sheet_packing
from rpg_lite.operations.mechanics.resource_spending import sheet_now
from rpg_lite.operations.mechanics.rolls import roll_dice
from rpg_lite.operations.outcome import Called, Rejected
from rpg_lite.rules.advancement import Advancement, PointBuy
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.choice_names import OPEN, SCORES, choice_key
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.rules.written_classes import class_levels
from rpg_lite.vocabulary import ABILITIES, Ability
from rpg_lite.world.world_model import Thing

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
