"""Magic ammunition: plain pieces fly first, `with` chooses, the bonus counts for that shot, and a hit takes the magic (SRD, Ammunition, +1, +2,
or +3; Arrow of Slaying; Ammunition of Slaying).
"""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table

BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")
WEAPONS = [("Longbow", "Arrow"), ("Light Crossbow", "Crossbow Bolt"), ("Sling", "Sling Bullet"), ("Blowgun", "Blowgun Needle")]
DAMAGE = {"Longbow": 3 + 3, "Light Crossbow": 3 + 3, "Sling": 3 + 3, "Blowgun": 1 + 3}
"""Weapon → its damage when every die shows a 3 and DEX adds 3."""


ARCHER = {"classes": ["cleric 1"], "abilities": {"str": 10, "dex": 16}, "proficiencies": {"weapons": ["simple", "martial"]}}
"""Somebody with no mastery of a weapon."""


@laid_alike
def seated(ruleset: Ruleset, weapon: str, **pieces: int) -> Table:
    """Kim with the weapon and these pieces, each underscore in a name a space, against somebody who is hard to fell."""
    table = Table(begun(ruleset))
    table.did("create", name="Kim", character=ARCHER)
    table.did("create", name="Foe", character={"hpMax": 900, "abilities": {"con": 10}})
    table.did("give", "Kim", template=weapon, equip=True)
    for name, count in pieces.items():
        table.did("give", "Kim", template=name.replace("_", " "), quantity=count)
    return table


def left(table: Table) -> dict[str, int]:
    """The ammunition that Kim has."""
    kim = table.thing("Kim").id
    kinds = tuple(plain for _, plain in WEAPONS)
    return {t.name: t.quantity for t in table.now.things.values() if t.parent_id == kim and t.name.startswith(kinds)}


