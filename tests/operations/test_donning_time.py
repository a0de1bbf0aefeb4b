"""Armor and shields take time to put on and to take off, and the answer says how much (SRD, Armor)."""

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.rows import each_row

TIMES = (
    ("Leather Armor", "1 minute", "1 minute"),
    ("Scale Mail", "5 minutes", "1 minute"),
    ("Plate Armor", "10 minutes", "5 minutes"),
    ("Shield", "action", "action"),
)


def dressing(ruleset: Ruleset, item: str) -> tuple[str, str]:
    table = Table(begun(ruleset))
    table.did("create", name="Hero", character={"classes": ["fighter 5"], "party": True})
    table.did("give", "Hero", template=item)
    return table.did("equip", "Hero", itemName=item)["text"], table.did("unequip", "Hero", itemName=item)["text"]


@each_row(("ruleset", "item", "don", "doff"), [(ruleset, *row) for ruleset in RULESETS for row in TIMES])
def test_it_is_said(ruleset: Ruleset, item: str, don: str, doff: str) -> None:
    on, off = dressing(ruleset, item)
    assert "By the rules this takes" in on and don in on.partition("By the rules")[2]
    assert "By the rules this takes" in off and doff in off.partition("By the rules")[2]


@each_row(("ruleset", "item"), [(ruleset, item) for ruleset in RULESETS for item in ("Longsword", "Cloak of Protection", "Torch")])
def test_other_things_take_no_such_time(ruleset: Ruleset, item: str) -> None:
    assert "By the rules" not in " ".join(dressing(ruleset, item))


def test_what_is_worn_already_takes_none() -> None:
    table = Table(begun())
    table.did("create", name="Hero", character={"classes": ["fighter 5"], "party": True})
    table.did("give", "Hero", template="Plate Armor", equip=True)
    assert "By the rules" not in table.did("equip", "Hero", itemName="Plate Armor")["text"]
