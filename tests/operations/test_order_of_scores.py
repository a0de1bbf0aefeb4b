"""The one order of operations of an ability score: base, own increases, what an item sets, what gear and effects add or take (adrs/0282)."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

ROOT = Path(__file__).parents[2]
DATA = (*sorted((ROOT / "items").glob("*.json")), ROOT / "data" / "effects.json")
BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")
GIANTS = {"hill": 21, "stone": 23, "frost": 23, "fire": 25, "cloud": 27, "storm": 29}
SET: dict[str, tuple[str, int, tuple[Ruleset, ...]]] = {
    "Gauntlets of Ogre Power": ("str", 19, BOTH),
    "Headband of Intellect": ("int", 19, BOTH),
    "Amulet of Health": ("con", 19, BOTH),
    "Thunderous Greatclub": ("str", 20, ("5.2",)),
    **{f"Belt of {giant.title()} Giant Strength": ("str", score, BOTH) for giant, score in GIANTS.items()},
    **{f"Potion of {giant.title()} Giant Strength": ("str", score, BOTH) for giant, score in GIANTS.items()},
}
"""Item → the ability and the score that it sets, and the rulebooks that have it."""


def setters(value: Any) -> Iterator[tuple[str, int]]:
    """Every change in the data that sets a score: the ability and the score."""
    if isinstance(value, dict):
        if value.get("op") == "raise_to" and str(value.get("target")).startswith("ability."):
            yield value["target"].partition(".")[2], value["value"]
        for part in value.values():
            yield from setters(part)
    elif isinstance(value, list):
        for part in value:
            yield from setters(part)


def test_no_item_of_the_data_that_sets_a_score_is_missing_here() -> None:
    found = [s for file in DATA for s in setters(json.loads(file.read_text("utf-8")))]
    assert sorted(found) == sorted((ability, score) for ability, score, _ in SET.values())


@laid_alike
def hero(ruleset: Ruleset, **scores: int) -> Table:
    """A fighter of level 6 whose two improvements each add 2 to the first of the scores."""
    table, first = Table(begun(ruleset)), next(iter(scores))
    raised = [{"level": 4, first: 2}, {"level": 6, first: 2}]
    character = {"classes": ["fighter 6"], "abilities": scores, "abilityMax": {first: 30}, "choices": {"improvements": raised}}
    table.did("create", name="Kim", character=character)
    return table


def take(table: Table, item: str) -> None:
    """Put on the item and attune to it, or drink it."""
    if item.startswith("Potion"):
        table.did("give", "Kim", template=item)
        table.did("use", "Kim", itemName=item)
    else:
        table.did("give", "Kim", template=item, equip=True, attune=True)


def reasons(table: Table, path: str) -> str:
    text: str = table.did("character", "Kim", stats=[path])["text"]
    return text


@each_row(("item", "ruleset"), [(item, ruleset) for item, (*_, books) in SET.items() for ruleset in books])
def test_a_set_score_counts_after_the_increases(item: str, ruleset: Ruleset) -> None:
    """Without the item, the score is 1 below the set score, equal to it, and 1 above it."""
    ability, score, _ = SET[item]
    for without, now in ((score - 1, score), (score, score), (score + 1, score + 1)):
        table = hero(ruleset, **{ability: without - 4})
        assert table.number("Kim", f"abilities.{ability}") == without
        take(table, item)
        text = reasons(table, f"abilities.{ability}")
        counts = f"→ at least {score} " in text
        assert (table.number("Kim", f"abilities.{ability}"), counts) == (now, without < score), text
        assert ("something at least as good applies" in text) == (without >= score), text
        assert text.count("+ 2 ability score improvement") == 2, text


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("con", "gained"), [(12, 1), (15, 0), (16, 0)])
def test_hit_points_come_from_the_score_that_counts(ruleset: Ruleset, con: int, gained: int) -> None:
    """The amulet gives hit points only for what it adds to the CON of 16, 19 or 20; each change is named with its own."""
    table = hero(ruleset, con=con)
    before = table.number("Kim", "hpMax")
    assert "ability score improvement" in reasons(table, "hpMax")
    take(table, "Amulet of Health")
    assert table.number("Kim", "hpMax") == before + 6 * gained
    assert ("6 Amulet of Health" in reasons(table, "hpMax")) == bool(gained)


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("int_", "dc"), [(13, 15), (15, 15), (16, 16)])
def test_the_dc_of_spells_comes_from_the_score_that_counts(ruleset: Ruleset, int_: int, dc: int) -> None:
    table = Table(begun(ruleset))
    raised = [{"level": 4, "int": 2}, {"level": 8, "int": 2}]
    table.did("create", name="Kim", character={"classes": ["wizard 8"], "abilities": {"int": int_}, "choices": {"improvements": raised}})
    take(table, "Headband of Intellect")
    assert table.number("Kim", "spellcasting.saveDc") == dc


def feat(ruleset: Ruleset) -> dict[str, Any]:
    return {"level": 4, "feat": "Grappler", "str": 1} if ruleset == "5.2" else {"level": 4, "str": 1, "dex": 1}


@pytest.mark.parametrize("ruleset", BOTH)
def test_species_background_and_half_feats_come_before_what_an_item_sets(ruleset: Ruleset) -> None:
    origin = {"background": "Soldier", "choices": {"ability scores": {"str": 2, "con": 1}, "improvements": [feat(ruleset)]}}
    if ruleset == "5.1":
        origin = {"race": "half-orc", "choices": {"improvements": [feat(ruleset), {"level": 6, "str": 2}]}}
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character={"classes": ["fighter 6"], "abilities": {"str": 16}, **origin})
    take(table, "Gauntlets of Ogre Power")
    assert table.number("Kim", "abilities.str") == 19 and "does not count" in reasons(table, "abilities.str")


@pytest.mark.parametrize(
    ("ruleset", "without", "now"), [("5.1", 17, 21), ("5.2", 17, 21), ("5.1", 15, 19), ("5.2", 14, 19), ("5.1", 18, 22)]
)
def test_a_book_comes_before_what_an_item_sets(ruleset: Ruleset, without: int, now: int) -> None:
    """Two improvements each add 1 before Kim reads, and a book can carry a score beyond 20 (Manual of Gainful Exercise)."""
    table = Table(begun(ruleset))
    raised = [{"level": 4, "str": 1, "dex": 1}, {"level": 6, "str": 1, "dex": 1}]
    table.did(
        "create", name="Kim", character={"classes": ["fighter 6"], "abilities": {"str": without}, "choices": {"improvements": raised}}
    )
    take(table, "Gauntlets of Ogre Power")
    table.did("give", "Kim", template="Manual of Gainful Exercise")
    table.did("use", "Kim", itemName="Manual of Gainful Exercise")
    assert table.number("Kim", "abilities.str") == now


def test_a_book_keeps_earlier_increases_and_lets_later_ones_end_at_20() -> None:
    """SRD 5.2: "your Strength increases by 2, to a maximum of 30"; an improvement ends at 20."""
    table = Table(begun("5.2"))
    raised = [{"level": 4, "str": 2}]
    table.did("create", name="Kim", character={"classes": ["fighter 6"], "abilities": {"str": 17}, "choices": {"improvements": raised}})
    table.did("give", "Kim", template="Manual of Gainful Exercise")
    table.did("use", "Kim", itemName="Manual of Gainful Exercise")
    assert table.number("Kim", "abilities.str") == 21
    table.did("update", "Kim", character={"choices": {"improvements": [*raised, {"level": 6, "str": 2}]}})
    assert table.number("Kim", "abilities.str") == 21


@pytest.mark.parametrize("ruleset", BOTH)
def test_of_two_set_scores_the_higher_counts(ruleset: Ruleset) -> None:
    table = hero(ruleset, str=14)
    take(table, "Gauntlets of Ogre Power")
    take(table, "Belt of Hill Giant Strength")
    text = reasons(table, "abilities.str")
    assert table.number("Kim", "abilities.str") == 21
    assert "→ at least 21 Belt of Hill Giant Strength" in text and "Gauntlets of Ogre Power 19 does not count" in text


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("without", "now"), [(14, 16), (20, 17)])
def test_a_drain_takes_from_the_score_that_counts(ruleset: Ruleset, without: int, now: int) -> None:
    """Strength Drain reduces "the target's Strength score", which is 19 in the gauntlets and 20 without their help."""
    table = hero(ruleset, str=without - 4)
    take(table, "Gauntlets of Ogre Power")
    drain = {"name": "Strength Drain", "modifiers": [{"target": "ability.str", "op": "add", "value": -3}]}
    table.did("apply", "Kim", effect=drain)
    assert table.number("Kim", "abilities.str") == now


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_kept_score_stays_as_raised_in_another_form(ruleset: Ruleset) -> None:
    """INT stays in Wild Shape: 11 + 2 + 2, and the headband, which does not merge, sets 19; STR is that of the wolf."""
    table = Table(begun(ruleset))
    raised = [{"level": 4, "int": 2}, {"level": 8, "int": 2}]
    table.did(
        "create", name="Kim", character={"classes": ["druid 8"], "abilities": {"int": 16, "str": 8}, "choices": {"improvements": raised}}
    )
    take(table, "Headband of Intellect")
    table.did("act", "Kim", act="Wild Shape", choice="Wolf")
    assert table.number("Kim", "abilities.int") == 20
    assert table.number("Kim", "abilities.str") == (12 if ruleset == "5.1" else 14)
