"""The sheet and the questions of the page say in words what features and spells do: no key, no call, no formula."""

import re
from typing import Final

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.decision.callers import Caller
from rpg_lite.rules import names
from rpg_lite.views.page import feature_words
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

CODE: Final = re.compile(
    r"[{}]|\b[a-z]+_[a-z_]+|(?:^|\. )act(?: \(|: )|\d*d[a-z]{3,}sides|\bd[a-z]+ sides|\((?:mode|choices?|slot|force|attack|give it|operation \w+)\)",
    re.I,
)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_feature_reads_like_code(ruleset: Ruleset) -> None:
    features = rulebook_loading.rulebook(ruleset).features
    told = {rule.name: feature_words.sentence(rule) for rule in (features.values() if hasattr(features, "values") else features)}
    assert len(told) > 200
    assert {name: text for name, text in told.items() if CODE.search(text) or text[:1].islower()} == {}


def paths(ruleset: Ruleset) -> list[tuple[str, str | None]]:
    book = rulebook_loading.rulebook(ruleset)
    found = [(rule.of_class, rule.subclass) for rule in book.features.values() if rule.of_class]
    return sorted({(of, sub) for of, sub in found}, key=str)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_sheet_of_any_class_or_species_reads_like_code(ruleset: Ruleset) -> None:
    """Each class with each of its subclasses at the highest level, each with another species until all were there."""
    book = rulebook_loading.rulebook(ruleset)
    species = [*book.races]
    bad: dict[str, list[str]] = {}
    with begun(ruleset) as game:
        at = Table(game)
        for n, (of, sub) in enumerate([*paths(ruleset), *[("fighter", None)] * len(species)]):
            chosen = {"subclass": sub} if sub else {}
            sheet = {"party": True, "classes": [f"{of} 20"], "race": species[n % len(species)], **chosen}
            at.did("create", name=f"Hero {n}", character=sheet)
        for member in game.table()["party"]:
            page = game.page_sheet(member["id"], Caller("viewer")) or {}
            texts = [f"{f['name']}: {f['text']}" for f in page["features"]]
            texts += [f"{spell['name']} {spell}" for spell in page["spells"] if "{" in str(spell.get("dice"))]
            if wrong := [text for text in texts if CODE.search(text)]:
                bad[member["title"]] = wrong
        assert {names.fold(word) for m in game.table()["party"] for word in m["title"].split()} >= {"fighter"}
    assert bad == {}
