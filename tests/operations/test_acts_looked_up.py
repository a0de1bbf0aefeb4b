"""The acts that features bring are looked up by their own names, and lead to their feature."""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun
from tests.operations.table import Table
from tests.rows import each_row


def looked_up(ruleset: Ruleset, query: str) -> str:
    answer = Table(begun(ruleset)).send({"operation": "lookup", "query": query}, "read_campaign")
    assert answer["ok"], answer["text"]
    text: str = answer["text"]
    return text


@each_row(
    ("ruleset", "query", "told"),
    [
        ("5.2", "Turn Undead", "Channel Divinity: cleric level 2"),
        ("5.2", "Divine Spark", "Channel Divinity: cleric level 2"),
        ("5.2", "divine sense", "Channel Divinity: paladin level 3"),
        ("5.1", "Turn Undead", "Turn Undead: cleric level 2"),
        ("5.2", "Redirect Attack", "Deflect Attacks"),
        ("5.1", "Preserve Life", "Preserve Life: cleric level 2"),
    ],
)
def test_an_act_leads_to_its_feature(ruleset: Ruleset, query: str, told: str) -> None:
    assert told in looked_up(ruleset, query)


@each_row(("ruleset", "query", "told"), [("5.2", "Dash", "Dash"), ("5.1", "Shield", "Shield")])
def test_a_name_of_its_own_comes_first(ruleset: Ruleset, query: str, told: str) -> None:
    assert looked_up(ruleset, query).startswith(told)
