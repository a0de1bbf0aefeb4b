"""The acts that features bring are looked up by their own names, and lead to their feature."""

from rpg_lite.content import rulebook_loading
from rpg_lite.rules import book_search
from rpg_lite.vocabulary import RULESETS, Ruleset
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


@each_row(
    ("ruleset", "query", "told", "others"),
    [
        ("5.2", "Channel Divinity", "Channel Divinity: paladin level 3", "cleric (level 2). Look up Channel Divinity cleric."),
        (
            "5.1",
            "Extra Attack",
            "Extra Attack: ranger level 5",
            "barbarian (level 5), fighter (level 5), monk (level 5), paladin (level 5).",
        ),
        ("5.2", "Expertise", "Expertise: rogue level 1", "bard (level 2), ranger (level 9)."),
        ("5.1", "Land's Stride", "Land's Stride: ranger level 8", "druid (level 6)."),
    ],
)
def test_the_classes_that_share_a_name_are_named(ruleset: Ruleset, query: str, told: str, others: str) -> None:
    text = looked_up(ruleset, query)
    assert text.startswith(told) and f"Other classes have a feature of this name: {others}" in text
    for of_class in others.partition(".")[0].split(", "):
        one = looked_up(ruleset, f"{query} {of_class.partition(' ')[0]}")
        assert one.startswith(f"{query}: {of_class.partition(' ')[0]}") and "Other classes" not in one


@each_row("ruleset", RULESETS)
def test_every_act_of_a_feature_is_found(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    for rule in book.features.values():
        for act in rule.acts:
            assert book_search.exact(act.name, None, book) or book_search.bringing(act.name, None, book), act.name
            own = book_search.bringing(act.name, "feature", book)
            assert book_search.name_of_its_own(rule, book) in [entry.name for entry in own]


@each_row("ruleset", RULESETS)
def test_an_act_of_several_features_names_them_all(ruleset: Ruleset) -> None:
    text = looked_up(ruleset, "Breath Weapon")
    assert text.startswith("6 features: Draconic ancestry acid") and "poison" in text
