"""The shipped adventure, played from its entrance to its end with typed verbs: each of its texts is true in play."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.content import map_files
from rpg_lite.game import Game
from rpg_lite.mud.session import Session

MOST_BLOWS = 400


@pytest.fixture(params=[True, False], ids=["game master", "players"])
def table(request: pytest.FixtureRequest) -> Iterator["Typed"]:
    with open_campaign(seed=1) as game:
        yield Typed(Session(game, gm=request.param))


class Typed:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.game: Game = session.game

    def types(self, line: str) -> str:
        return self.session.hear(line) or ""

    def fells(self, kind: str, count: int) -> None:
        """Attack each of them until it falls."""
        self.types("fight")
        for n in range(1, count + 1):
            blows = (self.types(f"attack {kind} {n}") for _ in range(MOST_BLOWS))
            assert any(f"{kind} {n} falls" in told or f"{kind} {n} is dead" in told for told in blows)
        self.types("end")

    def states(self, room: str, label: str) -> Iterator[str]:
        world = self.game.store.read(self.game.campaign.id, lambda at: at.whole())
        yield from (w.state for w in world.exits.values() if w.label == label and world.things[w.from_room].name == room)


def gate(table: Typed) -> str:
    return next(table.states("Weigh Hall", "down"))


def test_it_is_played_to_its_end(table: Typed):
    table.types("hero Brenna fighter 8")
    for item in ("Longsword", "Plate"):
        table.types(f"grant {item}")
        table.types(f"equip {item}")
    assert "half-drowned jetty" in table.types("adventure salt_toll")
    assert "Marra keeps shop here" in table.types("n")
    assert "locked" in table.types("open Shop Chest")
    assert "Nets hang in curtains" in table.types("u")
    table.types("d")
    assert "low enough to load" in table.types("n")

    assert "an iron gate guards the stairs" in table.types("n")
    assert "down is locked" in table.types("d")
    assert "locked" in table.types("open d")
    table.types("s")

    assert "iron weights that once judged cargo" in table.types("e")
    assert "Barge Weight" in table.types("take all Barge Weight")
    table.types("w")
    table.types("give Barge Weight in Stone Scale")
    assert gate(table) == "locked"
    assert "The portcullis down of Weigh Hall opens" in table.types("give Barge Weight in Stone Scale")
    assert gate(table) == "open"
    assert "Weigh Hall shuts" in table.types("take 1 Barge Weight from Stone Scale")
    assert gate(table) == "locked"
    table.types("give Barge Weight in Stone Scale")
    table.types("undo")
    assert gate(table) == "locked"
    table.types("give Barge Weight in Stone Scale")

    assert "gnawed" in table.types("w")
    table.fells("Giant Rat", 3)
    assert "Shortsword" in table.types("take Shortsword from Footlocker")
    assert "Something glints" in table.types("n")
    assert "Verdigris Key" in table.types("take Verdigris Key")
    for step in ("s", "e", "n"):
        table.types(step)
    assert "west" in table.types("search")
    assert "a small brass key on a nail" in table.types("w")
    assert "Clerk's Key" in table.types("take Clerk's Key")
    cloak = "Cloak of Protection" if table.session.gm else "Cloak"
    assert cloak in table.types(f"take {cloak}")
    assert "The players now know Cloak of Protection" in table.types(f"identify {cloak}")
    table.types("equip Cloak of Protection")
    assert "AC 18 → 19" in table.types("attune Cloak of Protection")

    table.types("e")
    assert "unlocked with Verdigris Key" in table.types("unlock e")
    assert "It is from yesterday" in table.types("e")
    assert "Strongbox is unlocked with Clerk's Key" in table.types("unlock Strongbox")
    assert "Gold" in table.types("take all Gold from Strongbox")

    table.types("w")
    assert "Steps cut in salt" in table.types("d")
    assert "Sacks stand in ranks" in table.types("d")
    table.fells("Skeleton", 2)
    assert "the lamp burns" in table.types("s")
    assert "Lamp" in table.types("take Lamp")
    assert "○ The Lit Lamp" in table.types("quests")
    told = table.types("e")
    assert "still warm" in told and "with that The Salt Toll ends" in told
    assert "✓ The Lit Lamp" in table.types("quests The Lit Lamp done") + table.types("quests")
    ring = "Ring of Warmth" if table.session.gm else "Ring"
    assert ring in table.types(f"take {ring}")
    assert "The players now know Ring of Warmth" in table.types(f"identify {ring}")
    table.types("equip Ring of Warmth")
    assert "2 of 3" in table.types("attune Ring of Warmth")
    assert "1 of 3" in table.types("unattune Ring of Warmth")


CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("manage_room", {"operation": "join", "toName": "Ford"}, "half-drowned jetty"),
    ("manage_room", {"operation": "go", "direction": "north"}, "Marra keeps shop here"),
    ("manage_room", {"operation": "go", "direction": "north"}, "low enough to load"),
    ("manage_room", {"operation": "go", "direction": "east"}, "Barge Weight × 2"),
    ("manage_inventory", {"operation": "transfer", "bagName": "floor", "itemName": "Barge Weight", "all": True, "toCharacterName": "Brenna"}, "2 ×"),
    ("manage_room", {"operation": "go", "direction": "west"}, "Stone Scale"),
    ("manage_room", {"operation": "go", "direction": "north"}, "an iron gate guards the stairs"),
    ("manage_room", {"operation": "search"}, "secret door west"),
    ("manage_room", {"operation": "go", "toName": "Toll Court"}, "Stone Scale"),
    ("manage_inventory", {"operation": "transfer", "characterName": "Brenna", "itemName": "Barge Weight", "all": True, "toName": "Stone Scale"}, "opens"),
    ("manage_room", {"operation": "go", "direction": "north"}, "down: an open portcullis"),
    ("manage_room", {"operation": "go", "direction": "west"}, "Clerk's Key"),
    ("manage_inventory", {"operation": "transfer", "bagName": "floor", "itemName": "Clerk's Key", "toCharacterName": "Brenna"}, "Clerk's Key"),
    ("manage_room", {"operation": "go", "toName": "Toll Court"}, "east to Weigh Hall, south to Toll Court"),
    ("manage_room", {"operation": "go", "direction": "west"}, "Giant Rat"),
    ("manage_room", {"operation": "go", "direction": "north"}, "Verdigris Key"),
    ("manage_inventory", {"operation": "transfer", "bagName": "floor", "itemName": "Verdigris Key", "toCharacterName": "Brenna"}, "Verdigris"),
    ("manage_room", {"operation": "go", "toName": "Weigh Hall"}, "They stop in Guard Room, where they meet: Giant Rat 1, Giant Rat 2 and Giant Rat 3."),
    ("manage_room", {"operation": "go", "toName": "Weigh Hall"}, "east to Toll Court, north to Weigh Hall"),
    ("manage_room", {"operation": "unlock", "direction": "east"}, "unlocked with Verdigris Key"),
    ("manage_room", {"operation": "go", "direction": "east"}, "It is from yesterday"),
    ("manage_room", {"operation": "unlock", "bagName": "Strongbox"}, "unlocked with Clerk's Key"),
    ("manage_room", {"operation": "go", "toName": "Salt Stair"}, "west to Weigh Hall, down to Salt Stair"),
    ("manage_room", {"operation": "go", "direction": "down"}, "Skeleton 1, Skeleton 2"),
    ("manage_room", {"operation": "go", "direction": "south"}, "the lamp burns"),
    ("manage_room", {"operation": "go", "direction": "east"}, "The Salt Toll ends"),
    ("manage_inventory", {"operation": "transfer", "bagName": "floor", "itemName": "Ring of Warmth", "toCharacterName": "Brenna"}, "Ring"),
    ("manage_inventory", {"operation": "equip", "characterName": "Brenna", "itemName": "Ring of Warmth"}, "attuned"),
    ("manage_inventory", {"operation": "attune", "characterName": "Brenna", "itemName": "Ring of Warmth"}, "1 of 3"),
]  # fmt: skip


def test_it_is_played_to_its_end_in_calls():
    plan = map_files.read(map_files.list_adventures()["salt_toll"].read_text("utf-8"))
    document = plan.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    with open_campaign(seed=1) as game:
        game.ask({"operation": "create", "name": "Brenna", "character": {"party": True, "hpMax": 50}}, tool="manage_character")
        assert game.ask({"operation": "import_map", "document": document}, tool="manage_room")["ok"]
        for tool, asked, told in CALLS:
            answer = game.ask(asked, tool=tool)
            assert answer["ok"] and told in answer["text"], (asked, answer["text"])


def test_the_gate_is_lifted_by_hand_as_well(table: Typed):
    table.types("hero Brenna fighter 8")
    table.types("adventure salt_toll")
    for step in ("n", "n", "n"):
        table.types(step)
    for _ in range(MOST_BLOWS):
        if "is unlocked" in table.types("unlock d by athletics"):
            break
    assert gate(table) == "closed"


def test_a_lock_is_tried_by_whoever_is_named(table: Typed):
    for name in ("Brenna", "Mira"):
        table.types(f"hero {name} rogue 3")
    table.types("as party")
    table.types("adventure salt_toll")
    table.types("n")
    assert "Mira has no Thieves' Tools" in table.types("unlock Shop Chest by Mira")


@pytest.mark.parametrize("name", map_files.list_adventures())
def test_every_shipped_lock_can_be_tried(name: str):
    plan = map_files.read(map_files.list_adventures()[name].read_text("utf-8"))
    assert not [loot.name for room in plan.rooms for loot in room.things if loot.locked and loot.dc is None]
    assert not [way.label for room in plan.rooms for way in room.ways if way.state == "locked" and way.dc is None]


def test_no_quest_that_players_read_gives_the_gate_away() -> None:
    plan = map_files.read(map_files.list_adventures()["salt_toll"].read_text("utf-8"))
    public = [str(quest) for quest in plan.quests if "Raise the iron gate" in str(quest)]
    assert public and not [told for told in public if "scale" in told or "Weight" in told]
