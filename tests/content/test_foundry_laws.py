"""Heroes of every class with the choices of play: out to Foundry or into a document and in again they are equal, or it is named."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.content import foundry_actor_export, foundry_actor_import, rulebook_loading
from rpg_lite.game import Game
from rpg_lite.rules import choices, names
from rpg_lite.rules.choice_names import ASI, LANGUAGES, MAGIC_LIST, SCORES, SUBCLASS, TOOLS, choice_key
from rpg_lite.rules.choices import EXPERT, TRAINED
from rpg_lite.rules.sheet_document import SheetDocument, sheet_of
from rpg_lite.rules.stats.effective import effective
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.examples import examples
from tests.rows import each_row

BOOKS = {ruleset: rulebook_loading.rulebook(ruleset) for ruleset in RULESETS}
Json = dict[str, Any]
_SCORES = {"str": 15, "dex": 14, "con": 13, "int": 12, "wis": 10, "cha": 13}
_DEEDS = (
    ("manage_inventory", {"operation": "give", "template": "Longsword +1"}),
    ("manage_inventory", {"operation": "give", "template": "Shield", "equip": True}),
    ("manage_inventory", {"operation": "give", "template": "Wand of Magic Missiles"}),
    ("manage_inventory", {"operation": "give", "template": "Potion of Healing", "quantity": 3}),
    ("manage_inventory", {"operation": "give", "template": "gp", "quantity": 12}),
    ("manage_inventory", {"operation": "give", "template": "Chest"}),
    ("manage_inventory", {"operation": "give", "item": {"name": "Old Hat", "type": "wondrous", "slot": "head", "weight": 0.5}}),
    ("execute_action", {"operation": "damage", "amount": 2, "damageType": "fire"}),
    ("manage_character", {"operation": "update", "character": {"languages": ["Common", "Deep Speech", "Gull"]}}),
    ("manage_character", {"operation": "update", "character": {"features": ["Lucky", {"name": "Odd Ear"}], "alignment": "neutral"}}),
    ("manage_character", {"operation": "update", "character": {"proficiencies": {"tools": ["thieves' tools"]}}}),
    (
        "manage_character",
        {"operation": "update", "character": {"description": "Grew up by the weir.\nWears *red* {often} & <never> blue."}},
    ),
    ("manage_inventory", {"operation": "give", "template": "Cloak of Protection", "equip": True}),
    ("manage_inventory", {"operation": "give", "template": "Plate Armor", "equip": True}),
    ("manage_inventory", {"operation": "give", "template": "Bag of Holding"}),
)


def _document(game: Game) -> Json:
    found: Json = game.ask({"operation": "export", "characterName": "Mira"}, "manage_character", detail="full")["results"][0]["document"]
    return found


def _hero(game: Game, name: str, level: int, race: str, background: str, picks: int, deeds: list[int]) -> None:
    """A hero who makes every choice that is open, and then does some deeds."""
    character = {"classes": [f"{name} {level}"], "race": race, "background": background, "abilities": _SCORES, "party": True}
    told = game.ask({"operation": "create", "name": "Mira", "kit": True, "character": character}, "manage_character")
    assert told["ok"], told["text"]
    for _ in range(3):
        for choice in sheet_of(SheetDocument.model_validate(_document(game)).character, game.book).open_choices:
            options = choices.options_of(choice, game.book) if choice.of in game.book.classes else choice.options
            words = [options[(picks + n) % len(options)] for n in range(choice.count)] if options else []
            made: Any = [{"str": 1, "con": 1, "level": choice.level}] if choice.choice == "asi" else words[0] if len(words) == 1 else words
            change = {"operation": "update", "characterName": "Mira", "character": {"choices": {choice.choice: made}}}
            game.ask(change, "manage_character")
    for n in deeds:
        tool, deed = _DEEDS[n]
        game.ask({"characterName": "Mira", **deed}, tool)


def _imported(document: Json, ruleset: Ruleset) -> Json:
    with begun(ruleset) as game:
        told = game.ask({"operation": "import", "document": document}, "manage_character")
        assert told["ok"], told["text"]
        return _document(game)


def _comparable(document: Json) -> Json:
    """Stacks and slots do not depend on the order in which things were made."""
    things = {key: sorted(document.get(key, []), key=lambda entry: json.dumps(entry, sort_keys=True)) for key in ("equipped", "carried")}
    return {**document, **things}


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(60), deadline=None)
@given(data=st.data())
def test_a_hero_comes_back_as_it_was(ruleset: Ruleset, data: st.DataObject) -> None:
    book = BOOKS[ruleset]
    hero = st.tuples(
        st.sampled_from(sorted(book.classes)), st.integers(1, 20), st.sampled_from(sorted(r.name for r in book.races.values())),
        st.sampled_from(sorted(b.name for b in book.backgrounds.values())), st.integers(0, 5),
        st.lists(st.integers(0, len(_DEEDS) - 1), max_size=5),
    )  # fmt: skip
    with begun(ruleset) as game:
        _hero(game, *data.draw(hero))
        document = _document(game)
    assert _comparable(_imported(document, ruleset)) == _comparable(document)
    actor = foundry_actor_export.write(document, book)
    found = foundry_actor_import.read(actor.text, book)
    assert (actor.left_out, found.left_out) == ((), [])
    assert _comparable(_imported(found.document, ruleset)) == _comparable(document)


_NOT_CHOSEN_BY_NAME = frozenset(map(names.fold, (ASI, LANGUAGES, SCORES, SUBCLASS, TOOLS, MAGIC_LIST, *EXPERT, *TRAINED)))
"""Choices that Foundry shows as scores, training, languages and subclasses."""


def _flat(choice: Any) -> list[str]:
    if isinstance(choice, dict):
        return [word for words in choice.values() for word in _flat(words)]
    return [choice] if isinstance(choice, str) else [word for word in choice if isinstance(word, str)]


def _bare(actor: Json) -> Json:
    """The actor as a program leaves it that keeps no flags of others."""
    return {**actor, "flags": {}, "items": [{**item, "flags": {}} for item in actor["items"]]}


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_without_flags_each_choice_comes_back_or_is_named(ruleset: Ruleset, data: st.DataObject) -> None:
    book = BOOKS[ruleset]
    hero = st.tuples(
        st.sampled_from(sorted(book.classes)), st.integers(1, 20), st.sampled_from(sorted(r.name for r in book.races.values())),
        st.sampled_from(sorted(b.name for b in book.backgrounds.values())), st.integers(0, 5), st.lists(st.integers(0, len(_DEEDS) - 1), max_size=3),
    )  # fmt: skip
    with begun(ruleset) as game:
        _hero(game, *data.draw(hero))
        document = _document(game)
    actor = foundry_actor_export.write(document, book)
    found = foundry_actor_import.read(json.dumps(_bare(json.loads(actor.text))), book)
    _imported(found.document, ruleset)
    was, now = document["character"], found.document["character"]
    told = names.fold("; ".join(found.left_out))
    chosen = {names.fold(word) for choice in (now.get("choices") or {}).values() for word in _flat(choice)} | {
        names.fold(word) for word in now.get("features", ())
    }
    chosen |= {names.fold(word) for words in now["spells"].values() for word in words}
    for choice, words in (was.get("choices") or {}).items():
        lost = [word for word in _flat(words) if names.fold(word) not in chosen and names.fold(word) not in told]
        assert names.fold(choice_key(choice)) in _NOT_CHOSEN_BY_NAME or not lost, (choice, lost, found.left_out)
    for key in ("classes", "race", "background", "alignment", "xp"):
        assert now.get(key) == was.get(key) or was.get(key) in (0, None), key
    stats = [
        effective(sheet_of(SheetDocument.model_validate({"ruleset": ruleset, "character": one}).character, book), (), book)
        for one in (was, now)
    ]
    assert {names.fold(word) for word in stats[0].languages} == {names.fold(word) for word in stats[1].languages}
    assert {names.fold(tool) for tool in stats[0].tools} <= {names.fold(tool) for tool in stats[1].tools}


# ── what Foundry shows, and what somebody changes there ─────────────────────────────────────────────────────────────

_MIRA: Json = {
    "ruleset": "5.1",
    "character": {
        "name": "Mira", "party": True, "classes": ["fighter 4"], "race": "Dwarf", "background": "Acolyte", "hp": 20, "languages": ["Common", "Gull"],
        "abilities": {"str": 15, "dex": 12, "con": 14, "int": 10, "wis": 10, "cha": 8}, "secret": "Owes the reeve.",
        "choices": {"skills": ["athletics", "perception"], "fighting style": "Dueling", "tools": "smith's tools", "subclass": ["Champion"],
                    "asi": [{"str": 2, "level": 4}]},
    },
    "equipped": [{"item": "Longsword", "slot": "mainhand", "name": "Widow"}],
    "carried": [{"item": "Chest", "name": "Footlocker", "trap": {"trap": "Poison Needle"}, "contents": [{"item": "Torch", "quantity": 3}]}],
    "conditions": ["poisoned"],
}  # fmt: skip


def _actor(**changes: Any) -> Json:
    actor: Json = json.loads(foundry_actor_export.write(_MIRA, BOOKS["5.1"]).text)
    for path, value in changes.items():
        at: Any = actor["system"]
        *way, last = path.split("__")
        for key in way:
            at = at[key]
        at[last] = value
    return actor


def _read(actor: Json) -> foundry_actor_import.ReadHero:
    return foundry_actor_import.read(json.dumps(actor), BOOKS["5.1"])


def test_foundry_shows_the_choices() -> None:
    system = _actor()["system"]
    assert {key for key, skill in system["skills"].items() if skill["value"]} == {"ath", "prc", "ins", "rel"}
    assert system["abilities"]["str"] == {"value": 17, "proficient": 1} and "smith" in system["tools"]
    assert "common" in system["traits"]["languages"]["value"] and system["traits"]["languages"]["custom"] == "Gull"
    assert {"Fighting style: Dueling", "Second Wind", "Champion", "Footlocker", "Widow"} <= {item["name"] for item in _actor()["items"]}


def test_no_secret_of_the_game_master_is_in_the_file_and_all_that_stays_behind_is_named() -> None:
    actor = foundry_actor_export.write(_MIRA, BOOKS["5.1"])
    assert "reeve" not in actor.text and "Poison Needle" not in actor.text
    assert actor.left_out == ("the game master's note", "the condition poisoned", "the trap of Footlocker")


@each_row(
    ("changes", "part", "value"),
    [
        ({"abilities__str__value": 18}, "abilities", {**_MIRA["character"]["abilities"], "str": 16}),
        ({"skills__arc": {"value": 1}}, "proficiencies", {"skills": {"arcana": 1}}),
        ({"skills__ath": {"value": 0}}, "proficiencies", {"skills": {"athletics": 0}}),
        ({"attributes__hp__value": 5}, "hp", 5),
        ({"attributes__hp__value": 5}, "choices", _MIRA["character"]["choices"]),
        ({"skills__arc": {"value": 1}}, "languages", ["Common", "Gull"]),
    ],
)
def test_a_change_in_foundry_wins_and_the_rest_stays(changes: Json, part: str, value: Any) -> None:
    assert _read(_actor(**changes)).document["character"][part] == value


def test_things_follow_their_items() -> None:
    actor = _actor()
    for item in actor["items"]:
        if item["name"] == "Widow":
            item["name"], item["system"]["equipped"] = "Orphan", False
        if item["name"] == "Torch":
            item["system"]["quantity"] = 2
    found = _read(actor).document
    assert found["equipped"] == []
    assert found["carried"] == [
        {"item": "Longsword", "name": "Orphan"}, {"item": "Chest", "name": "Footlocker", "contents": [{"item": "Torch", "quantity": 2}]},
    ]  # fmt: skip


def test_flags_that_somebody_broke_are_left_out() -> None:
    actor = _actor()
    actor["flags"]["rpg-lite"]["character"]["hp"] = "many"
    actor["items"][-1]["flags"]["rpg-lite"]["entry"] = {"quantity": 0}
    found = _read(actor)
    assert any("choices that rpg-lite kept" in told for told in found.left_out)
    assert found.document["character"]["proficiencies"]["skills"]["athletics"] == 1
