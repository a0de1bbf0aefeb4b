"""Traps of rooms, doors and chests: who triggers them, what they do, how they are found and disarmed, and who hears of them."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import Ruleset
from tests.copies import begun
from tests.operations.dice import falling, high, low
from tests.operations.rooms import did, refused
from tests.operations.table import Answer, Table
from tests.operations.trap_table import BLADE, hall, known, state, trap
from tests.rows import each_row

MIRA = Caller("player", "ann", None, ("Mira",))
VIEWER = Caller("viewer", "tom", None, ())


@pytest.fixture(params=["5.1", "5.2"])
def either(request: pytest.FixtureRequest) -> Iterator[Table]:
    with begun(request.param) as game:
        yield hall(Table(game))


@pytest.fixture
def table() -> Iterator[Table]:
    with begun("5.1") as game:
        yield hall(Table(game))


def ask(table: Table, caller: Caller, **payload: Any) -> Answer:
    return table.game.ask(payload, tool=payload.pop("tool", "manage_room"), caller=caller)


# ── triggering ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_whoever_walks_first_triggers_the_trap_of_a_room_once(either: Table) -> None:
    trap(either, BLADE, bagName="Crypt")
    text = did(either, "go", direction="north", names=["Pip", "Mira"])["text"]
    assert "Pip triggers a trap: Blade (Crypt)." in text and "Blade: " in text and "5 slashing damage, HP 200 → 195" in text
    assert (either.hp("Pip"), either.hp("Mira")) == (195, 200)
    assert state(either, "Crypt") == {"trap": BLADE, "is": "triggered", "found": True, "times": 1}
    did(either, "go", direction="south")
    did(either, "go", direction="north")
    assert (either.hp("Pip"), either.hp("Mira")) == (195, 200)


def test_an_area_reaches_everybody_who_walks_along(either: Table) -> None:
    trap(either, {**BLADE, "targets": "area", "area": {"shape": "cone", "ft": 15}}, bagName="Crypt")
    text = did(either, "go", direction="north")["text"]
    assert (either.hp("Pip"), either.hp("Mira")) == (195, 195) and "15-ft cone" in text


@pytest.mark.parametrize(("times", "hits"), [(2, 2), ("always", 3)])
def test_a_trap_plays_as_often_as_it_says_while_nobody_avoids_it(table: Table, times: Any, hits: int) -> None:
    trap(table, {**BLADE, "times": times}, bagName="Crypt")
    for _ in range(3):
        did(table, "go", "Mira", direction="north")
        did(table, "go", "Mira", direction="south")
        if state(table, "Crypt").get("is") != "triggered":
            trap(table, "hidden", bagName="Crypt")
    assert table.hp("Mira") == 200 - 5 * hits


def test_a_known_trap_is_avoided_by_those_who_walk(table: Table) -> None:
    trap(table, BLADE, bagName="Crypt")
    trap(table, "found", bagName="Crypt")
    assert "A known trap is avoided: Blade (Crypt)." in did(table, "go", direction="north")["text"]
    assert table.hp("Mira") == 200 and state(table, "Crypt") == {"trap": BLADE, "found": True}


def test_strangers_know_the_traps_of_their_home_and_force_passes_them(table: Table) -> None:
    trap(table, BLADE, bagName="Crypt")
    table.did("create", name="Goblin", template="Goblin")
    did(table, "go", "Goblin", direction="north")
    did(table, "go", "Mira", direction="north", force=True)
    assert state(table, "Crypt") == {"trap": BLADE} and table.hp("Mira") == 200


@pytest.mark.parametrize("way", ["walk", "open"])
def test_the_trap_of_a_door_plays_for_whoever_opens_it_from_either_side(either: Table, way: str) -> None:
    did(either, "join", toName="Crypt")
    trap(either, {**BLADE, "trigger": "open"}, bagName="Lobby", direction="north")
    deed = {"operation": "go"} if way == "walk" else {"operation": "open"}
    text = either.send({**deed, "characterName": "Pip", "direction": "south"}, "manage_room")["text"]
    assert "Pip triggers a trap: Blade (south)." in text
    assert (either.hp("Pip"), either.hp("Mira")) == (195, 200)


def test_the_trap_of_a_passage_plays_for_whoever_walks_through_it(table: Table) -> None:
    did(table, "create", name="Cave", direction="east")
    trap(table, BLADE, direction="east")
    did(table, "go", direction="east")
    assert table.hp("Mira") == 195
    assert table.thing("Lobby").body["traps"].popitem()[1]["is"] == "triggered"


def test_a_long_walk_ends_at_a_trap(table: Table) -> None:
    did(table, "create", name="Vault", fromName="Crypt", direction="north")
    for deed in ({"direction": "north"}, {"direction": "north"}, {"toName": "Lobby"}):
        did(table, "go", **deed)
    trap(table, BLADE, bagName="Crypt")
    assert "They stop in Crypt, because of the trap." in did(table, "go", toName="Vault")["text"]
    assert table.thing("Mira").parent_id == table.id("Crypt")


@pytest.mark.parametrize(
    ("trigger", "deed", "plays"),
    [
        ("open", {"operation": "open", "bagName": "Chest"}, True),
        ("open", {"operation": "transfer", "bagName": "Chest", "itemName": "Gem", "toCharacterName": "Mira"}, True),
        ("open", {"operation": "transfer", "bagName": "Chest", "all": True, "toCharacterName": "Mira"}, True),
        ("open", {"operation": "lock", "bagName": "Chest", "characterName": "Mira", "dc": 10}, False),
        ("touch", {"operation": "lock", "bagName": "Chest", "characterName": "Mira", "dc": 10}, True),
        ("touch", {"operation": "close", "bagName": "Chest", "characterName": "Mira"}, True),
        ("take", {"operation": "transfer", "bagName": "floor", "itemName": "Chest", "toCharacterName": "Mira"}, True),
        ("touch", {"operation": "transfer", "bagName": "floor", "itemName": "Chest", "toCharacterName": "Mira"}, True),
        ("take", {"operation": "transfer", "bagName": "Chest", "itemName": "Gem", "toCharacterName": "Mira"}, False),
        ("pick", {"operation": "open", "bagName": "Chest"}, False),
        (["pick", "open"], {"operation": "open", "bagName": "Chest"}, True),
    ],
)  # fmt: skip
def test_a_hand_on_a_chest_triggers_what_its_trap_waits_for(table: Table, trigger: Any, deed: Any, plays: bool) -> None:
    table.did("give", bagName="Chest", item={"name": "Gem", "type": "treasure"})
    trap(table, {**BLADE, "trigger": trigger}, bagName="Chest")
    tool = "manage_inventory" if deed["operation"] == "transfer" else "manage_room"
    answer = table.send(deed, tool)
    assert answer["ok"], answer["text"]
    assert table.hp("Mira") == (195 if plays else 200)
    assert ("triggers a trap: Blade (Chest)" in answer["text"]) is plays


def test_a_hand_triggers_even_a_known_trap(table: Table) -> None:
    trap(table, {**BLADE, "trigger": "open"}, bagName="Chest")
    trap(table, "found", bagName="Chest")
    did(table, "open", bagName="Chest")
    assert table.hp("Mira") == 195


def test_a_key_spares_what_a_pick_does_not(table: Table) -> None:
    table.did("give", "Mira", item={"name": "Iron Key", "type": "adventuring_gear"})
    table.did("give", "Pip", item="Thieves' Tools")
    did(table, "lock", bagName="Chest", keyName="Iron Key", dc=5)
    trap(table, "Poison Needle", bagName="Chest")
    did(table, "unlock", "Mira", bagName="Chest")
    assert table.hp("Mira") == 200
    did(table, "lock", "Mira", bagName="Chest")
    table.did("remove", "Mira", itemName="Iron Key")
    assert "Pip triggers a trap: Poison Needle" in did(table, "unlock", "Pip", bagName="Chest", seed=3)["text"]
    assert table.hp("Pip") < 200 and table.hp("Mira") == 200


def test_the_game_master_plays_a_trap_after_any_other_deed(table: Table) -> None:
    trap(table, "Collapsing Roof", bagName="Crypt")
    did(table, "join", toName="Crypt")
    text = trap(table, "triggered", characterName="Mira")["text"]
    assert "Mira triggers a trap: Collapsing Roof" in text and table.hp("Mira") < 200 and table.hp("Pip") == 200


def test_a_dry_run_tells_nothing_of_a_trap(table: Table) -> None:
    trap(table, BLADE, bagName="Crypt")
    before = table.now
    did(table, "go", direction="north", dryRun=True)
    assert "Blade" not in str(ask(table, MIRA, operation="go", direction="north", dryRun=True))
    assert table.now == before


def test_undo_takes_back_the_walk_with_its_trap(table: Table) -> None:
    trap(table, BLADE, bagName="Crypt")
    before = table.now.world
    did(table, "go", direction="north")
    table.did("undo")
    assert table.now.world == before


def test_in_a_fight_a_trap_plays_in_the_walkers_turn(table: Table) -> None:
    trap(table, {**BLADE, "steps": [{"apply": "restrained", "for": "1 round"}]}, bagName="Crypt")
    table.did("create", name="Goblin", template="Goblin")
    table.did("start_fight", names=["Mira", "Goblin"])
    while "Mira's turn" not in table.did("next_turn")["text"]:
        pass
    answer = did(table, "go", "Mira", direction="north")
    assert "triggers a trap" in answer["text"] and "restrained" in answer["text"]


# ── finding ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("dc", "is_noticed"), [(10, True), (11, False)])
def test_passive_perception_notices_a_trap_before_it_is_triggered(table: Table, dc: int, is_noticed: bool) -> None:
    """SRD 5.1: each passive score is compared with the DC; a score of 10 + 0."""
    table.did("update", "Pip", character={"abilities": {"wis": 10}})
    trap(table, {**BLADE, "detect": dc}, bagName="Crypt")
    text = did(table, "go", direction="north")["text"]
    assert ("Pip notices a trap (passive Perception 10): Blade (Crypt)." in text) is is_noticed
    assert (table.hp("Mira") == 200) is is_noticed


def test_in_dim_light_passive_perception_is_5_less_and_the_blind_notice_nothing(table: Table) -> None:
    table.did("update", "Pip", character={"abilities": {"wis": 10}})
    for dc, light in ((6, "dim"), (1, "dark")):
        trap(table, {**BLADE, "detect": dc}, bagName="Crypt")
        did(table, "update", bagName="Crypt", light=light)
        assert "triggers a trap" in did(table, "go", "Pip", direction="north")["text"]
        did(table, "join", toName="Lobby", names=["Pip"])


@pytest.mark.parametrize(
    ("detect", "skill", "total", "is_found"),
    [
        (15, "perception", 15, True),
        (15, "perception", 14, False),
        (15, "investigation", 20, False),
        ({"dc": 15, "skill": "investigation"}, "investigation", 15, True),
        ({"dc": 15, "skill": ["perception", "arcana"]}, "arcana", 15, True),
        (None, "perception", 20, False),
    ],
)
@pytest.mark.parametrize("place", ["Lobby", "Chest", "north"])
def test_a_check_finds_the_traps_of_a_room_by_the_skill_that_they_name(
    table: Table, detect: Any, skill: str, total: int, is_found: bool, place: str
) -> None:
    where = {"direction": "north"} if place == "north" else {"bagName": place}
    trap(table, {k: v for k, v in {**BLADE, "detect": detect}.items() if v is not None}, **where)
    score = {"wis": 10, "int": 10}
    table.did("update", "Pip", character={"abilities": score})
    table.roll_with(falling(total))
    text = table.did("check", "Pip", skill=skill)["text"]
    assert (f"Pip notices a trap ({skill.capitalize()} {total}): Blade ({place})." in text) is is_found
    found = [t for one in table.now.things.values() for t in one.body.get("traps", {}).values()]
    assert [t.get("found", False) for t in found] == [is_found]


def test_a_search_finds_a_trap_by_its_own_dc(table: Table) -> None:
    trap(table, {**BLADE, "detect": 15}, bagName="Lobby")
    table.did("update", "Pip", character={"abilities": {"wis": 10}})
    table.did("update", "Mira", character={"abilities": {"wis": 10}})
    table.roll_with(falling(14))
    assert "found nothing" in did(table, "search")["text"] and "found" not in state(table, "Lobby")
    table.roll_with(falling(15))
    assert "A trap is found: Blade (Lobby)." in did(table, "search")["text"] and state(table, "Lobby")["found"]


# ── disarming ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("face", "is_done"), [(10, True), (9, False)])
@pytest.mark.parametrize("where", [{"bagName": "Chest"}, {"direction": "north"}, {}])
def test_a_known_trap_is_disarmed_with_thieves_tools(table: Table, where: Any, face: int, is_done: bool) -> None:
    """SRD 5.1: a Dexterity check with thieves' tools against the DC of the trap; this one plays after a failure."""
    table.did("give", "Pip", item="Thieves' Tools")
    known(table, {**BLADE, "trigger": "touch"}, **(where or {"bagName": "Lobby"}))
    table.roll_with(falling(face))
    text = did(table, "disarm", "Pip", **where)["text"]
    verb = "disarms Blade" if is_done else "fails to disarm Blade"
    assert f"Pip {verb}" in text and f"(Thieves' Tools {face} against DC 10)" in text
    assert table.hp("Pip") == (200 if is_done else 195)


