"""What a player at the terminal reads: verbs of the line, whole sheets, undo step by step, hit points that point the right way."""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.cli.app import main
from rpg_lite.game import Game
from rpg_lite.messages import refusal_texts, result_notes
from rpg_lite.mud.calls_to_verbs import in_verbs
from rpg_lite.mud.session import Session
from rpg_lite.views import answer_presenter

TOOLS = re.compile(
    r"\b(?:execute_action|manage_\w+|read_campaign|keep_journal)\b|\bsend with\b|\(send |\bsend (?:force|kind|one of|targets)\b"
)


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(seed=3) as opened:
        yield opened


@pytest.fixture
def player(game: Game) -> Session:
    session = Session(game)
    session.hear("hero Brenna fighter 3 dwarf")
    return session


TEXTS = [
    text
    for table in (refusal_texts.TEXTS, refusal_texts.PLAYERS if hasattr(refusal_texts, "PLAYERS") else {}, vars(result_notes).values())
    for text in (table.values() if isinstance(table, dict) else [t for part in table if isinstance(part, dict) for t in part.values()])
    if isinstance(text, str)
]


CHOOSE = "Choose like this: manage_character {payload}."
"""This sentence is left out whole."""


@pytest.mark.pure
def test_no_sentence_names_a_tool_or_a_key_to_send() -> None:
    assert len(TEXTS) > 150
    assert [text for text in TEXTS if TOOLS.search(in_verbs(text)) and text != CHOOSE] == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("cast magic missile", "casts no spells"),
        ("attack goblin adding sneezes", "neither a rider"),
        ("level up", "end the line with --force"),
    ],
)
def test_a_refusal_speaks_of_verbs(game: Game, player: Session, line: str, told: str) -> None:
    Session(game, gm=True).hear("spawn goblin")
    game.ask({"operation": "award", "names": ["Brenna"], "xp": 5}, tool="manage_character")
    text = str(player.hear(line))
    assert told in text and not TOOLS.search(text)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("rest short 99", "Hit dice is 99; takes at most 20."),
        ("as Hob Tarn", "There is no character 'Hob Tarn'; allowed: Brenna."),
        ("cast sleep", "no spellcasting ability"),
        ("award 3000", "Can rise (level up): Brenna to level"),
        ("use oil", "end the line with choosing and one of these: Throw Oil"),
        ("open chest", "look in Chest shows what it holds"),
        ("say \x1b[31mred", "contains control characters"),
        ("wait until dawn", "it is day 2, 06:00"),
        ("wait until supper", "is not a duration"),
        ("history", "choices"),
    ],
)
def test_nobody_reads_a_key_or_json(game: Game, player: Session, line: str, told: str) -> None:
    for made in ("grant oil", "grant chest", "drop chest", "choose skills athletics, perception"):
        player.hear(made)
    text = str(player.hear(line))
    assert (told in text) == (line != "history"), text
    assert not re.search(r"[a-z][A-Z]|_|[{}]|Choose", text), text


def test_a_way_off_the_map_is_told_to_a_player_without_calls(game: Game, player: Session) -> None:
    document = {"name": "M", "rooms": [{"name": "Cave", "ways": [{"label": "south"}, {"label": "east"}]}]}
    assert game.ask({"operation": "import_map", "document": document}, "manage_room")["ok"]
    player.hear("join Cave")
    told = str(player.hear("go east"))
    assert told == "The exit east leads off the map: create NAME toward east, or portal east ROOM, says what lies there."
    assert (
        "toward east" in told
        and "is connected" not in str(player.hear("create Meadow toward east"))
        and "Meadow" in str(player.hear("go east"))
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("why is my AC so low?", "AC 10 = 10"),
        ("Why is my Stealth so low?", "stealth 0"),
        ("why speed", "speed 25 ft = 25 walk"),
        ("why wisdom save by Brenna", "WIS save"),
        ("why me", "Ask for a number"),
        ("why", "No fight is going on"),
    ],
)
def test_a_number_says_where_it_comes_from(player: Session, line: str, told: str) -> None:
    assert told in str(player.hear(line))


