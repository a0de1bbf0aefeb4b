"""An open choice is sent under the label that the answers give it, and a list is filled by one call."""

from typing import Any, Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from tests.operations.table import Answer
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
RULESETS: Final[tuple[Ruleset, ...]] = ("5.1", "5.2")
BOOKS: Final = {ruleset: rulebook_loading.rulebook(ruleset) for ruleset in RULESETS}
HEROES: Final[list[tuple[Ruleset, Answer]]] = [
    (ruleset, sheet)
    for ruleset, book in BOOKS.items()
    for sheet in (
        *({"classes": [f"{name} 20"]} for name in book.classes),
        *({"classes": ["fighter 1"], "race": name} for name in book.races),
        *({"classes": ["fighter 1"], "background": name} for name in book.backgrounds),
        {"classes": ["rogue 3", "wizard 3", "fighter 4"]},
    )
]


def hero(ruleset: Ruleset, sheet: Answer) -> Sandbox:
    table = Sandbox(first_world(ruleset), BOOKS[ruleset])
    table.did("create", name="Hero", character={**sheet, "party": True})
    return table


def open_choices(table: Sandbox) -> dict[str, tuple[str, str]]:
    """The label of each open choice → its class, species or background, and the choice."""
    sheet = thing_stats.sheet(next(t for t in table.world.things.values() if t.name == "Hero"), table.book)
    return {f"{c.of} {c.choice}": (c.of, c.choice) for c in sheet.open_choices}


@each_row(("ruleset", "sheet"), HEROES)
def test_every_label_is_a_key(ruleset: Ruleset, sheet: Answer) -> None:
    table = hero(ruleset, sheet)
    for label in open_choices(table):
        answer = table.ask("update", "Hero", character={"choices": {label: "zzz"}}, dryRun=True)
        assert "The rules have no choice" not in answer["text"], answer["text"]


def chosen(table: Sandbox, **choices: Any) -> Answer:
    return table.ask("update", "Hero", character={"choices": choices})


def test_the_label_of_one_class_leaves_the_choice_of_another_open() -> None:
    table = hero("5.2", {"classes": ["fighter 4", "rogue 3"]})
    assert chosen(table, **{"fighter skills": ["athletics", "perception"], "rogue skills": ["stealth"]})["ok"]
    assert chosen(table, **{"fighter weapon mastery": ["Longsword", "Spear", "Maul", "Flail"]})["ok"]
    still = open_choices(table)
    assert "rogue weapon mastery" in still and not still.keys() & {"fighter skills", "rogue skills", "fighter weapon mastery"}


@pytest.mark.parametrize(
    ("sheet", "label", "value"),
    [
        *(({"race": race}, f"{race} lineage", lineage) for race, lineage in (
            ("elf", "Drow"), ("dragonborn", "Red"), ("gnome", "Forest Gnome"), ("goliath", "Frost"), ("tiefling", "Abyssal"))),
        ({"background": "sage"}, "sage ability scores", {"int": 2, "con": 1}), ({"race": "orc"}, "orc languages", ["Elvish", "Giant"]),
    ],
)  # fmt: skip
def test_a_choice_of_the_origin_is_made_under_its_label(sheet: Answer, label: str, value: Any) -> None:
    table = hero("5.2", {"classes": ["fighter 1"], **sheet})
    assert label in open_choices(table)
    answer = chosen(table, **{label: value})
    assert answer["ok"] and label not in open_choices(table), answer["text"]


@pytest.mark.parametrize("key", ["cantrips", "wizard cantrips"])
def test_a_list_that_is_sent_again_with_more_adds_what_is_new(key: str) -> None:
    table = hero("5.2", {"classes": ["wizard 3"], "abilities": {"int": 16}})
    assert chosen(table, **{key: ["Fire Bolt", "Light"]})["ok"]
    answer = chosen(table, **{key: ["Fire Bolt", "Light", "Mage Hand"]})
    assert answer["ok"] and "Fire Bolt, Light → Fire Bolt, Light, Mage Hand" in answer["text"]
    assert not chosen(table, **{key: ["Fire Bolt", "Light", "Mage Hand", "Mending"]})["ok"]


def test_all_misspelt_words_of_a_list_are_repaired_by_one_call() -> None:
    table = hero("5.2", {"classes": ["wizard 3"], "abilities": {"int": 16}})
    answer = chosen(table, skills=["arcna", "histroy"], spellbook=["Sheild", "Sleeep", "Detekt Magic"])
    assert not answer["ok"]
    proposed = answer["error"]["try"]["character"]["choices"]
    assert proposed == {"skills": ["arcana", "history"], "spellbook": ["Shield", "Sleep", "Detect Magic"]}
    assert table.send(answer["error"]["try"], "manage_character")["ok"]
