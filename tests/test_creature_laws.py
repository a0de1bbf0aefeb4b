"""Laws of creatures that somebody makes up: their files are sound, their acts play, and their fights keep the ledger and come to an end."""

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rpg_lite
from rpg_lite import strategies
from rpg_lite.content import rulebook_loading
from rpg_lite.game import Game
from rpg_lite.rules.acts.act import Act, Spell
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.act_commands import world_of
from tests.copies import begun, copy_of
from tests.examples import examples, seconds
from tests.ledgers import check_ledger, check_order, taken_back
from tests.operations.table import Table

pytestmark = pytest.mark.timeout(seconds())
CASTER: Final = {"character": {"name": "Ada", "classes": ["wizard 20"], "abilities": {"int": 18}, "hpMax": 90}}
FOES: Final = [{"character": {"name": name, "hpMax": 40, "hp": 30}} for name in ("One", "Two")]
MOST_TURNS: Final = 12
Json = dict[str, Any]


def check(kind: str, content: Any) -> list[str]:
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"{kind}s.json"
        path.write_text(json.dumps(content), "utf-8")
        return [str(fault) for fault in rulebook_loading.check(path).faults]


@settings(max_examples=examples(40), deadline=None)
@given(strategies.creatures(), strategies.spells(), strategies.acts())
def test_files_of_ones_own_have_no_fault(creature: Json, spell: Json, act: Json) -> None:
    assert check("creature", [creature]) == [] and check("spell", [spell]) == [] and check("act", [act]) == []


@settings(max_examples=examples(60), deadline=None)
@given(st.sampled_from(RULESETS), strategies.acts(), st.sampled_from(("low", "high", 7)))
def test_an_act_of_ones_own_plays_and_hurts_nobody_below_zero(ruleset: Ruleset, act: Json, dice: Any) -> None:
    assert Act.model_validate(act).name == act["name"]
    one_target = act["targets"] == "1"
    targets = [] if act["targets"] == "self" else FOES[:1] if one_target else FOES
    by = {"ruleset": ruleset, "character": {"name": "Mire", "hpMax": 30, "hp": 10, "acts": [act]}}
    played = rpg_lite.play(act["name"], by, targets, rpg_lite.rulebook(ruleset), dice, free=True)
    assert played.refused in (None, "shots_count"), (played, act)


@settings(max_examples=examples(30), deadline=None)
@given(strategies.spells())
def test_a_spell_of_ones_own_costs_its_slot(spell: Json) -> None:
    made = Spell.model_validate(spell)
    assert made.level == spell["level"] and (made.spends == ("slot",)) == (made.level > 0)


def empty(ruleset: Ruleset) -> Game:
    game = begun(ruleset)
    for name in ("Elara", "Bran"):
        Table(game).did("create", name=name, character={"classes": ["fighter 5"], "party": True})
    return game


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(25), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_creatures_of_ones_own_fight_and_keep_the_ledger(ruleset: Ruleset, data: st.DataObject) -> None:
    """Hit points, charges, recharges, conditions and the order hold; undo takes back each act; every turn comes, and the fight ends."""
    made = data.draw(st.lists(strategies.creatures(), min_size=1, max_size=2, unique_by=lambda one: one["character"]["name"].casefold()))
    with copy_of(empty, ruleset) as game:
        table = Table(game)
        for one in made:
            table.did("create", name=one["character"]["name"], character={k: v for k, v in one["character"].items() if k != "name"})
        everybody = ["Elara", "Bran", *(one["character"]["name"] for one in made)]
        table.did("start_fight", names=everybody, seed=data.draw(st.integers(0, 99)))
        for _ in range(data.draw(st.integers(1, MOST_TURNS))):
            one = data.draw(st.sampled_from(made))["character"]
            play_one(table, one, everybody, data)
            world = world_of(table)
            check_order(world)
            check_ledger(world, game.book)
            if not table.ask("next_turn")["ok"]:
                break
        table.did("end_fight")
        assert "fight" not in table.now.things["w"].body


def play_one(table: Table, one: Json, everybody: list[str], data: st.DataObject) -> None:
    """One of its acts at somebody, or an attack; what is accepted is also taken back to the letter."""
    before = table.now
    targets = data.draw(st.lists(st.sampled_from(everybody), min_size=1, max_size=2, unique=True))
    if acts := one.get("acts"):
        act = data.draw(st.sampled_from(acts))
        answer = table.ask("act", one["name"], act=act["name"], targets=[] if act["targets"] == "self" else targets)
    else:
        answer = table.ask("attack", one["name"], targetName=targets[0])
    if not answer["ok"]:
        assert table.now == before and answer["error"]["code"] not in ("internal_error", "act_runs_in_a_circle", "act_unknown"), answer[
            "text"
        ]
    elif table.now.rev > before.rev:
        taken_back(table, before.world)
