"""A name or an option that has a comma of its own is chosen whole, even in a list that is sent as one text."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.rules.acts.act import ChooseStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

BOLD = "Grom, the Bold"
_WARD = {"apply": {"name": "Ward of {kind}"}, "for": "1 minute"}
ACTS = [
    {"name": "Ward", "cost": "action", "targets": "self", "choices": {"kind": ["Fire, and Flood", "Frost, slow"]}, "steps": [_WARD]},
    {"name": "Bulwark", "cost": "action", "targets": "self", "several": ["kind"], "choices": {"kind": ["Fire, and Flood", "Frost, slow", "plague"]}, "steps": [_WARD]},
    {"name": "Bid", "cost": "action", "targets": "self", "steps": [{"choose": {"Rise, my friend": [{"say": "Up."}], "Lie, down": [{"say": "Down."}]}}]},
]  # fmt: skip


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    table.did("create", name="Ula", character={"classes": ["wizard 9"], "abilities": {"int": 16}, "party": True, "acts": ACTS})
    for name in (BOLD, "Lena", "Bold"):
        table.did("create", name=name, character={"hpMax": 60})
    return table


def options_of(book: Rulebook) -> Iterator[str]:
    """Every option of the data: of classes, subclasses, species, backgrounds, spells and items."""
    for rule in book.classes.values():
        for row in (rule.choices, *(s.choices for s in rule.subclasses)):
            yield from (option for how in row.values() for option in how.options)
    acts = [spell for name in book.spells if (spell := book.spell(name))] + [act for t in book.templates.values() for act in t.item.acts]
    for act in acts:
        yield from (option for options in act.choices.values() for option in options)
        yield from (option for step in walk(act.steps) if isinstance(step, ChooseStep) for option in step.choose)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_data_has_no_such_option_and_those_of_a_table_are_played_here(ruleset: Ruleset) -> None:
    found = list(options_of(rulebook_loading.rulebook(ruleset)))
    assert len(found) > 400 and not [option for option in found if "," in option]


@pytest.mark.parametrize(
    ("act", "choice", "said"),
    [
        ("Ward", "Fire, and Flood", "Ward of Fire, and Flood"),
        ("Ward", {"kind": "frost, slow"}, "Ward of Frost, slow"),
        ("Ward", ["Frost, slow"], "Ward of Frost, slow"),
        ("Bulwark", "Frost, slow and plague", "Ward of Frost, slow|plague"),
        ("Bulwark", {"kind": "Fire, and Flood, Frost, slow"}, "Ward of Fire, and Flood|Frost, slow"),
        ("Bid", "Lie, down", "Down."),
        ("Bid", {"choice": "Rise, my friend"}, "Up."),
    ],
)
def test_an_option_is_one_word(table: Table, act: str, choice: Any, said: str) -> None:
    assert said in table.did("act", "Ula", act=act, choice=choice)["text"]


@pytest.mark.parametrize("targets", [BOLD, [BOLD], "grom, the bold"])
def test_a_creature_is_one_target(table: Table, targets: Any) -> None:
    text = table.did("cast", "Ula", spell="Fire Bolt", targets=targets, dryRun=True)["text"]
    assert f"on {BOLD}:" in text


@pytest.mark.parametrize("targets", [f"Lena, {BOLD}, Lena", f"Lena, Bold, {BOLD}"])
def test_it_is_one_of_several_targets(table: Table, targets: str) -> None:
    answer = table.did("cast", "Ula", spell="Magic Missile", targets=targets, dryRun=True)
    assert BOLD in answer["text"] and answer["text"].count("Bold") >= targets.count("Bold")


def test_it_fights_under_its_name(table: Table) -> None:
    text = table.did("start_fight", names=f"Ula, {BOLD}, Bold, Lena", surprised=BOLD)["text"]
    assert "urprised" in text and text.rstrip(".").endswith(BOLD)
    assert f"No longer in the fight: Lena and {BOLD}" in table.did("end_fight", names=f"Lena, {BOLD}")["text"]


def test_a_player_names_it_as_the_game_master_does(table: Table) -> None:
    call = {"operation": "cast", "characterName": "Ula", "spell": "Fire Bolt", "targets": BOLD}
    answer = table.game.ask(call, "execute_action", "brief", Caller.of("player", ["Ula"]))
    assert answer["ok"] and BOLD in answer["text"], answer["text"]


def test_several_choices_of_a_class_may_be_one_text(table: Table) -> None:
    skills = "Perception, Stealth, Acrobatics and Sleight of Hand"
    table.did("create", name="Rae", character={"classes": ["rogue 1"], "choices": {"skills": skills, "expertise": "Stealth, Perception"}})
    text = table.did("character", "Rae")["text"]
    assert "rogue skills" not in text and "rogue expertise" not in text
    table.refused("choice_unfit", "create", name="Roe", character={"classes": ["rogue 1"], "choices": {"skills": "Perception, Cooking"}})