@each_row(
    ("ruleset", "name", "tools", "how"),
    [
        ("5.1", "Poison Needle", True, "Thieves' Tools 20 against DC 15"),
        ("5.1", "Collapsing Roof", False, "DEX, without tools 20 against DC 15"),
        ("5.2", "Poisoned Needle", False, "sleight of hand 20 against DC 15"),
        ("5.2", "Poisoned Needle", True, "Thieves' Tools 20 against DC 15"),
        ("5.2", "Fire-Casting Statue", False, "arcana 20 against DC 15"),
        ("5.2", "Collapsing Roof", False, ""),
        ("5.1", "Hidden Pit", False, ""),
    ],
)
def test_a_trap_of_the_book_is_disarmed_by_its_own_check(ruleset: Ruleset, name: str, tools: bool, how: str) -> None:
    with begun(ruleset) as game:
        table = hall(Table(game))
        if tools:
            table.did("give", "Pip", item="Thieves' Tools")
        table.did("update", "Pip", character={"abilities": {"int": 10}})
        known(table, name, bagName="Chest")
        table.roll_with(falling(20))
        text = did(table, "disarm", "Pip", bagName="Chest")["text"]
        assert f"Pip disarms {name} (Chest)" in text and (f"({how})" in text if how else "against DC" not in text)
        assert state(table, "Chest")["is"] == "disarmed"
        did(table, "open", bagName="Chest")
        assert table.hp("Mira") == 200


