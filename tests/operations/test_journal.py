"""Spoken and written entries: in order, searchable, and never in the way (adrs/0051)."""

import re
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import JOURNAL_ID, Campaign, World
from tests.copies import laid_once
from tests.operations.rooms import did, stands
from tests.operations.table import Answer, Table, chronicle, snapshot

PARTY = {"party": True, "hpMax": 20}


@laid_once
def table(empty: Table) -> Table:
    """Thorin and Elara of the party, and Marra, who is not in it, in the Lobby; the Crypt is to the north."""
    for name in ("Thorin", "Elara"):
        empty.did("create", name=name, character=PARTY)
    empty.did("create", name="Marra")
    did(empty, "create", name="Crypt", direction="north")
    return empty


def keep(table: Table, operation: str, text: str, **fields: object) -> Answer:
    """Write as Thorin unless another name is given."""
    answer = table.send({"operation": operation, "text": text, "characterName": "Thorin", **fields}, "keep_journal")
    assert answer["ok"], answer["text"]
    return answer


def told(answer: Answer) -> str:
    """The sentence without the id of the entry."""
    return str(answer["text"]).rpartition(" (")[0]


def read(table: Table, detail: str = "brief", **fields: object) -> Answer:
    answer = table.send({"operation": "journal", **fields}, "read_campaign", detail)
    assert answer["ok"], answer["text"]
    return answer


def lines(table: Table, **fields: object) -> list[str]:
    """The text of each entry, without rev and time."""
    return [line.split(", ", 2)[2] for line in read(table, **fields)["text"].split("\n")]


# ── writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("operation", "sentence"),
    [
        ("say", "Thorin says: Iron rusts."),
        ("note", "Thorin notes: Iron rusts."),
        ("decide", "Thorin decides: Iron rusts."),
        ("idea", "Thorin has an idea: Iron rusts."),
        ("milestone", "Thorin marks a milestone: Iron rusts."),
    ],
)
def test_each_entry_is_told_and_read_again(table: Table, operation: str, sentence: str):
    answer = keep(table, operation, "Iron rusts.")
    assert told(answer) == sentence
    assert read(table)["text"] == f"rev {answer['rev']}, day 1 08:00, {sentence}"


ALOUD = Caller(aloud=True)
PLAYER = Caller("player", "ann", None, ("Thorin",))


def aloud(table: Table, text: str, caller: Caller = ALOUD, **fields: object) -> Answer:
    return table.game.ask({"operation": "note", "text": text, **fields}, "keep_journal", "brief", caller)


def test_before_everybody_who_is_left_out_is_the_first_of_the_party_that_stands(table: Table):
    table.did("damage", "Thorin", amount=20, damageType="fire")
    assert told(aloud(table, "He fell.")) == "Elara notes: He fell."
    table.did("damage", "Elara", amount=20, damageType="fire")
    assert told(aloud(table, "Night falls.")) == "The game master notes: Night falls."
    assert lines(table) == ["Elara notes: He fell.", "The game master notes, for the game master only: Night falls."]


@pytest.mark.parametrize(
    ("operation", "sentence"),
    [
        ("say", "The game master says: Iron rusts."),
        ("note", "The game master notes: Iron rusts."),
        ("decide", "The game master decides: Iron rusts."),
        ("idea", "The game master has an idea: Iron rusts."),
        ("milestone", "The game master marks a milestone: Iron rusts."),
    ],
)
@pytest.mark.parametrize("who", [{}, {"characterName": "gm"}, {"characterName": "Game Master"}])
def test_the_game_masters_words_are_nobodys(table: Table, operation: str, sentence: str, who: dict):
    answer = table.send({"operation": operation, "text": "Iron rusts.", **who}, "keep_journal")
    assert told(answer) == sentence
    assert table.now.things[answer["results"][0]["made"][0]].body == {
        "entry": operation,
        "text": "Iron rusts.",
        "room": "r0.2",
        "minutes": 0,
        **({"heard": [table.id(name) for name in ("Thorin", "Elara", "Marra")]} if operation == "say" else {}),
    }
    read = sentence if operation == "say" else sentence.replace(":", ", for the game master only:")
    assert lines(table, actorName="gm") == [read]
    assert lines(table, actorName="gm", entry=operation) == [read]


