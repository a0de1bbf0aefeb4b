"""What a cloud and somebody in stone may do (SRD 5.1 and 5.2: Wind Walk, Gaseous Form, Meld into Stone)."""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")


@laid_alike
def laid(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    for name, classes in (("Fern", "druid 17"), ("Mage", "wizard 17")):
        table.did("create", name=name, character={"classes": [classes], "abilities": {"wis": 18, "int": 18}})
    return table


@each_row(
    ("ruleset", "act", "may"),
    [
        (r, act, act in ("Dash", "Wind Walk: own form"))
        for r in BOTH
        for act in ("Dash", "Dodge", "Help", "Hide", "Search", "Wind Walk: own form")
    ],
)
def test_a_cloud_of_wind_walk_only_dashes_and_reverts(ruleset: Ruleset, act: str, may: bool) -> None:
    table = laid(ruleset)
    table.did("cast", "Fern", spell="Wind Walk", targets=["Mage"], force=True)
    for name in ("Fern", "Mage"):
        call = {"act": act, **({"targets": ["Fern" if name == "Mage" else "Mage"]} if act == "Help" else {})}
        if may:
            table.did("act", name, **call)
        else:
            table.refused("cannot_act", "act", name, **call)


@each_row(("ruleset", "act"), [(r, act) for r in BOTH for act in ("Dash", "Dodge")])
def test_mist_may_do_what_its_text_does_not_forbid(ruleset: Ruleset, act: str) -> None:
    table = laid(ruleset)
    table.did("cast", "Mage", spell="Gaseous Form", targets=["Fern"], force=True)
    table.did("act", "Fern", act=act)


@each_row("ruleset", BOTH)
def test_somebody_in_stone_hears_with_disadvantage(ruleset: Ruleset) -> None:
    table = laid(ruleset)
    table.did("cast", "Fern", spell="Meld into Stone", force=True)
    assert "disadvantage" in table.did("check", "Fern", skill="perception")["text"]
    table.did("act", "Fern", act="Meld into Stone: leave")
    assert "disadvantage" not in table.did("check", "Fern", skill="perception")["text"]
