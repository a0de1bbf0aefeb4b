"""What a player at the terminal reads: verbs of the line, whole sheets, undo step by step, hit points that point the right way."""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.cli.app import main
from rpg_lite.game import Game
from rpg_lite.messages import refusal_texts, result_notes
from rpg_lite.mud.own_words import in_verbs
from rpg_lite.mud.session import Session
from rpg_lite.views import results

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
    assert player.hear(line) == "Write it like this: rest [short [DICE] | long]"


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
    assert "is restored" in str(player.hear("redo")) and "two" in notes(game)
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
    assert results._hp_text(old, new, via) == told  # type: ignore[arg-type]


def test_a_missing_item_file_is_refused_with_its_path(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--db", f"{tmp_path}/a.db", "--new", "--items", f"{tmp_path}/nope"]) == 2
    assert f"{tmp_path}/nope is missing" in capsys.readouterr().err
