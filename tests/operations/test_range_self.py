"""A spell with a range of self that changes its caster takes no other target (SRD 5.1 and 5.2, Range)."""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

BOTH_RULESETS = [
    "Alter Self", "Blur", "Contact Other Plane", "Disguise Self", "Expeditious Retreat", "False Life", "Fire Shield", "Flame Blade", "Mirror Image", "Mislead",
    "Misty Step", "Shapechange", "Shield", "See Invisibility",
]  # fmt: skip
ROWS: list[tuple[Ruleset, str]] = [
    (r, spell) for spell in BOTH_RULESETS for r in ("5.1", "5.2") if (r, spell) != ("5.1", "See Invisibility")
]
DEALS_DAMAGE = ("Contact Other Plane", "Fire Shield")
"""Spells that deal damage: no proposal turns them away from the target that was named."""
KNOWING = ["Locate Creature", "Detect Thoughts", "Commune", "Legend Lore"]
"""Spells of knowledge, whose call may name whom they are about."""


@laid_alike
def laid(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
    table.did("create", name="Mage", character={"classes": ["wizard 17"], "abilities": scores})
    table.did("create", name="Foe", character={"hpMax": 30, "party": False})
    return table


@each_row(("ruleset", "spell"), [*ROWS, ("5.2", "Shillelagh")])
def test_a_spell_of_its_caster_alone_refuses_others(ruleset: Ruleset, spell: str) -> None:
    table = laid(ruleset)
    choice = {"Alter Self": "aquatic", "Fire Shield": "warm", "Shapechange": "Wolf", "Shillelagh": "force"}.get(spell)
    more = {"choice": choice} if choice else {}
    answer = table.refused("only_for_itself", "cast", "Mage", spell=spell, targets=["Foe"], force=True, **more)
    assert spell in DEALS_DAMAGE or "targets" not in answer["error"]["try"]
    table.did("cast", "Mage", spell=spell, targets=["Mage"], force=True, **more)


@each_row(("ruleset", "spell"), [(r, spell) for r in ("5.1", "5.2") for spell in KNOWING])
def test_a_spell_of_knowledge_may_name_whom_it_is_about(ruleset: Ruleset, spell: str) -> None:
    laid(ruleset).did("cast", "Mage", spell=spell, targets=["Foe"], force=True)
