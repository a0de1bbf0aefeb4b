"""A step of an act is one record: its word, what it is to those who only read an act, its player and its words on a card."""

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.mechanics.acts.step_dispatch import PLAYERS
from rpg_lite.rules.acts import words
from rpg_lite.rules.acts.act import STEPS, Act, Spell
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.acts.words import IF_WORDS, TABLE_WORDS
from rpg_lite.views.step_text import step_text

ROOT = Path(__file__).parents[2]
KINDS = [pytest.param(model, id=model.word) for model in STEPS]


def acts() -> Iterator[Act]:
    """The acts of spells, features and things, the common acts, and a blow that corrodes, of both rulesets."""
    for ruleset in ("5.1", "5.2"):
        book = rulebook(ruleset)
        yield from book.spell_acts.values()
        yield from book.common_acts.values()
        yield from (act for feature in book.features.values() for act in feature.acts)
        items = [template.item for template in book.templates.values()]
        yield from (act for item in items for act in (*item.acts, item.use_act, *(act for _, act in item.switch_acts)))
        yield from map(Spell.model_validate, json.loads((ROOT / "data/examples/spell.json").read_text("utf-8")))
        yield Act.model_validate(next(act for act in book.creatures["gray ooze"]["character"]["acts"] if act["name"] == "Pseudopod"))


@pytest.fixture(scope="module")
def written() -> dict[type[StepModel], StepModel]:
    """An example of each kind of step from the content."""
    found: dict[type[StepModel], StepModel] = {}
    for act in acts():
        for step in walk(act.steps):
            found.setdefault(type(step), step)
    return found


@pytest.mark.parametrize("model", KINDS)
def test_its_word_is_its_own_key(model: type[StepModel]) -> None:
    keys = {field.alias or name for name, field in model.model_fields.items()}
    camel = {"".join(w.capitalize() if n else w for n, w in enumerate(key.rstrip("_").split("_"))) for key in keys}
    assert model.word in camel
    assert [other for other in STEPS if other.word == model.word] == [model]


@pytest.mark.parametrize("model", KINDS)
def test_something_plays_it(model: type[StepModel]) -> None:
    assert model in PLAYERS or model is DamageStep  # adjacent damage is one blow


@pytest.mark.parametrize("model", KINDS)
def test_the_content_uses_it_and_a_card_puts_it_into_words(model: type[StepModel], written: dict[type[StepModel], StepModel]) -> None:
    assert model in written, f"no content uses the step {model.word}; CONTRIBUTING says where (A step)"
    text = step_text(written[model])
    assert text and "{'" not in text and '{"' not in text and "=" not in text.partition("(")[0], text


@pytest.mark.parametrize("word", [word for word in IF_WORDS if word not in TABLE_WORDS])
def test_something_says_when_an_if_word_holds(word: str) -> None:
    """Each word, or its head before a colon, stands in the code that answers it; else it would never hold, without a word."""
    answered = {
        node.value
        for name in ("steps/branch_steps.py", "if_creature_state.py", "secret_spell_levels.py")
        for node in ast.walk(ast.parse((ROOT / "rpg_lite/mechanics/acts" / name).read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    constants = {value for value in vars(words).values() if isinstance(value, str)}
    assert {word, word.partition(":")[0], word.partition(">=")[0]} & (answered | constants), word
