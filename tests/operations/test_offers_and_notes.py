"""Offers name only what could join, and notes and refusals say what is missing in words (SRD 5.2, Frenzy)."""

from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table


@laid_alike
def berserker() -> Table:
    table = Table(begun("5.2"))
    hero = {"classes": ["barbarian 3"], "choices": {"subclass": "berserker"}, "abilities": {"str": 16}}
    table.did("create", name="Kim", character=hero)
    table.did("create", name="Foe", character={"hpMax": 500, "abilities": {"con": 10}})
    table.did("give", "Kim", template="Greataxe", equip=True)
    table.roll_with(falling(15, 15, face=3))
    return table


def test_frenzy_is_offered_only_to_whoever_attacks_recklessly_in_a_rage() -> None:
    table = berserker()
    assert "Frenzy" not in table.did("attack", "Kim", targetName="Foe")["text"]
    table.did("act", "Kim", act="Rage")
    assert "Frenzy" not in table.did("attack", "Kim", targetName="Foe")["text"]
    table.did("act", "Kim", act="Reckless Attack")
    assert "Frenzy (2d6)" in table.did("attack", "Kim", targetName="Foe")["text"]


def test_what_a_rider_lacks_is_said_in_words() -> None:
    text = berserker().did("attack", "Kim", targetName="Foe", **{"with": ["Frenzy"]})["text"]
    assert "Frenzy does not count: needs the effect" in text and "self:" not in text
