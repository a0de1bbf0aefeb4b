"""next_turn with `card`: what the creature whose turn it is can do, for those who may know it."""

import pytest

from rpg_lite import rulebook
from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Answer, Table, tokens
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

MIRA = {
    "party": True,
    "classes": ["wizard 5"],
    "abilities": {"int": 18, "dex": 20},
    "spells": {"cantrips": ["Light"], "prepared": ["Shield", "Fireball"]},
}
ROG = {"party": True, "classes": ["rogue 5"], "abilities": {"dex": 18}}


def fight(table: Sandbox | Table, *foes: str) -> None:
    table.did("create", name="Mira", character=MIRA)
    table.did("create", name="Rog", character=ROG)
    table.did("give", "Rog", item="Shortsword", equip=True)
    for foe in foes:
        table.did("create", name=foe, template=foe)
    table.did("start_fight", names=["Mira", "Rog", *foes])


def turn_of(table: Sandbox | Table, name: str, **how: object) -> Answer:
    """The answer to the next_turn that gives this creature its turn."""
    for _ in range(12):
        answer = table.did("next_turn", **how)
        if f": {name}'s turn" in answer["text"]:
            return answer
    raise AssertionError(f"{name} had no turn")


@each_row(
    ("ruleset", "name", "parts"),
    [
        ("5.1", "Adult Red Dragon", ("2d10+8 piercing, 2d6 fire", "recharge 5-6", "DEX save DC 21", "Legendary actions:", "Wing Attack (2 actions", "legendary resistance 3/3")),
        ("5.1", "Archmage", ("level 5 (3/3) Cone of Cold", "Invisibility (at will)", "Spell Resistance", "(DC 17, +9)")),
        ("5.2", "Lich", ("Finger of Death 1/1", "Protective Magic", "legendary actions 3/3", "Disrupt Life CON DC 20 9d6")),
        ("5.1", "Troll", ("Trait Regeneration", "Multiattack: Bite; Claw × 2", "Claw: melee +7, reach 5 ft: 2d6+4 slashing")),
        ("5.1", "Mira", ("level 3 (2/2) Fireball", "Arcane Recovery")),
        ("5.1", "Rog", ("Shortsword +7", "Sneak Attack 3d6", "Uncanny Dodge (reaction")),
    ],
)  # fmt: skip
def test_the_card_tells_what_the_creature_can_do(ruleset: Ruleset, name: str, parts: tuple[str, ...]):
    table = Sandbox(first_world(ruleset))
    fight(table, *([] if name in ("Mira", "Rog") else [name]))
    answer = turn_of(table, name, card=True)
    assert [part for part in parts if part not in answer["text"]] == [], answer["text"]
    assert tokens(answer) <= 300


def test_without_the_flag_nothing_is_added():
    table = Sandbox(first_world("5.1"))
    fight(table, "Troll")
    assert "\n" not in turn_of(table, "Troll")["text"]


@pytest.mark.slow
@each_row(
    ("ruleset", "names"),
    [
        (
            "5.1",
            ("Vampire", "Kraken", "Mummy Lord", "Tarrasque", "Lich", "Solar", "Ancient Gold Dragon", "Pit Fiend", "Androsphinx", "Aboleth"),
        ),
        (
            "5.2",
            ("Vampire", "Kraken", "Mummy Lord", "Tarrasque", "Lich", "Night Hag", "Aboleth", "Archmage", "Ancient Gold Dragon", "Djinni"),
        ),
    ],
)
def test_the_longest_cards_are_short_enough(ruleset: Ruleset, names: tuple[str, ...]):
    for name in names:
        table = Sandbox(first_world(ruleset))
        fight(table, name)
        answer = turn_of(table, name, card=True)
        assert tokens(answer) <= 300 and len(answer["text"].splitlines()) > 2, answer["text"]


def test_a_breath_that_is_spent_is_told():
    table = Sandbox(first_world("5.1"))
    fight(table, "Adult Red Dragon")
    turn_of(table, "Adult Red Dragon")
    table.did("act", "Adult Red Dragon", act="Fire Breath", targets=["Mira"])
    table.let(face=1)
    text = turn_of(table, "Adult Red Dragon", card=True)["text"]
    assert "Not recharged: Fire Breath." in text or "Fire Breath 0/1" in text


def test_the_master_reads_the_card_of_a_foe_from_the_database_too():
    with begun("5.1") as game:
        table = Table(game)
        fight(table, "Troll")
        text = turn_of(table, "Troll", card=True)["text"]
        assert "Trait Regeneration" in text and "2d6+4 slashing" in text
        assert "Sneak Attack 3d6" in turn_of(table, "Rog", card=True)["text"]


def test_a_player_reads_only_the_card_of_an_own_hero():
    with begun("5.1") as game:
        table = Table(game)
        fight(table, "Troll")
        player = Caller(role="player", name="ann", characters=("Mira",))
        told = {}
        for _ in range(9):
            answer = game.ask({"operation": "next_turn", "card": True}, tool="execute_action", caller=player)
            if not answer["ok"]:  # it is not her turn: the game master goes on
                answer = game.ask({"operation": "next_turn"}, tool="execute_action")
                continue
            told[answer["text"].partition(": ")[2].partition("'s turn")[0]] = answer["text"]
        assert told, "Mira passed her turn"
        assert all("\n" not in text and "+7" not in text for name, text in told.items() if name != "Mira"), told


def test_a_player_who_is_handed_the_own_turn_reads_the_card():
    with begun("5.1") as game:
        table = Table(game)
        fight(table)
        table.did("create", name="Nox", character={**ROG, "abilities": {"dex": 10}})
        player = Caller(role="player", name="ann", characters=("Mira", "Rog"))
        texts = []
        for _ in range(6):
            answer = game.ask({"operation": "next_turn", "card": True}, tool="execute_action", caller=player)
            texts.append(answer["text"])
        assert any("Rog's turn" in text and "Sneak Attack 3d6" in text for text in texts), texts


EVERY_CLASS = [
    (ruleset, of, sub.name) for ruleset in RULESETS for of, rule in sorted(rulebook(ruleset).classes.items()) for sub in rule.subclasses
]


@each_row(("ruleset", "of", "subclass"), EVERY_CLASS)
def test_every_class_has_a_card_at_the_levels_where_its_numbers_grow(ruleset: Ruleset, of: str, subclass: str):
    """Numbers of a class's tables stand in acts and modifiers as numbers: the bonus of a rage, the speeds of a wild shape."""
    for level in (1, 3, 6, 10, 14, 18, 20):
        table = Sandbox(first_world(ruleset))
        table.did("create", name="Ash", character={"party": True, "classes": [f"{of} {level}"], "choices": {"subclass": subclass}})
        table.did("create", name="Troll", template="Troll")
        table.did("start_fight", names=["Ash", "Troll"])
        answer = turn_of(table, "Ash", card=True)
        assert "{table:" not in answer["text"], answer["text"]