def shoot(table: Table, d20: int = 15, *words: str, save: int = 1, **fields: Any) -> tuple[int, str]:
    """The points that the foe loses, and the answer."""
    table.roll_with(falling(d20, save, face=3))
    before = table.hp("Foe")
    text: str = table.did("attack", "Kim", targetName="Foe", **({"with": list(words)} if words else {}), **fields)["text"]
    return before - table.hp("Foe"), text


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("weapon", "plain"), WEAPONS)
def test_plain_ammunition_flies_first_and_with_chooses(ruleset: Ruleset, weapon: str, plain: str) -> None:
    for bonus in (1, 2, 3):
        magic = f"{plain} +{bonus}"
        table = seated(ruleset, weapon, **{magic: 2, plain: 1})
        points, text = shoot(table)
        assert (points, left(table)) == (DAMAGE[weapon], {magic: 2}) and magic not in text
        table.did("give", "Kim", template=plain)
        points, text = shoot(table, 15, magic)
        assert (points, left(table)) == (DAMAGE[weapon] + bonus, {magic: 1, plain: 1}) and f"({magic})" in text
        points, text = shoot(table, 15, plain)
        assert (points, left(table)) == (DAMAGE[weapon], {magic: 1}) and magic not in text
        points, text = shoot(table)
        assert (points, left(table)) == (DAMAGE[weapon] + bonus, {}) and f"({magic})" in text


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_bonus_counts_for_the_roll_to_hit_of_that_shot(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Longbow", **{"Arrow +2": 1, "Arrow": 1})
    for words, total in (((), 15), (("Arrow +2",), 17)):
        assert f": {total} against" in shoot(table, 10, *words)[1]


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_piece_in_the_quiver_is_chosen_by_its_place(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Longbow", Arrow=3)
    table.did("give", "Kim", template="Arrow +1", quantity=2, equip=True)
    assert shoot(table)[0] == 7 and left(table) == {"Arrow": 3, "Arrow +1": 1}
    points, text = shoot(table, 15, "Arrow")
    assert points == 6 and "19 against" not in text and left(table) == {"Arrow": 2, "Arrow +1": 1}


@pytest.mark.parametrize("ruleset", BOTH)
def test_what_is_not_there_is_refused_with_what_is(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Longbow", **{"Arrow": 1, "Arrow +1": 1, "Crossbow Bolt +1": 1})
    for wanted in ("Arrow +3", "Crossbow Bolt +1", "Arrow of Slaying"):
        answer = table.refused("ammunition_absent", "attack", "Kim", targetName="Foe", **{"with": [wanted]})
        assert "allowed: Arrow, Arrow +1" in answer["text"]
    answer = table.refused("ammunition_absent", "act", "Kim", act="Help", targets=["Foe"], **{"with": ["Arrow +3"]})
    assert left(table) == {"Arrow": 1, "Arrow +1": 1, "Crossbow Bolt +1": 1}


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("weapon", "plain"), WEAPONS)
def test_half_comes_back_and_what_hit_is_plain(ruleset: Ruleset, weapon: str, plain: str) -> None:
    """Four hits and four misses with +1, two hits with plain: half of six plain and half of four magic pieces."""
    magic = f"{plain} +1"
    table = seated(ruleset, weapon, **{magic: 8, plain: 2})
    table.did("start_fight", names=["Kim", "Foe"])
    for d20 in (15, 15, 15, 15, 15, 15, 2, 2, 2, 2):
        shoot(table, d20)
    text = table.did("end_fight")["text"]
    assert left(table) == {magic: 2, plain: 3}, text


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("save", "extra"), [(16, 18), (17, 9)])
@pytest.mark.parametrize(("weapon", "plain"), WEAPONS)
def test_ammunition_of_slaying_asks_for_one_save(ruleset: Ruleset, weapon: str, plain: str, save: int, extra: int) -> None:
    """CON DC 17: 6d10, or half; nothing is counted a second time, nothing is left to judge, and the piece comes back plain."""
    slaying = f"{plain} of Slaying"
    table = seated(ruleset, weapon, **{slaying: 4, plain: 4})
    assert "6d10" not in table.did("view", "Kim")["text"]
    table.did("start_fight", names=["Kim", "Foe"])
    for n in range(4):
        points, text = shoot(table, 15, "Slay", save=save)
        assert (points, left(table).get(slaying, 0)) == (DAMAGE[weapon] + extra, 3 - n), text
        assert "judge" not in text and f"({slaying})" in text
    table.did("end_fight")
    assert left(table) == {plain: 6}


@pytest.mark.parametrize("ruleset", BOTH)
def test_ammunition_of_slaying_keeps_its_magic_until_it_slays(ruleset: Ruleset) -> None:
    """It hits somebody of another kind: no extra damage, an offer to say that the kind is right, and it stays what it is."""
    table = seated(ruleset, "Longbow", **{"Arrow of Slaying": 2})
    table.did("start_fight", names=["Kim", "Foe"])
    for _ in range(2):
        points, text = shoot(table)
        assert points == 6 and "may add Slay" in text and "judge" not in text
    table.did("end_fight")
    assert left(table) == {"Arrow of Slaying": 1}


@pytest.mark.parametrize("ruleset", BOTH)
def test_slaying_belongs_to_the_shot_and_the_kind_is_said_by_its_name(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Longbow", **{"Arrow of Slaying": 2, "Arrow": 2})
    table.did("give", "Kim", template="Club")
    refused = table.refused("rider_unknown", "attack", "Kim", targetName="Foe", **{"with": ["chosen_kind"]})
    assert "Slay" not in shoot(table)[1]
    table.did("unequip", "Kim", itemName="Longbow"), table.did("equip", "Kim", itemName="Club")
    refused = table.refused("rider_unknown", "attack", "Kim", targetName="Foe", itemName="Club", **{"with": ["Slay"]})
    assert "Slay" in refused["text"]


@pytest.mark.parametrize("ruleset", BOTH)
def test_an_act_that_shoots_chooses_as_an_attack_does(ruleset: Ruleset) -> None:
    table = seated(ruleset, "Longbow", **{"Arrow +1": 2, "Arrow": 1})
    volley = {"name": "Quick Shot", "cost": "action", "targets": "1", "steps": [{"attack": "weapon", "kind": "ranged"}]}
    table.did("update", "Kim", character={"acts": [volley]})
    for words, points, now in (((), 6, {"Arrow +1": 2}), (("Arrow +1",), 7, {"Arrow +1": 1}), ((), 7, {})):
        table.roll_with(falling(15, face=3))
        before = table.hp("Foe")
        text = table.did("act", "Kim", act="Quick Shot", targets=["Foe"], **({"with": list(words)} if words else {}))["text"]
        assert (before - table.hp("Foe"), left(table)) == (points, now)
        assert ("Arrow +1 flies" in text) == (points == 7)


def test_magic_that_flew_overcomes_resistance_and_plain_does_not() -> None:
    table = seated("5.1", "Longbow", **{"Arrow +1": 1, "Arrow": 1})
    resist = {"target": "resist", "op": "grant", "value": "piercing", "scope": ["damage:nonmagical"]}
    table.did("update", "Foe", character={"modifiers": [resist]})
    assert (shoot(table)[0], shoot(table, 15, "Arrow +1")[0]) == (3, 7)


def test_unidentified_ammunition_tells_a_player_nothing() -> None:
    table = seated("5.1", "Longbow", Arrow=1)
    table.did("give", "Kim", template="Arrow +1", identified=False)
    kim = Caller(role="player", name="kim", characters=("Kim",))
    attack = {"operation": "attack", "characterName": "Kim", "targetName": "Foe"}
    refused = table.game.ask({**attack, "with": ["Arrow +1"]}, "execute_action", caller=kim)
    assert refused["error"]["code"] == "ammunition_absent" and "allowed: Arrow." in refused["text"]
    texts = [table.game.ask(attack, "execute_action", caller=kim)["text"] for _ in range(2)]
    assert left(table) == {} and not any("+1" in text.partition("Rolled")[0] for text in texts)


def test_an_attack_that_is_warded_off_spends_no_ammunition() -> None:
    """SRD, Sanctuary: whoever fails the save chooses another target or loses the attack; nothing flies."""
    table = seated("5.1", "Longbow", **{"Arrow +1": 1})
    table.did("create", name="Abbot", character={"classes": ["cleric 5"], "abilities": {"wis": 18}, "spells": {"prepared": ["Sanctuary"]}})
    table.did("cast", "Abbot", spell="Sanctuary", targets=["Foe"])
    table.roll_with(falling(1, face=3))
    assert "lost to" in table.did("attack", "Kim", targetName="Foe")["text"]
    assert left(table) == {"Arrow +1": 1}


def test_a_mistake_in_with_lists_no_ammunition() -> None:
    table = seated("5.1", "Longbow", **{"Arrow +1": 1})
    assert "rrow" not in table.refused("rider_unknown", "attack", "Kim", targetName="Foe", **{"with": ["Sneak"]})["text"]
