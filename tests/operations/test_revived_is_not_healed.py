"""A creature that revives with some hit points has them; nobody has restored them (SRD, Revivify; Disciple of Life, Blessed Healer)."""

from typing import Any

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

LIFE: dict[str, Any] = {
    "classes": ["cleric 17"],
    "features": ["Life Domain"],
    "choices": {"subclass": "Life Domain"},
    "abilities": {"wis": 18},
}


@laid_alike
def beside_the_dead(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={**LIFE, "party": True, "hpMax": 90, "hp": 50})
    table.did("create", name="Friend", character={"classes": ["fighter 5"], "party": True, "hpMax": 30})
    return table


@each_row(("ruleset", "spell"), [(ruleset, spell) for ruleset in RULESETS for spell in ("Revivify", "Raise Dead")])
def test_neither_feature_adds_to_it(ruleset: Ruleset, spell: str) -> None:
    table = beside_the_dead(ruleset)
    table.did("damage", "Friend", amount=200, damageType="fire")
    table.did("cast", "Hero", spell=spell, targets=["Friend"], force=True)
    assert (table.hp("Friend"), table.hp("Hero")) == (1, 50)


@each_row(("ruleset",), [(ruleset,) for ruleset in RULESETS])
def test_both_add_to_healing(ruleset: Ruleset) -> None:
    table = beside_the_dead(ruleset)
    table.did("damage", "Friend", amount=25, damageType="fire")
    let(table, face=1).did("cast", "Hero", spell="Cure Wounds", targets=["Friend"], slot=1)
    assert table.hp("Friend") > 5 + 3
    assert table.hp("Hero") == 50 + 3
