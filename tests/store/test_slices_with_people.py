"""A kept slice with the people of a room, the room or the party equals a fresh load, whatever happens to them and around them."""

from collections.abc import Callable
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rpg_lite.call import Call
from rpg_lite.content import map_text
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.meaning.parse import parse
from rpg_lite.operations.request_envelope import Asked
from rpg_lite.store import slices
from rpg_lite.world.world_model import Ref
from tests.copies import begun, copy_of
from tests.examples import examples, seconds
from tests.operations.table import TOOL_OF, Table
from tests.store import known

pytestmark = pytest.mark.timeout(seconds())
Json = dict[str, Any]
Step = Callable[[Table], Json]
SCORES: Final = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
HEROES: Final = {"Thorin": "fighter 5", "Elara": "wizard 9", "Fern": "druid 5"}
GOBLINS: Final = ("Goblin 1", "Goblin 2", "Goblin 3")


def done(operation: str, who: str | None = None, /, tool: str = "", **fields: Any) -> Step:
    target = {"characterName": who} if who else {}
    return lambda table: table.send({**target, "operation": operation, **fields}, tool or TOOL_OF[operation])


def in_turn(*steps: Step) -> Step:
    """The steps in turn; the answer of the first that is refused, or of the last."""

    def all_of(table: Table) -> Json:
        answer: Json = {}
        for step in steps:
            answer = step(table)
            if not answer["ok"]:
                break
        return answer

    return all_of


def of_room(operation: str, who: str | None = None, /, **fields: Any) -> Step:
    return done(operation, who, tool="manage_room", **fields)


MAP: Final = """# Mill
## Yard
- north: Hall; door
- down: Cellar
* Scale; own; 900 lb; opens north of Hall under 50 lb
* Weight; own; x3; 25 lb

## Hall
- south: Yard; door
- north: Vault; portcullis; locked; key Crank

## Cellar
light: dark

## Vault
"""


def opened() -> Game:
    """A yard with heroes, a stranger, goblins and things, a hall with an ogre behind a door, and a dark cellar."""
    game = begun("5.1")
    table = Table(game)
    document = map_text.parse(MAP).model_dump(mode="json", by_alias=True, exclude_defaults=True)
    lay = [
        of_room("import_map", document=document),
        *(done("create", name=name, character={"classes": [of], "abilities": SCORES, "party": True}) for name, of in HEROES.items()),
        of_room("join", toName="Yard"),
        done("create", name="Pip", character={"classes": ["rogue 5"]}),
        *(done("create", name=name, template="Goblin", character={"hpMax": 60}) for name in GOBLINS),
        done("create", name="Ogre", template="Ogre"),
        of_room("join", "Ogre", toName="Hall"),
        done("give", bagName="floor", template="Chest"),
        done("give", bagName="Chest", template="gp", quantity=50),
        done("give", bagName="floor", template="Torch", quantity=3),
        done("give", "Thorin", template="Longsword", equip=True),
        done("give", "Thorin", template="Backpack"),
        done("give", "Thorin", template="Potion of Healing", quantity=3),
        done("give", "Elara", template="Dagger"),
        done("give", "Pip", template="Longbow", equip=True),
        done("give", "Pip", template="Arrow", quantity=20),
    ]
    for step in lay:
        answer = step(table)
        assert answer["ok"], answer["text"]
    return game