def test_a_batch_of_the_game_masters_words_is_nobodys_as_well(table: Table):
    keep(table, "note", "Mine.")
    batch = [{"operation": "say", "text": "A bell."}, {"operation": "note", "text": "Hush.", "characterName": "Elara"}]
    assert table.send({"batch": batch}, "keep_journal")["ok"]
    assert lines(table) == ["Thorin notes: Mine.", "The game master says: A bell.", "Elara notes: Hush."]
    assert lines(table, actorName="gm") == ["The game master says: A bell."]


def test_players_hear_what_the_game_master_says_and_read_no_note(table: Table):
    for operation in ("say", "note", "decide", "idea", "milestone"):
        table.send({"operation": operation, "text": f"Duke {operation}."}, "keep_journal")
    table.send({"operation": "say", "text": "Duke whisper.", "toName": "Elara"}, "keep_journal")
    keep(table, "say", "I am here.", toName="gm")
    for wish in ({}, {"actorName": "gm"}):
        for caller in (PLAYER, ALOUD):
            answer = table.game.ask({"operation": "journal", **wish}, "read_campaign", "full", caller)
            assert "The game master says: Duke say." in answer["text"], answer["text"]
            assert not {"Duke note", "Duke decide", "Duke idea", "Duke milestone"} & {*re.findall("Duke [a-z]+", str(answer))}
            assert ("Duke whisper" in answer["text"]) == (caller is ALOUD)
            assert ("I am here" in answer["text"]) == (not wish)
    story = str(table.game.ask({"operation": "history", "last": 50}, "read_campaign", "full", ALOUD))
    assert "Duke say" in story and "Duke note" not in story


def test_a_player_speaks_for_nobody_else(table: Table):
    for name in ("gm", "GM", "Game Master"):
        before = table.now
        answer = aloud(table, "The dragon yields.", PLAYER, characterName=name)
        assert answer["error"]["code"] == "not_yours" and table.now == before
    assert told(aloud(table, "Hm.", PLAYER)) == "Thorin notes: Hm."


def test_a_player_reads_what_was_said_to_the_own_character(table: Table):
    table.send({"operation": "say", "text": "Two beers?", "characterName": "Marra", "toName": "Thorin"}, "keep_journal")
    table.send({"operation": "note", "text": "My own.", "characterName": "Elara"}, "keep_journal")
    text = table.game.ask({"operation": "journal"}, "read_campaign", "full", PLAYER)["text"]
    assert "Marra says to Thorin: Two beers?" in text and "My own" not in text


@pytest.mark.parametrize("name", ["gm", "GM", "dm", "The Game Master"])
def test_no_character_is_called_like_the_game_master(table: Table, name: str):
    table.refused("name_reserved", "create", name=name)
    table.refused_whole("name_reserved", {"operation": "update", "characterName": "Marra", "character": {"name": name}}, "manage_character")
    document = table.did("export", "Marra")["results"][0]["document"]
    document["character"]["name"] = name
    table.refused_whole("name_reserved", {"operation": "import", "document": document}, "manage_character")
    plan = {"name": "Cave", "rooms": [{"name": "Cave", "creatures": [{"creature": "Goblin", "called": name}]}]}
    table.refused_whole("argument_invalid", {"operation": "import_map", "document": plan}, "manage_room")


def test_a_speaker_needs_no_owner(table: Table):
    assert told(keep(table, "say", "Closing time!", characterName="marra")) == "Marra says: Closing time!"


def test_an_empty_campaign_is_told_by_the_game_master(empty: Table):
    assert told(empty.ask("say", text="It rains.")) == "The game master says: It rains."


