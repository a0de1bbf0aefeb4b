"""The numbers of a creature are the same for the game master and for its player, whatever it carries that nobody has identified."""

from typing import Any

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Answer, Table
from tests.rows import each_row

PLAYER = Caller("player", "Ann", characters=("Hero",))


@laid_alike
def bonded(ruleset: Ruleset, item: str, is_worn: bool, **more: Any) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"classes": ["barbarian 7"], "party": True, "hpMax": 74})
    table.did("give", "Hero", template=item, identified=False, **more)
    name = next(t.name for t in table.now.things.values() if t.kind == "item")
    if is_worn:
        table.did("equip", "Hero", itemName=name)
    table.ask("attune", "Hero", itemName=name)
    return table


def asked(table: Table, operation: str, tool: str, detail: str = "full", **fields: Any) -> tuple[Answer, Answer]:
    """The answers for the game master and for the player."""
    payload = {"operation": operation, "characterName": "Hero", **fields}
    return table.send(payload, tool, detail), table.game.ask(payload, tool, detail, PLAYER)  # type: ignore[arg-type]


def numbers(answer: Answer) -> dict[str, Any]:
    """Each number with its mode, without the names of sources; attacks carry the look of a weapon in their names."""
    stats = answer["results"][0]["stats"]
    assert {"ac", "hpMax", "abilities.str", "saves.dex", "skills.stealth"} <= stats.keys()
    return {
        path: (one["value"], bool(one.get("advantage")), bool(one.get("disadvantage")))
        for path, one in stats.items()
        if "value" in one and not path.startswith("attacks.")
    }


ITEMS = (
    ("5.1", "Berserker Axe", {"base": "Greataxe"}),
    ("5.2", "Berserker Axe", {"base": "Greataxe"}),
    ("5.1", "Hammer of Thunderbolts", {}),
    ("5.2", "Luck Blade", {"base": "Longsword"}),
    ("5.1", "Luck Blade", {"base": "Longsword"}),
    ("5.2", "Weapon of Warning", {"base": "Longsword"}),
    ("5.1", "Stone of Good Luck", {}),
    ("5.1", "Belt of Hill Giant Strength", {}),
    ("5.2", "Ring of Protection", {}),
    ("5.1", "Bracers of Defense", {}),
    ("5.2", "Gauntlets of Ogre Power", {}),
)


@each_row(("ruleset", "item", "more", "is_worn"), [(*row, is_worn) for row in ITEMS for is_worn in (False, True)])
def test_both_read_the_same_numbers(ruleset: Ruleset, item: str, more: dict[str, Any], is_worn: bool) -> None:
    table = bonded(ruleset, item, is_worn and item != "Stone of Good Luck", **more)
    told, felt = asked(table, "character", "read_campaign")
    assert numbers(told) == numbers(felt)
    assert told["text"].split("\n")[0] == felt["text"].split("\n")[0]


@each_row(("ruleset", "item", "more"), ITEMS)
def test_both_read_the_same_number_of_bonds(ruleset: Ruleset, item: str, more: dict[str, Any]) -> None:
    table = bonded(ruleset, item, False, **more)
    answers = (*asked(table, "character", "read_campaign"), *asked(table, "view", "manage_inventory"))
    bonds = [[line.partition(":")[0] for line in answer["text"].split("\n") if line.startswith("Attuned")] for answer in answers]
    assert bonds == bonds[:1] * 4


def test_an_axe_in_the_bag_gives_its_hit_points() -> None:
    table = bonded("5.2", "Berserker Axe", False, base="Greataxe")
    (told, felt) = asked(table, "character", "read_campaign", stats=["hpMax"])
    assert told["results"][0]["stats"]["hpMax"]["value"] == felt["results"][0]["stats"]["hpMax"]["value"] == 81
    assert "Berserker" not in felt["text"]


def changes(answer: Answer) -> dict[str, list[tuple[str, str]]]:
    """Each number with the changes to it, without the names of their sources."""
    stats = answer["results"][0]["stats"]
    return {path: sorted((line["op"], str(line["value"])) for line in one.get("lines", ())) for path, one in stats.items()}


STATES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("apply", {"condition": "restrained"}),
    ("apply", {"condition": "incapacitated"}),
    ("apply", {"condition": "grappled"}),
    ("damage", {"amount": 3, "damageType": "cold"}),
)
CONDITIONAL = (
    ("Cloak of Displacement", "attacksAgainstYou"),
    ("Belt of Dwarvenkind", "senses.darkvision"),
    ("Helm of Brilliance", "resistances"),
)


@each_row(("ruleset", "item", "path"), [(ruleset, *row) for ruleset in ("5.1", "5.2") for row in CONDITIONAL])
def test_both_read_what_depends_on_the_bearer(ruleset: Ruleset, item: str, path: str) -> None:
    table = bonded(ruleset, item, True)
    told, felt = asked(table, "character", "read_campaign", stats=[path])
    assert changes(felt) in (changes(told), {path: []}) and item not in felt["text"]  # a number to which it adds is told whole
    assert changes(told)
    for operation, more in STATES:
        table.did(operation, "Hero", **more)
        told, felt = asked(table, "character", "read_campaign")
        assert all(changes(felt)[path] in (lines, []) for path, lines in changes(told).items()), (operation, more)


@each_row("ruleset", ["5.1", "5.2"])
def test_a_cloak_that_does_not_work_now_is_not_felt(ruleset: Ruleset) -> None:
    table = bonded(ruleset, "Cloak of Displacement", True)
    table.did("apply", "Hero", condition="restrained")
    for answer in asked(table, "character", "read_campaign", stats=["attacksAgainstYou"]):
        assert "disadvantage" not in answer["text"], answer["text"]