FIGHT: Final = done("start_fight", names=["party", "Pip", *GOBLINS], seed=1)
FOLLOWED: Final[dict[str, Step]] = {
    "a blow": done("attack", "Thorin", targetName="Goblin 1", seed=1),
    "a shot": done("attack", "Pip", targetName="Goblin 1", seed=1),
    "wounds": done("damage", "Elara", amount=3, damageType="fire"),
    "a death": done("damage", "Goblin 2", amount=500, damageType="fire"),
    "healing": in_turn(done("damage", "Thorin", amount=9, damageType="fire"), done("heal", "Thorin", amount=4)),
    "a potion": in_turn(done("damage", "Thorin", amount=9, damageType="fire"), done("use", "Thorin", itemName="Potion of Healing")),
    "a condition": done("apply", "Goblin 1", condition="prone"),
    "a spell on the people here": done("cast", "Elara", spell="Haste", targets=["Thorin"], force=True),
    "a spell that ends": in_turn(done("cast", "Elara", spell="Haste", targets=["Thorin"], force=True), done("end", "Elara", spell="Haste")),
    "a fireball": done("cast", "Elara", spell="Fireball", targets=["Goblin 1", "Goblin 2"], seed=1),
    "a form": done("act", "Fern", act="Wild Shape", choice="Wolf"),
    "a save": done("save", "Elara", ability="wis"),
    "words": done("say", "Pip", text="Hello there"),
    "a note": done("note", text="The goblins are hungry"),
    "a gift": done("give", "Pip", template="Rope, Hempen"),
    "handed over": done("transfer", "Thorin", itemName="Potion of Healing", quantity=1, toName="Elara"),
    "dropped": done("transfer", "Elara", itemName="Dagger", toName="floor"),
    "taken up": done("transfer", bagName="floor", itemName="Torch", quantity=1, toName="Thorin"),
    "taken out": done("transfer", bagName="Chest", itemName="gp", quantity=7, toName="Thorin"),
    "put in": done("transfer", "Thorin", itemName="Potion of Healing", toName="Backpack"),
    "a weight": done("transfer", bagName="floor", itemName="Weight", quantity=1, toName="Scale"),
    "used up": done("remove", "Thorin", itemName="Potion of Healing", all=True),
    "drawn": done("equip", "Elara", itemName="Dagger"),
    "put away": done("unequip", "Thorin", itemName="Longsword"),
    "a door that closes": of_room("close", "Thorin", direction="north"),
    "a door that is locked": in_turn(of_room("close", "Thorin", direction="north"), of_room("lock", "Thorin", direction="north", keyName="Key", force=True)),
    "things elsewhere": done("give", "Ogre", template="Greatclub"),
    "wounds elsewhere": done("damage", "Ogre", amount=3, damageType="fire"),
    "gifts of one kind": in_turn(done("give", "Pip", template="Rations"), done("give", "Pip", template="Rations")),
    "a look of the room": of_room("vibe", vibe="Smoke"),
}  # fmt: skip
"""What all kept slices follow, except where nobody but the one who acts has open pockets."""
OTHERS: Final[dict[str, Step]] = {
    "a zone": done("cast", "Elara", spell="Web", targets=["Goblin 1"], force=True, seed=1),
    "one who comes": of_room("go", "Ogre", direction="south", force=True),
    "one who leaves": of_room("go", "Pip", direction="north"),
    "a goblin who leaves": of_room("go", "Goblin 1", direction="north"),
    "a hero who leaves": of_room("go", "Fern", direction="north"),
    "all who leave": of_room("go", direction="north"),
    "all who go into the dark": of_room("go", direction="down"),
    "one who is made": done("create", name="Nori", character={"classes": ["bard 1"]}),
    "a member who is made": done("create", name="Nori", character={"party": True}),
    "a member made elsewhere": in_turn(done("create", name="Nori", character={}), of_room("join", "Nori", toName="Hall"), done("update", "Nori", character={"party": True})),
    "another of the name": done("create", name="Thorin", character={}),
    "a thing of the name": done("give", "Ogre", item={"name": "Thorin", "type": "adventuring_gear"}),
    "one who is gone": done("retire", "Goblin 3"),
    "a hero who is gone": done("retire", "Fern"),
    "a hero who is gone elsewhere": in_turn(of_room("join", "Fern", toName="Hall"), done("retire", "Fern")),
    "a weight that opens a way": done("transfer", bagName="floor", itemName="Weight", quantity=2, toName="Scale"),
    "a weight that grows": in_turn(done("transfer", bagName="floor", itemName="Weight", quantity=1, toName="Scale"), done("transfer", bagName="floor", itemName="Weight", quantity=1, toName="Scale")),
    "one who joins": done("update", "Pip", character={"party": True}),
    "one from elsewhere who joins": done("update", "Ogre", character={"party": True}),
    "a member no more": done("update", "Elara", character={"party": False}),
    "renamed": done("update", "Pip", character={"name": "Peregrin"}),
    "renamed to a name": done("update", "Ogre", character={"name": "Thorin"}),
    "a room that is renamed": of_room("update", bagName="Hall", name="Great Hall"),
    "the dark": of_room("update", bagName="floor", light="dark"),
    "another door": of_room("create", name="Shed", direction="west"),
    "a way off the map": of_room("portal", direction="east", toName="Hall"),
    "a room that is gone": in_turn(of_room("create", name="Shed", direction="west"), of_room("remove", bagName="Shed")),
    "a thing from elsewhere": in_turn(done("give", "Ogre", template="Greatclub"), done("transfer", "Ogre", itemName="Greatclub", toName="Thorin")),
    "a thing to elsewhere": done("transfer", "Thorin", itemName="Longsword", toName="Ogre"),
    "a spell on one elsewhere": done("apply", "Ogre", effect="Bless", source="Elara"),
    "a spell from elsewhere": done("apply", "Pip", effect="Bless", source="Ogre"),
    "a spell from elsewhere that ends": in_turn(done("apply", "Pip", effect="Bless", source="Ogre"), done("remove", "Pip", tool="manage_condition", effect="Bless")),
    "one who conjures": done("cast", "Elara", spell="Find Familiar", force=True, choice="Owl"),
    "a fight": FIGHT,
    "a turn": in_turn(FIGHT, done("next_turn")),
    "turns": in_turn(FIGHT, done("next_turn"), done("next_turn"), done("next_turn")),
    "one more who fights": in_turn(FIGHT, done("start_fight", names=["Ogre"], force=True)),
    "a shot in a fight": in_turn(FIGHT, done("attack", "Pip", targetName="Goblin 1", seed=1)),
    "an act in a fight": in_turn(FIGHT, done("act", "Thorin", act="Dodge")),
    "one who flees": in_turn(FIGHT, of_room("go", "Pip", direction="north")),
    "the end": in_turn(FIGHT, done("end_fight")),
    "time": done("advance", duration="1 hour"),
    "a rest": done("rest", kind="short"),
    "a tool in use": done("equip", tool="manage_tools", itemName="turn:one_action", bagName="floor"),
    "a rule of a hero": done("equip", tool="manage_tools", itemName="turn:components", characterName="Elara"),
    "a hiding place": of_room("hide", itemName="Chest", dc=12),
    "a lock": of_room("lock", bagName="Chest", keyName="Key", force=True),
    "a search": of_room("search", "Thorin", dc=1),
}  # fmt: skip
STEPS: Final = {**FOLLOWED, **OTHERS}

