"""What follows a hit is played in answer to it: an attack that names it leads there, and a dead target brings no offers."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.game import Game
from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Answer, Table

SMITES = ("Divine Smite", "Searing Smite", "Shining Smite")


def _party(ruleset: Ruleset) -> Game:
    table = Table(begun(ruleset=ruleset))
    gale = {"classes": ["paladin 9"], "hpMax": 80, "abilities": {"str": 18, "cha": 16}, "party": True}
    spells = ["Divine Smite", "Searing Smite", "Shining Smite", "Bless"] if ruleset == "5.2" else ["Bless", "Branding Smite"]
    table.did("create", name="Gale", character={**gale, "spells": {"prepared": spells}})
    table.did("give", "Gale", template="Longsword")
    table.did("equip", "Gale", itemName="Longsword")
    table.did("create", name="Snick", character={"classes": ["rogue 5"], "hpMax": 40, "abilities": {"dex": 18}, "party": True})
    table.did("give", "Snick", template="Rapier")
    table.did("equip", "Snick", itemName="Rapier")
    for name, hp in (("Ogre", 200), ("Rat", 1)):
        table.did("create", name=name, character={"hpMax": hp, "party": False})
    return table.game


@pytest.fixture
def new() -> Iterator[Table]:
    with copy_of(_party, "5.2") as game:
        yield Table(game)


@pytest.fixture
def old() -> Iterator[Table]:
    with copy_of(_party, "5.1") as game:
        yield Table(game)


def sent(table: Table, payload: dict[str, Any]) -> Answer:
    answer = table.send(payload, "execute_action")
    assert answer["ok"], answer["text"]
    return answer


@pytest.mark.parametrize("smite", SMITES)
def test_an_attack_with_a_smite_leads_to_the_answer(new: Table, smite: str) -> None:
    refused = new.refused("rider_follows_a_hit", "attack", "Gale", targetName="Ogre", d20=[19], **{"with": [smite]})
    call = {"operation": "cast", "spell": smite, "characterName": "Gale", "answer": True}
    assert f'"spell": "{smite}", "characterName": "Gale", "answer": true' in refused["text"]
    assert "with" not in refused["error"]["try"]
    sent(new, refused["error"]["try"])
    before = new.hp("Ogre")
    sent(new, call)
    assert new.hp("Ogre") < before


def test_words_that_do_count_are_kept(new: Table) -> None:
    words = ["half_cover", "Divine Smite"]
    refused = new.refused("rider_follows_a_hit", "attack", "Gale", targetName="Ogre", d20=[19], **{"with": words})
    assert refused["error"]["try"]["with"] == ["half_cover"]


def test_the_smite_of_5_1_is_an_act(old: Table) -> None:
    refused = old.refused("rider_follows_a_hit", "attack", "Gale", targetName="Ogre", d20=[19], **{"with": ["Divine Smite"]})
    sent(old, refused["error"]["try"])
    sent(old, {"operation": "act", "act": "Divine Smite", "characterName": "Gale", "answer": True})


@pytest.mark.parametrize(("named", "operation"), [("Bless", "cast"), ("Dodge", "act"), ("Sacred Weapon", "act")])
def test_an_act_of_its_own_is_proposed_instead(new: Table, named: str, operation: str) -> None:
    refused = new.send({"operation": "attack", "characterName": "Gale", "targetName": "Ogre", "with": [named]}, "execute_action")
    if named != "Sacred Weapon":
        assert refused["error"]["code"] == "rider_is_an_act"
        assert refused["error"]["try"]["operation"] == operation
    else:
        assert refused["error"]["code"] == "rider_unknown"  # an oath that this paladin has not sworn


def test_a_word_that_nobody_knows_is_refused_with_the_list(new: Table) -> None:
    refused = new.refused("rider_unknown", "attack", "Gale", targetName="Ogre", **{"with": ["Great Nonsense"]})
    assert "half_cover" in refused["text"]


# ── the dead ────────────────────────────────────────────────────────────────────────────────────────────────────────


def offered(answer: Answer) -> str:
    return str(answer["text"]).partition("May answer:")[2]


def test_a_hit_is_offered_its_smites_and_a_killing_blow_is_not(new: Table) -> None:
    alive = new.did("attack", "Gale", targetName="Ogre", d20=[19])
    assert "Divine Smite" in offered(alive)
    dead = new.did("attack", "Gale", targetName="Rat", d20=[19])
    assert "Rat is dead" in dead["text"] and "Smite" not in offered(dead)


def test_the_answer_to_a_killing_blow_is_refused_as_it_was_not_offered(new: Table) -> None:
    new.did("attack", "Gale", targetName="Rat", d20=[19])
    new.refused("target_dead", "cast", "Gale", spell="Divine Smite", answer=True)


@pytest.mark.parametrize(("target", "offers"), [("Ogre", True), ("Rat", False)])
def test_riders_are_offered_for_the_living(old: Table, target: str, offers: bool) -> None:
    told = old.did("attack", "Snick", targetName=target, d20=[19])
    assert ("may add Sneak Attack" in told["text"]) == offers


@pytest.mark.parametrize("smite", SMITES)
def test_no_smite_follows_an_opportunity_attack_in_the_turn_of_another(new: Table, smite: str) -> None:
    """SRD 5.2, Bonus Actions: only on your turn."""
    new.roll_with(falling(18, 5))
    new.did("start_fight", names=["Ogre", "Gale"])
    new.roll_with(falling(19, face=3))
    told = new.did("act", "Gale", act="Opportunity Attack", targets=["Ogre"])
    assert smite not in told["text"]
    refused = new.refused("bonus_out_of_turn", "cast", "Gale", spell=smite, answer=True)
    assert "turn of Ogre" in refused["text"]
    sent(new, refused["error"]["try"])


def test_a_smite_follows_a_hit_in_the_own_turn_even_if_it_is_sent_later(new: Table) -> None:
    new.roll_with(falling(5, 18))
    new.did("start_fight", names=["Ogre", "Gale"])
    new.roll_with(falling(19, face=3))
    struck = new.did("attack", "Gale", targetName="Ogre")
    assert "Divine Smite" in struck["text"]
    new.did("next_turn")
    new.did("cast", "Gale", spell="Divine Smite", answer=True, rev=struck["rev"])


def test_the_smite_of_5_1_takes_no_action_and_follows_an_opportunity_attack(old: Table) -> None:
    old.roll_with(falling(18, 5))
    old.did("start_fight", names=["Ogre", "Gale"])
    old.roll_with(falling(19, face=3))
    assert "Divine Smite" in old.did("act", "Gale", act="Opportunity Attack", targets=["Ogre"])["text"]
    old.did("act", "Gale", act="Divine Smite", answer=True)