@pytest.mark.parametrize(
    ("text", "fields", "kept"),
    [
        ("Two beers", {"toName": "Marra"}, "Marra: Two beers"),
        ("@Marra two beers", {}, "Marra: two beers"),
        ("@marra: two beers", {}, "Marra: two beers"),
        ("@Old Bert, two beers", {}, "Old Bert: two beers"),
        ("@gm can I climb it?", {}, "the game master: can I climb it?"),
        ("Can I climb it?", {"toName": "Game Master"}, "the game master: Can I climb it?"),
    ],
)
def test_words_are_for_somebody_by_field_or_by_an_at_sign(table: Table, text: str, fields: dict, kept: str):
    table.did("create", name="Old Bert")
    assert told(keep(table, "say", text, **fields)) == f"Thorin says to {kept}"
    assert lines(table) == [f"Thorin says to {kept}"]


@pytest.mark.parametrize("text", ["It costs 5 @ the door", "@", "@ noon", "mail@marra"])
def test_an_at_sign_elsewhere_calls_nobody(table: Table, text: str):
    assert told(keep(table, "say", text)) == f"Thorin says: {text}"


@pytest.mark.parametrize("wish", [{"text": "@Mara two beers"}, {"text": "Two beers", "toName": "Mara"}])
def test_an_unknown_listener_is_refused_with_near_names(table: Table, wish: dict):
    assert "Marra" in table.refused("character_unknown", "say", **wish)["text"]


def test_one_of_several_namesakes_is_called_by_id(table: Table):
    table.did("create", template="Goblin", name="Snag", count=2)
    table.did("create", name="Marra")
    assert "toId" in table.refused("name_ambiguous", "say", text="Hello", toName="Marra")["text"]
    second = [t.id for t in table.now.things.values() if t.name == "Marra"][-1]
    assert told(keep(table, "say", "Hello", toId=second)) == "Thorin says to Marra: Hello"


def test_an_entry_knows_room_and_time(table: Table):
    did(table, "go", direction="north")
    keep(table, "note", "Cold.")
    (entry,) = read(table, "full")["results"][0]["journal"]
    assert (entry["by"], entry["room"], entry["minutes"], entry["entry"]) == ("Thorin", "Crypt", 1, "note")
    assert "day 1 08:01" in read(table)["text"]


@pytest.mark.parametrize("text", ["", "x" * 4001])
def test_a_text_has_its_bounds(table: Table, text: str):
    table.refused("argument_invalid", "note", text=text)


def test_a_text_of_several_lines_is_told_in_one(table: Table):
    keep(table, "note", "One.\nTwo.")
    assert lines(table) == ["Thorin notes: One. · Two."]


# ── reading ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def written(table: Table) -> Table:
    keep(table, "note", "The Ölmühle burns.")
    keep(table, "say", "Run!", characterName="Elara")
    did(table, "go", direction="north")
    keep(table, "decide", "We stay in the crypt 100%.")
    keep(table, "idea", "Sell the crown", characterName="Elara")
    return table


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ({}, ["burns", "Run!", "stay", "crown"]),
        ({"last": 2}, ["stay", "crown"]),
        ({"entry": "say"}, ["Run!"]),
        ({"actorName": "Elara"}, ["Run!", "crown"]),
        ({"actorName": "Elara", "last": 1}, ["crown"]),
        ({"roomName": "crypt"}, ["stay", "crown"]),
        ({"roomName": "Lobby", "actorName": "Thorin"}, ["burns"]),
        ({"query": "ÖLMÜHLE"}, ["burns"]),
        ({"query": "100%"}, ["stay"]),
        ({"query": "r", "last": 1}, ["crown"]),
        ({"entry": "milestone"}, []),
    ],
)
def test_entries_are_found_by_kind_who_where_and_words_the_newest_last(written: Table, wish: dict, found: list[str]):
    text = read(written, **wish)["text"]
    if not found:
        assert text == "No such entry is in the journal."
        return
    shown = text.split("\n")
    assert [word for word, line in zip(found, shown, strict=True) if word in line] == found


def test_entries_since_a_rev(written: Table):
    revs = [e["rev"] for e in read(written, "full")["results"][0]["journal"]]
    for n, rev in enumerate(revs):
        assert len(read(written, "full", since=rev)["results"][0].get("journal", ())) == len(revs) - n - 1