CALLS: Final[dict[str, Json]] = {
    "attack": {"operation": "attack", "characterName": "Thorin", "targetName": "Goblin 1"},
    "check": {"operation": "check", "characterName": "Pip", "skill": "perception"},
    "save": {"operation": "save", "characterName": "Elara", "ability": "wis"},
    "death save": {"operation": "save", "characterName": "Elara"},
    "damage": {"operation": "damage", "characterName": "Goblin 1", "amount": 1, "damageType": "fire"},
    "say": {"operation": "say", "characterName": "Thorin", "text": "Hello there"},
    "say to all": {"operation": "say", "text": "Hello there"},
    "note": {"operation": "note", "text": "Rain again"},
    "look": {"operation": "look", "characterName": "Thorin"},
    "look of all": {"operation": "look"},
    "look elsewhere": {"operation": "look", "characterName": "Ogre"},
    "party": {"operation": "party"},
    "fireball": {"operation": "cast", "characterName": "Elara", "spell": "Fireball", "targets": ["Goblin 1"]},
    "counterspell": {"operation": "cast", "characterName": "Elara", "spell": "Dispel Magic", "targets": ["Goblin 1"]},
    "next turn": {"operation": "next_turn"},
    "view": {"operation": "view", "characterName": "Thorin"},
    "view of a bag": {"operation": "view", "bagName": "Scale"},
}


