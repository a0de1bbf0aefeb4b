"""Wondrous items, and the items that only 5.2 has, played through the tools with the numbers of the SRD."""

import json
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.content.rulebook_files import folder
from rpg_lite.rules.acts.plain_steps import RemoveStep
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.magic_item_table import FAILS, PASSES, conditions, holding, item, loss, names_of, play, wanted
from tests.rows import each_row

pytestmark = pytest.mark.pure
FILES = ("wondrous", "new_in_5_2")


# ── numbers of the text ─────────────────────────────────────────────────────────────────────────────────────────────


class Blow(NamedTuple):
    """Damage on a failed and on a passed save, every die showing 3; the DC as (the lowest face that passes)."""

    ruleset: Ruleset
    item: str
    act: str
    dc: int
    failed: int
    passed: int
    of_type: str = "fiend"


BLOWS = [
    Blow("5.1", "Bag of Beans", "Dump Beans", 15, 15, 7),
    Blow("5.2", "Bag of Beans", "Dump Beans", 15, 15, 7),
    Blow("5.1", "Bead of Force", "Throw the Bead", 15, 15, 0),
    Blow("5.2", "Bead of Force", "Throw the Bead", 15, 15, 0),
    Blow("5.1", "Decanter of Endless Water", "Geyser", 13, 3, 0),
    Blow("5.2", "Decanter of Endless Water", "Geyser", 13, 3, 0),
    Blow("5.1", "Dust of Dryness", "Sprinkle a Creature of Water", 13, 30, 15, "elemental"),
    Blow("5.2", "Dust of Dryness", "Sprinkle a Creature of Water", 13, 30, 15, "elemental"),
    Blow("5.1", "Instant Fortress", "Unfold", 15, 30, 15),
    Blow("5.1", "Sphere of Annihilation", "Enter a Space", 13, 12, 0),
    Blow("5.2", "Sphere of Annihilation", "Enter a Space", 19, 24, 0),
]


@each_row("row", BLOWS, ids=lambda r: f"{r.item} {r.ruleset}")
def test_damage_and_dc_are_those_of_the_text(row: Blow) -> None:
    for face, taken in ((row.dc - 1, row.failed), (row.dc, row.passed)):
        box = holding(row.ruleset, row.item, of_type=row.of_type)
        play(box, row.act, face, targets=["Foe"])
        assert loss(box) == taken


@pytest.mark.parametrize(("ruleset", "failed", "passed", "boom"), [("5.1", 15, 7, 30), ("5.2", 15, 7, 30)])
def test_the_horn_may_explode(ruleset: Ruleset, failed: int, passed: int, boom: int) -> None:
    for face, taken in ((14, failed), (15, passed)):
        box = holding(ruleset, "Horn of Blasting")
        play(box, "Horn of Blasting", face, targets=["Foe"])
        assert loss(box) == taken and loss(box, "Mara") == boom, "a 3 of 100 is one of the twenty"


class Laid(NamedTuple):
    ruleset: Ruleset
    item: str
    act: str
    dc: int
    condition: str


LAID = [
    *(Laid(r, "Gem of Brightness", a, 15, "blinded") for r in RULESETS for a in ("Beam", "Flare")),
    *(Laid(r, "Pipes of Haunting", "Haunting Tune", 15, "frightened") for r in RULESETS),
    *(Laid(r, "Robe of Scintillating Colors", "Dazzle", 15, "stunned") for r in RULESETS),
    *(Laid(r, "Rope of Entanglement", "Entangle", 15, "restrained") for r in RULESETS),
    *(Laid(r, "Dust of Sneezing and Choking", "Throw the Dust", 15, "incapacitated") for r in RULESETS),
    Laid("5.2", "Thunderous Greatclub", "Clap of Thunder", 15, "prone"),
    Laid("5.2", "Thunderous Greatclub", "Earthquake", 20, "prone"),
]


@each_row("row", LAID, ids=lambda r: f"{r.item} {r.act} {r.ruleset}")
def test_a_failed_save_lays_the_condition(row: Laid) -> None:
    for face, is_laid in ((row.dc - 1, True), (row.dc, False)):
        box = holding(row.ruleset, row.item)
        play(box, row.act, face, targets=["Foe"])
        assert (row.condition in conditions(box)) == is_laid


