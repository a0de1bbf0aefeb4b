"""The cost of the game master beside the calls that it makes: ratios of one run."""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.game import Game
from rpg_lite.operations.action.next_turn import NextTurn
from rpg_lite.operations.mechanics import optional_turn_rules, turn_economy, turn_refusals
from rpg_lite.operations.outcome import Accepted, Called, Draft, Notice, Rejected, Situation
from rpg_lite.rules import dice
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.turn_rules import ActOfFight
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings
from rpg_lite.world.world_model import Ref, World

pytestmark = pytest.mark.slow
LINE = "I wait for the moon"
CALL = {"operation": "roll", "dice": "1d6"}
QUIET = "async def main(gm):\n    [o async for o in gm.process('look')]\n"


def timed(work: Any, times: int = 7) -> float:
    """The shortest of several runs: what other programs of the machine take only ever adds to it."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return min(taken)


def test_a_turn_costs_at_most_three_times_its_context_and_calls(tmp_path: Path) -> None:
    script = tmp_path / "s.json"
    script.write_text(json.dumps({LINE: [{"call": "execute_action", "with": CALL}, {"say": "Nothing stirs."}]}), "utf-8")
    with open_campaign(tmp_path / "p.db") as game:
        game.ask({"operation": "create", "name": "Brenna", "character": {"party": True, "classes": ["fighter 3"]}}, "manage_character")

        def by_hand() -> None:
            game.wrap(8000)
            game.ask({"operation": "say", "text": LINE}, "keep_journal")
            game.ask(CALL, "execute_action")
            game.ask({"operation": "tell", "text": "Nothing stirs."}, "keep_journal")
            game.find_contradictions("Nothing stirs.")

        async def by_gm() -> float:
            gm = create_gm(game, Settings(agent=Agent(model=f"script:{script}")))
            await gm.start()
            taken = []
            for _ in range(8):
                began = time.perf_counter()
                assert [o.kind async for o in gm.process(LINE)][-1] == "usage"
                taken.append(time.perf_counter() - began)
            await gm.stop()
            return min(taken[1:])

        own, hand = asyncio.run(by_gm()), timed(by_hand)
    print(f"a turn: {own / hand:.1f} of its context and calls by hand ({own * 1000:.0f} ms)")
    assert own <= 3 * hand, (own, hand)


def party_after_a_change(game: Game) -> float:
    """The time of a party call that has to read, because something has changed."""
    assert game.ask({"operation": "note", "text": "Fog."}, "keep_journal")["ok"]
    began = time.perf_counter()
    game.ask({"operation": "party"}, "read_campaign")
    return time.perf_counter() - began


def never_twice(deed: ActOfFight, earlier: Sequence[ActOfFight]) -> str | None:
    return "it was done before" if any(past.act == deed.act for past in earlier) else None


def with_acts(world: World, book: Rulebook, who: str, acts: Iterable[str], rev: int = 1) -> World:
    draft = Draft(world, Situation(book, dice.roller(1), rev))
    for act in acts:
        turn_economy.remember(draft, who, act)
    return draft.world


def test_nine_turn_rules_cost_no_more_than_a_call(tmp_path: Path) -> None:
    """120 acts, each judged by our five turn rules, and an act after 120 others judged by four of a package, against one party call."""
    own = {f"turn:own_{n}": never_twice for n in range(4)}
    with open_campaign(tmp_path / "p.db", seed=1) as game:
        for name in ("Brenna", "Osric"):
            hero = {"party": True, "classes": ["fighter 5"]}
            assert game.ask({"operation": "create", "name": name, "character": hero}, "manage_character")["ok"]
        assert game.ask({"operation": "equip", "bagName": "home", "itemName": "turn:*"}, "manage_tools")["ok"]
        for rule in own:
            note = {"operation": "equip", "bagName": "home", "itemName": rule, "content": "Never twice."}
            assert game.ask(note, "manage_tools")["ok"]
        assert game.ask({"operation": "start_fight", "names": ["Brenna", "Osric"]}, "execute_action")["ok"]
        game.book = book = replace(game.book, turn_rules=own)
        refs = [Ref("fight"), Ref("party"), Ref("context")]
        world = game.store.read(game.campaign.id, lambda at: at.load(refs, game.book))
        first = world.find_named("Brenna", "character")[0]
        notes = tuple(Notice("spent_already", {"name": Called(first.id), "what": what}) for what in optional_turn_rules.RULE_OF_COST)
        full = with_acts(world, book, first.id, map(str, range(120)))
        other, again = (Accepted((), with_acts(full, book, first.id, [act], 2)) for act in ("Another", "7"))
        command, spent = NextTurn(operation="next_turn"), [Accepted((), world, notes=(note,)) for note in notes]

        def judge() -> None:
            for n in range(120):
                assert isinstance(turn_refusals.refuse(command, world, spent[n % len(spent)], book), Rejected)
            assert turn_refusals.refuse(command, full, other, book) is other
            assert isinstance(turn_refusals.refuse(command, full, again, book), Rejected)

        acts, call = timed(judge, 15), min(party_after_a_change(game) for _ in range(15))
    print(f"120 acts with nine turn rules: {acts / call:.2f} of a party call ({acts * 1000:.2f} ms)")
    assert acts <= call, (acts, call)


def test_it_starts_without_a_model_about_as_fast_as_play(tmp_path: Path) -> None:
    (tmp_path / "quiet.py").write_text(QUIET, "utf-8")

    def ran(*words: str) -> None:
        subprocess.run(
            [sys.executable, "-m", "rpg_lite", *words, "--db", str(tmp_path / "p.db")],
            input="look\n",
            text=True,
            capture_output=True,
            check=True,
        )

    play = timed(lambda: ran("play"), 3)
    gm = timed(lambda: ran("gm", "--adapter", str(tmp_path / "quiet.py")), 3)
    print(f"gm starts in {gm / play:.2f} of play")
    assert gm <= 1.5 * play, (gm, play)


def test_the_whole_stack_fits_in_250_mb(tmp_path: Path) -> None:
    measure = (
        "from pathlib import Path\nfrom rpg_lite.agent import acp_adapter\n"
        "async def main(gm):\n    [o async for o in gm.process('I wait')]\n"
        # not ru_maxrss, which a new program inherits from the process that starts it
        "    print(Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0])\n"
    )
    (tmp_path / "measure.py").write_text(measure, "utf-8")
    words = [
        sys.executable,
        "-m",
        "rpg_lite",
        "gm",
        "--model",
        "test",
        "--db",
        str(tmp_path / "p.db"),
        "--adapter",
        str(tmp_path / "measure.py"),
    ]
    used = int(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[-1]) // 1024
    print(f"the whole stack: {used} MB")
    assert used <= 250