def refs_of(table: Table, payload: Json, caller: Caller = GM) -> tuple[Ref, ...]:
    game = table.game
    asked = parse(TOOL_OF[payload["operation"]], payload, game.book.words)
    assert isinstance(asked, Asked)
    return Call.of(asked, "brief", caller, game.book).refs


def load(table: Table, payload: Json, caller: Caller = GM) -> None:
    """Load what a call touches, so that it is kept."""
    refs, game = refs_of(table, payload, caller), table.game
    game.store.read(game.campaign.id, lambda at: at.load(refs, game.book))


def load_all(table: Table) -> None:
    for payload in CALLS.values():
        load(table, payload)
    load(table, CALLS["look"], Caller("player", "pat", characters=("Thorin",)))
    load(table, {"operation": "look", "characterId": table.id("Goblin 2")})


@pytest.fixture
def table() -> Any:
    with copy_of(opened) as game:
        yield Table(game)


@pytest.mark.parametrize("happens", [*STEPS.values()], ids=[*STEPS])
def test_a_kept_slice_is_what_a_load_finds(table: Table, happens: Step) -> None:
    load_all(table)
    assert len(table.game.store._memories[table.game.campaign.id]._slices) >= len(CALLS)
    answer = happens(table)
    assert answer["ok"], answer["text"]
    is_true_and_taken_back(table)


@pytest.mark.parametrize("happens", [*FOLLOWED.values()], ids=[*FOLLOWED])
def test_a_kept_slice_is_what_a_load_finds_in_a_fight(table: Table, happens: Step) -> None:
    assert FIGHT(table)["ok"]
    load_all(table)
    happens(table)
    is_true_and_taken_back(table)


def is_true_and_taken_back(table: Table) -> None:
    known.is_true(table.game)
    load_all(table)
    table.send({"operation": "undo"})
    known.is_true(table.game)


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The refs of each load from the database."""
    asked: list[Any] = []
    fresh = slices.load
    monkeypatch.setattr(slices, "load", lambda *given: asked.append(given[2]) or fresh(*given))
    return asked


ALIKE: Final = {"attack", "check", "save", "damage", "say", "say to all", "note", "look", "look of all", "party"}


@pytest.mark.parametrize("fights", [False, True], ids=["in peace", "in a fight"])
@pytest.mark.parametrize("call", sorted(ALIKE))
def test_a_second_call_of_the_same_kind_loads_nothing(table: Table, loads: list[Any], call: str, fights: bool) -> None:
    if fights:
        assert FIGHT(table)["ok"]
    for _ in range(2):
        loads.clear()
        assert table.send(CALLS[call], TOOL_OF[CALLS[call]["operation"]])["ok"]
    assert loads == []
    assert known.is_true(table.game)


@pytest.mark.parametrize("happens", [*FOLLOWED.values()], ids=[*FOLLOWED])
def test_play_goes_on_without_a_load(table: Table, loads: list[Any], happens: Step) -> None:
    load_all(table)
    assert happens(table)["ok"]
    loads.clear()
    for name in ALIKE - {"say"}:  # the words of one alone are heard without a look into the pockets of the others
        load(table, CALLS[name])
    assert loads == []


@settings(
    max_examples=examples(120),
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=(Phase.explicit, Phase.generate),
    print_blob=True,
)
@given(
    st.lists(st.tuples(st.sampled_from([*STEPS, "undo", "undo"]), st.lists(st.sampled_from([*CALLS]), max_size=4)), min_size=3, max_size=12)
)
def test_a_random_evening_leaves_nothing_stale(played: list[tuple[str, list[str]]]) -> None:
    with copy_of(opened) as game:
        table = Table(game)
        load_all(table)
        for step, calls in played:
            STEPS.get(step, done("undo"))(table)
            known.is_true(game)
            for call in calls:
                load(table, CALLS[call])
