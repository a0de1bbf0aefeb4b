"""Several seats at one table: each hears what the others do as far as a player may know it, and no private words of others."""

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.operations.registry import OPERATIONS
from tests.agent.seats import Seats

HEROES = {"ann": "Ada", "ben": "Ben", "cid": "Cid"}
SEATS = (*HEROES, "dan")
"""Dan plays the party, which is nobody in particular while the others have their heroes."""


class Table(Seats):
    def __init__(self, game: Game) -> None:
        super().__init__(game, create_gm(game), SEATS)

    async def sit(self) -> None:
        for hero in HEROES.values():
            await self.type("ann", f"hero {hero} fighter")
        self.listen()
        for seat, hero in HEROES.items():
            await self.type(seat, f"as {hero}")


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        yield game


# ── what the others do ──────────────────────────────────────────────────────────────────────────────────────────────


async def test_every_walk_is_told_to_the_others(game: Game) -> None:
    table = Table(game)
    await table.sit()
    table.ask("manage_room", operation="create", name="Cave", direction="north")
    table.ask("manage_room", operation="create", name="Pool", direction="east", fromName="Cave")
    table.ask("manage_room", operation="create", name="Crypt", direction="east", fromName="Pool")
    await table.type("ann", "go north")
    assert "Ada" in table.heard["ben"][0] and "Cave" in table.heard["ben"][0]
    await table.type("ann", "go south")
    await table.type("dan", "go north")
    assert "Cave" in table.heard["ben"][0]
    await table.type("dan", "go east")
    await table.type("dan", "go east")
    await table.type("dan", "go Lobby")
    assert table.heard["ben"] and "Lobby" in table.heard["ben"][0]
    told = await table.type("ben", "history 10")
    assert all(room in told for room in ("Cave", "Pool", "Crypt")), "the way back is in the past of every seat"


async def test_a_walk_with_a_beast_of_the_party_is_told(game: Game) -> None:
    table = Table(game)
    await table.sit()
    table.ask("manage_room", operation="create", name="Cave", direction="north")
    table.ask("manage_character", operation="create", name="Rex", character={"hpMax": 9, "party": True})
    await table.type("dan", "go north")
    assert "Cave" in table.heard["ann"][0]


async def test_experience_is_told_to_the_others(game: Game) -> None:
    table = Table(game)
    await table.sit()
    await table.type("ann", "award 50")
    assert "50 experience points" in table.heard["ben"][0]
    await table.type("ann", "spawn 2 goblin")
    for foe in ("Goblin 1", "Goblin 2"):
        table.ask("execute_action", operation="damage", characterName=foe, amount=50, damageType="fire")
    told = await table.type("ann", "award slain")
    assert "Defeated" in told and "experience points each" in table.heard["ben"][0], (told, table.heard)
    await table.type("ann", "spawn goblin")
    table.ask("execute_action", operation="damage", characterName="Goblin 3", amount=50, damageType="fire")
    before = game.store.rev(game.campaign.id)
    table.ask("manage_character", operation="award", encounter=True)
    assert "experience points each" in table.gm.session(seat="ben").overhear(before), "an award of the game master too"


async def test_time_that_passes_is_told_to_the_others(game: Game) -> None:
    table = Table(game)
    await table.sit()
    await table.type("ann", "spawn goblin")
    await table.type("ann", "wait 10 minutes")
    assert table.heard["ben"] == ["Time passes; it is day 1, 08:10."]


async def test_a_rest_at_a_table_is_one_rest_of_the_party(game: Game) -> None:
    table = Table(game)
    await table.sit()
    table.ask("manage_character", operation="update", characterName="Ada", character={"hp": 1})
    table.ask("manage_character", operation="update", characterName="Ben", character={"hp": 1})
    told = await table.type("ann", "rest short 1")
    assert "09:00" in told and told.count("hit dice d10 1 → 0") == 1, told
    assert "Only Ben rests here" in await table.type("ann", "rest short by Ben")
    told = await table.type("ben", "rest long")
    assert all(hero in told for hero in HEROES.values()), told


async def test_redo_is_told_as_restored(game: Game) -> None:
    table = Table(game)
    await table.sit()
    await table.type("ann", "say Hello")
    rev = game.store.rev(game.campaign.id)
    await table.type("ben", "undo")
    assert table.heard["ann"] == [f"Rev {rev} is taken back. It was: Ada says: Hello"]
    assert f"Rev {rev} is restored." in await table.type("ben", "redo")
    assert table.heard["ann"] == [f"Rev {rev} is restored. It was: Ada says: Hello"]
    assert f"Rev {rev} is restored." in await table.type("ben", "history 1"), "also where the undo lies before the lines"
    table.ask("manage_room", operation="undo", toRev=rev - 1)
    assert "restored" in await table.type("ben", "redo")
    assert table.heard["ann"] == [f"Everything after rev {rev - 1} is restored."]


