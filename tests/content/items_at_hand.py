"""Every act of an item, played by a hero who may use the item, in a world in memory."""

from collections.abc import Iterator
from functools import cache
from typing import Any, Final, NamedTuple

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.steps.hit_points import HealStep, ReviveStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Pick
from rpg_lite.standalone_act import Played
from rpg_lite.vocabulary import ABILITIES, Ruleset
from tests.content.played import SCORES, Row, outcome
from tests.operations.act_table import highest, lowest
from tests.operations.casters import first_choices
from tests.operations.worlds import Sandbox, first_world

ALIGNMENT: Final = {"good": "neutral good", "evil": "neutral evil", "neutral": "neutral"}
GIVEN: Final[dict[str, Row]] = {
    "Step between Planes": {"choice": {"choice": "travel"}},
    "Pearl of Power": {"spent": {"slot_1": 1}},
    "Holy Water": {"type": "undead"},
    "Absorb": {"choice": {"their_slot": "3"}},
    "Absorb Spell": {"choice": {"their_slot": "3"}},
    "Drink Another": {"choice": {"amount": "2"}},
    "Set Off": {"choice": {"amount": "40"}},
}
"""What an act of an item needs before it can be played."""


class ItemAct(NamedTuple):
    ruleset: Ruleset
    pick: Pick
    name: str
    act: Act

    def __str__(self) -> str:
        return f"{self.name}: {self.act.name}"


class ItemCast(NamedTuple):
    """A spell that an item casts."""

    ruleset: Ruleset
    pick: Pick
    name: str
    spell: str

    def __str__(self) -> str:
        return f"{self.name} casts {self.spell}"


@cache
def casts_of_items(ruleset: Ruleset) -> tuple[ItemCast, ...]:
    return tuple(ItemCast(ruleset, pick, item.name, c.spell) for pick, item in _items(ruleset) for c in item.casts)


@cache
def acts_of_items(ruleset: Ruleset) -> tuple[ItemAct, ...]:
    return tuple(ItemAct(ruleset, pick, item.name, act) for pick, item in _items(ruleset) for act in item.acts)


def _items(ruleset: Ruleset) -> Iterator[tuple[Pick, Item]]:
    """Every item of the book in each of its variants."""
    book = rulebook_loading.rulebook(ruleset)
    for template in book.templates.values():
        base = next(iter(book.bases_of(template)), None)
        for variant in template.variants or (None,):
            pick = Pick(template.id, base, variant.name if variant else None)
            item = book.item(pick)
            assert item
            yield pick, item


def played_at_hand(row: ItemAct) -> Row:
    """The outcome with the lowest and with the highest dice, on a target that is hit and fails every save."""
    box = _readied(row)
    given = GIVEN.get(row.act.name, {})
    if row.act.only or "type" in given:
        box.accept("update", "Dummy", character={"type": given.get("type") or row.act.only[0]})
    chosen = given.get("choice") or first_choices(row.act)
    on = [] if row.act.targets.startswith(("self", "{")) else ["Dummy"]
    asked = {"act": row.act.name, "targets": on, **({"choice": chosen} if chosen else {})}
    return outcome(*_twice(box, "act", "Hero", asked))


SAID: Final = {"Wish": {"choice": "spell", "spell": "Misty Step"}, "Polymorph": {"form": "Wolf"}}
"""The choices of these spells that are in no list."""
FOR_ITSELF: Final = ("Etherealness",)


def cast_at_hand(row: ItemCast) -> Row:
    """The outcome of a spell that an item casts, on a target that is hit and fails every save."""
    book = rulebook_loading.rulebook(row.ruleset)
    spell, item = book.spell(row.spell), book.item(row.pick)
    assert spell and item
    box = _readied(row)
    if spell.only:
        box.accept("update", "Dummy", character={"type": spell.only[0], "abilities": {"int": 3}})
    if any(isinstance(step, ReviveStep) for step in walk(spell.steps)):
        box.accept("damage", "Dummy", amount=5_000, damageType="fire")
    chosen = SAID.get(row.spell) or first_choices(spell)
    if (row.ruleset, row.spell) == ("5.1", "Conjure Elemental"):
        chosen = {"elemental": "Fire Elemental"}
    alone = spell.targets.startswith(("self", "{")) or row.spell in FOR_ITSELF
    on_user = next(c.on_user for c in item.casts if c.spell == row.spell)
    aimed = {} if alone else {"targets": ["Hero" if on_user else "Dummy"]}
    asked = {"itemName": row.name, "property": row.spell, **aimed, **({"choice": chosen} if chosen else {})}
    if any(isinstance(step, HealStep) for step in walk(spell.steps)):
        asked["force"] = True  # the target lacks no hit points
    return outcome(*_twice(box, "use", "Hero", asked))


