"""The length of what acts tell: an answer that is read aloud at every blow costs few tokens."""

from collections.abc import Iterator
from typing import Final

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

BYTES_PER_TOKEN: Final = 3.5
MOST_OF_A_FIREBALL: Final = 160
MOST_OF_A_MULTIATTACK: Final = 120
MOST_OF_OFFERS: Final = 30
SURE: Final = [19, 19, 19]
DRAGON: Final = "Young Red Dragon"


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Iterator[Table]:
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset=ruleset))
    table.did("create", template=DRAGON)
    for name, of in (("Thorin", "fighter 9"), ("Rook", "rogue 5")):
        table.did("create", name=name, character={"classes": [of], "party": True, "hpMax": 400})
    table.did("create", name="Elara", character={"classes": ["wizard 9"], "party": True, "spells": {"prepared": ["Fireball", "Shield"]}})
    yield table
    table.game.close()


def tokens(text: str) -> float:
    return len(text.encode()) / BYTES_PER_TOKEN


def test_a_fireball_on_six_with_all_its_slots_is_short(table: Table) -> None:
    goblins = [f"Goblin {n}" for n in range(1, 7)]
    for name in goblins:
        table.did("create", name=name, character={"hpMax": 20})
    text = table.did("cast", "Elara", spell="Fireball", targets=goblins)["text"]
    assert tokens(text) <= MOST_OF_A_FIREBALL, text


def test_three_hits_of_a_multiattack_are_short(table: Table) -> None:
    text = table.did("act", DRAGON, act="Multiattack", targets=["Thorin"], d20=SURE)["text"]
    assert "3 of 3 times" in text and "May answer" not in text
    assert tokens(text) <= MOST_OF_A_MULTIATTACK, text


@pytest.mark.parametrize("who", ["Rook", "Elara"])
def test_the_offers_after_three_hits_cost_thirty_tokens_more(table: Table, who: str) -> None:
    table.did("update", who, character={"hpMax": 400, "hp": 400})
    text = table.did("act", DRAGON, act="Multiattack", targets=[who], d20=SURE)["text"]
    offers = text[text.index("May answer") :]
    assert tokens(offers) <= MOST_OF_OFFERS and tokens(text) <= MOST_OF_A_MULTIATTACK + MOST_OF_OFFERS, text