def test_without_tools_the_check_has_disadvantage_or_is_refused(table: Table) -> None:
    known(table, "Collapsing Roof", bagName="Lobby")
    table.roll_with(falling(20, 1))
    assert "without tools 1 against DC 15" in did(table, "disarm", "Pip")["text"]
    known(table, "Poison Needle", bagName="Chest")
    assert "Thieves' Tools" in refused(table, "tools_missing", "disarm", "Pip", bagName="Chest")["text"]


def test_only_a_known_armed_trap_is_disarmed_and_an_unknown_one_is_as_none(table: Table) -> None:
    nothing = refused(table, "trap_not_found", "disarm", "Pip", bagName="Chest")["text"]
    trap(table, BLADE, bagName="Chest")
    assert refused(table, "trap_not_found", "disarm", "Pip", bagName="Chest")["text"] == nothing
    trap(table, "found", bagName="Chest")
    assert "Blade (Chest)" in refused(table, "trap_not_found", "disarm", "Pip")["text"]
    refused(table, "trap_needs_one", "disarm", bagName="Chest")
    trap(table, "disarmed", bagName="Chest")
    refused(table, "trap_not_armed", "disarm", "Pip", bagName="Chest")


def test_a_trap_without_a_check_is_disarmed_by_the_game_master(table: Table) -> None:
    known(table, {k: v for k, v in BLADE.items() if k != "disarm"}, direction="north")
    answer = refused(table, "trap_fixed", "disarm", "Pip", direction="north")
    assert table.send(answer["error"]["try"], "manage_room")["ok"]
    assert table.thing("Lobby").body["traps"].popitem()[1]["is"] == "disarmed"


