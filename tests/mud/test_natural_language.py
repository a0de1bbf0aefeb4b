"""Everyday lines do what they say, or get an answer that names the line that works."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud import in_sight
from rpg_lite.mud.in_sight import Door, Named, Scene
from rpg_lite.mud.line_tokenizer import Ask, Chore, Unheard
from rpg_lite.mud.natural_language import understood
from rpg_lite.mud.parse import parse
from rpg_lite.mud.session import Session
from rpg_lite.mud.verbs import VERBS

RAT, CORPSE = (
    Named("Giant Rat 1", "c1.1", frozenset(("rat", "giant rat", "giant rat 1"))),
    Named("Giant Rat 2", "c1.2", frozenset(("rat", "giant rat 2")), gone=True),
)
OGRE = Named("Ogre", "c1.4", frozenset(("ogre",)), gone=True)
MARRA = Named("Marra Ashgrove", "c1.3", frozenset(("marra", "marra ashgrove")), sells=True)
TORCH, CHEST = Named("Torch", "i1.1", frozenset(("torch",)), is_on=False), Named("Footlocker", "i1.2", frozenset(("footlocker",)))
HALL = Scene(
    "Hall", "Ada", "c1.9", members=("Ada",), people=(RAT, CORPSE, MARRA), things=(CHEST,), carried=(TORCH,), ways=("north", "east"),
    beyond=("Toll Court",), doors=(Door("north", "open"), Door("east", "locked"), Door("south", "closed", "portcullis")), back="Toll Court",
)  # fmt: skip

SAME = [
    ("where am I?", "look"),
    ("Where are we", "look"),
    ("describe the room", "look"),
    ("who is here?", "who"),
    ("what do I have?", "inventory"),
    ("where can I go?", "exits"),
    ("how am I doing", "party"),
    ("I go north", "go north"),
    ("let's go to the Toll Court", "go Toll Court"),
    ("walk north", "go north"),
    ("run to toll court", "go toll court"),
    ("climb up", "go up"),
    ("search the room", "search"),
    ("search for traps", "search"),
    ("I search the room for traps", "search"),
    ("search here for hidden treasure", "search"),
    ("please take torch", "take torch"),
    ("undo that", "undo"),
    ("take off my belt", "unequip belt"),
    ("listen at the door", "check perception"),
    ("who's hurt?", "party"),
    ("go back", "go Toll Court"),
    ("use torch by Ada", "use torch by Ada"),
    ("open the gate", "open south"),
    ("raise the portcullis", "open south"),
    ("open the footlocker with my picks", "unlock footlocker by sleight of hand"),
    ("unlock footlocker by thieves' tools", "unlock footlocker by sleight of hand"),
    ("open the footlocker with the brass key", "unlock footlocker"),
    ("look around the room", "look"),
    ("loot the bodies", 'take all from "Giant Rat 2"'),
    ("search the body", 'take all from "Giant Rat 2"'),
    ("loot rat 2", 'take all from "Giant Rat 2"'),
    ("search the footlocker", "look in Footlocker"),
    ("loot footlocker", "take all from Footlocker"),
    ("open the door", "open east"),
    ("close the door", "close north"),
    ("unlock the iron gate", "unlock east"),
    ("light a torch", "use a torch"),
    ("read the footlocker", "examine the footlocker"),
    ("take a short rest", "rest short"),
    ("make camp", "rest long"),
    ("sleep until morning", "rest long until dawn"),
    ("rest until dawn", "rest long until dawn"),
    ("take a short rest until dusk", "rest short until dusk"),
    ("wait an hour", "wait 1 hour"),
    ("wait until morning", "wait dawn"),
    ("end my turn", "next"),
    ("hide", "act hide"),
    ("stealth", "check stealth"),
    ("listen", "check perception"),
    ("trade", "list"),
    ("accept quest", "quests"),
    ("Ada uses torch", "use torch by Ada"),
    ("ada goes north", "go north by Ada"),
    ("Ada searches", "search by Ada"),
    ("begin", "adventure"),
    ("begin the Salt Toll", "adventure salt_toll"),
    ("begin adventure bitter_spring", "adventure bitter_spring"),
    ("begin the fight", "fight"),
]


@pytest.mark.pure
@pytest.mark.parametrize(("line", "meant"), SAME)
def test_a_line_does_what_the_line_with_a_verb_does(line: str, meant: str) -> None:
    asked = parse(line, HALL)
    assert isinstance(asked, Ask | Chore) and asked == parse(meant, HALL)


ANSWERED = [
    ("what can I do?", "help for every verb"),
    ("what now", "look for where you are"),
    ("talk to Marra", "@Marra Ashgrove and what you say"),
    ("ask marra about the lamp", "list Marra Ashgrove shows"),
    ("wait", "wait 10 minutes"),
    ("save", "Everything is saved"),
    ("break down the door", "unlock east by athletics"),
    ("pick the lock", "by sleight of hand"),
    ("run away", "Flee which way? Exits: north, east."),
    ("I attack the dragon", "There is no 'dragon' here"),
    ("what time is it?", "party tells the time"),
    ("begin the tale of woe", "type adventure and its name: adventure salt_toll"),
]


@pytest.mark.pure
@pytest.mark.parametrize(("line", "told"), ANSWERED)
def test_a_line_without_a_deed_names_the_line_that_works(line: str, told: str) -> None:
    answer = parse(line, HALL)
    assert isinstance(answer, Unheard) and told in answer, "a game master with a model hears the line as it is"


@pytest.mark.pure
def test_a_bare_verb_is_that_verb_except_those_that_need_words() -> None:
    """Everyday English reads hide, save and wait, which as verbs would only show their form."""
    assert {verb for verb in VERBS if understood(verb, HALL) not in (None, verb)} == {"hide", "save", "wait"}
    asked = parse("history", HALL)
    assert isinstance(asked, Ask) and asked.payload["operation"] == "history"


@pytest.mark.pure
def test_several_bodies_and_several_doors_are_named() -> None:
    several = Scene("Hall", "Ada", people=(CORPSE, OGRE), ways=("north", "east"), doors=(Door("north", "closed"), Door("east", "locked")))
    assert parse("loot the bodies", several) == "One body after the other: take all from Giant Rat 2, take all from Ogre."
    assert parse("open the door", several) == "Which one? open north, open east."
    assert parse("open the door", Scene("Hall", "Ada")) == "Nothing to open leads out of Hall."
    assert "No body lies here" in str(parse("loot the bodies", Scene("Hall", "Ada")))


@pytest.mark.pure
@pytest.mark.parametrize(
    "line",
    ["read the sign", "run hunger", "tell Marra falls", "search 15", "hide footlocker", "i all", "say what now", "I wait for the moon"],
)
def test_other_lines_mean_what_they_meant(line: str) -> None:
    assert not isinstance(told := parse(line, HALL), Unheard) or "read" in told


@pytest.fixture
def session() -> Iterator[Session]:
    with open_campaign(seed=2) as game:
        made = Session(game)
        made.hear("hero Ada fighter 3")
        Session(game, gm=True).hear("spawn giant rat")
        yield made


def test_the_dead_are_looted_and_the_door_is_opened(session: Session) -> None:
    gm = Session(session.game, gm=True)
    for line in ("create Cellar toward north", "grant dagger to giant rat", "damage giant rat by 99 fire"):
        gm.hear(line)
    assert "Dagger" in str(session.hear("loot the bodies"))
    assert in_sight.of(session.game, "Ada", False).doors == ()
    session.hear("adventure salt_toll")
    assert in_sight.of(session.game, "Ada", False).doors == (Door("north", "closed"),)
    assert "is open" in str(session.hear("open the door")) or "opens" in str(session.hear("open the door"))


def test_a_part_of_a_name_is_enough_to_look_at_a_thing() -> None:
    scale = Named("Stone Scale", "i1.3", frozenset(("stone scale",)))
    asked = parse("x scale", replace(HALL, things=(CHEST, scale)))
    assert isinstance(asked, Ask) and asked.payload["name"] == "Stone Scale"


@pytest.mark.parametrize("line", ["unlock footlocker by athletics by Bo", "unlock footlocker by bo by athletics"])
def test_a_lock_is_forced_by_a_skill_and_a_hero(line: str) -> None:
    asked = parse(line, replace(HALL, me=None, members=("Ada", "Bo")))
    assert isinstance(asked, Ask)
    assert (asked.payload["skill"], asked.payload["characterName"]) == ("athletics", "Bo")


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_light_lights_and_throw_throws(ruleset: str) -> None:
    with open_campaign(seed=2, ruleset=ruleset) as game:
        player, gm = Session(game), Session(game, gm=True)
        player.hear("hero Ada fighter 3")
        for line in (
            "spawn goblin",
            "grant lamp to Ada",
            "grant oil to Ada",
            "grant acid to Ada",
            "grant javelin to Ada",
            "grant 2 torch to Ada",
        ):
            gm.hear(line)
        for line, told in (
            ("light the lamp", "Ada lights Lamp"),
            ("light lamp by Ada", "Lamp burns already"),
            ("light the torch", "Ada lights Torch"),
            ("light torch", "Ada lights Torch"),
            ("light torch", "Torch burns already"),
            ("light the acid", "does not burn"),
            ("throw torch", "Type: throw Torch at NAME"),
            ("throw the acid at the goblin", "Ada uses Acid"),
            ("equip javelin", "in hand"),
            ("throw my javelin at goblin by Ada", "Javelin now lies in"),
        ):
            assert told in str(player.hear(line)), line


def test_in_a_fight_the_turn_says_what_can_be_done() -> None:
    told = str(parse("what can I do?", replace(HALL, acting="Ada", people=(replace(RAT, fights=True), MARRA))))
    assert told.startswith("It is Ada's turn: attack NAME") and "Foes: Giant Rat 1." in told


def test_a_deed_in_the_first_person_is_asked_for_by_its_verb() -> None:
    assert parse("I take the torch", HALL) == "Begin with the verb: take the torch."


def test_a_party_drinks_by_name_and_reads_what_it_carries() -> None:
    party = replace(
        HALL, me=None, members=("Ada", "Bo"), carried=(), packs=(("Ada", ()), ("Bo", (TORCH, Named("Book", "i2.1", frozenset(("book",))))))
    )
    drunk = parse("drink torch by Bo", party)
    assert isinstance(drunk, Ask) and (drunk.payload["operation"], drunk.payload["characterName"]) == ("use", "Bo")
    read = parse("read book", party)
    assert isinstance(read, Ask) and read.payload["name"] == "Book"
    opened = parse("open the book by Bo", party)
    assert isinstance(opened, Ask) and opened.payload["bagName"] == "Book"


@pytest.mark.parametrize("line", ["buy two oil", "buy 2 oil", "buy 2 flasks of oil"])
def test_numbers_are_words_too(line: str) -> None:
    asked = parse(line, HALL)
    assert isinstance(asked, Ask) and asked.payload["quantity"] == 2


def test_the_way_back_is_the_room_before(session: Session) -> None:
    Session(session.game, gm=True).hear("create Cellar toward north")
    session.hear("north")
    assert "Ada goes south" in str(session.hear("go back")) and session.scene().room == "Lobby"
    assert "Ada goes north" in str(session.hear("back"))
