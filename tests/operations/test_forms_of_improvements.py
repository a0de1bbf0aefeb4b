"""An open improvement shows its form, and a wrong one is answered with the forms; a species' cantrip and Break Free are named in plain words."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import ApplyStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.views import span_text
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 14)


@each_row("ruleset, of", [(r, c) for r in RULESETS for c in rulebook_loading.rulebook(r).classes])
def test_the_hint_shows_the_form_of_an_improvement_and_works(ruleset: Ruleset, of: str) -> None:
    box = Sandbox(first_world(ruleset)).let(5)
    box.did("create", name="Kim", character={"classes": [f"{of} 3"], "abilities": SCORES})
    text = box.did("level_up", "Kim")["text"]
    assert '"asi": [{' in text and "Choose like this: manage_character" in text, text
    box.did("update", "Kim", character={"choices": {"asi": [{"level": 4, "str": 2}]}})


@each_row("ruleset, wrong", [(r, w) for r in RULESETS for w in ({"str": 3}, 7, "str +2", ["str", "dex"], {"feat": "No Such Feat"})])
def test_a_wrong_improvement_is_answered_with_the_forms(ruleset: Ruleset, wrong: Any) -> None:
    box = Sandbox(first_world(ruleset)).let(5)
    box.did("create", name="Kim", character={"classes": ["fighter 3"], "abilities": SCORES})
    refused = box.ask("level_up", "Kim", choices={"asi": wrong})
    assert not refused["ok"] and '{"str": 2}' in refused["text"] and '{"feat": NAME}' in refused["text"], refused["text"]


def test_the_cantrip_of_a_species_is_called_so() -> None:
    box = Sandbox(first_world("5.1"))
    text = box.did("create", name="Eli", character={"race": "high elf", "classes": ["wizard 1"]})["text"]
    assert "species cantrip of the elf at 1" in text and "elf species cantrip" not in text


@each_row("ruleset", RULESETS)
def test_whatever_an_action_ends_names_the_act(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    found = 0
    for name in book.spells:
        spell = book.spell(name)
        for step in walk(spell.steps) if spell else ():
            if (
                isinstance(step, ApplyStep)
                and any(w.startswith("action:") for w in step.ends)
                and not any("athletics" in w for w in step.ends)
            ):
                assert "Break Free" in span_text.ends_text(step.ends), (name, step.ends)
                found += 1
    assert found