def test_undo_takes_back_one_disarming(table: Table) -> None:
    table.did("give", "Pip", item="Thieves' Tools")
    known(table, BLADE, bagName="Chest")
    table.roll_with(high)
    before = table.now.world
    did(table, "disarm", "Pip", bagName="Chest")
    table.did("undo")
    assert table.now.world == before


# ── secrecy ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("caller", [MIRA, VIEWER, Caller("gm", "", None, (), aloud=True)], ids=["player", "viewer", "aloud"])
def test_nobody_at_the_table_learns_of_a_trap_before_it_is_found(table: Table, caller: Caller) -> None:
    secret = {**BLADE, "name": "Zwick", "trigger": "enter"}
    for where in ({"bagName": "Lobby"}, {"bagName": "Chest"}, {"direction": "north"}):
        trap(table, secret, **where)
    reads: list[tuple[str, Answer]] = [
        ("manage_room", {"operation": "look"}),
        ("manage_room", {"operation": "map"}),
        ("manage_inventory", {"operation": "view", "bagName": "floor"}),
        ("manage_inventory", {"operation": "view", "bagName": "Chest"}),
        ("read_campaign", {"operation": "party"}),
        ("read_campaign", {"operation": "history"}),
        ("read_campaign", {"operation": "journal"}),
        ("read_campaign", {"operation": "examine", "query": "Chest"}),
        ("read_campaign", {"operation": "exits"}),
        ("read_campaign", {"operation": "lookup", "query": "Zwick"}),
        ("manage_room", {"operation": "disarm", "characterName": "Mira", "bagName": "Chest"}),
        ("manage_room", {"operation": "close", "characterName": "Mira", "direction": "north"}),
        ("manage_room", {"operation": "update", "trap": "none"}),
    ]
    for tool, payload in reads:
        for detail in ("brief", "full"):
            answer = table.game.ask(payload, tool=tool, detail=detail, caller=caller)  # type: ignore[arg-type]
            hides = "Zwick" not in str(answer).replace(str(payload), "").replace("'Zwick'", "")
            assert hides or payload.get("query") == "Zwick" or (caller.is_gm and payload["operation"] == "update"), (payload, answer)
    for where in ({"bagName": "Lobby"}, {"bagName": "Chest"}, {"direction": "north"}):
        if not caller.is_gm:
            trap(table, "found", **where)
    if not caller.is_gm:
        shown = table.game.ask({"operation": "look"}, tool="manage_room", caller=caller)["text"]
        assert "Known traps: Zwick, Lobby (armed); Zwick, north (armed); Zwick, Chest (armed)." in shown


