"""Every spell and every act of a feature and an item is played once in each ruleset, with the lowest and the highest dice.

What comes of it is held against facts copied from both texts: amounts, damage types, saves and DCs, conditions, durations, costs.
"""

import json
from collections.abc import Mapping
from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules import dice, names
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.content.everything import (
    BROUGHT,
    DEAD,
    FACES,
    FOLDER,
    FOR_ITSELF,
    GIVEN,
    IN_HAND,
    PARTS,
    SPELLS,
    acts_of_features,
    caster_of,
    grown,
    hero_with,
)
from tests.content.items_at_hand import ItemAct, ItemCast, acts_of_items, cast_at_hand, casts_of_items, played_at_hand, raised
from tests.content.played import SCORES, Row, outcome, twice
from tests.operations.act_table import target
from tests.operations.casters import first_choices
from tests.rows import each_row

pytestmark = pytest.mark.pure
FEATURES: Final[dict[str, dict[str, Row]]] = json.loads((FOLDER / "feature_acts.json").read_text("utf-8"))
ITEMS: Final[dict[str, dict[str, Row]]] = json.loads((FOLDER / "item_acts.json").read_text("utf-8"))
CASTS: Final[dict[str, dict[str, Row]]] = json.loads((FOLDER / "item_casts.json").read_text("utf-8"))
MOST_PLAYS: Final = 3_200
"""A play costs about 12 ms: all of them stay well below a minute."""
DC: Final = 18
"""8 + 6 (level 20) + 4."""


# ── spells ──────────────────────────────────────────────────────────────────────────────────────────────────────────

ANIMAL: Final = {"type": "beast", "abilities": {**dict.fromkeys(SCORES, 10), "int": 3}}
REVIVED: Final = {"Reincarnate": 1, "Resurrection": 1_000, "True Resurrection": 1_000}
"""The hit points with which somebody comes back; a new body begins with the least."""
MEETS: Final[dict[str, Row]] = {"Awaken": ANIMAL, "Mass Heal": {"hp": 1}}


def cast(fact: Row) -> tuple[Row, tuple[str, ...]]:
    """The outcome of a cast on a target that is hit and fails every save, and what it says."""
    ruleset, name = fact["ruleset"], fact["name"]
    book = rulebook_loading.rulebook(ruleset)
    spell = book.spell(name)
    assert spell
    by = caster_of(spell, ruleset)
    if held := IN_HAND.get((name, ruleset)) or IN_HAND.get((name, "both")):
        by["equipped"] = [held]
    on = [target(**{"type": spell.only[0] if spell.only else "humanoid", **({"hp": 1} if "heal" in fact else {}), **MEETS.get(name, {})})]
    if name in DEAD:
        return outcome(*raised(name, by["character"], on[0]["character"], ruleset)), ()
    if spell.targets.startswith(("self", "{")) or name in FOR_ITSELF:
        on = []
    chosen = first_choices(spell) if (name, ruleset) == ("True Strike", "5.1") else FACES.get(name) or first_choices(spell)
    if (name, ruleset) == ("Conjure Animals", "5.1"):
        chosen = {"choice": "one", "beast": "Brown Bear"}
    low, high = twice(name, by, on, book, choice=chosen)
    assert high.refused is None, (high.refused, high.allowed[:3])
    assert high.result
    return outcome(low, high), high.result.says


@each_row("fact", SPELLS, ids=lambda f: f"{f['name']} {f['ruleset']}")
def test_a_spell_does_what_the_text_says(fact: Row) -> None:
    shown, says = cast(fact)
    part = PARTS[fact["ruleset"]].get(fact["name"], {})
    later = part.get("later", ())
    for key, found in (("saves", _words(shown.get("saves", ()))), ("attacks", {*fact.get("attack", ())} if "attacks" in shown else set())):
        wanted = {*fact.get(key.removesuffix("s"), ())}
        assert found <= wanted if key.removesuffix("s") in later else found == wanted, key
    assert {int(s.split()[1]) for s in shown.get("saves", ())} <= {part.get("dc", DC)}
    assert shown.get("conditions", []) == part.get("conditions", [])
    assert set(shown.get("lasts", ())) <= {_span(fact["duration"]), *part.get("lasts", ())}
    assert set(part.get("lasts", ())) <= set(shown.get("lasts", ()))
    misses_a_creature = any("file yet" in said for said in says)
    assert shown.get("concentration", False) == fact.get("conc", False) or misses_a_creature
    _amounts(fact, shown, later)


