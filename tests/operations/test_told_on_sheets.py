"""What a sheet, a turn or an answer must say: chosen invocations, Heroic Warrior, Undead Fortitude."""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")


@each_row(
    ("ruleset", "classes", "choices", "shown"),
    [
        ("5.1", "warlock 5", {"eldritch invocations": ["agonizing blast", "devil's sight"]}, ("Agonizing Blast", "Devil's Sight")),
        ("5.2", "warlock 5", {"eldritch invocations": ["agonizing blast", "devil's sight", "eldritch mind"]}, ("Agonizing Blast", "Devil's Sight", "Eldritch Mind")),
        ("5.1", "sorcerer 3", {"metamagic": ["subtle spell", "quickened spell"]}, ("Subtle Spell", "Quickened Spell")),
        ("5.2", "sorcerer 3", {"metamagic": ["subtle spell", "quickened spell"]}, ("Subtle Spell", "Quickened Spell")),
    ],
)  # fmt: skip
def test_chosen_options_are_on_the_sheet(ruleset: Ruleset, classes: str, choices: dict[str, list[str]], shown: tuple[str, ...]) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": [classes], "choices": choices})
    for detail in ("brief", "full"):
        told = table.send({"operation": "character", "characterName": "Kim"}, "read_campaign", detail)["text"]
        assert all(name in told for name in shown), told


def test_a_heroic_warrior_has_inspiration_on_its_turns() -> None:
    table = Table(begun("5.2"))
    table.did("create", name="Kim", character={"classes": ["fighter 10"], "choices": {"subclass": "champion"}})
    table.did("create", name="Foe", character={"hpMax": 30, "party": False})
    told = [table.did("start_fight", names=["Kim", "Foe"])["text"], *(table.did("next_turn")["text"] for _ in range(4))]
    assert sum("Heroic Warrior" in text for text in told) == 1
    assert [entry.name for entry in table.thing("Kim").creature.effects] == ["Heroic Inspiration"]


@each_row(("ruleset", "block", "face"), [(r, block, face) for r in BOTH for block in ("Zombie", "Ogre Zombie") for face in (1, 19)])
def test_undead_fortitude_tells_its_dc_and_no_death_that_did_not_happen(ruleset: Ruleset, block: str, face: int) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Z", template=block)
    table.roll_with(falling(face))
    table.did("damage", "Z", amount=table.hp("Z") - 2, damageType="slashing")
    told = table.did("damage", "Z", amount=5, damageType="slashing")["text"]
    assert "Undead Fortitude: CON save DC 10" in told
    assert ("Z is dead" in told) == (face == 1) == table.thing("Z").creature.is_dead
    assert "regains consciousness" not in told
    assert table.hp("Z") == (1 if face == 19 else 0)
