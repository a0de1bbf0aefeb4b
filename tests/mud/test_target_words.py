"""Words that stand for creatures in place of names: pronouns, plurals, numbers, the nearest."""

from dataclasses import replace

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud import in_sight
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.mud.parse import parse
from tests.mud.places import CAVE, RATS, called

RATS_AND_CAT = replace(CAVE, people=(*CAVE.people, called("Cat", "c5.1", is_friend=True), called("Marra", "c6.1", sells=True)))


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("the rats", ["c1.1", "c1.2", "c1.3"]),
        ("rats", ["c1.1", "c1.2", "c1.3"]),
        ("all rats", ["c1.1", "c1.2", "c1.3"]),
        ("all the giant rats", ["c1.1", "c1.2", "c1.3"]),
        ("them", ["c1.1", "c1.2", "c1.3"]),
        ("all", ["c1.1", "c1.2", "c1.3"]),
        ("all of them", ["c1.1", "c1.2", "c1.3"]),
        ("all enemies", ["c1.1", "c1.2", "c1.3"]),
        ("both rats", ["c1.1", "c1.2", "c1.3"]),
        ("two rats", ["c1.1", "c1.2"]),
        ("2 of the rats", ["c1.1", "c1.2"]),
        ("rat", ["c1.1"]),
        ("rat 2, rat 3", ["c1.2", "c1.3"]),
    ],
)
def test_a_spell_is_cast_at_all_that_the_words_mean(words: str, ids: list[str]) -> None:
    asked = parse(f"cast sleep at {words}", RATS_AND_CAT)
    assert isinstance(asked, Ask) and asked.payload["targets"] == ids


@pytest.mark.parametrize("line", ["attack", "attack it", "attack the nearest rat", "attack closest enemy", "hit them", "kill the next one"])
def test_an_attack_needs_no_name_where_one_kind_stands(line: str) -> None:
    asked = parse(line, RATS_AND_CAT)
    assert isinstance(asked, Ask) and asked.payload["targetId"] == "c1.1"


def test_an_attack_asks_where_several_kinds_stand() -> None:
    mixed = replace(CAVE, people=(*RATS, called("Ogre", "c4.1")))
    assert parse("attack", mixed) == "Write it like this: attack NAME [with WEAPON] [adding RIDER, WORD] [by NAME]"
    assert "Choose from" in str(parse("attack it", mixed))


def test_in_a_fight_a_pronoun_means_those_who_fight() -> None:
    fighting = replace(CAVE, people=(replace(RATS[0], fights=True), called("Villager", "c7.1")))
    asked = parse("attack", fighting)
    assert isinstance(asked, Ask) and asked.payload["targetId"] == "c1.1"


def test_a_helpful_spell_is_for_friends() -> None:
    with open_campaign(seed=1) as game:
        for name in ("Ada", "Bo"):
            game.ask({"operation": "create", "name": name, "character": {"classes": ["cleric 3"], "party": True}}, "manage_character")
        game.ask({"operation": "create", "template": "Giant Rat", "count": 2}, "manage_character")
        scene = in_sight.of(game, "Ada", False)
        ids = {n.name: n.id for n in scene.people}
        for spell, whom in (
            ("bless", ("Ada", "Bo")),
            ("sleep", ("Giant Rat 1", "Giant Rat 2")),
            ("command", ("Giant Rat 1", "Giant Rat 2")),
        ):
            asked = parse(f"cast {spell} at them", scene)
            assert isinstance(asked, Ask) and asked.payload["targets"] == [ids[name] for name in whom], spell