def test_a_player_who_triggers_a_trap_hears_what_happens_but_no_dc(table: Table) -> None:
    trap(table, BLADE, bagName="Crypt")
    answer = table.game.ask(
        {"operation": "go", "direction": "north", "characterName": "Mira"}, tool="manage_room", detail="full", caller=MIRA
    )
    assert "Mira triggers a trap: Blade (Crypt)." in answer["text"] and "5 slashing damage, HP 200 → 195" in answer["text"]
    assert "DC" not in answer["text"] and "armed" not in answer["text"]


def test_the_game_master_reads_the_numbers_of_a_trap(table: Table) -> None:
    trap(table, "Poison Needle", bagName="Chest")
    line = "Trap (game master only): Poison Needle, Chest; trigger pick; found by investigation DC 20; disarmed by Thieves' Tools DC 15."
    assert line in did(table, "look")["text"]
    assert "Needle" not in did(table, "look", forPlayers=True)["text"]


# ── the traps of the books ──────────────────────────────────────────────────────────────────────────────────────────

PLAYED: list[tuple[Ruleset, str, int, Any]] = [
    # ruleset, trap, level, (save DC, dice with their types, conditions): SRD 5.1 Sample Traps, SRD 5.2 Example Traps
    ("5.1", "Collapsing Roof", 1, (15, [("4d10", "bludgeoning")], [])),
    ("5.1", "Falling Net", 1, (10, [], ["restrained", "prone"])),
    ("5.1", "Fire-Breathing Statue", 1, (13, [("4d10", "fire")], [])),
    ("5.1", "Simple Pit", 1, (None, [("1d6", "bludgeoning")], ["prone"])),
    ("5.1", "Hidden Pit", 1, (None, [("1d6", "bludgeoning")], ["prone"])),
    ("5.1", "Locking Pit", 1, (None, [("1d6", "bludgeoning")], ["prone"])),
    ("5.1", "Spiked Pit", 1, (None, [("1d6", "bludgeoning"), ("2d10", "piercing")], ["prone"])),
    ("5.1", "Poisoned Spiked Pit", 1, (13, [("1d6", "bludgeoning"), ("2d10", "piercing"), ("4d10", "poison")], ["prone"])),
    ("5.1", "Poison Darts", 1, (15, [("1d4", "piercing"), ("2d10", "poison")], [])),
    ("5.1", "Poison Needle", 1, (15, [("2d10", "poison")], ["poisoned"])),
    ("5.1", "Rolling Sphere", 1, (15, [("10d10", "bludgeoning")], ["prone"])),
    ("5.1", "Sphere of Annihilation", 1, (None, [("4d10", "force")], [])),
    ("5.2", "Collapsing Roof", 1, (13, [("2d10", "bludgeoning")], [])),
    ("5.2", "Collapsing Roof", 10, (15, [("4d10", "bludgeoning")], [])),
    ("5.2", "Collapsing Roof", 11, (17, [("10d10", "bludgeoning")], [])),
    ("5.2", "Collapsing Roof", 20, (19, [("18d10", "bludgeoning")], [])),
    ("5.2", "Falling Net", 4, (10, [], ["restrained"])),
    ("5.2", "Falling Net", 17, (16, [], ["restrained"])),
    ("5.2", "Fire-Casting Statue", 1, (15, [("2d10", "fire")], [])),
    ("5.2", "Fire-Casting Statue", 17, (15, [("18d10", "fire")], [])),
    ("5.2", "Hidden Pit", 1, (None, [("1d6", "bludgeoning")], ["prone"])),
    ("5.2", "Hidden Pit", 12, (None, [("6d6", "bludgeoning")], ["prone"])),
    ("5.2", "Poisoned Needle", 1, (11, [("1d10", "poison")], ["poisoned"])),
    ("5.2", "Poisoned Needle", 5, (13, [("2d10", "poison")], ["poisoned"])),
    ("5.2", "Rolling Stone", 11, (15, [("10d10", "bludgeoning")], ["prone"])),
    ("5.2", "Spiked Pit", 1, (None, [("1d6", "bludgeoning"), ("2d8", "piercing")], ["prone"])),
    ("5.2", "Spiked Pit", 17, (None, [("12d6", "bludgeoning"), ("13d8", "piercing")], ["prone"])),
    ("5.2", "Poisoned Darts", 11, (13, [("4d6", "poison")], [])),
]