def _amounts(fact: Row, shown: Row, later: Any) -> None:
    """Each type of damage has the dice of one line of the text, or of so many shots; so have healing and temporary hit points."""
    dealt: Mapping[str, list[int]] = shown.get("damage", {})
    assert bool(dealt) == ("damage" in fact and "damage" not in later)
    lines: dict[str, list[tuple[int, int]]] = {}
    for text, type in fact.get("damage", ()):
        lines.setdefault(type, []).append(_ends(grown(text, fact)))
    for type, (low, high) in dealt.items():
        high -= BROUGHT.get(fact["name"], 0)
        sums = {(sum(a for a, _ in lines[type]), sum(b for _, b in lines[type])), *lines[type]}
        assert any(low == n * a and high == n * b for a, b in sums for n in (1, *SHOTS.get(fact["name"], ()))), (type, low, high)
    if fact["name"] in REVIVED:
        assert shown.get("heal") == [REVIVED[fact["name"]]] * 2
    elif "heal" in fact and "heal" not in later:
        assert shown.get("heal") == ([999, 999] if fact["heal"] == "full" else list(_ends(fact["heal"])))
    else:
        assert "heal" not in shown
    if "tempHp" in shown and "temp_hp" in fact:
        assert shown["tempHp"] == list(_ends(fact["temp_hp"]))


SHOTS: Final = {"Magic Missile": (3,), "Scorching Ray": (3,), "Eldritch Blast": (4,), "Meteor Swarm": (1,)}
"""The shots of a spell, all at one target (Eldritch Blast at level 20)."""


def _ends(text: str) -> tuple[int, int]:
    return dice.bounds(text.replace("mod", "4"))


def _words(saves: Any) -> set[str]:
    return {save.split()[0] for save in saves}


def _span(fact: Row) -> str | None:
    if "n" not in fact:
        return None if fact["kind"] in ("instant", "special") else str(fact["kind"])
    return f"{fact['n']} {fact['kind']}{'s' if fact['n'] > 1 else ''}"


# ── features ────────────────────────────────────────────────────────────────────────────────────────────────────────


def played_by_a_hero(rule: FeatureRule, act: Act, book: Rulebook) -> Row:
    given, character = GIVEN.get(act.name, {}), hero_with(rule, act)
    by: Row = {"ruleset": book.ruleset, "character": character, "equipped": given.get("equipped", [])}
    kind = {"type": act.only[0] if act.only else "humanoid"}
    foe: Row = target(**{**kind, **given.get("target", {})})
    for first in given.get("before", ()):
        spell = book.spell(first)
        done = twice(first, by, [foe] if spell else [], book)[1]
        assert done.result, (first, done.refused)
        by, foe = done.documents[0], done.documents[1] if spell else foe
    same = book.spell(given["as"]) if "as" in given else None
    chosen = given.get("choice") or first_choices(same or act)
    low, high = twice(act.name, by, [] if act.targets == "self" else [foe], book, choice=chosen, slot=given.get("slot"))
    assert high.refused is None, (high.refused, high.allowed[:4])
    return outcome(low, high)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_act_of_a_feature_has_a_row(ruleset: Ruleset) -> None:
    assert {f"{rule.name}: {act.name}" for rule, act in acts_of_features(ruleset)} == FEATURES[ruleset].keys()


@each_row(
    ("ruleset", "rule", "act"), [pytest.param(r, f, a, id=f"{f.name} {a.name} {r}") for r in RULESETS for f, a in acts_of_features(r)]
)
def test_an_act_of_a_feature_does_what_the_text_says(ruleset: Ruleset, rule: FeatureRule, act: Act) -> None:
    _held(played_by_a_hero(rule, act, rulebook_loading.rulebook(ruleset)), FEATURES[ruleset][f"{rule.name}: {act.name}"])


OWN_WORDS: Final = ("effects", "told")
"""Names of effects are ours, and so are the words that are told: no fact of the text."""


def _held(shown: Row, fact: Row) -> None:
    assert {key: value for key, value in shown.items() if key not in OWN_WORDS} == fact
    assert shown, "nothing came of it, and nothing was told"


# ── items ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_act_of_an_item_has_a_row(ruleset: Ruleset) -> None:
    assert {str(row) for row in acts_of_items(ruleset)} == ITEMS[ruleset].keys()


@each_row("row", [pytest.param(row, id=f"{row} {row.ruleset}") for r in RULESETS for row in acts_of_items(r)])
def test_an_act_of_an_item_does_what_the_text_says(row: ItemAct) -> None:
    _held(played_at_hand(row), ITEMS[row.ruleset][str(row)])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_spell_of_an_item_has_a_row(ruleset: Ruleset) -> None:
    assert {str(row) for row in casts_of_items(ruleset)} == CASTS[ruleset].keys()


@each_row("row", [pytest.param(row, id=f"{row} {row.ruleset}") for r in RULESETS for row in casts_of_items(r)])
def test_an_item_casts_its_spell_as_the_text_says(row: ItemCast) -> None:
    """The saves are those of the spell, against the DC of the item."""
    shown = cast_at_hand(row)
    _held(shown, CASTS[row.ruleset][str(row)])
    fact = next(f for f in SPELLS if (names.fold(f["name"]), f["ruleset"]) == (names.fold(row.spell), row.ruleset))
    assert _words(shown.get("saves", ())) <= {*fact.get("save", ())}
    assert shown.get("concentration", False) <= fact.get("conc", False)
    assert "damage" in fact or "damage" not in shown


def test_all_of_it_is_quick() -> None:
    """Each is played with two kinds of dice."""
    counted = len(SPELLS) + sum(len(rows[r]) for rows in (FEATURES, ITEMS, CASTS) for r in RULESETS)
    assert 2 * counted <= MOST_PLAYS
