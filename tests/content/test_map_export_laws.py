"""The map of a played campaign: it comes back equal in everything that a plan holds, and everything else is named."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite import open_campaign, strategies
from rpg_lite.content import map_export, map_files, map_text_writing, rulebook_loading, tiled
from rpg_lite.game import Game
from rpg_lite.world import thing_stats
from rpg_lite.world.map_plans import Plan
from rpg_lite.world.quest_graph import quests_of
from rpg_lite.world.world_model import FIRST_ROOM_ID, Thing, World
from tests.copies import begun, copy_of
from tests.examples import examples
from tests.rows import each_row

BOOK = rulebook_loading.rulebook("5.1")
Json = dict[str, Any]
Sent = tuple[str, Json]


def world_of(game: Game) -> World:
    return game.store.read(game.campaign.id, lambda at: at.whole())


def written(game: Game) -> map_export.WrittenMap:
    return map_export.written_map(world_of(game), game.book)


def with_map(document: Any, **options: Any) -> Game:
    game = begun(**options)
    told = game.ask({"operation": "import_map", "document": document}, "manage_room")
    assert told["ok"], told["text"]
    return game


def assert_comes_back(game: Game) -> map_export.WrittenMap:
    """The map goes through both kinds of file into a new campaign, whose map is the same."""
    made = written(game)
    text = map_text_writing.write(made.plan)
    assert map_files.read(text) == made.plan == map_files.read(tiled.write(made.plan))
    with with_map(text, ruleset=game.book.ruleset) as again:
        assert map_text_writing.write(written(again).plan) == text
        assert not [told for told in written(again).left_out if told not in made.left_out]
    return made


# ── deeds ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _begun(adventure: str) -> Game:
    game = open_campaign(":memory:", seed=1)
    game.ask({"operation": "create", "name": "Brenna", "character": {"party": True, "abilities": {"str": 20}}}, "manage_character")
    assert game.ask({"operation": "import_map", "adventure": adventure}, "manage_room")["ok"]
    game.ask(
        {"operation": "join", "toName": map_files.read(map_files.list_adventures()[adventure].read_text("utf-8")).start}, "manage_room"
    )
    return game


def _of(world: World, kinds: tuple[str, ...]) -> list[Thing]:
    """The things of these kinds that lie on the map."""
    rooms = {t.id for t in world.things.values() if t.kind == "room"} - {FIRST_ROOM_ID}
    return [t for t in world.things.values() if t.kind in kinds and (t.id in rooms or any(a.id in rooms for a in world.ancestors(t.id)))]


_GIFTS = ("Longsword", "Torch", "Chest", "Explorer's Pack", "Potion of Healing", "gp", "Wand of Magic Missiles", "Longsword +1")
_TRAPS = ("Hidden Pit", "Poison Needle", "disarmed", "found", "none")


@st.composite
def deeds(draw: st.DrawFn) -> Any:
    """A deed as a function of the world, because ids are known only then."""
    kind = draw(st.sampled_from(("move", "move", "move", "give", "kill", "hurt", "open", "trap", "spawn", "shop", "quest", "visit")))
    a, b, n = (draw(st.integers(0, 10_000)) for _ in range(3))

    def sent(world: World) -> Sent:
        pick = lambda found, k: found[k % len(found)]  # noqa: E731
        items, creatures = _of(world, ("item",)), [c for c in _of(world, ("character",)) if not c.creature.is_member]
        bags = [t for t in _of(world, ("item", "room", "character")) if thing_stats.is_bag(t, BOOK)]
        item, bag = pick(items, a), pick(bags, b)
        who = {"characterId": pick(creatures, a).id} if creatures else {"characterName": "Brenna"}
        room = pick([t for t in bags if t.kind == "room"], a)
        way = pick([way for way in world.exits.values() if way.from_room != FIRST_ROOM_ID], a)
        where = {"bagId": way.from_room, "direction": way.label}
        quests = list(quests_of(world).nodes.values())
        match kind:
            case "move":
                to = {"toCharacterId": bag.id} if bag.kind == "character" else {"toId": bag.id}
                return "manage_inventory", {
                    "operation": "transfer",
                    "bagId": item.parent_id,
                    "itemId": item.id,
                    "quantity": 1 + n % max(1, item.quantity),
                    **to,
                }
            case "give":
                return "manage_inventory", {"operation": "give", "bagId": bag.id, "template": pick(_GIFTS, n), "quantity": 1 + n % 3}
            case "kill":
                return "execute_action", {"operation": "damage", **who, "amount": 500, "damageType": "force"}
            case "hurt":
                return "execute_action", {"operation": "damage", **who, "amount": 1, "damageType": "force"}
            case "open":
                return "manage_room", {"operation": pick(("open", "close", "unlock", "lock"), n), **where}
            case "trap":
                return "manage_room", {
                    "operation": "update",
                    **pick(({"bagId": room.id}, where, {"bagId": item.id}), b),
                    "trap": pick(_TRAPS, n),
                }
            case "spawn":
                return "manage_character", {"operation": "create", "template": pick(("Goblin", "Commoner"), n), "count": 1 + n % 3}
            case "shop":
                return "manage_inventory", {"operation": "shop", **who, "prices": 1.5}
            case "quest":
                return "keep_journal", {"operation": "progress", "name": pick(quests, a).name, "status": "done"}
            case _:
                return "manage_room", {"operation": "join", "toId": room.id}

    return sent


@pytest.mark.parametrize("adventure", list(map_files.list_adventures()))
@settings(max_examples=examples(30), deadline=None)
@given(st.lists(deeds(), max_size=12))
def test_the_map_of_a_played_campaign_comes_back(adventure: str, played: list[Any]) -> None:
    with copy_of(_begun, adventure) as game:
        for deed in played:
            tool, payload = deed(world_of(game))
            told = game.ask(payload, tool)["text"]
            assert "unknown key" not in told, told
        assert_comes_back(game)


@settings(max_examples=examples(100), deadline=None)
@given(strategies.plans())
def test_every_map_comes_back(document: Json) -> None:
    with with_map(document) as game:
        made = assert_comes_back(game)
    plan = Plan.model_validate(document)
    assert (made.plan.name, made.plan.level, made.plan.start) == (plan.name, plan.level, plan.start)


# ── what stays behind ───────────────────────────────────────────────────────────────────────────────────────────────

_CELL = """# Cell
## Hall
- north: Cell; door; locked; dc 10; trap Poison Needle
- out: outside
## Cell
trap: Hidden Pit
* Scale; own; 900 lb; opens north of Hall under 50 lb
* Anvil; own; 60 lb
* Wand of Magic Missiles
! Goblin; x2
! Wolf
"""


def _do(game: Game, tool: str, **payload: Any) -> None:
    told = game.ask(payload, tool)
    assert told["ok"], told["text"]


@each_row(
    ("tool", "payload", "left_out"),
    [
        ("manage_inventory", {"operation": "transfer", "bagName": "Cell", "itemName": "Anvil", "toName": "Scale"}, "that north of Hall is open"),
        ("execute_action", {"operation": "damage", "characterName": "Wolf", "amount": 1, "damageType": "fire"}, "the state of Wolf"),
        ("execute_action", {"operation": "damage", "characterName": "Wolf", "amount": 99, "damageType": "fire"}, "Wolf, who is dead"),
        ("manage_inventory", {"operation": "give", "characterName": "Goblin 2", "template": "Torch"}, "what one Goblin carries"),
        ("manage_inventory", {"operation": "remove", "characterName": "Goblin 2", "itemName": "Scimitar"}, "what Goblin 2 has lost"),
        ("manage_room", {"operation": "update", "bagName": "Cell", "trap": "disarmed"}, "the trap of Cell, which is disarmed"),
        ("manage_room", {"operation": "update", "bagName": "Hall", "direction": "north", "trap": "found"}, "how the trap of north of Hall stands"),
        (
            "manage_inventory",
            {"operation": "give", "bagName": "Cell", "item": {"name": "Old Hat", "type": "wondrous", "slot": "head"}},
            "what Old Hat is beyond a plain thing",
        ),
        (
            "manage_inventory",
            {"operation": "give", "bagName": "Cell", "item": {"name": "Odd Blade", "type": "weapon", "weaponStats": {"damageDice": "1d4", "damageType": "fire", "category": "simple_melee"}}},
            "Odd Blade in Cell",
        ),
    ],
)  # fmt: skip
def test_what_a_map_cannot_hold_is_named(tool: str, payload: Json, left_out: str) -> None:
    with with_map(_CELL) as game:
        assert written(game).left_out == ()
        _do(game, tool, **payload)
        assert left_out in assert_comes_back(game).left_out


def test_a_thing_of_the_map_in_which_something_lies_holds_things() -> None:
    with with_map("# M\n## Cell\n* Shelf; own\n* Torch; x2; in Shelf\n* Chest\n* Chest\n") as game:
        _do(game, "manage_inventory", operation="give", bagName="Shelf", template="Candle")
        chests = [t for t in world_of(game).things.values() if t.name == "Chest"]
        for chest in chests:
            _do(game, "manage_inventory", operation="give", bagId=chest.id, template="Dagger")
        made = assert_comes_back(game)
    assert [(t.name, t.inside) for t in made.plan.rooms[0].things if t.inside] == [
        ("Torch", "Shelf"), ("Candle", "Shelf"), ("Dagger", "Chest 2"), ("Dagger", "Chest"),
    ]  # fmt: skip
    assert made.left_out == ("the name of another Chest, which is Chest 2",)


def test_of_a_stack_only_what_goes_beyond_the_kit_is_written() -> None:
    with with_map("# M\n## Cell\n! Skeleton\n") as game:
        _do(game, "manage_inventory", operation="give", characterName="Skeleton", template="Shortbow", quantity=2)
        made = assert_comes_back(game)
    assert [(t.item, t.quantity, t.inside) for t in made.plan.rooms[0].things] == [("Shortbow", 2, "Skeleton")]
    assert made.left_out == ()


@each_row(
    ("taken", "put", "stays", "left_out"),
    [
        ("Bedroll", "Torch", False, ("what is missing from Explorer's Pack", "what was put into Explorer's Pack")),
        ("Bedroll", "Candle", True, ("what is missing from Explorer's Pack",)),
        ("Bedroll", None, False, ("what is missing from Explorer's Pack",)),
        (None, "Candle", True, ()),
    ],
)
def test_a_pack_with_other_contents(taken: str | None, put: str | None, stays: bool, left_out: tuple[str, ...]) -> None:
    """What fits only because something was taken out does not fit into the full pack that the map makes; a candle has no weight."""
    with with_map("# M\n## Cell\n* Explorer's Pack\n") as game:
        if taken:
            _do(game, "manage_inventory", operation="remove", bagName="Explorer's Pack", itemName=taken)
        if put:
            _do(game, "manage_inventory", operation="give", bagName="Explorer's Pack", template=put, quantity=2)
        made = assert_comes_back(game)
    assert [(t.item, t.quantity) for t in made.plan.rooms[0].things if t.inside] == ([(put, 2)] if stays else [])
    assert made.left_out == left_out


def test_a_lobby_that_was_used_is_a_room_of_the_map() -> None:
    with with_map(_CELL) as game:
        assert [room.name for room in written(game).plan.rooms] == ["Hall", "Cell"]
        _do(game, "manage_inventory", operation="give", bagName="Lobby", template="Torch")
        assert [room.name for room in written(game).plan.rooms] == ["Lobby", "Hall", "Cell"]
