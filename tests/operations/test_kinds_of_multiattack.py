"""The form of a Multiattack is named by its part, or by the kind of its attacks; a word that it does not have is refused with those that it has."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import fought, put, turn_of
from tests.operations.table import Answer, Table


@laid_alike
def beside(ruleset: Ruleset, template: str) -> Table:
    """It is the turn of a foe of this kind, beside Oda."""
    table = fought(ruleset, {"size": "20x20"})
    table.did("create", name="Foe", template=template, roomName="Crypt")
    table.did("start_fight", names=["Foe"])
    put(table, Foe="E5", Oda="D5", Pip="A20", Ogre="S18", Goblin_1="S15", Goblin_2="S14")
    turn_of(table, "Foe")
    return table


def planned(table: Table, choice: str | None) -> Answer:
    chosen: dict[str, Any] = {} if choice is None else {"choice": choice}
    return table.ask("act", "Foe", act="Multiattack", targets=["Oda"], dryRun=True, **chosen)


KINDS: dict[tuple[Ruleset, str], dict[str, str]] = {
    ("5.1", "Bandit Captain"): {"melee": "2 × Scimitar, Dagger", "ranged": "2 × Dagger (ranged)"},
    ("5.1", "Centaur"): {"melee": "Pike, Hooves", "ranged": "2 × Longbow"},
    ("5.1", "Efreeti"): {"melee": "2 × Scimitar", "ranged": "2 × Hurl Flame"},
    ("5.1", "Horned Devil"): {"melee": "2 × Fork, Tail", "ranged": "3 × Hurl Flame", "flame for Tail": "2 × Fork, Hurl Flame"},
    ("5.1", "Manticore"): {"melee": "Bite, 2 × Claw", "ranged": "3 × Tail Spike", "Tail Spike": "3 × Tail Spike"},
    ("5.2", "Scout"): {"melee": "2 × Shortsword", "ranged": "2 × Longbow"},
    ("5.2", "Djinni"): {"melee": "3 × Storm Blade", "ranged": "3 × Storm Bolt"},
    ("5.2", "Frost Giant"): {"melee": "2 × Frost Axe", "ranged": "2 × Great Bow"},
}


def test_the_kind_of_the_attacks_names_the_part() -> None:
    """SRD 5.1, Manticore, Horned Devil: three attacks in all, with the spikes or the flames in place of the others."""
    for (ruleset, template), said in KINDS.items():
        table = beside(ruleset, template)
        for choice, attacks in said.items():
            answer = planned(table, choice)
            assert answer["ok"] and f"on Oda: {attacks}." in answer["text"], (template, choice, answer["text"])


def test_where_several_parts_are_of_the_kind_they_are_asked() -> None:
    table = beside("5.1", "Gladiator")
    refused = planned(table, "melee")
    assert refused["error"]["code"] == "choice_required" and refused["error"]["allowed"] == ["Spear", "Spear and Shield Bash", "ranged"]


@pytest.mark.parametrize(
    ("template", "words"), [("Dragon Turtle", ["Tail"]), ("Veteran", ["Shortsword"]), ("Chimera", ["Fire Breath", "Fire Breath for Horns"])]
)
def test_a_word_that_replaces_no_attack_is_refused_with_those_that_do(template: str, words: list[str]) -> None:
    table = beside("5.1", template)
    refused = planned(table, "ranged")
    assert refused["error"]["code"] == "choice_unknown" and refused["error"]["allowed"] == words
    assert all(planned(table, word)["ok"] for word in words)


def test_a_chimera_breathes_in_place_of_its_bite_or_its_horns() -> None:
    table = beside("5.1", "Chimera")
    assert "Bite, Fire Breath, Claws" in planned(table, "Fire Breath for Horns")["text"]
    assert "Fire Breath, Horns, Claws" in planned(table, "Fire Breath")["text"]


def test_from_afar_the_spikes_alone_fit() -> None:
    table = beside("5.1", "Manticore")
    put(table, Oda="A1", Foe="L12")
    assert "3 × Tail Spike" in planned(table, None)["text"]
