"""Whoever has no action left, and a feature for it, hides, dashes or disengages with the bonus action by itself."""

from collections.abc import Iterator
from typing import Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.mechanics.acts import bonus_instead
from rpg_lite.rules.acts.act import Act
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations import crypts
from tests.operations.crypts import put, turn_of
from tests.operations.table import Table

EVERY: Final = {
    ("5.1", "Cunning Action"): {"Dash", "Disengage", "Hide"},
    ("5.1", "Nimble Escape"): {"Disengage", "Hide"},
    ("5.1", "Shadow Stealth"): {"Hide"},
    ("5.1", "Vanish"): {"Hide"},
    ("5.2", "Cunning Action"): {"Dash", "Disengage", "Hide"},
    ("5.2", "Deathless Agility"): {"Dash", "Disengage"},
    ("5.2", "Nimble Escape"): {"Disengage", "Hide"},
    ("5.2", "Patient Defense"): {"Disengage"},
    ("5.2", "Shadow Stealth"): {"Hide"},
    ("5.2", "Step of the Wind"): {"Dash"},
}
"""The bonus actions of features and stat blocks that are a common act and nothing more, and cost nothing. Effects bring others."""
CREATURES: Final = {
    "5.1": {"Spy": ("Dash", "Cunning Action"), "Goblin": ("Disengage", "Nimble Escape")},
    "5.2": {"Spy": ("Dash", "Cunning Action"), "Goblin Boss": ("Disengage", "Nimble Escape"), "Vampire Familiar": ("Dash", "Deathless Agility")},
}
HEROES: Final = {"5.1": {"rogue 2": ("Dash", "Cunning Action")}, "5.2": {"rogue 2": ("Dash", "Cunning Action"), "monk 2": ("Disengage", "Patient Defense")}}


def acts_of_book(ruleset: Ruleset) -> Iterator[Act]:
    book = rulebook_loading.rulebook(ruleset)
    yield from (act for feature in book.features.values() for act in feature.acts)
    for block in (made["character"] for made in book.creatures.values()):
        written = [*block.get("acts", ()), *(act for feature in block.get("features", ()) for act in feature.get("acts", ()))]
        yield from map(Act.model_validate, written)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_these_bonus_actions_stand_for_a_common_act(ruleset: Ruleset) -> None:
    found = {(ruleset, act.name): set(bonus_instead.allows(act)) for act in acts_of_book(ruleset) if bonus_instead.allows(act)}
    assert {key: value for key, value in found.items() if value & {"Dash", "Disengage", "Hide"}} == {
        key: value for key, value in EVERY.items() if key[0] == ruleset
    }


def played(at: Table, who: str, act: str) -> str:
    return str(at.did("act", who, act=act)["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_bonus_action_follows_the_action(ruleset: Ruleset) -> None:
    at = crypts.fought(ruleset)
    for name in CREATURES[ruleset]:
        at.did("create", name=f"Foe {name}", template=name, roomName="Crypt")
    for name in HEROES[ruleset]:
        kind, level = name.split()
        at.did("create", name=f"Hero {kind}", character={"classes": {kind: int(level)}, "party": True, "abilities": crypts.SCORES})
    made = {**{f"Foe {name}": case for name, case in CREATURES[ruleset].items()}, **{f"Hero {name.split()[0]}": case for name, case in HEROES[ruleset].items()}}
    at.did("start_fight", names=[*made])
    for who, (act, feature) in made.items():
        turn_of(at, who)
        first = played(at, who, act)
        assert "bonus action" not in first and feature not in first, first
        second = played(at, who, act)
        assert f"Its action is gone, so {who} does this with its bonus action: {feature}." in second, second
        assert "already used its action" in played(at, who, act), who


def test_what_costs_something_is_only_played_by_name() -> None:
    at = crypts.fought("5.1")
    at.did("create", name="Ki", character={"classes": {"monk": 2}, "party": True, "abilities": crypts.SCORES})
    at.did("start_fight", names=["Ki"])
    turn_of(at, "Ki")
    played(at, "Ki", "Dodge")
    assert "already used its action" in played(at, "Ki", "Dash")


def test_it_is_so_where_the_table_tells_places_too() -> None:
    at = crypts.fought()
    at.did("create", name="Kip", character={"classes": {"rogue": 2}, "party": True, "abilities": crypts.SCORES})
    at.did("end_fight")
    at.did("start_fight", names=["Kip", "Goblin 1"], space="told")
    turn_of(at, "Kip")
    played(at, "Kip", "Dodge")
    assert "with its bonus action: Cunning Action" in played(at, "Kip", "Dash")


def test_hiding_as_a_bonus_action_rolls_the_check_of_hide() -> None:
    at = crypts.fought()
    at.did("create", name="Kip", character={"classes": {"rogue": 2}, "party": True, "abilities": crypts.SCORES})
    at.did("start_fight", names=["Kip"])
    turn_of(at, "Kip")
    put(at, Kip="K3", Goblin_1="A1", Goblin_2="A2", Ogre="A4")
    played(at, "Kip", "Dodge")
    assert "with its bonus action: Cunning Action" in at.did("act", "Kip", act="Hide")["text"]
