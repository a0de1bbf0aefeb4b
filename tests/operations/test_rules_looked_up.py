"""read_campaign lookup of the rules of play, skills and backgrounds; and of a word that nothing is called."""

from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.content.rulebook_loading import rulebook
from rpg_lite.rules import book_search, names
from rpg_lite.views import book_cards
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.rows import each_row

ASKED = """
travel pace: Travel Pace | forced march: Forced March | long jump: Long Jump | high jump: High Jump | jumping: Long Jump
| how far can I jump?: Long Jump | typical dc: Difficulty Class | dc: Difficulty Class | object ac: Breaking Objects | objects: Breaking Objects
| object hit points: Object Hit Points | object hp: Object Hit Points | lifestyle: Lifestyle Expenses | hirelings: Hirelings | hireling: Hirelings
| spellcasting services: Spellcasting Services | services: Services | mounted combat: Mounted Combat | underwater combat: Underwater Combat
| improvised weapon: Improvised Weapons | crafting: Crafting | squeezing: Squeezing | drowning: Suffocation | food and water: Food and Water
| starvation: Food and Water | climbing: Climbing, Swimming and Crawling | standing up: Standing Up | hiding: Hiding | stealth: Stealth
| ranged attack in close combat: Ranged Attacks in Close Combat | long range: Range of Attacks | unseen attackers: Unseen Attackers
| damage types: Damage Types | massive damage: Instant Death | object interaction: Free Object Interaction | attunement: Attuning
| coins: Coins | exchange rates: Coins | selling: Selling | trade goods: Trade Goods | carrying capacity: Encumbrance | vision: Vision and Light
| blindsight: Blindsight | tremorsense: Tremorsense | truesight: Truesight | extreme cold: Extreme Cold | strong wind: Strong Wind
| material components: Components of Spells | areas of effect: Areas of Effect | cone: Areas of Effect | contest: Contest | group check: Group Check
| working together: Working Together | experience points: Level Advancement | encounter difficulty: Difficulty of Encounters
| ability scores: Ability Scores | point buy: Generating Scores | languages: Languages | size: Size and Space | turn: Your Turn | round: Your Turn
| falling damage: Falling | donning armor: Donning and Doffing Armor | casting in armor: Armor without Training | inn: Food and Lodging
| spell save dc: Spell Save DC | upcasting: Spell Slots | ready a spell: Readying a Spell | stacking: Combining Effects | downtime: Downtime
| scribing: Scribing Scrolls | ships: Ships | tracking: Tracks | perception: Perception | grappling: Grappling | damage threshold: Damage Threshold
"""
WORDS = [tuple(row.strip().split(": ")) for row in ASKED.replace("\n", " ").split("|")]


def looked_up(ruleset: Ruleset, *queries: str, **more: Any) -> list[str]:
    """What each query is told."""
    with open_campaign(":memory:", ruleset=ruleset) as game:
        answers = [game.ask({"operation": "lookup", "query": query, **more}, "read_campaign") for query in queries]
    return [answer["text"] for answer in answers]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_words_of_a_game_master_find_their_rule(ruleset: Ruleset) -> None:
    told = looked_up(ruleset, *(word for word, _ in WORDS))
    assert len(told) >= 70
    assert [word for (word, name), text in zip(WORDS, told, strict=True) if not text.startswith(f"{name}: ")] == []


RULES = [(ruleset, rule.name) for ruleset in RULESETS for rule in rulebook(ruleset).rules.values()]


@each_row("ruleset, name", RULES)
def test_each_rule_is_found_by_all_its_names_and_is_told_whole(ruleset: Ruleset, name: str) -> None:
    book = rulebook(ruleset)
    rule = book.rules[names.fold(name)]
    for word in (rule.name, *rule.aliases):
        assert name in [entry.name for entry in book_search.exact(word, None, book) if entry.kind == "rule"], word
    assert book_cards.card_text(book_search.Entry("rule", name), (), book) == f"{name}: {rule.text}"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_two_rules_share_a_name(ruleset: Ruleset) -> None:
    owner: dict[str, str] = {}
    for rule in rulebook(ruleset).rules.values():
        for word in {names.fold(word) for word in (rule.name, *rule.aliases)}:
            assert owner.setdefault(word, rule.name) == rule.name, word


def test_a_rule_that_one_ruleset_prints_is_told_in_the_other() -> None:
    """With its origin, and in the same words."""
    told = [{rule.name: rule.text for rule in rulebook(ruleset).rules.values()} for ruleset in RULESETS]
    borrowed = 0
    for mine, theirs, here, there in ((*told, *RULESETS), (*reversed(told), *reversed(RULESETS))):
        lead = f"The rules of {here} print none; in {there}: "
        lent = {name: text.removeprefix(lead) for name, text in mine.items() if text.startswith(lead)}
        assert {name for name, text in lent.items() if theirs[name] != text} == set()
        borrowed += len(lent)
    assert borrowed >= 12


BACKGROUNDS = [(ruleset, rule.name) for ruleset in RULESETS for rule in rulebook(ruleset).backgrounds.values()]


@each_row("ruleset, name", BACKGROUNDS)
def test_the_card_of_a_background_tells_all_that_it_gives(ruleset: Ruleset, name: str) -> None:
    rule = rulebook(ruleset).backgrounds[names.fold(name)]
    (told,) = looked_up(ruleset, name, kind="background")
    given = [*rule.tools, *(a.upper() for a in rule.abilities), *(s.replace("_", " ") for s in rule.skills), *filter(None, [rule.feat])]
    assert told.startswith(f"{name}: background.") and [word for word in (*given, f"{rule.gp} gp") if word not in told] == []
    for thing in rule.kit.carried if rule.kit else ():
        assert (thing if isinstance(thing, str) else f"{thing['quantity']} × {thing['item']}") in told


def test_a_background_is_found_beside_a_creature_of_its_name() -> None:
    sage, acolyte, every = looked_up("5.2", "Sage", "Acolyte", "backgrounds")
    assert sage.startswith("Sage: background.")
    assert acolyte.endswith("There is also a background of this name: send kind.")
    assert every == "4 backgrounds: Acolyte, Criminal, Sage, Soldier."


PARTS = [
    ("Sage", 'Nothing is called "sage"; this name has it in it.\nMessage: '),
    ("sword", 'Nothing is called "sword"; these names have it in them.\n1 spell: Arcane Sword.'),
    ("cr 21 lich", "Lich: "),
    ("level 3 fireball", "Fireball: "),
    ("bard level 9", "3 spells: "),
    ("potion mixing", "Refused: query: the book has no entry 'potion mixing'"),
]


def test_what_has_a_word_only_in_its_name_does_not_pass_for_it() -> None:
    told = looked_up("5.1", *(query for query, _ in PARTS))
    assert [query for (query, first), text in zip(PARTS, told, strict=True) if not text.startswith(first)] == []


def test_a_lineage_is_a_species() -> None:
    assert looked_up("5.1", "tiefling lineage")[0].startswith("Tiefling: species")
    assert "Infernal tiefling" in looked_up("5.2", "tiefling lineage")[0]
