"""Items that ward off spells: Spellguard Shield (spell attacks have disadvantage, saves against magic advantage), and Ring of Spell Turning
(saves against a spell that targets its bearer alone, SRD 5.1; against every spell, SRD 5.2).
"""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")


@laid_alike
def laid(ruleset: Ruleset, item: str, slot: str) -> Table:
    table = Table(begun(ruleset))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14)
    for name in ("Kim", "Bo"):
        table.did("create", name=name, character={"classes": ["fighter 9"], "abilities": scores, "hpMax": 300, "type": "humanoid"})
    table.did("create", name="Mage", character={"classes": ["wizard 17"], "abilities": scores, "party": False})
    table.did("give", "Kim", template=item)
    table.did("equip", "Kim", itemName=item, slot=slot)
    table.did("attune", "Kim", itemName=item)
    return table


ATTACKS = ["Fire Bolt", "Ray of Frost", "Shocking Grasp", "Inflict Wounds", "Guiding Bolt", "Scorching Ray"]


@each_row(("ruleset", "spell"), [(r, spell) for r in BOTH for spell in ATTACKS if (r, spell) != ("5.2", "Inflict Wounds")])
def test_spell_attacks_have_disadvantage_against_the_shield(ruleset: Ruleset, spell: str) -> None:
    table = laid(ruleset, "Spellguard Shield", "offhand")
    assert "disadvantage: Spellguard Shield" in table.did("cast", "Mage", spell=spell, targets=["Kim"], force=True)["text"]
    assert "disadvantage" not in table.did("cast", "Mage", spell=spell, targets=["Bo"], force=True)["text"]
    assert "disadvantage" not in table.did("attack", "Mage", targetName="Kim", itemName="Unarmed Strike")["text"]
    table.did("unequip", "Kim", itemName="Spellguard Shield")
    assert "disadvantage" not in table.did("cast", "Mage", spell=spell, targets=["Kim"], force=True)["text"]


@each_row(
    ("ruleset", "spell", "targets", "helps"),
    [
        ("5.1", "Hold Person", ["Kim"], True), ("5.1", "Hold Person", ["Kim", "Bo"], False), ("5.1", "Sacred Flame", ["Kim"], True),
        ("5.1", "Fireball", ["Kim"], False), ("5.1", "Burning Hands", ["Kim"], False), ("5.1", "Charm Person", ["Kim"], True),
        ("5.2", "Hold Person", ["Kim"], True), ("5.2", "Hold Person", ["Kim", "Bo"], True), ("5.2", "Fireball", ["Kim"], True),
    ],
)  # fmt: skip
def test_the_ring_helps_against_a_spell_on_its_bearer_alone(ruleset: Ruleset, spell: str, targets: list[str], helps: bool) -> None:
    table = laid(ruleset, "Ring of Spell Turning", "ring1")
    slot = {"slot": 3} if len(targets) > 1 else {}
    answer = table.did("cast", "Mage", spell=spell, targets=targets, force=True, **slot)
    assert ("advantage" in answer["text"]) == helps, answer["text"]
