"""A state of a creature that harms it, such as fire or one poison, harms it once however many have laid it; each creature that holds another,
or drinks from it, harms it by itself.
"""

import re
from collections import Counter

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row


def attacked(ruleset: Ruleset, *attackers: tuple[str, str]) -> Counter[str]:
    """How often each effect harms Thorin in a round, after these creatures, each of its own, have hit him with these acts."""
    table = Table(begun(ruleset))
    table.did("create", name="Thorin", character={"classes": ["fighter 9"], "abilities": {"con": 10}, "party": True, "hpMax": 400})
    names = []
    for n, (block, _) in enumerate(attackers):
        names.append(f"Foe {n}")
        table.did("create", name=names[-1], template=block)
    table.roll_with(falling(2, 15))
    table.did("start_fight", names=["Thorin", *names])
    table.roll_with(falling(15))
    for name, (_, act) in zip(names, attackers, strict=True):
        table.roll_with(falling(19, 1))
        table.did("act", name, act=act, targets=["Thorin"], force=True)
    table.roll_with(falling(1))
    told = [table.did("next_turn")["text"] for _ in range(2 * len(names) + 2)]
    at = [n for n, text in enumerate(told) if "Thorin's turn" in text]
    turns = " ".join(told[at[0] : at[0] + len(names) + 1])
    return Counter(re.findall(r"(Burning|Pit Fiend Poison|Stirge Attached|Attached Stirge): \d+ \w+ \(", turns))


STATES = (
    ("5.1", (("Magmin", "Touch"), ("Magmin", "Touch")), "Burning", 1),
    ("5.2", (("Magmin", "Touch"), ("Magmin", "Touch")), "Burning", 1),
    ("5.1", (("Magmin", "Touch"), ("Fire Elemental", "Touch")), "Burning", 1),
    ("5.1", (("Pit Fiend", "Bite"), ("Pit Fiend", "Bite")), "Pit Fiend Poison", 1),
    ("5.2", (("Pit Fiend", "Bite"), ("Pit Fiend", "Bite")), "Pit Fiend Poison", 1),
    ("5.1", (("Stirge", "Blood Drain"), ("Stirge", "Blood Drain")), "Stirge Attached", 2),
    ("5.2", (("Stirge", "Proboscis"), ("Stirge", "Proboscis")), "Attached Stirge", 2),
)


@each_row(("ruleset", "attackers", "effect", "times"), STATES)
def test_it_harms_so_often_in_a_round(ruleset: Ruleset, attackers: tuple[tuple[str, str], ...], effect: str, times: int) -> None:
    assert attacked(ruleset, *attackers)[effect] == times
    assert attacked(ruleset, attackers[0])[effect] == 1


def test_each_wound_of_a_sword_of_wounding_counts() -> None:
    table = Table(begun("5.1"))
    table.did("create", name="Thorin", character={"classes": ["fighter 9"], "party": True, "hpMax": 90})
    table.did("create", name="Ogre", template="Ogre", character={"hpMax": 300, "hp": 300})
    table.did("give", "Thorin", template="Sword of Wounding", base="Longsword", equip=True)
    table.did("attune", "Thorin", itemName="Longsword of Wounding")
    table.did("start_fight", names=["Thorin", "Ogre"])
    for n in (1, 2, 3):
        table.roll_with(falling(19))
        table.did("attack", "Thorin", targetName="Ogre", **{"with": ["Wound"]})
        table.roll_with(falling(1))
        text = " ".join(table.did("next_turn")["text"] for _ in range(2))
        assert len(re.findall(r"Wound(?: \d)?: \d+ necrotic \(", text)) == n, text