def test_a_batch_of_twenty_keeps_its_order(table: Table):
    for first in (1, 21):
        batch = [{"text": f"Line {n}.", "characterName": "Thorin"} for n in range(first, first + 20)]
        assert table.send({"operation": "note", "batch": batch}, "keep_journal")["ok"]
    assert lines(table, last=50) == [f"Thorin notes: Line {n}." for n in range(1, 41)]
    assert lines(table, last=15) == [f"Thorin notes: Line {n}." for n in range(26, 41)]


@pytest.mark.parametrize(
    ("code", "wish"),
    [
        ("character_unknown", {"actorName": "Nobody"}),
        ("room_unknown", {"roomName": "Nowhere"}),
        ("argument_invalid", {"atRev": 1}),
        ("argument_invalid", {"last": 0}),
    ],
)
def test_what_cannot_be_read_is_refused(written: Table, code: str, wish: dict):
    written.refused(code, "journal", **wish)


def test_the_journal_of_an_earlier_moment_is_refused_by_name(written: Table):
    assert "atRev: only for operation=party|character|history" in written.refused("argument_invalid", "journal", atRev=1)["text"]


def test_a_removed_speaker_is_still_named(written: Table):
    written.did("retire", "Elara")
    assert "Elara says: Run!" in lines(written)


# ── in nobody's way ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_an_entry_lies_in_the_journal_and_in_no_room(table: Table):
    for operation in ("say", "note", "decide", "idea", "milestone"):
        keep(table, operation, "Torch")
    assert {t.parent_id for t in table.now.things.values() if t.kind == "data"} == {JOURNAL_ID}
    shown = did(table, "look", detail="full")
    assert "Torch" not in str(shown)
    table.did("give", "Thorin", template="Torch")
    table.did("transfer", "Thorin", itemName="Torch", toName="floor")
    assert "Torch" in table.did("view", bagName="floor")["text"]


def test_entries_of_one_name_hide_no_item_of_it(table: Table):
    """A search finds others' things among the newest few of a name: entries do not count there."""
    note = {"name": "Note", "type": "wondrous", "rarity": "rare", "stackable": False}
    table.did("give", "Elara", item=note)
    for n in range(25):
        keep(table, "note", f"{n}")
    answer = table.did("give", "Thorin", item=note)
    assert "Elara carries Note" in answer["text"]


def test_an_entry_is_taken_back_and_done_anew(table: Table):
    keep(table, "note", "First.")
    before = table.now.world
    keep(table, "note", "Second.")
    table.send({"operation": "undo"}, "keep_journal")
    assert table.now.world == before
    assert lines(table) == ["Thorin notes: First."]
    table.send({"operation": "undo"}, "keep_journal")
    assert lines(table) == ["Thorin notes: First.", "Thorin notes: Second."]


def test_the_story_told_again_gives_the_same_rows(written: Table):
    folded = evolve_all(World(Campaign("x", "x")), chronicle(written.game))
    assert (folded.things, folded.equipped, folded.exits) == snapshot(written.game).world


def test_a_dry_run_writes_nothing(table: Table):
    before = table.now
    assert (
        "Thorin notes: Perhaps."
        in table.send({"operation": "note", "text": "Perhaps.", "characterName": "Thorin", "dryRun": True}, "keep_journal")["text"]
    )
    assert table.now == before
    assert stands(table, "Thorin") == "Lobby"


def test_what_is_said_to_the_party_is_said_aloud(table: Table):
    told = table.send({"operation": "say", "text": "Mind the step.", "toName": "party"}, "keep_journal")
    assert told["ok"] and "Mind the step." in told["text"]
    assert "The game master says: Mind the step." in table.send({"operation": "journal"}, "read_campaign")["text"]


def test_an_empty_journal_is_said_to_be_empty(empty: Table):
    def read(**fields: Any) -> str:
        return str(empty.send({"operation": "journal", **fields}, "read_campaign")["text"])

    assert read() == "The journal is empty."
    assert read(query="dragon") == read(entry="idea") == "No such entry is in the journal."
