"""Features that answer an attack with a weapon answer no spell, and those that answer any melee attack do (SRD 5.1, Deflect Missiles, Divine Smite)."""

from typing import Any, Final

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Table

CASTER: Final = {
    "classes": ["wizard 5"], "abilities": {"int": 18, "dex": 14, "cha": 16}, "hpMax": 60, "spells": {"cantrips": ["Shocking Grasp", "Ray of Frost"]},
}  # fmt: skip
MEANS: Final[dict[str, dict[str, Any]]] = {
    "melee": {"operation": "attack", "itemName": "Dagger"},
    "ranged": {"operation": "attack", "itemName": "Shortbow"},
    "touch": {"operation": "cast", "spell": "Shocking Grasp"},
    "ray": {"operation": "cast", "spell": "Ray of Frost"},
    "unarmed": {"operation": "attack", "itemName": "Unarmed Strike"},
}
"""Ways to strike: with a weapon, by a spell, with a fist."""
DEFENDERS: Final[list[tuple[str, Ruleset, Any, set[str]]]] = [
    ("Deflect Missiles", "5.1", {"classes": ["monk 5"]}, {"ranged"}),
    ("Snare", "5.1", {"classes": ["fighter 5"]}, {"ranged"}),
    ("Snare", "5.2", {"classes": ["fighter 5"]}, {"ranged"}),
    ("Rock Catching", "5.1", "Stone Giant", {"ranged"}),
    ("Parry", "5.1", "Knight", {"melee", "touch", "unarmed"}),
    ("Parry", "5.2", "Knight", {"melee", "touch", "unarmed"}),
    ("Uncanny Dodge", "5.1", {"classes": ["rogue 5"]}, {*MEANS}),
    (
        "Stand Against the Tide",
        "5.1",
        {"classes": ["ranger 15"], "choices": {"subclass": "Hunter", "superior hunter's defense": "Stand Against the Tide"}},
        set(),
    ),
]
ATTACKERS: Final[list[tuple[str, Ruleset, list[str], set[str]]]] = [
    ("Divine Smite", "5.1", ["paladin 5", "wizard 1"], {"melee", "unarmed"}),
    ("Divine Smite", "5.2", ["paladin 5", "wizard 1"], {"melee", "unarmed"}),
    ("Searing Smite", "5.2", ["paladin 5", "wizard 1"], {"melee", "unarmed"}),
    ("Shining Smite", "5.2", ["paladin 5", "wizard 1"], {"melee", "unarmed"}),
    ("Ensnaring Strike", "5.2", ["ranger 5", "wizard 1"], {"melee", "ranged"}),
]


def _table(ruleset: Ruleset, classes: tuple[str, ...], defender: Any) -> Any:
    table = Table(begun(ruleset))
    ready = {name for name, of, theirs, _ in ATTACKERS if of == "5.2" == ruleset and theirs == list(classes)}
    prepared = {"prepared": sorted(ready)}
    table.did(
        "create", name="Ann", character={**CASTER, "classes": list(classes), "party": True, "spells": {**CASTER["spells"], **prepared}}
    )
    for weapon in ("Dagger", "Shortbow"):
        table.did("give", "Ann", template=weapon)
    table.did("give", "Ann", template="Arrow", quantity=20)
    if isinstance(defender, str):
        table.did("create", template=defender, name="Foe")
    else:
        table.did("create", name="Foe", character={"hpMax": 90, "abilities": {"dex": 10, "wis": 8}, **(defender or {}), "party": False})
        table.did("give", "Foe", template="Gloves of Missile Snaring", equip=True, attune=True)
    return table.game


def _strike(table: Table, means: str, face: int) -> Table:
    call = MEANS[means]
    if means in ("melee", "ranged"):
        table.did("equip", "Ann", itemName=call["itemName"])
    table.roll_with(falling(face, face=1))
    done = table.did(call["operation"], "Ann", **{k: v for k, v in call.items() if k != "operation"}, targetName="Foe")
    assert done["ok"]
    table.roll_with(falling(10))
    return table


def _answers(table: Table, who: str, act: str, ruleset: Ruleset) -> bool:
    is_spell = ruleset == "5.2" and act in {a for a, *_ in ATTACKERS}
    call = {"operation": "cast", "spell": act} if is_spell else {"operation": "act", "act": act}
    answer = table.ask(call.pop("operation"), who, **call, answer=True)
    assert answer["ok"] or answer["error"]["code"] == "answer_unfit", answer["text"]
    return bool(answer["ok"])


@pytest.mark.parametrize("means", MEANS)
@pytest.mark.parametrize(("act", "ruleset", "who", "by"), DEFENDERS)
def test_whoever_is_struck_answers_only_what_its_feature_means(act: str, ruleset: Ruleset, who: Any, by: set[str], means: str) -> None:
    with copy_of(_defended, act, ruleset) as game:
        table = _strike(Table(game), means, 19)
        assert _answers(table, "Foe", act, ruleset) is (means in by)


def _defended(act: str, ruleset: Ruleset) -> Any:
    who = next(who for name, of, who, _ in DEFENDERS if (name, of) == (act, ruleset))
    return _table(ruleset, ("wizard 5",), who)


@pytest.mark.parametrize("means", MEANS)
@pytest.mark.parametrize(("act", "ruleset", "classes", "by"), ATTACKERS)
def test_whoever_strikes_adds_to_what_its_feature_means(act: str, ruleset: Ruleset, classes: list[str], by: set[str], means: str) -> None:
    with copy_of(_table, ruleset, tuple(classes), None) as game:
        table = _strike(Table(game), means, 19)
        assert _answers(table, "Ann", act, ruleset) is (means in by)