def test_a_part_of_a_name_is_enough_for_the_only_thing_that_has_it(game: Game, player: Session) -> None:
    player.hear("grant cloak of protection")
    assert "Cloak of Protection" in str(player.hear("attune cloak")) and "puts on" in str(player.hear("equip the cloak"))
    player.hear("grant ring of warmth"), player.hear("grant ring of jumping")
    assert "did you mean" in str(player.hear("equip ring"))


def test_a_use_chooses_and_a_numbered_act_takes_words(game: Game, player: Session) -> None:
    for line in ("grant oil", "spawn 2 giant rat", "hero Bo fighter", "as Brenna"):
        player.hear(line)
    assert "uses Throw Oil" in str(player.hear("use oil on Bo choosing throw oil"))
    told = str(player.hear("fight"))
    while "Giant Rat 1 can, now" not in told:
        told = str(player.hear("next"))
    assert "advantage" in str(player.hear("1 at Bo adding ally near"))


def test_the_table_names_prices_moves_quests_and_lets_heroes_go(game: Game, player: Session) -> None:
    for line in ("grant 2 block of incense", "grant chest", "drop chest", "call shop bagName=Chest", "grant 5 gp", "give 5 gp in chest"):
        player.hear(line)
    assert "send" not in str(player.hear("sell block of incense")) and "gp" in str(player.hear("sell block of incense to chest for 1 gp"))
    player.hear('call quest name="The Lost Lamb"')
    assert "is in progress" in str(player.hear("quests The Lost Lamb in progress"))
    assert "is done" in str(player.hear("quests lost lamb done")) or "is done" in str(player.hear("quests The Lost Lamb done"))
    assert "leaves the game" in str(player.hear("retire Brenna")) and player.hear("as") == "You are the party."


def test_force_ends_a_line(game: Game, player: Session) -> None:
    game.ask({"operation": "award", "names": ["Brenna"], "xp": 5}, tool="manage_character")
    assert "force" in str(player.hear("level up"))
    assert "is now a level 4 fighter" in str(player.hear("level up --force"))


# ── rests ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_rest_spends_hit_dice_by_a_number(game: Game, player: Session) -> None:
    game.ask({"operation": "update", "characterName": "Brenna", "character": {"hp": 3}}, tool="manage_character")
    assert "hit dice d10 3 → 1 of 3" in str(player.hear("rest short 2"))
    assert "d10 1/3" in str(player.hear("sheet"))
    assert "1 hit di" in str(player.hear("rest short 9"))


@pytest.mark.parametrize("line", ["rest nap", "rest long 2", "rest short many"])
def test_a_rest_says_what_is_allowed(player: Session, line: str) -> None:
    assert player.hear(line) == "Write it like this: rest [short [DICE] | long] [until dawn | dusk] [by NAME]"


# ── undo ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def notes(game: Game) -> str:
    return str(game.ask({"operation": "journal"}, tool="read_campaign")["text"])


def test_undo_goes_back_step_by_step_and_redo_restores(game: Game, player: Session) -> None:
    for word in ("one", "two", "three"):
        player.hear(f"note {word}")
    player.hear("undo")
    assert "two" in notes(game) and "three" not in notes(game)
    player.hear("undo")
    assert "one" in notes(game) and "two" not in notes(game)
    assert "is restored" in str(player.hear("redo")) and "two" in notes(game) and "three" not in notes(game)
    assert "is restored" in str(player.hear("redo")) and "three" in notes(game)
    assert player.hear("redo") == "Nothing was taken back just now."


def test_undo_begins_again_after_a_new_deed(game: Game, player: Session) -> None:
    player.hear("note one")
    player.hear("note two")
    player.hear("undo")
    player.hear("note three")
    player.hear("undo")
    player.hear("look")
    player.hear("undo")
    assert not [word for word in ("one", "two", "three") if word in notes(game)]


