"""The words that players of adventures type: each does what it says, or names the line that does."""

from collections.abc import Iterator

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.parse import FORMS, OTHER_WORDS
from rpg_lite.mud.session import Session
from rpg_lite.mud.verbs import SHORT, VERBS

BARE = {
    "talk": "talk to NAME",
    "ask": "ask NAME",
    "wear": "equip THING",
    "wield": "equip THING",
    "remove": "remove THING",
    "stand": "only while prone",
    "get up": "only while prone",
    "read": "read THING",
    "eat": "eat THING",
    "light": "light THING",
    "throw": "throw THING at NAME",
    "push": "push NAME",
    "sleep": "finishes a long rest",
    "dodge": "uses Dodge",
    "dash": "uses Dash",
    "disengage": "uses Disengage",
    "hp": "HP",
    "gold": "Purse",
    "coins": "Purse",
    "time": "day 1",
    "second wind": "Second Wind",
    "jump": "athletics check",
    "lie down": "prone",
}
HANDLED = [
    ("wear shield", "takes Shield"),
    ("put on shield", "takes Shield"),
    ("draw longsword", "takes Longsword"),
    ("wield longsword", "takes Longsword"),
    ("remove chain mail", "Chain Mail"),
    ("doff chain mail", "Chain Mail"),
    ("read scroll", "Spell Scroll of Bless"),
    ("eat ration", "uses Rations"),
    ("light torch", "lights Torch"),
    ("throw handaxe at Marra", "attacks Marra with Handaxe"),
    ("push marra", "uses Shove"),
    ("trip marra", "Shove"),
    ("shove marra choosing prone", "uses Shove"),
    ("grapple marra by Bo", "uses Grapple"),
    ("kick marra", "Unarmed Strike"),
    ("talk marra", "@Marra"),
    ("ask marra about the vault", "@Marra"),
    ("stabilize marra", "Stabilize"),
    ("open pack", "Backpack"),
    ("take key from pack", "Key"),
    ("x scale", "Stone Scale"),
    ("x weight", "Barge Weight"),
    ("take weight", "Barge Weight"),
    ("attack rat 1", "attacks Giant Rat 1"),
    ("attack ogre 1", "attacks Ogre"),
]
NOTHING = ["read sign", "throw axe at marra", "eat apple", "light lamp", "remove hat", "talk to Ghost", "push wall", "shove wall"]


@pytest.fixture
def table() -> Iterator[Session]:
    with open_campaign(seed=2) as game:
        session = Session(game)
        for line in ("hero Bo fighter 3", "as Bo", "grant shield", "grant longsword", "grant chain mail", "grant 2 torch", "grant ration"):
            session.hear(line)
        for line in (
            "grant spell scroll of bless",
            "grant handaxe",
            "grant Scale Mail",
            "equip handaxe",
            "equip chain mail",
            "spawn 2 giant rat",
            "spawn ogre",
        ):
            session.hear(line)
        game.ask({"operation": "create", "name": "Marra", "template": "Commoner"}, tool="manage_character")
        loot = [("Backpack", "Backpack"), ("Stone Scale", None), ("Barge Weight", None)]
        for name, template in loot:
            thing = {"template": template} if template else {"item": {"name": name, "type": "adventuring_gear"}}
            given = game.ask({"operation": "give", "bagName": "floor", **thing}, tool="manage_inventory")
            assert given["ok"], given["text"]
        key = {"operation": "give", "bagName": "Backpack", "item": {"name": "Verdigris Key", "type": "adventuring_gear"}}
        game.ask(key, tool="manage_inventory")
        session.scene()
        yield session


@pytest.mark.parametrize(("line", "told"), BARE.items())
def test_a_bare_word_is_understood(table: Session, line: str, told: str) -> None:
    answer = str(table.hear(line))
    assert told in answer and "There is no verb" not in answer


@pytest.mark.parametrize(("line", "told"), HANDLED)
def test_a_word_with_a_name_does_it(table: Session, line: str, told: str) -> None:
    assert told in str(table.hear(line))


@pytest.mark.parametrize("line", NOTHING)
def test_what_is_not_there_is_said_without_denying_the_word(table: Session, line: str) -> None:
    answer = str(table.hear(line))
    assert "There is no verb" not in answer and "nothing here or with the party" in answer


def test_what_burns_is_put_out_and_what_is_dark_stays_dark(table: Session) -> None:
    table.hear("light torch")
    assert "puts Torch out" in str(table.hear("douse torch"))
    assert "lights" not in str(table.hear("extinguish torch"))


def test_a_part_of_a_name_means_what_is_here_before_what_is_carried(table: Session) -> None:
    assert str(table.hear("x scale")).startswith("Stone Scale")
    assert str(table.hear("x scale mail")).startswith("Scale Mail")
    listed = str(table.hear("x unicorn"))
    assert listed.index("Stone Scale") < listed.index("Longsword") if "Longsword" in listed else "Stone Scale" in listed


def test_a_shopkeeper_is_not_fought_without_a_name() -> None:
    with open_campaign(seed=2) as game:
        session = Session(game)
        session.hear("hero Bo fighter")
        assert "nobody here to fight" in str(session.hear("fight"))
        game.ask({"operation": "create", "name": "Marra", "template": "Commoner"}, tool="manage_character")
        game.ask({"operation": "shop", "bagName": "Marra"}, tool="manage_inventory")
        assert "type fight Marra" in str(session.hear("fight"))
        assert game.table()["fight"] is None
        session.hear("spawn goblin")
        assert "Marra" not in str(session.hear("fight")).partition("Round 1")[0]
        session.hear("end")
        assert "Marra" in str(session.hear("fight Marra"))


def test_no_word_is_explained_twice() -> None:
    assert {*FORMS}.isdisjoint({*OTHER_WORDS, *SHORT, *VERBS})
