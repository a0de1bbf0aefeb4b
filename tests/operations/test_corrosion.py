"""Corrosion is laid on the gear itself, counts in every number, and leads to its end (SRD, Gray Ooze, Black Pudding, Rust Monster)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import clock
from tests.operations.high_heroes import stats
from tests.operations.worlds import ELARA, THORIN, Sandbox, first_world

pytestmark = pytest.mark.pure


def before(ruleset: Ruleset, monster: str, *gear: str) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Thorin", character={**THORIN, "race": "dwarf", "hpMax": 500, "hp": 500})
    box.accept("create", template=monster, name="Foe", character={"hpMax": 500, "hp": 500})
    for name in gear:
        box.accept("give", "Thorin", item=name)
        box.accept("equip", "Thorin", itemName=name)
    return box


def strike(box: Sandbox, *words: str, face: int = 19) -> str:
    return box.let(face, face=3).did("attack", "Thorin", targetName="Foe", with_=list(words))["text"]


def bitten(box: Sandbox, act: str) -> str:
    return box.let(19, face=1).did("act", "Foe", act=act, targets=["Thorin"])["text"]


def ac(box: Sandbox) -> int:
    return stats(box, "Thorin").ac.value


def names_of(box: Sandbox) -> list[str]:
    return [t.name for t in box.world.tree_of(box.id("Thorin"))]


@pytest.mark.parametrize("monster", ["Gray Ooze", "Black Pudding"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_weapon_that_hits_an_ooze_gets_worse_until_it_is_gone(ruleset: Ruleset, monster: str) -> None:
    box = before(ruleset, monster, "Mace")
    rolls = "damage rolls" if ruleset == "5.1" else "attack rolls"

    def numbers() -> tuple[int, int]:
        way = stats(box, "Thorin").attacks[0]
        return way.to_hit.value, way.damage_bonus.value

    fresh = numbers()
    assert f"Mace: corroded, -1 to its {rolls}." in strike(box)
    worse = (fresh[0], fresh[1] - 1) if ruleset == "5.1" else (fresh[0] - 1, fresh[1])
    assert numbers() == worse and "corrosion" in box.did("character", "Thorin", stats=["attacks"])["text"]
    assert [strike(box) for _ in range(3)][-1].count("-4 to its") == 1
    assert "Mace: destroyed by corrosion." in strike(box) and "Mace" not in names_of(box)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_miss_corrodes_nothing(ruleset: Ruleset) -> None:
    box = before(ruleset, "Gray Ooze", "Mace")
    assert "corroded" not in strike(box, face=1)


def test_wood_is_safe_from_what_eats_metal() -> None:
    box = before("5.1", "Gray Ooze", "Club")
    assert "corroded" not in strike(box)
    box = before("5.1", "Black Pudding", "Club")
    assert "Club: corroded" in strike(box)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_magic_is_safe(ruleset: Ruleset) -> None:
    box = before(ruleset, "Gray Ooze", "+1 Mace", "+1 Chain Mail")
    strength = ac(box)
    assert "corroded" not in strike(box)
    assert "has no gear on that corrodes" in bitten(box, "Pseudopod") and ac(box) == strength


@pytest.mark.parametrize("ruleset", RULESETS)
def test_armor_gives_less_until_it_is_gone(ruleset: Ruleset) -> None:
    box = before(ruleset, "Gray Ooze", "Ring Mail")
    assert ac(box) == 14
    for left in (13, 12, 11):
        assert "Ring Mail: corroded" in bitten(box, "Pseudopod") and ac(box) == left
    assert "− 3 corrosion" in box.did("character", "Thorin", stats=["ac"])["text"]
    assert "Ring Mail: destroyed by corrosion." in bitten(box, "Pseudopod") and "Ring Mail" not in names_of(box)


def test_leather_is_no_metal() -> None:
    assert "has no gear on that corrodes" in bitten(before("5.1", "Gray Ooze", "Leather Armor"), "Pseudopod")
    assert "Leather Armor: destroyed" in bitten(before("5.2", "Gray Ooze", "Leather Armor"), "Pseudopod")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_antennae_take_what_the_call_names(ruleset: Ruleset) -> None:
    box = before(ruleset, "Rust Monster", "Chain Mail", "Mace")

    def touched(**choice: str) -> str:
        return box.let(1).did("act", "Foe", act="Antennae", targets=["Thorin"], **({"choice": choice} if choice else {}))["text"]

    assert "Chain Mail: corroded, -1 to the AC that it gives." in touched()
    assert "Mace: corroded, -1 to its" in touched(item="Mace")
    assert [t.item.corroded for t in box.world.tree_of(box.id("Thorin")) if t.item.corroded] == [
        {"ac": 1},
        {"damage" if ruleset == "5.1" else "attack": 1},
    ]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_thrown_weapon_corrodes_where_it_lies(ruleset: Ruleset) -> None:
    box = before(ruleset, "Gray Ooze", "Handaxe")
    told = strike(box, "thrown")
    assert "Handaxe: corroded" in told and "now lies in" in told
    room = box.world.room_of(box.id("Foe"))
    assert [t.item.corroded for t in box.world.bag_of(room.id if room else "") if t.name == "Handaxe"] != [{}]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_ammunition_is_destroyed(ruleset: Ruleset) -> None:
    box = before(ruleset, "Gray Ooze", "Longbow")
    box.accept("give", "Thorin", item="Arrow", quantity=10)
    box.accept("start_fight", names=["Thorin", "Foe"])
    assert "Arrow: destroyed." in strike(box) and "Arrow: destroyed." not in strike(box, face=1)
    assert [shot.count for shot in clock.fight(box.world).spent] == [1]  # type: ignore[union-attr]


def test_mending_takes_the_corrosion_in_the_rules_of_2024_alone() -> None:
    for ruleset, is_mended in (("5.1", False), ("5.2", True)):
        box = before(ruleset, "Gray Ooze", "Mace")
        box.accept(
            "create", name="Elara", character={"classes": ["wizard 1"], "abilities": {"int": 16}, "spells": {"cantrips": ["Mending"]}}
        )
        strike(box)
        told = box.did("cast", "Elara", spell="Mending", choice={"item": "Mace"} if is_mended else {})["text"]
        assert ("Mace: no longer corroded." in told) == is_mended
        assert not is_mended or not any(t.item.corroded for t in box.world.things.values() if t.kind == "item")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_corrosion_shows_and_survives_an_export(ruleset: Ruleset) -> None:
    box = before(ruleset, "Gray Ooze", "Ring Mail")
    bitten(box, "Pseudopod")
    assert "Ring Mail (corroded: -1 ac)" in box.did("inventory", "Thorin")["text"]
    document = box.did("export", "Thorin")["results"][0]["document"]
    assert document["equipped"][0]["corroded"] == {"ac": 1}
    box.accept("import", document={**document, "character": {**document["character"], "name": "Other"}})
    assert stats(box, "Other").ac.value == ac(box)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_that_hits_corrodes_nothing(ruleset: Ruleset) -> None:
    box = before(ruleset, "Gray Ooze")
    box.accept("create", name="Elara", character=ELARA)
    assert "corroded" not in box.let(19, face=2).did("cast", "Elara", spell="Fire Bolt", targets=["Foe"])["text"]
