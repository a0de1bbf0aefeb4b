"""Python gets a fault that says what is wrong: files that are not there, calls after the end, names that nobody has."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.campaign_setup import ItemsMissing
from rpg_lite.game import Game
from rpg_lite.mud.session import Session
from rpg_lite.store.store_faults import StoreFault

HERO: dict[str, Any] = {"character": {"name": "Ada", "classes": ["wizard 5"], "spells": {"prepared": ["Fireball"]}}}


@pytest.mark.parametrize("given", ["nothere", ["nothere"], [Path("nothere"), "nor_here.json"]], ids=str)
def test_missing_items_are_named(given: Any) -> None:
    with pytest.raises(ItemsMissing, match=r"nothere.* missing: name item files"):
        rpg_lite.open_campaign(items=given)


CALLS: list[Callable[[Game], object]] = [
    lambda game: game.ask({"operation": "party"}, "read_campaign"),
    lambda game: game.ask({"operation": "say", "text": "hi", "characterName": "gm"}, "keep_journal"),
    lambda game: game.ask({"operation": "say", "text": "hi", "characterName": "gm", "dryRun": True}, "keep_journal"),
    lambda game: game.table(),
    lambda game: game.chart(),
    lambda game: [*game.rows()],
]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("where", [":memory:", "file"])
def test_a_call_after_the_end_says_that_it_is_over(call: Callable[[Game], object], where: str, tmp_path: Path) -> None:
    with rpg_lite.open_campaign(tmp_path / "p.db" if where == "file" else where) as game:
        pass
    with pytest.raises(StoreFault, match="was closed here: open the campaign again"):
        call(game)


@pytest.mark.parametrize(("typed", "meant"), [("Firebal", "Fireball"), ("Magic Misile", "Magic Missile"), ("Dosh", "Dash")])
def test_an_unknown_act_names_the_nearest(typed: str, meant: str) -> None:
    with pytest.raises(KeyError) as raised:
        rpg_lite.play(typed, HERO)
    assert f"did you mean '{meant}'" in raised.value.args[0]


@pytest.mark.parametrize("key", ["equipped", "carried"])
def test_a_sheet_says_that_the_book_lacks_a_thing(key: str) -> None:
    assert rpg_lite.effective({key: ["Nope"]}).errors == ("unknown_item",)


@pytest.mark.parametrize("line", ["rules", "rules who falls"])
@pytest.mark.parametrize("gm", [False, True])
def test_a_player_reads_who_has_the_pages(line: str, gm: bool, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "falls.md").write_text("# Who falls\n\nWho falls lies there.\n", "utf-8")
    with rpg_lite.open_campaign(lore=tmp_path) as game:
        told = Session(game, gm=gm).hear(line) or ""
    assert "Who falls" in told if gm else "only a game master reads it (play --gm)" in told
