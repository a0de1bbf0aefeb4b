"""The cost of the game master beside the calls that it makes: counted functions, and memory."""

import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest

from bench import game_master
from bench.calls import calls_so_far, python_calls
from rpg_lite import open_campaign
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Overspent, Rejected, What
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.turn import done_acts, turn_rules
from rpg_lite.operations.action.next_turn import NextTurn
from rpg_lite.rules import dice
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.turn_rules import ActOfFight
from rpg_lite.world.world_model import Ref, World

pytestmark = pytest.mark.slow
QUIET = "async def main(gm):\n    [o async for o in gm.process('look')]\n"


def test_a_turn_calls_at_most_three_times_the_functions_of_its_context_and_calls(tmp_path: Path) -> None:
    with calls_so_far() as calls:
        own, hand = game_master.turn_and_calls(tmp_path, calls)
    assert own <= 3 * hand, (own, hand)


def never_twice(deed: ActOfFight, earlier: Sequence[ActOfFight]) -> str | None:
    return "it was done before" if any(past.act == deed.act for past in earlier) else None


def after(world: World, book: Rulebook, who: str, acts: Iterable[str], rev: int = 1) -> Draft:
    """A draft in which the creature has done this."""
    draft = Draft(world, Situation(book, dice.roller(1), rev))
    for act in acts:
        done_acts.remember(draft, who, act)
    return draft


def overspending(world: World, book: Rulebook, who: str, what: What) -> Draft:
    draft = Draft(world, Situation(book, dice.roller(1)))
    draft.overspend(Overspent(who, what))
    return draft


def test_nine_turn_rules_call_few_functions(tmp_path: Path) -> None:
    """120 acts, each judged by our five turn rules, and two acts after 120 others judged by four of a package."""
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
        spent = [overspending(world, book, first.id, what) for what in get_args(What) if what in turn_rules.RULE_OF_COST]
        full = after(world, book, first.id, map(str, range(120))).world
        other, again = (after(full, book, first.id, [act], 2) for act in ("Another", "7"))
        command = NextTurn(operation="next_turn")

        def judge() -> None:
            for n in range(120):
                assert isinstance(turn_rules.refuse(command, spent[n % len(spent)]), Rejected)
            assert turn_rules.refuse(command, other) is None
            assert isinstance(turn_rules.refuse(command, again), Rejected)

        judge()
        assert python_calls(judge) / 122 <= 40


STARTING = """
import sys
count = 0
def heard(frame, event, argument):
    global count
    count += event == "call"
sys.setprofile(heard)
from rpg_lite.cli.app import main
code = main(sys.argv[1:])
sys.setprofile(None)
print(code, count)
"""


def test_it_calls_without_a_model_about_as_many_functions_as_play(tmp_path: Path) -> None:
    """From the first import to the end of a line, in a process of its own."""
    (tmp_path / "quiet.py").write_text(QUIET, "utf-8")

    def calls(*words: str) -> int:
        command = [sys.executable, "-c", STARTING, *words, "--db", str(tmp_path / "p.db")]
        done = subprocess.run(command, input="look\n", text=True, capture_output=True, check=True)
        code, count = done.stdout.split()[-2:]
        assert code == "0"
        return int(count)

    calls("play")  # makes the campaign
    play, gm = calls("play"), calls("gm", "--adapter", str(tmp_path / "quiet.py"))
    assert gm <= 1.2 * play, (gm, play)


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
