"""Items that hinder other weapons: the Berserker Axe (SRD 5.1: unless no foe is within 60 feet; SRD 5.2: always) and the Oathbow."""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row


@laid_alike
def laid(ruleset: Ruleset, cursed: bool = True) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["fighter 9"], "abilities": {"str": 16, "dex": 16}, "hpMax": 100})
    table.did("create", name="Bo", character={"classes": ["fighter 9"], "hpMax": 100})
    table.did("create", name="Ogre", character={"hpMax": 300, "party": False})
    for item in ("Longbow", "Longsword"):
        table.did("give", "Kim", template=item)
    table.did("give", "Kim", template="Arrow", quantity=20)
    table.did("give", "Kim", template="Berserker Greataxe")
    if cursed:
        table.did("equip", "Kim", itemName="Berserker Greataxe")
        table.did("attune", "Kim", itemName="Berserker Greataxe")
    return table


def strike(table: Table, weapon: str) -> str:
    table.did("equip", "Kim", itemName=weapon)
    text: str = table.did("attack", "Kim", targetName="Ogre", itemName=weapon)["text"]
    return text


@each_row(
    ("ruleset", "fighting", "weapon", "is_hindered"),
    [
        ("5.1", ["Kim", "Ogre"], "Longbow", True), ("5.1", ["Kim", "Ogre"], "Longsword", True), ("5.1", ["Kim", "Ogre"], "Berserker Greataxe", False),
        ("5.1", ["Kim", "Bo"], "Longbow", False), ("5.1", [], "Longbow", False),
        ("5.2", ["Kim", "Ogre"], "Longbow", True), ("5.2", [], "Longsword", True), ("5.2", [], "Berserker Greataxe", False),
    ],
)  # fmt: skip
def test_the_axe_hinders_other_weapons_in_a_fight_with_a_foe(ruleset: Ruleset, fighting: list[str], weapon: str, is_hindered: bool) -> None:
    table = laid(ruleset)
    if fighting:
        table.did("start_fight", names=fighting)
    assert ("with disadvantage" in strike(table, weapon)) == is_hindered
    assert "with disadvantage" not in table.did("attack", "Kim", targetName="Ogre", itemName="Unarmed Strike")["text"]  # which is no weapon


@each_row("ruleset", ["5.1", "5.2"])
def test_the_axe_of_nobody_hinders_nothing(ruleset: Ruleset) -> None:
    table = laid(ruleset, cursed=False)
    table.did("start_fight", names=["Kim", "Ogre"])
    assert "with disadvantage" not in strike(table, "Longsword")


@each_row("ruleset", ["5.1"])
def test_a_dead_foe_hinders_nothing(ruleset: Ruleset) -> None:
    table = laid(ruleset)
    table.did("create", name="Rat", character={"hpMax": 1, "party": False})
    table.did("start_fight", names=["Kim", "Rat", "Bo"])
    table.did("damage", "Rat", amount=50, damageType="fire")
    assert "with disadvantage" not in strike(table, "Longsword")