def raised(spell: str, by: Row, dead: Row, ruleset: Ruleset) -> tuple[Played, Played]:
    """A spell that is cast on the dead: no document says that somebody is dead."""
    box = Sandbox(first_world(ruleset)).let(15)
    box.accept("create", name="Caster", character=by)
    box.accept("create", name="Dummy", character=dead)
    box.accept("damage", "Dummy", amount=5_000, damageType="fire")
    return _twice(box, "cast", "Caster", {"spell": spell, "targets": ["Dummy"]})


def _twice(box: Sandbox, operation: str, who: str, asked: Row) -> tuple[Played, Played]:
    """The same call with the lowest and with the highest dice."""
    start, played = box.world, []
    for roller in (lowest(), highest()):
        box.world = start
        box.roll_with(roller)
        result = box.accept(operation, who, **{"force": True, **asked}).expect(ActResult)  # the target lacks what some of them end
        played.append(Played(None, result, result.targets, tuple(_lasting(box))))
    return played[0], played[1]


def _lasting(box: Sandbox) -> Iterator[dict[str, Any]]:
    creatures = [t.creature for t in box.world.things.values() if t.kind == "character"]
    for one in creatures:
        yield {kind: [dict(e.document) for e in one.lasting(kind)] for kind in ("conditions", "effects")}


def hero_for(item: Item) -> Row:
    a = item.attunement
    of = a.classes[0] if a and a.classes else "wizard" if not a or a.spellcaster else "fighter"
    return {
        "classes": [f"{of} 9"], "abilities": SCORES, "hpMax": 900, "hp": 500, "spellcaster": True,
        "race": a.races[0] if a and a.races else "human", "alignment": ALIGNMENT[a.alignments[0]] if a and a.alignments else "neutral",
        "proficiencies": {"armor": ["light", "medium", "heavy", "shield"], "weapons": ["simple", "martial"]},
    }  # fmt: skip


def _readied(row: ItemAct | ItemCast) -> Sandbox:
    item = rulebook_loading.rulebook(row.ruleset).item(row.pick)
    assert item
    given = GIVEN.get(row.act.name, {}) if isinstance(row, ItemAct) else {}
    box = Sandbox(first_world(row.ruleset)).let(15, face=3)
    box.accept("create", name="Hero", character={**hero_for(item), **({"spent": given["spent"]} if "spent" in given else {})})
    fails = [{"target": "save.all", "op": "add", "value": -50}]
    box.accept("create", name="Dummy", character={"hpMax": 1000, "abilities": dict.fromkeys(ABILITIES, 10), "modifiers": fails})
    for call in calls_to_have(row, item):
        box.accept(call.pop("operation"), "Hero", **call)
    return box


def calls_to_have(row: ItemAct | ItemCast, item: Item) -> Iterator[Row]:
    """The calls after which a hero has the item on or in hand, attuned where it asks for that."""
    book = rulebook_loading.rulebook(row.ruleset)
    for other in item.attunement.requires_items if item.attunement else ():
        belt = {"template": "Belt of Giant Strength", "variant": "hill"} if "giant strength" in other.casefold() else {"template": other}
        yield {"operation": "give", **belt, "equip": True, "attune": True}
    base = {"base": book.templates[row.pick.base].item.name} if row.pick.base else {}
    variant = {"variant": row.pick.variant} if row.pick.variant else {}
    yield {"operation": "give", "template": row.pick.template, **base, **variant}
    is_worn = bool(item.slot or item.weapon_stats or item.armor_stats)
    if is_worn or item.use_state in ("held", "worn"):
        yield {"operation": "equip", "itemName": row.name, **({} if is_worn else {"slot": "offhand"})}
    if item.needs_attunement:
        yield {"operation": "attune", "itemName": row.name}