def test_undo_tells_what_it_takes_back_and_counts_the_deeds_of_the_questions(game: Game, player: Session) -> None:
    for line in ("hero Pip rogue", "undo", "hero", "Mo", "monk", "1", "human", "acolyte", "array", "stop"):
        player.hear(line)
    told = str(player.hear("undo"))
    assert "is taken back" in told and "It was: Mo is in Lobby." in told
    assert "It was: Brenna is in Lobby." in str(player.hear("undo"))


def test_the_seats_of_a_table_share_one_past(game: Game, player: Session) -> None:
    other = Session(game)
    for word in ("one", "two", "three"):
        player.hear(f"note {word}")
    told = [str(seat.hear("undo")) for seat in (player, other, player)]
    assert ["three" in told[0], "two" in told[1], "one" in told[2]] == [True] * 3
    assert [str(seat.hear("redo")) for seat in (other, player, other, player)] == [
        "Rev 2 is restored.", "Rev 3 is restored.", "Rev 4 is restored.", "Nothing was taken back just now.",
    ]  # fmt: skip
    player.hear("undo"), other.hear("note four")
    assert player.hear("redo") == "Nothing was taken back just now."


def test_undo_says_when_nothing_is_left(player: Session) -> None:
    told = [str(player.hear("undo")) for _ in range(4)]
    assert "othing" in told[-1]


# ── sheets and hit points ───────────────────────────────────────────────────────────────────────────────────────────


def test_the_sheet_is_whole(game: Game, player: Session) -> None:
    player.hear("hero Wyn wizard 3")
    game.ask({"operation": "update", "characterName": "Wyn", "character": {"spells": {"prepared": ["Sleep"]}}}, tool="manage_character")
    text = str(player.hear("sheet"))
    parts = (
        "AC 10",
        "Worn:",
        "Carried:",
        "Features:",
        "slots 4/2 of 4/2",
        "Prepared: Sleep",
        "Acts: Arcane Recovery",
        "STR 10",
        "Casts as wizard: DC",
    )
    assert [part for part in parts if part not in text] == []
    assert "slots" not in str(player.hear("sheet brenna")) and "Action Surge" in str(player.hear("sheet brenna"))


def test_damage_to_temporary_points_is_told_apart(game: Game, player: Session) -> None:
    game.ask({"operation": "update", "characterName": "Brenna", "character": {"hp": 20, "tempHp": 6}}, tool="manage_character")
    damage = {"operation": "damage", "characterName": "Brenna", "amount": 10, "damageType": "fire"}
    assert "Temporary HP 6 → 0; HP 20 → 16 (of 22)" in game.ask(damage, tool="execute_action")["text"]


@pytest.mark.pure
@pytest.mark.parametrize(
    ("now", "via", "told"),
    [
        (81, [54, 81], "HP 84 → 81 (of 84; 54 in between)."), (81, [83, 81], "HP 84 → 81 (of 84)."), (60, [90, 60], "HP 84 → 60 (of 84)."),
        (60, [70, 65, 60], "HP 84 → 60 (of 84)."),
    ],
)  # fmt: skip
def test_hit_points_that_fell_and_rose_tell_both(now: int, via: list[int], told: str) -> None:
    """An arrow from 84 to 81 alone hides that 30 were lost and 27 regained."""
    old, new = (SimpleNamespace(hp=hp, temp_hp=0, hp_max=SimpleNamespace(value=84)) for hp in (84, now))
    assert answer_presenter._hp_text(old, new, via) == told  # type: ignore[arg-type]


def test_a_missing_item_file_is_refused_with_its_path(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--db", f"{tmp_path}/a.db", "--new", "--items", f"{tmp_path}/nope"]) == 2
    assert f"{tmp_path}/nope is missing" in capsys.readouterr().err


def test_part_of_a_unique_name_means_the_thing() -> None:
    with open_campaign(":memory:") as game:
        session = Session(game)
        for line in ("hero Bo fighter", "grant Potion of Healing", "drop potion of healing"):
            session.hear(line)
        assert "Potion of Healing → Bo" in str(session.hear("take potion"))
        assert "Potion of Healing" in str(session.hear("use potion"))
