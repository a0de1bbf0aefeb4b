"""Shapechange of SRD 5.1 keeps the features of class and race, as Wild Shape does, and the languages."""

import pytest

from tests.copies import begun
from tests.operations.table import Table


@pytest.mark.parametrize("how", ["Shapechange", "Wild Shape"])
def test_features_of_the_race_and_languages_stay(how: str) -> None:
    table = Table(begun("5.1"))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
    hero = {"classes": ["druid 18"], "race": "high elf", "abilities": scores, "languages": ["Common", "Elvish", "Dwarvish"]}
    table.did("create", name="Kim", character=hero)
    if how == "Shapechange":
        table.did("cast", "Kim", spell=how, choice={"form": "Brown Bear"})
    else:
        table.did("act", "Kim", act=how, choice="Brown Bear")
    text = table.did("character", "Kim")["text"]
    assert "in the form of a Brown Bear" in text
    assert "fey ancestry" in text and "Speaks Common, Druidic, Dwarvish, Elvish" in text and "Immune to Sleep" in text
