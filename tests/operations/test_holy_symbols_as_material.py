"""Every kind of holy symbol is the priced material of a spell that asks for a holy symbol (SRD 5.2, Bless)."""

import pytest

from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(("carried", "counts"), [("Emblem", True), ("Amulet", True), ("Reliquary", True), ("Component Pouch", False)])
def test_a_holy_symbol_pays_for_bless(carried: str, counts: bool) -> None:
    box = Sandbox(first_world("5.2"))
    box.accept("create", name="Mira", character={"classes": ["cleric 3"], "abilities": {"wis": 16}, "party": True})
    box.accept("give", "Mira", template=carried)
    told = box.did("cast", "Mira", spell="Bless", targets=["Mira"])["text"]
    assert ("carries nothing that is known to be" in told) != counts