def test_whoever_needs_no_breath_is_spared_the_dust() -> None:
    box = holding("5.2", "Dust of Sneezing and Choking", of_type="undead")
    play(box, "Throw the Dust", FAILS, targets=["Foe"])
    assert "incapacitated" not in conditions(box)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_tune_that_is_withstood_does_nothing_for_a_day(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Pipes of Haunting")
    play(box, "Haunting Tune", PASSES, targets=["Foe"])
    play(box, "Haunting Tune", FAILS, targets=["Foe"])
    assert "frightened" not in conditions(box)
    box.accept("advance", duration="2 days")
    play(box, "Haunting Tune", FAILS, targets=["Foe"])
    assert "frightened" in conditions(box)


@pytest.mark.parametrize(("ruleset", "passed"), [("5.1", 0), ("5.2", 12)])
def test_a_talisman_opens_the_ground(ruleset: Ruleset, passed: int) -> None:
    for face, taken in ((19, 200), (20, passed)):
        box = holding(ruleset, "Talisman of Pure Good", of_type="humanoid")
        play(box, "Open the Ground", face, targets=["Foe"])
        assert loss(box) == taken


def test_a_fiend_saves_with_disadvantage_against_the_talisman_of_5_2() -> None:
    for face, taken in ((1, 200), (20, 12)):
        box = holding("5.2", "Talisman of Pure Good")
        play(box, "Open the Ground", 20, face, targets=["Foe"])
        assert loss(box) == taken


@pytest.mark.parametrize(("bonus", "is_held"), [(4, True), (3, False)])
def test_iron_bands_are_thrown_with_dexterity_and_proficiency(bonus: int, is_held: bool) -> None:
    """Level 9 gives a proficiency bonus of 4, so 6 hits an armor class of 10."""
    box = holding("5.2", "Iron Bands of Binding")
    play(box, "Throw the Bands", bonus + 2, targets=["Foe"])
    assert ("restrained" in conditions(box)) == is_held
    box.reject("no_uses_left", "act", "Mara", act="Throw the Bands", targets=["Foe"])


@pytest.mark.parametrize(("name", "variant", "act", "creature", "count"), [
    ("Horn of Valhalla", "silver", "Blow the Horn", "Berserker", {"5.1": 2 * 3 + 2, "5.2": 2}),
    ("Horn of Valhalla", "iron", "Blow the Horn", "Berserker", {"5.1": 5 * 3 + 5, "5.2": 5}),
    ("Bag of Tricks", "gray", "Pull an Animal", "Badger", {"5.1": 1, "5.2": 1}),
    ("Bag of Tricks", "tan", "Pull an Animal", "Baboon", {"5.1": 1, "5.2": 1}),
    ("Figurine of Wondrous Power", "golden lions", "Throw the Figurine", "Lion", {"5.1": 2, "5.2": 2}),
    ("Figurine of Wondrous Power", "bronze griffon", "Throw the Figurine", "Griffon", {"5.1": 1, "5.2": 1}),
    ("Stone of Controlling Earth Elementals", None, "Summon Earth Elemental", "Earth Elemental", {"5.1": 1, "5.2": 1}),
    ("Feather Token", "bird", "Use the Token", "Roc", {"5.1": 1, "5.2": 1}),
])  # fmt: skip
@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_it_calls_comes(ruleset: Ruleset, name: str, variant: str | None, act: str, creature: str, count: dict[str, int]) -> None:
    box = holding(ruleset, name, variant)
    play(box, act, 10)
    assert names_of(box, creature) == count[ruleset]
    box.accept("advance", duration="2 days")
    stays = name == "Bag of Tricks" and ruleset == "5.1"
    assert names_of(box, creature) == (count[ruleset] if stays else 0)


def test_an_elemental_of_5_1_outlives_the_concentration_and_one_of_5_2_needs_none() -> None:
    for ruleset, concentrates in (("5.1", True), ("5.2", False)):
        box = holding(ruleset, "Bowl of Commanding Water Elementals")  # type: ignore[arg-type]
        play(box, "Summon Water Elemental")
        assert bool(box.thing("Mara").creature.concentration) == concentrates
        elemental = box.thing("Water Elemental")
        assert box.number("Water Elemental", "hpMax") == 114 and elemental.creature.is_member is False


@pytest.mark.parametrize("ruleset", RULESETS)
def test_rats_come_for_each_charge(ruleset: Ruleset) -> None:
    box = holding(ruleset, "Pipes of the Sewers")
    box.did("use", "Mara", itemName="Pipes of the Sewers", choice="Call Rats", quantity=2)
    assert names_of(box, "Swarm of Rats") == 2


def test_ointment_heals_and_ends_poison() -> None:
    box = holding("5.1", "Restorative Ointment")
    box.accept("damage", "Foe", amount=50, damageType="fire")
    box.accept("apply", "Foe", condition="poisoned")
    play(box, "Apply a Dose", targets=["Foe"])
    assert loss(box) == 50 - 8 and "poisoned" not in conditions(box)


@each_row(("ruleset", "name", "spell", "left"), [
    ("5.1", "Helm of Teleportation", "Teleport", 2), ("5.2", "Helm of Teleportation", "Teleport", 2),
    ("5.2", "Cube of Force", "Wall of Force", 5),
    ("5.2", "Cube of Force", "Mage Armor", 9),
    ("5.1", "Orb of Dragonkind", "Cure Wounds", 4), ("5.2", "Orb of Dragonkind", "Cure Wounds", 3),
    ("5.1", "Cubic Gate", "Gate", 2), ("5.2", "Cubic Gate", "Gate", 2),
    ("5.2", "Rod of Resurrection", "Heal", 4),
])  # fmt: skip
def test_spells_cost_charges(ruleset: Ruleset, name: str, spell: str, left: int) -> None:
    box = holding(ruleset, name)
    box.let(10, face=3).did(
        "act",
        "Mara",
        act=f"{name}: {spell}" if len(item(ruleset, name).casts) > 1 else name,
        targets=["Foe"],
        **wanted(box.book.spell(spell)),
        force=True,
    )
    thing = next(t for t in box.world.things.values() if t.kind == "item" and t.name == item(ruleset, name).name)
    assert thing_stats.charges_left(thing, item(ruleset, name)) == left


def test_a_pearl_brings_back_a_slot_of_level_3_at_most() -> None:
    box = holding("5.1", "Pearl of Power")
    box.accept("update", "Mara", character={"spent": {"slot_3": 2}})
    play(box, "Pearl of Power", choice="3")
    assert box.thing("Mara").creature.spent["slot_3"] == 1
    box.reject("no_uses_left", "act", "Mara", act="Pearl of Power", choice="3")


def test_a_slot_that_is_not_spent_keeps_the_pearl() -> None:
    box = holding("5.2", "Pearl of Power")
    box.reject("nothing_is_spent", "act", "Mara", act="Pearl of Power", choice="2")
    box.accept("update", "Mara", character={"spent": {"slot_2": 1}})
    play(box, "Pearl of Power", choice="2")


# ── answers ─────────────────────────────────────────────────────────────────────────────────────────────────────────


# ── new in 5.2 ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_elixir_ends_four_conditions() -> None:
    box = holding("5.2", "Elixir of Health")
    for condition in ("blinded", "deafened", "poisoned"):
        box.accept("apply", "Foe", condition=condition)
    play(box, "Elixir of Health", targets=["Foe"])
    assert not conditions(box)


def test_a_cloak_of_invisibility_spends_a_charge_an_hour() -> None:
    box = holding("5.2", "Cloak of Invisibility")
    assert "2 charges left" in box.did("use", "Mara", itemName="Cloak of Invisibility")["text"]
    assert "invisible" in box.did("character", "Mara")["text"].splitlines()[0]
    box.accept("advance", duration="61 minutes")
    assert "invisible" not in box.did("character", "Mara")["text"].splitlines()[0]


def test_a_shield_of_the_cavalier_bashes_with_strength() -> None:
    """d20 6, proficiency 4 and Strength 0 hit an armor class of 10; two dice that show 3, and 2."""
    box = holding("5.2", "Shield of the Cavalier")
    play(box, "Forceful Bash", 6, targets=["Foe"])
    assert loss(box) == 8
    play(box, "Forceful Bash", 5, targets=["Foe"])
    assert loss(box) == 8


@pytest.mark.parametrize(("name", "number", "value"), [
    ("Gloves of Thievery", "skills.sleight_of_hand", 5), ("Thunderous Greatclub", "abilities.str", 20),
])  # fmt: skip
def test_numbers_of_the_sheet(name: str, number: str, value: int) -> None:
    assert holding("5.2", name).number("Mara", number) == value


# ── every act once ──────────────────────────────────────────────────────────────────────────────────────────────────


class Row(NamedTuple):
    ruleset: Ruleset
    item: str
    variant: str | None
    act: str

    def __str__(self) -> str:
        return " ".join(filter(None, (self.ruleset, self.item, self.variant, self.act)))


def rows() -> Iterator[Row]:
    for file in FILES:
        for written in json.loads((folder("items") / f"{file}.json").read_text(encoding="utf-8"))["items"]:
            for ruleset in RULESETS:
                book = rulebook_loading.rulebook(ruleset)
                found = book.find(written["name"])
                if found is None:
                    continue
                template = book.templates[found.template]
                for variant in (v.name for v in template.variants) if template.variants else (None,):
                    made = item(ruleset, written["name"], variant)
                    yield from (Row(ruleset, written["name"], variant, act.name) for act in made.acts)


ROWS = list(rows())


@each_row("row", ROWS, ids=str)
def test_every_act_is_played_once(row: Row) -> None:
    made = item(row.ruleset, row.item, row.variant)
    act = next(a for a in made.acts if a.name == row.act)
    box = holding(row.ruleset, row.item, row.variant, of_type=act.only[0] if act.only else "fiend")
    if made.attunement and made.attunement.spellcaster:
        box.accept("update", "Mara", character={"spent": {"slot_1": 1}})
    if any(isinstance(step, RemoveStep) for step in act.steps):
        box.accept("apply", "Foe", condition="poisoned")
    fields = ({} if act.targets == "self" else {"targets": ["Foe"]}) | wanted(act)
    fields |= {"force": True} if act.when else {}  # no deed stands here that it could answer
    text = box.let(*[10] * 20, face=3).did("act", "Mara", act=row.act, **fields)["text"]
    assert row.act in text or made.name in text
    assert "cannot be kept" not in text and "Assumed" not in text
    assert "in no file yet" not in text and "game master creates it" not in text