async def test_two_seats_that_pass_the_turn_together_pass_it_once(game: Game) -> None:
    table = Table(game)
    await table.sit()
    await table.type("ann", "spawn goblin")
    first = (await table.type("ann", "fight")).partition("\n")[0]
    told = await asyncio.gather(table.type("ann", "next"), table.type("ben", "next"))
    (asked,) = [words for words in told if words.startswith("Another seat has just ended that turn: ")]
    assert "To end this turn too, type next again." in asked and first, told
    (passed,) = [words.partition("\n")[0] for words in told if words != asked]
    assert passed in asked
    seat = "ben" if told[1] == asked else "ann"
    again = await table.type(seat, "next")
    assert "turn" in again and passed not in again, again


async def test_the_words_of_a_seat_are_those_of_its_hero_or_of_nobody(game: Game) -> None:
    table = Table(game)
    await table.sit()
    assert "Cid says: hi" in await table.type("cid", "call say text=hi")
    assert "Ben says: hi" in await table.type("cid", "call say text=hi characterName=Ben")
    before = game.store.rev(game.campaign.id)
    for line in ("say hi", "@Ada hi", "note hi", "call say text=hi"):
        assert "Who are you? Type as and one of these" in await table.type("dan", line), line
    assert game.store.rev(game.campaign.id) == before
    assert "Ben is played by another seat" in await table.type("dan", "as Ben")
    table.gm.leave("ben")
    assert await table.type("dan", "as Ben") == "You are Ben."
    assert "Ben says: hi" in await table.type("dan", "say hi")


async def test_tell_with_a_name_is_not_spoken_aloud(game: Game) -> None:
    table = Table(game)
    await table.sit()
    told = await table.type("ann", "tell Cid I do not trust Ben")
    assert told == "Everybody hears what tell narrates. For Cid alone, type @Cid TEXT; to narrate, type as party first."
    assert not any(table.heard.values())
    assert "4,505 characters, and at most 4,200 fit; nothing was done" in await table.type("ann", f"@Cid {'x' * 4500}")
    assert "no character answers" not in await table.type("dan", "@Cid hi"), "nothing was kept"
    await table.type("dan", "tell Cid opens the door.")
    assert "Cid opens the door" in table.heard["ann"][0]


# ── private words ───────────────────────────────────────────────────────────────────────────────────────────────────

SECRETS: dict[str, tuple[str, dict[str, Any]]] = {
    "whisper": ("keep_journal", {"operation": "say", "characterName": "Ada", "toName": "Cid"}),
    "to the game master": ("keep_journal", {"operation": "say", "characterName": "Ada", "toName": "gm"}),
    "answer of the game master": ("keep_journal", {"operation": "say", "characterName": "gm", "toName": "Ada"}),
    "told to one": ("keep_journal", {"operation": "tell", "names": ["Ada"]}),
    "told to some": ("keep_journal", {"operation": "tell", "names": ["Ada", "Cid"]}),
    "handout": ("keep_journal", {"operation": "handout", "name": "A letter", "toName": "Ada"}),
    "note": ("keep_journal", {"operation": "note", "characterName": "Ada"}),
    "idea": ("keep_journal", {"operation": "idea", "characterName": "Ada"}),
    "decision": ("keep_journal", {"operation": "decide", "characterName": "Ada"}),
    "note of the game master": ("keep_journal", {"operation": "note", "characterName": "gm"}),
    "decision of the game master": ("keep_journal", {"operation": "decide", "characterName": "gm"}),
    "milestone of the game master": ("keep_journal", {"operation": "milestone", "characterName": "gm"}),
}
OF_OTHERS = [name for name, (_, payload) in SECRETS.items() if payload.get("characterName") != "gm" or "toName" in payload]
TYPED = ("@Cid {}", "@gm {}", "note {}", "idea {}", "decide {}")
LINES = (
    "history|history 50|history 50 --tools|history --stats|journal|journal say|journal note|journal decide|journal idea|journal zyx|context|context 4000|"
    "recap|recap 1|party|look|who|quests|rules|rules zyx|sheet|sheet Ada|examine Ada|inventory all|"
    "call journal last=50|call journal forName=Ada|call journal actorName=Ada|call journal actorName=gm|call journal talkWith=Cid|"
    "call journal query=zyx|call history last=50 detail=full|call context forName=Ada|call export characterName=Ada|call tools|call table"
).split("|")


def written(table: Table) -> list[str]:
    """Write each secret; the texts share a beginning that no other answer has."""
    for name, (tool, payload) in SECRETS.items():
        table.ask(tool, text=f"zyx {name}", **payload)
    table.ask("manage_room", operation="update", bagName="Lobby", notes=["zyx of the room"])
    table.ask("manage_character", operation="create", name="Marra", character={"hpMax": 7, "secret": "zyx of Marra"})
    return [f"zyx {name}" for name in SECRETS]


