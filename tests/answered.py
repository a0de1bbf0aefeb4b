"""Deeds that somebody answers, for tests of what follows."""

from tests.operations.dice import let
from tests.operations.table import Table

HERO = {"abilities": dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16), "hpMax": 100}


def fireball_countered(at: Table) -> None:
    """Wiz casts Fireball at Riv and Foe, who would lose 8; Riv counters it. Every die but a d20 shows 1."""
    sides = {"Wiz": True, "Riv": False, "Thi": False, "Fri": True, "Foe": False}
    for name, party in sides.items():
        at.did("create", name=name, character={**HERO, "classes": ["wizard 14"], "party": party})
    let(at, 20, 15, 10, 8, 5)  # type: ignore[arg-type]
    at.did("start_fight", names=[*sides])
    let(at, 1)  # type: ignore[arg-type]
    at.did("cast", "Wiz", spell="Fireball", targets=["Riv", "Foe"])
    assert at.hp("Foe") == 92
    at.did("cast", "Riv", spell="Counterspell", answer=True)
    assert at.hp("Foe") == 100
