"""With several classes, each prepares its own number of spells, and the others keep theirs (SRD, Multiclassing)."""

from itertools import combinations
from typing import Final

import pytest

from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.mechanics.heroes import spell_preparing
from rpg_lite.rules.granted_spells import always_prepared
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world

PREPARING: Final[dict[Ruleset, list[str]]] = {
    "5.1": ["cleric", "druid", "paladin", "wizard"],
    "5.2": ["bard", "cleric", "druid", "paladin", "ranger", "sorcerer", "warlock", "wizard"],
}
PAIRS: Final = [(ruleset, *pair) for ruleset in RULESETS for pair in combinations(PREPARING[ruleset], 2)]
SCORES: Final = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)


def seated(ruleset: Ruleset, *classes: str) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Kim", character={"classes": [f"{name} 3" for name in classes], "abilities": SCORES, "party": True})
    return box


def lists(box: Sandbox) -> tuple[dict[str, list[str]], dict[str, int]]:
    """The spells that only one of the classes prepares, and the number that each prepares."""
    kim, book = box.thing("Kim"), box.book
    preparing, sheet = spell_preparing.preparing_classes(box.world, kim, book), thing_stats.true_sheet(kim, book)
    always = always_prepared(sheet, book)
    own: dict[str, list[str]] = {name: [] for name in preparing}
    for spell in sorted(book.spells.values(), key=lambda one: one.name):
        fits = spell_preparing.classes_for(spell, preparing, sheet, book)
        if len(fits) == 1 and spell.name not in always:
            own[fits[0]].append(spell.name)
    return own, {name: how.prepared or 0 for name, how in preparing.items()}


def prepared(box: Sandbox) -> set[str]:
    return {*box.thing("Kim").body["sheet"]["spells"]["prepared"]}


@pytest.mark.parametrize(("ruleset", "one", "other"), PAIRS)
def test_no_class_takes_the_room_of_another(ruleset: Ruleset, one: str, other: str) -> None:
    box = seated(ruleset, one, other)
    own, room = lists(box)
    for name in (one, other):
        if len(own[name]) <= room[name]:
            continue  # the two lists have too much in common
        wanted = own[name][: room[name] + 1]
        refused = box.refused("prepared_too_many_of", "prepare", "Kim", spells=wanted)
        assert f"can prepare {room[name]} spells of {name} at most, not {room[name] + 1}" in refused["text"]
        assert refused["error"]["try"]["spells"] == wanted[:-1]
    both = [spell for name in (one, other) for spell in own[name][: room[name]]]
    box.did("prepare", "Kim", spells=both)
    assert prepared(box) == {*both}


@pytest.mark.parametrize(("ruleset", "one", "other"), PAIRS)
def test_preparing_for_one_class_leaves_the_other_alone(ruleset: Ruleset, one: str, other: str) -> None:
    box = seated(ruleset, one, other)
    own, room = lists(box)
    first, second = ([*own[name][: room[name]]] for name in (one, other))
    if not (first and second):
        return
    box.did("prepare", "Kim", spells=first)
    text = box.did("prepare", "Kim", spells=second)["text"]
    assert prepared(box) == {*first, *second} and all(spell in text for spell in (first[0], second[0]))
    box.did("prepare", "Kim", spells=[first[0]], force=True)
    assert prepared(box) == {first[0], *second}
    box.did("prepare", "Kim", spells=[], force=True)
    assert prepared(box) == set()


def test_a_spell_of_both_lists_goes_where_there_is_room() -> None:
    box = seated("5.2", "cleric", "druid")
    _, room = lists(box)
    shared = [
        s.name
        for s in sorted(rulebook("5.2").spells.values(), key=lambda s: s.name)
        if {"cleric", "druid"} <= {*s.classes} and s.level in (1, 2)
    ]
    most = sum(room.values())
    wanted = [name for name in shared if name not in always_prepared(thing_stats.true_sheet(box.thing("Kim"), box.book), box.book)]
    box.did("prepare", "Kim", spells=wanted[:most])
    assert len(prepared(box)) == min(most, len(wanted))


def test_one_class_alone_is_as_before() -> None:
    box = seated("5.2", "cleric")
    own, room = lists(box)
    box.refused("prepared_too_many", "prepare", "Kim", spells=own["cleric"][: room["cleric"] + 1])
    box.did("prepare", "Kim", spells=own["cleric"][:2])
    box.did("prepare", "Kim", spells=own["cleric"][2:3])
    assert prepared(box) == {own["cleric"][2]}
