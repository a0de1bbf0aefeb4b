"""Answers that are offered where places count: only to who sees the one it would answer past what stands between, and reaches that one."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import put
from tests.operations.halls import casts, hall
from tests.operations.table import Table

WALLED = {"size": "24x16", "features": [{"is": "wall", "at": "G1-G16"}]}


def facing(ruleset: Ruleset, kind: str, at: str, ground: object = WALLED) -> Table:
    table = hall(ruleset, ground, Foe=("X16", {"template": kind}))
    put(table, Foe=at)
    return table


def told(table: Table) -> str:
    return str(casts(table, "Fire Bolt", targets=["Goblin 1"], force=True)["text"])


def test_protective_magic_is_offered_to_who_sees_the_caster() -> None:
    for kind in ("Mage", "Archmage", "Lich"):
        behind, before = (facing("5.2", kind, at) for at in ("J2", "E2"))
        assert "Protective Magic" not in told(behind), kind
        assert "Protective Magic" in told(before), kind


@pytest.mark.parametrize("ruleset", RULESETS)
def test_counterspell_needs_sight_and_sixty_feet(ruleset: Ruleset) -> None:
    ground = {"size": "24x16"}
    wizard = {"classes": {"wizard": 9}, "spells": {"prepared": ["Counterspell"]}, "party": False}
    for at, ground_now, is_offered in (("N2", ground, True), ("P2", ground, False), ("J2", WALLED, False)):
        table = hall(ruleset, ground_now, Foe=(at, wizard))
        assert ("Counterspell" in told(table)) == is_offered, (ruleset, at)
