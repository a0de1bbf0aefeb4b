"""Letters beyond ASCII in the calls that answers propose: people read and copy these calls."""

from tests.operations.table import Table


def test_a_proposed_call_spells_a_name_as_people_write_it(empty: Table) -> None:
    character = {"classes": ["fighter 1"], "race": "Elf", "party": True}
    told = [
        empty.send({"operation": "create", "name": "Jürgen", "character": character}, "manage_character")["text"],
        empty.send({"operation": "view", "character": "Jürgen"})["text"],
        empty.send({"operation": "view", "characterName": "Jürgn"})["text"],
    ]
    assert all("Jürgen" in text and "\\u" not in text for text in told), told
    assert '"characterName": "Jürgen"' in told[0]
