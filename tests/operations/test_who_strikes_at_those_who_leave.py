"""Opportunity attacks are offered to enemies in the fight, and not to bystanders, to the mount or to its rider (SRD, Opportunity Attacks)."""

from tests.copies import begun
from tests.operations.dice import let
from tests.operations.rooms import did
from tests.operations.table import Table


def test_only_enemies_in_the_fight_strike_at_a_rider_who_leaves() -> None:
    with begun() as game:
        table = let(Table(game), 10, face=4)
        table.did("create", name="Bram", character={"party": True, "classes": ["fighter 5"], "abilities": {"str": 16}})
        for name, template in (("Gob", "Goblin"), ("Ogre", "Ogre"), ("Horse", "Riding Horse")):
            table.did("create", name=name, template=template)
        did(table, "create", name="Hall", direction="north")
        table.did("start_fight", names=["Bram", "Gob"])
        table.did("act", "Bram", act="Mount", targets=["Horse"], force=True)
        while "Bram's turn" not in table.did("next_turn")["text"]:
            pass
        told = did(table, "go", "Bram", direction="north")["text"]
        assert "May answer: Gob (Opportunity Attack)." in told, told
