"""The starting equipment of a hero: by class and background, with full packs, and with a focus that casting takes."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.outcome import Accepted, Rejected
from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def campaign(ruleset: Ruleset) -> Sandbox:
    return Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset)).let(10)


def made(ruleset: Ruleset, **character: object) -> Sandbox:
    table = campaign(ruleset)
    table.did("create", name="Pip", character={"abilities": {"str": 15, "int": 16}, **character}, kit=True)
    return table


WEIGHTS: list[tuple[Ruleset, str, float]] = [
    ("5.2", "Burglar's Pack", 42), ("5.2", "Diplomat's Pack", 39), ("5.2", "Dungeoneer's Pack", 55), ("5.2", "Entertainer's Pack", 58.5),
    ("5.2", "Explorer's Pack", 55), ("5.2", "Priest's Pack", 29), ("5.2", "Scholar's Pack", 22),
    ("5.1", "Burglar's Pack", 47.5), ("5.1", "Diplomat's Pack", 36), ("5.1", "Dungeoneer's Pack", 61.5), ("5.1", "Explorer's Pack", 59),
    ("5.1", "Entertainer's Pack", 38),
    ("5.1", "Scholar's Pack", 10),
]  # fmt: skip


@each_row(("ruleset", "pack", "weight"), WEIGHTS)
def test_a_pack_weighs_what_it_holds(ruleset: Ruleset, pack: str, weight: float) -> None:
    """SRD 5.2, Adventuring Gear; for 5.1 the sum of the listed contents."""
    table = campaign(ruleset)
    table.did("create", name="Pip")
    table.did("give", "Pip", template=pack)
    assert f"Weight {weight:g}/" in table.did("view", "Pip")["text"]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("of", sorted(rulebook_loading.rulebook().classes))
def test_the_pack_of_a_kit_is_full(ruleset: Ruleset, of: str) -> None:
    table = made(ruleset, classes=[of])
    packs = [t for t in table.world.things.values() if t.name.endswith("'s Pack")]
    for pack in packs:
        template = table.book.templates[pack.item.template or ""]
        assert sum(table.bag(pack.name).values()) == sum(c.quantity for c in template.contents) > 0


def gear(table: Sandbox) -> dict[str, int]:
    return table.bag("Pip")


BACKGROUNDS: list[tuple[Ruleset, str, dict[str, int], int]] = [
    ("5.1", "Acolyte", {"Block of Incense": 5, "Vestments": 1, "Common Clothes": 1, "Pouch": 1, "Emblem": 1}, 15),
    ("5.2", "Acolyte", {"Calligrapher's Supplies": 1, "Book": 1, "Emblem": 1, "Parchment": 10, "Robes": 1}, 8 + 4),
    ("5.2", "Criminal", {"Dagger": 2, "Thieves' Tools": 1, "Crowbar": 1, "Pouch": 2, "Traveler's Clothes": 1}, 16 + 4),
    ("5.2", "Sage", {"Quarterstaff": 1, "Calligrapher's Supplies": 1, "Book": 1, "Parchment": 8, "Robes": 1}, 8 + 4),
    ("5.2", "Soldier", {"Spear": 1, "Shortbow": 1, "Arrow": 20, "Healer's Kit": 1, "Quiver": 1, "Traveler's Clothes": 1}, 14 + 4),
]


@each_row(("ruleset", "background", "things", "gold"), BACKGROUNDS)
def test_a_kit_holds_the_equipment_of_the_background(ruleset: Ruleset, background: str, things: dict[str, int], gold: int) -> None:
    """A fighter of 5.2 has 4 gold pieces of its own."""
    held = gear(made(ruleset, classes=["fighter 1"], background=background))
    assert {name: held.get(name) for name in things} == things
    assert held["Gold Piece"] == gold


# ── foci ────────────────────────────────────────────────────────────────────────────────────────────────────────────


FOCI: list[tuple[Ruleset, str, str, bool]] = [
    ("5.1", "cleric 3", "Bless", True), ("5.2", "cleric 3", "Bane", True), ("5.2", "paladin 3", "Bless", True),
    ("5.1", "wizard 3", "Grease", True), ("5.2", "wizard 3", "Grease", True), ("5.2", "sorcerer 3", "Suggestion", True),
    ("5.1", "bard 3", "Suggestion", True), ("5.2", "bard 3", "Suggestion", True), ("5.2", "ranger 3", "Longstrider", True),
    ("5.1", "ranger 3", "Longstrider", False),
    ("5.1", "cleric 3", "Cure Wounds", False),
]  # fmt: skip


@each_row(("ruleset", "of", "spell", "can"), FOCI)
def test_a_kit_lets_its_class_cast_where_components_are_demanded(ruleset: Ruleset, of: str, spell: str, can: bool) -> None:
    """The kit of a ranger of 5.1 holds no component pouch; a spell without material takes a free hand (SRD, Components)."""
    table = made(ruleset, classes=[of])
    table.send({"operation": "equip", "bagName": "Home", "itemName": "turn:components"}, "manage_tools")
    told = table.decide("cast", "Pip", spell=spell, targets=["Pip"])
    assert isinstance(told, Accepted if can else Rejected), told
    assert can or (isinstance(told, Rejected) and told.code == "components_missing")


@pytest.mark.parametrize(("ruleset", "of", "is_focus"), [("5.2", "druid 3", True), ("5.1", "druid 3", False), ("5.2", "cleric 3", False)])
def test_a_quarterstaff_is_a_focus_of_some_classes(ruleset: Ruleset, of: str, is_focus: bool) -> None:
    table = campaign(ruleset)
    table.did("create", name="Pip", character={"classes": [of]})
    table.did("give", "Pip", template="Quarterstaff", equip=True)
    table.send({"operation": "equip", "bagName": "Home", "itemName": "turn:components"}, "manage_tools")
    spell = "Longstrider" if of.startswith("druid") else "Bane"
    assert isinstance(table.decide("cast", "Pip", spell=spell, targets=["Pip"]), Accepted if is_focus else Rejected)


def test_a_costly_material_is_still_asked_for() -> None:
    table = made("5.2", classes=["wizard 3"])
    table.send({"operation": "equip", "bagName": "Home", "itemName": "turn:components"}, "manage_tools")
    assert (
        "pearl worth 100 gp is not at hand" in table.refused("components_missing", "cast", "Pip", spell="Identify", targets=["Pip"])["text"]
    )


@pytest.mark.parametrize(("ruleset", "value"), [("5.1", 50), ("5.2", None)])
def test_a_wizard_begins_with_a_spellbook_of_3_pounds(ruleset: Ruleset, value: int | None) -> None:
    book = rulebook_loading.rulebook(ruleset)
    assert "Spellbook" in book.classes["wizard"].kit.carried
    item = book.templates["srd:spellbook"].item
    assert (item.weight, item.value) == (3, value)
