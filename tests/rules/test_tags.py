"""Tags are for programs; people read words."""

import re

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules import modifier_tag_words
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.rows import each_row


@each_row(
    ("scope", "told", "only"),
    [
        (("against:poison",), "against poison", "only against poison"),
        (("target:surprised",), "against surprised targets", "only against surprised targets"),
        (
            ("natural20", "target:construct"),
            "on a natural 20, against construct targets",
            "only on a natural 20, against construct targets",
        ),
        (("attack:ranged",), "ranged attacks", "only for ranged attacks"),
        (("source:magic",), "from magic", "only from magic"),
        (("climb|swim",), "climb or swim", "only for climb or swim"),
    ],
)
def test_a_tag_is_told_in_words(scope: tuple[str, ...], told: str, only: str) -> None:
    assert (modifier_tag_words.say_tags(scope), modifier_tag_words.only(scope)) == (told, only)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_tag_of_an_item_stays_raw(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    found = {tag for t in book.templates.values() for m in t.item.modifiers for tag in (*m.scope, *m.when)}
    assert found and not [tag for tag in found if re.search(r"[:|_]", modifier_tag_words.words(tag))]
