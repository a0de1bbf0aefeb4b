"""The verb end: the fight, or a spell that one keeps going."""

from rpg_lite.mud.session import Session
from tests.copies import begun
from tests.operations.table import Table


def test_end_names_a_spell_or_ends_the_fight() -> None:
    with begun() as game:
        table = Table(game)
        for name, of in (("Elara", "wizard 9"), ("Bran", "cleric 9")):
            table.did("create", name=name, character={"classes": [of], "party": True, "hpMax": 30, "hp": 30})
        table.did("cast", "Elara", spell="Fly", targets=["Bran"])
        table.did("start_fight", names=["party"])
        session = Session(game)
        assert "Elara ends Fly on Bran, and no longer concentrates." in str(session.hear("end fly by elara"))
        assert "Elara keeps no concentration going" in str(session.hear("end concentration by elara"))
        assert "The fight is over" in str(session.hear("end"))
