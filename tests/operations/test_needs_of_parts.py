"""A part of an act has its own needs (SRD 5.1 and 5.2: Telekinesis, Arcane Hand's grasp: a Huge creature at most; Multiattack of chuul, vampire …)."""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")


@laid_alike
def laid(ruleset: Ruleset, *blocks: str) -> Table:
    table = Table(begun(ruleset))
    table.did("create", name="Mage", character={"classes": ["wizard 17"], "abilities": {"int": 18}})
    for block in blocks:
        table.did("create", template=block)
    return table


@each_row(("ruleset", "spell", "choice"), [(r, *row) for r in BOTH for row in (("Telekinesis", "creature"), ("Arcane Hand", "grasp"))])
def test_a_part_asks_for_its_needs(ruleset: Ruleset, spell: str, choice: str) -> None:
    table = laid(ruleset, "Tarrasque", "Hill Giant")
    table.refused("target_unfit", "cast", "Mage", spell=spell, choice=choice, targets=["Tarrasque"])
    table.did("cast", "Mage", spell=spell, choice=choice, targets=["Hill Giant"])
    table.refused("target_unfit", "act", "Mage", act=f"{spell}: {choice}", targets=["Tarrasque"])


@each_row(
    ("ruleset", "block", "last"),
    [("5.1", "Chuul", "Tentacles"), ("5.2", "Chuul", "Paralyzing Tentacles"), ("5.1", "Vampire Spawn", "Bite")],
)
def test_what_needs_a_grapple_is_left_out_where_the_others_missed(ruleset: Ruleset, block: str, last: str) -> None:
    table = laid(ruleset, block)
    more = {"choice": last} if ruleset == "5.1" else {}
    for d20, is_left_out in ((1, True), (19, False)):
        table.roll_with(falling(d20, face=3))
        if block == "Vampire Spawn" and not is_left_out:
            table.did("apply", "Mage", condition="restrained")
        told = table.did("act", block, act="Multiattack", targets=["Mage"], **more)["text"]
        assert (f"{last} is left out" in told) == is_left_out, told
