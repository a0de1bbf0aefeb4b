"""Keys of a hero that a caller sends beside `character`, or by another word: the refusal proposes the call with each where it belongs."""

from typing import Any

from rpg_lite import open_campaign
from rpg_lite.game import Game
from tests.rows import each_row


def create(game: Game, **keys: Any) -> dict[str, Any]:
    return dict(game.ask({"operation": "create", "name": "Mara", **keys}, "manage_character"))


@each_row(
    "beside,inside",
    [
        ({"species": "Dwarf"}, {"species": "Dwarf"}),
        ({"race": "Dwarf"}, {"race": "Dwarf"}),
        ({"feats": ["Alert"]}, {"features": ["Alert"]}),
        ({"traits": ["Alert"]}, {"features": ["Alert"]}),
        ({"species": "Elf", "lineage": "High Elf"}, {"species": "Elf", "lineage": "High Elf"}),
        ({"species": "Dragonborn", "ancestry": "Red"}, {"species": "Dragonborn", "ancestry": "Red"}),
        ({"species": "Tiefling", "legacy": "Infernal"}, {"species": "Tiefling", "legacy": "Infernal"}),
        ({"classes": ["cleric 3"], "domain": "Life"}, {"classes": ["cleric 3"], "domain": "Life"}),
        (
            {"classes": {"cleric": 5}, "species": "Dwarf", "subclass": "Life", "background": "Sage"},
            {"classes": ["cleric 5"], "species": "Dwarf", "subclass": "Life", "background": "Sage"},
        ),
    ],
)
def test_the_next_call_has_each_where_it_belongs(beside: dict[str, Any], inside: dict[str, Any]) -> None:
    with open_campaign(":memory:", ruleset="5.2") as game:
        refused = create(game, **beside)
        assert not refused["ok"]
        assert refused["error"]["try"]["character"] == inside, refused["text"]
        assert create(game, character=inside)["ok"]


@each_row("word", ["lineage", "ancestry", "legacy", "subrace"])
def test_a_lineage_beside_the_species_is_its_choice(word: str) -> None:
    with open_campaign(":memory:", ruleset="5.2") as game:
        made = create(game, character={"class": "fighter", "species": "Dragonborn", word: "Red"})
        assert made["ok"] and "lineage" not in made["text"], made["text"]
        wrong = game.ask({"operation": "create", "name": "Ib", "character": {"species": "Dragonborn", word: "Purple"}}, "manage_character")
        assert not wrong["ok"] and "red dragonborn" in wrong["text"]
