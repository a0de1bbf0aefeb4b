"""Spells that the rules do not have are kept, and the answer says so with the near names."""

import pytest

from tests.operations.table import notes
from tests.operations.worlds import ELARA, Sandbox

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("key", "word", "near"),
    [("known", "Firebal", "Fireball"), ("cantrips", "Fire Bold", "Fire Bolt"), ("prepared", "Mage Armoor", "Mage Armor")],
)
def test_an_unknown_spell_is_told(key: str, word: str, near: str) -> None:
    box = Sandbox()
    box.accept("create", name="Elara", character=ELARA)
    told = notes(box.did("update", "Elara", character={"spells": {key: [word]}}))
    assert word in told and near in told
    assert word not in notes(box.did("update", "Elara", character={"alignment": "neutral"}))


def test_a_spell_of_the_rules_is_not_told() -> None:
    box = Sandbox()
    box.accept("create", name="Elara", character=ELARA)
    assert "Fireball" not in notes(box.did("update", "Elara", character={"spells": {"known": ["Fireball"]}}))