@each_row(("ruleset", "name", "level", "expected"), PLAYED, ids=lambda p: str(p) if isinstance(p, str | int) else "")
def test_a_trap_of_the_book_plays_with_its_numbers(ruleset: Ruleset, name: str, level: int, expected: Any) -> None:
    dc, rolled, conditions = expected
    with begun(ruleset) as game:
        table = hall(Table(game))
        trap(table, {"name": name, "level": level}, bagName="Crypt")
        did(table, "join", toName="Crypt")
        table.roll_with(falling(12, 1) if name == "Poison Darts" else low)  # the darts hit with 12 + 8, the saves fail
        text = trap(table, "triggered", characterName="Mira")["text"]
        assert dc is None or f"save DC {dc}" in text
        for shown, kind in rolled:
            assert f"{kind} ({shown}: " in text
        assert {c["name"] for c in table.thing("Mira").body.get("conditions", ())} == {*conditions}


def test_every_trap_of_the_books_is_among_the_rows() -> None:
    for ruleset in ("5.1", "5.2"):
        with begun(ruleset) as game:  # type: ignore[arg-type]
            assert {t.name for t in game.book.traps.values()} == {name for r, name, *_ in PLAYED if r == ruleset}


def test_a_net_holds_until_somebody_breaks_free(either: Table) -> None:
    trap(either, "Falling Net", bagName="Crypt")
    either.roll_with(low)
    did(either, "go", direction="north", names=["Mira"])
    assert "restrained" in {c["name"] for c in either.thing("Mira").body["conditions"]}
    either.did("act", "Mira", act="Break Free")
    assert "restrained" in {c["name"] for c in either.thing("Mira").body["conditions"]}
    either.roll_with(high)
    either.did("act", "Mira", act="Break Free")
    assert "restrained" not in {c["name"] for c in either.thing("Mira").body.get("conditions", ())}
