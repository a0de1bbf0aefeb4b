"""Turn rules of an installed package: in force where a note of the same name is in use, and nowhere else."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.content import turn_rule_packages
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.mud.session import Session

STONES = '''
def no_running(deed, earlier):
    return "the stones are wet" if deed.act == "Dash" and deed.whose == deed.name else None

def one_swing(deed, earlier):
    """One attack of a creature in the whole fight."""
    if deed.cost == "attack" and any(past.cost == "attack" and past.name == deed.name for past in earlier):
        return f"{deed.name} has swung in round {earlier[0].round}"

def broken(deed, earlier):
    raise KeyError("moss")
'''
POINTS = "no_running = stones:no_running\none_swing = stones:one_swing\nbroken = stones:broken\nlost = stones:lost\n"


@pytest.fixture
def stones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A package with entry points is installed."""
    info = tmp_path / "site" / "stones-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stones\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(f"[rpg_lite.turn_rules]\n{POINTS}", "utf-8")
    (tmp_path / "site" / "stones.py").write_text(STONES, "utf-8")
    monkeypatch.syspath_prepend(tmp_path / "site")
    turn_rule_packages.installed.cache_clear()
    yield
    turn_rule_packages.installed.cache_clear()


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    """Brenna's turn in a fight in the Lobby."""
    with open_campaign(tmp_path / "p.db", seed=1) as made:
        sent(made, "manage_character", "create", name="Brenna", character={"party": True, "classes": ["fighter 5"]})
        sent(made, "manage_character", "create", name="Goblin", character={"hpMax": 200})
        sent(made, "execute_action", "start_fight", names=["Brenna", "Goblin"])
        while made.table()["fight"]["turn"] != "Brenna":
            sent(made, "execute_action", "next_turn")
        yield made


def sent(game: Game, tool: str, operation: str, **fields: Any) -> dict[str, Any]:
    answer = game.ask({"operation": operation, **fields}, tool)
    assert answer["ok"], answer["text"]
    return answer


def uses(game: Game, rule: str, **where: str) -> None:
    sent(game, "manage_tools", "equip", itemName=f"turn:{rule}", content="The stones are wet: nobody runs.", **where)


def acts(game: Game, act: str, caller: Caller | None = None, **more: Any) -> dict[str, Any]:
    payload = {"operation": "act", "characterName": "Brenna", "act": act, **more}
    return game.ask(payload, "execute_action", **({"caller": caller} if caller else {}))


def attacks(game: Game, **more: Any) -> dict[str, Any]:
    return game.ask({"operation": "attack", "characterName": "Brenna", "targetName": "Goblin", **more}, "execute_action")


@pytest.mark.parametrize("where", [{}, {"bagName": "home"}, {"characterName": "Brenna"}])
def test_it_refuses_with_rule_and_reason_where_its_note_is_in_use(stones: None, game: Game, where: dict[str, str]) -> None:
    assert acts(game, "Dash", dryRun=True)["ok"]
    uses(game, "no_running", **where)
    rev = game.table()["rev"]
    refused = acts(game, "Dash")
    assert refused["error"]["code"] == "turn_rule" and refused["error"]["details"]["rule"] == "turn:no_running"
    assert "turn:no_running does not allow Brenna this: the stones are wet" in refused["text"] and game.table()["rev"] == rev
    assert acts(game, "Dodge", dryRun=True)["ok"]
    assert acts(game, "Dash", force=True)["ok"]


def test_it_waits_for_earlier_deeds_of_the_fight(stones: None, game: Game) -> None:
    uses(game, "one_swing")
    assert attacks(game)["ok"]
    assert "Brenna has swung in round 1" in attacks(game)["text"]
    for _ in range(2):
        sent(game, "execute_action", "next_turn")
    assert "Brenna has swung in round 1" in attacks(game)["text"]
    sent(game, "execute_action", "end_fight")
    assert attacks(game)["ok"]


def test_undone_deeds_do_not_count(stones: None, game: Game) -> None:
    uses(game, "one_swing")
    assert attacks(game)["ok"]
    sent(game, "manage_room", "undo")
    assert attacks(game)["ok"]


def test_a_player_reads_the_reason_and_cannot_force(stones: None, game: Game) -> None:
    uses(game, "no_running")
    player = Caller("player", characters=("c1.1",))
    assert "the stones are wet" in acts(game, "Dash", player)["text"]
    assert not acts(game, "Dash", player, force=True)["ok"]


def test_a_rule_that_fails_forbids_and_says_so(stones: None, game: Game) -> None:
    uses(game, "broken")
    assert "turn:broken does not allow Brenna this: the rule itself fails (KeyError: 'moss')" in acts(game, "Dodge")["text"]


def test_why_names_it_and_a_package_that_does_not_load_is_told(stones: None, game: Game) -> None:
    uses(game, "no_running")
    assert "In force: turn:no_running; what they do not allow is refused." in str(Session(game).hear("why"))
    (fault,) = game.book.faults
    assert fault.startswith("The turn rule lost (stones:lost) does not load: AttributeError")


def test_without_the_package_the_note_is_a_rule_in_words(game: Game) -> None:
    uses(game, "no_running")
    assert acts(game, "Dash", dryRun=True)["ok"]
    told = str(Session(game).hear("why"))
    assert "In words only, because no installed package judges acts by it: turn:no_running." in told
    assert "turn:no_running: The stones are wet" in game.wrap(4000).text