@pytest.mark.parametrize("seat", ["ben", "dan"])
async def test_no_line_of_another_seat_quotes_private_words(game: Game, seat: str) -> None:
    table = Table(game)
    await table.sit()
    before = game.store.rev(game.campaign.id)
    written(table)
    for line in TYPED:
        await table.type("ann", line.format("zyx typed"))
        assert "zyx" not in "".join((*table.heard["ben"], *table.heard["dan"])), line
    for line in ("focus Cid", "say zyx in a private talk", "focus"):
        await table.type("ann", line)
        assert "zyx" not in "".join((*table.heard["ben"], *table.heard["dan"])), line
    for line in LINES:
        assert "zyx" not in (await table.type(seat, line)).replace(line, ""), line
    for rev in range(before + 1, game.store.rev(game.campaign.id) + 1):
        assert "zyx" not in await table.type(seat, f"undo {rev}"), rev
        assert "zyx" not in "".join((*table.heard["ben"], *table.heard["dan"])), rev
        assert "zyx" not in await table.type(seat, "redo"), rev
        assert "zyx" not in "".join((*table.heard["ben"], *table.heard["dan"])), rev
    for _ in range(5):
        assert "zyx" not in await table.type(seat, "undo")


async def test_calls_that_wrote_private_words_are_not_listed_for_others(game: Game) -> None:
    table = Table(game)
    await table.sit()
    await table.type("ann", "say Hello")
    for line in ("note zyx", "@Cid zyx", "focus Cid", "focus"):
        await table.type("ann", line)
    told = await table.type("ben", "history 50 --tools")
    assert told.count("say Ada") == 1 and "note" not in told and "focus" not in told, told
    own = await table.type("ann", "history 50 --tools")
    assert "note Ada" in own and own.count("say Ada") == 2, own
    assert (await table.type("ben", "history 2 --tools")).count("\n") == 1, "others are left out before they are counted"


async def test_history_counts_what_the_seat_may_hear(game: Game) -> None:
    table = Table(game)
    await table.sit()
    for line in ("say One", "say Two", "say Three", *["note zyx"] * 5):
        await table.type("ann", line)
    told = await table.type("ben", "history 3")
    assert [word in told for word in ("One", "Two", "Three")] == [True] * 3 and told.count("\n") == 2, told


async def test_those_whom_the_words_concern_read_them(game: Game) -> None:
    table = Table(game)
    await table.sit()
    written(table)
    own = await table.type("ann", "journal 50")
    own = own if "zyx" in own else await table.type("ann", "call journal last=50")
    assert all(f"zyx {name}" in own for name in OF_OTHERS), own
    assert "zyx whisper" in await table.type("cid", "call journal last=50")
    assert "zyx whisper" in await table.type("cid", "history 50")


async def test_words_stay_private_when_the_other_seat_has_left(game: Game) -> None:
    table = Table(game)
    await table.sit()
    written(table)
    table.gm.hears = {"ben": table.ear("ben")}
    assert "zyx" not in await table.type("ben", "call journal last=50")


async def test_the_first_seat_after_a_restart_reads_only_as_its_hero(game: Game) -> None:
    table = Table(game)
    await table.sit()
    written(table)
    table.gm = create_gm(game)
    assert "zyx" not in await table.type("ben", "call journal last=50"), "a seat that plays the party"
    await table.type("ben", "as Ben")
    for line in LINES:
        assert "zyx" not in (await table.type("ben", line)).replace(line, ""), line


async def test_a_program_that_names_no_seat_plays_for_one_person(game: Game) -> None:
    table = Table(game)
    await table.sit()
    written(table)
    table.gm = create_gm(game)
    assert "zyx note" in await table.type("", "call journal last=50")


async def test_one_person_in_several_seats_reads_the_whole_party(game: Game) -> None:
    table = Table(game)
    await table.sit()
    written(table)
    table.gm.one_person = True
    assert "zyx note" in await table.type("dan", "call journal last=50")


async def test_no_reading_call_of_another_player_quotes_private_words(game: Game) -> None:
    """Every operation that reads, as a client with a player's token sends it, the data too."""
    table = Table(game)
    await table.sit()
    written(table)
    for line in ("focus Cid", "say zyx in a private talk", "focus"):
        await table.type("ann", line)
    ben = Caller("player", "ben", None, ("Ben",))
    for caller in (ben, Caller("viewer")):
        for operation in (o for o in OPERATIONS if o.reads):
            for more in (
                {},
                {"last": 50},
                {"forName": "Ada"},
                {"actorName": "Ada"},
                {"query": "zyx"},
                {"since": 1},
                {"budget": 4000},
                {"name": "Marra"},
            ):
                payload = {"operation": operation.verb, **more}
                told = str(game.ask(payload, operation.tool, "full", caller)).replace("'query': 'zyx'", "").replace("'zyx'", "")
                assert "zyx" not in told, (caller.role, payload, told)
        assert "zyx" not in str(game.table(caller=caller)), caller.role
