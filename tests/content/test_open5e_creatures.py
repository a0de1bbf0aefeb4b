"""Creatures of Open5e, field by field, in both versions of its API: read, said as lost, or refused."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.content import foreign_creatures, rulebook_loading
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.vocabulary import RULESETS
from tests.content.open5e_rows import BITE, first, key_of, second
from tests.rows import each_row

Json = dict[str, Any]


def read(row: Json) -> tuple[Json, list[str]]:
    found = foreign_creatures.read(json.dumps(row))
    return found.creatures[0], found.left_out


@each_row(
    ("key", "value"),
    [
        ("name", "Reed Hound"), ("size", "large"), ("type", "monstrosity"), ("tags", ["fen"]), ("alignment", "neutral"), ("cr", 0.5), ("hpMax", 34), ("hitDice", "4d10+12"),
        ("speed", {"walk": 40, "swim": 20}), ("abilities", {"str": 16, "dex": 12, "con": 14, "int": 8, "wis": 10, "cha": 6}), ("senses", {"darkvision": 60}),
        ("languages", ["Gull", "Common"]), ("conditionImmunities", ["prone"]), ("legendaryResistance", 2),
        ("features", [{"name": "Amphibious", "adjudicated": ["It breathes water."]}]),
    ],
)  # fmt: skip
def test_a_field_is_read_in_both_versions(key: str, value: Any) -> None:
    assert read(first())[0][key] == value and read(second())[0][key] == value


def test_printed_numbers_are_taken_over() -> None:
    assert read(first())[0]["printed"] == {"ac": 13, "saves.con": 5, "skills.stealth": 4}
    assert read(second())[0]["printed"] == {"ac": 13, "saves.con": 5, "skills.stealth": 4, "initiative": 3}


def test_actions_have_their_costs_and_limits() -> None:
    def told(row: Json) -> list[tuple[str, str, str | None]]:
        return [(act["name"], act["cost"], act.get("spend")) for act in read(row)[0]["acts"]]

    assert told(first()) == [("Bite", "action", None), ("Snap", "reaction", None), ("Howl", "legendary", "legendary:2")]
    assert told(second()) == [("Bite", "action", None), ("Snap", "reaction", "uses:2:day"), ("Howl", "legendary", "legendary:2")]
    assert (read(first())[0]["legendaryActions"], read(second())[0]["legendaryActions"]) == (2, 3)
    assert read(second())[0]["inLair"] == {"legendaryResistance": 3}


@each_row(
    ("limits", "spend"),
    [({"type": "RECHARGE_ON_ROLL", "param": 5}, "recharge:5"), ({"type": "PER_DAY", "param": 1}, "uses:1:day"), ({"type": "RECHARGE_AFTER_REST", "param": 1}, "uses:1:short_rest"), (None, None)],
)  # fmt: skip
def test_limits_of_the_second_version(limits: Json | None, spend: str | None) -> None:
    (act,) = read(second(actions=[{"name": "Roar", "desc": "It roars.", "action_type": "ACTION", "usage_limits": limits}]))[0]["acts"]
    assert act.get("spend") == spend


def test_numbers_of_attacks_count_where_the_sentence_has_none() -> None:
    numbers = {"name": "Gore attack", "attack_type": "WEAPON", "to_hit_mod": 6, "reach": 10, "range": None, "damage_die_count": 2, "damage_die_type": "D8", "damage_bonus": 4,
               "damage_type": key_of("Piercing"), "extra_damage_die_count": 1, "extra_damage_die_type": "D6", "extra_damage_bonus": None, "extra_damage_type": key_of("Cold")}  # fmt: skip
    gore = {"name": "Gore", "desc": "It gores.", "action_type": "ACTION", "attacks": [numbers, {**numbers, "name": "Hurl"}]}
    found, lost = read(second(actions=[gore]))
    (step,) = found["acts"][0]["steps"]
    assert (step["attack"], step["reach"], step["hit"][:2]) == (
        6,
        10,
        [{"damage": "2d8+4", "type": "piercing"}, {"damage": "1d6", "type": "cold"}],
    )
    assert lost == ["the attack Hurl of Reed Hound (actions[0].attacks[1])"]
    told = read(second(actions=[{**gore, "desc": BITE}]))[0]["acts"][0]["steps"][0]
    assert (told["attack"], told["hit"][0]["type"]) == (5, "piercing")


_PHYSICAL = ("bludgeoning", "piercing", "slashing")


def _scoped(*scope: str) -> list[Json]:
    return [{"target": "resist", "op": "grant", "value": kind, "scope": [*scope]} for kind in _PHYSICAL]


@each_row(
    ("line", "plain", "scoped", "lost"),
    [
        ("cold, fire", ["cold", "fire"], [], None),
        ("Cold and Fire damage", ["cold", "fire"], [], None),
        ("cold; bludgeoning, piercing, and slashing from nonmagical attacks", ["cold"], _scoped("damage:nonmagical"), None),
        ("acid, bludgeoning, piercing, and slashing from nonmagical weapons", ["acid"], _scoped("damage:nonmagical"), None),
        ("damage from nonmagical weapons", [], _scoped("damage:nonmagical"), None),
        ("nonmagic B/P/S attacks not made w/silvered weapons", [], _scoped("damage:nonmagical", "but_of:silvered"), None),
        ("fatigue", [], [], "fatigue"),
        ("paralysis, cold", ["cold"], [], "paralysis"),
        ("damage from spells", [], [], "damage from spells"),
        ("cold while it stands in water", [], [], "cold while it stands in water"),
        ("False", [], [], None),
    ],
)  # fmt: skip
def test_a_resistance_is_read_or_named(line: str, plain: list[str], scoped: list[Json], lost: str | None) -> None:
    for row, place in (
        (first(damage_resistances=line), "damage_resistances"),
        (second(resistances_and_immunities={"damage_resistances_display": line}), "resistances_and_immunities.damage_resistances"),
    ):
        found, told = read(row)
        assert (found.get("resistances", []), found.get("modifiers", [])) == (plain, scoped)
        assert told == ([f"the resistance of Reed Hound to {lost} ({place})"] if lost else [])


def test_a_condition_among_damage_types_is_an_immunity_to_it() -> None:
    assert read(first(damage_immunities="poison, charmed"))[0]["conditionImmunities"] == ["prone", "charmed"]


def test_lists_count_where_the_second_version_prints_no_line() -> None:
    found, _ = read(
        second(
            resistances_and_immunities={
                "damage_immunities": [key_of("Poison"), key_of("Fire")],
                "condition_immunities_display": "charmed, frightened",
            }
        )
    )
    assert (found["immunities"], found["conditionImmunities"]) == (["poison", "fire"], ["charmed", "frightened"])


@each_row(
    ("row", "told"),
    [
        (first(speed={"walk": 30, "hover": True}), "the speed hover of Reed Hound (speed.hover)"),
        (first(skills={"cooking": 3}), "the skill cooking of Reed Hound (skills.cooking)"),
        (first(condition_immunities="sleepy"), "the immunity of Reed Hound to sleepy (condition_immunities)"),
        (first(type="ooze-machine of doom", lair_actions=[{"name": "A"}]), "the lair actions of Reed Hound (lair_actions)"),
        (first(type="engine"), "the type engine of Reed Hound (type)"),
        (first(hit_dice="1d4"), "the hit dice 1d4 of Reed Hound, which do not give 34 hit points (hit_dice)"),
        (first(wisdom=40), "the score 40 of Reed Hound, which counts as 30 (wisdom)"),
        (second(actions=[{"name": "Flood", "desc": "It floods.", "action_type": "LAIR_ACTION"}]), "Flood of Reed Hound, a lair action (actions[0])"),
        (second(speed={"walk": 30, "hover": True}), "the speed hover of Reed Hound (speed.hover)"),
        (first(special_abilities=[{"name": "Spellcasting", "desc": "Its ability is Wisdom. At will: light, odd song"}]), "the spell odd song (special_abilities[0])"),
    ],
)  # fmt: skip
def test_a_loss_is_named_with_its_place(row: Json, told: str) -> None:
    assert told in read(row)[1]
    on_a_page = foreign_creatures.read(json.dumps({"count": 1, "results": [row]})).left_out
    assert any(line.startswith(told.rpartition(" (")[0]) and "(results[0]" in line for line in on_a_page), on_a_page


@each_row(
    ("row", "place"),
    [
        (first(armor_class="high"), "armor_class"), (first(hit_points=0), "hit_points"), (first(cr="lots"), "challenge_rating"), (first(strength=None), "strength"),
        (second(armor_class=99), "armor_class"), (second(hit_points="many"), "hit_points"), (second(challenge_rating=None), "challenge_rating"),
        (second(ability_scores={}), "ability_scores.strength"), (first(name=7), ""), (second(traits=[{"name": "A"}] * 1001), "traits"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_refused_with_its_place(row: Json, place: str) -> None:
    with pytest.raises(Faulty) as raised:
        read(row)
    assert raised.value.places[0][0] == place, raised.value.places


def test_odd_values_are_no_error() -> None:
    for odd in (None, 7, "x", [], [1], [{}], {"value": 1}, {"name": []}):
        for key in (
            "size",
            "type",
            "subtype",
            "speed",
            "skills",
            "senses",
            "languages",
            "damage_resistances",
            "condition_immunities",
            "actions",
            "special_abilities",
            "legendary_desc",
            "hit_dice",
        ):
            foreign_creatures.read(json.dumps(first(**{key: odd})))
        for key in (
            "size",
            "type",
            "subcategory",
            "speed",
            "saving_throws",
            "skill_bonuses",
            "resistances_and_immunities",
            "languages",
            "actions",
            "traits",
            "document",
            "hit_dice",
            "initiative_bonus",
        ):
            foreign_creatures.read(json.dumps([second(**{key: odd}), second(**{key: odd})]))


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("row", [first(), second()])
def test_it_is_checked_and_played(tmp_path: Path, ruleset: Any, row: Json) -> None:
    (tmp_path / "creatures").mkdir()
    (tmp_path / "creatures" / "it.json").write_text(json.dumps(read(row)[0]), "utf-8")
    assert rulebook_loading.check(tmp_path).faults == []
    with open_campaign(":memory:", ruleset=ruleset, items=[tmp_path], seed=3) as game:
        game.ask({"operation": "create", "template": "Reed Hound"}, "manage_character")
        game.ask({"operation": "create", "name": "Hero", "character": {"hpMax": 200, "party": True}}, "manage_character")
        bitten = game.ask(
            {"operation": "act", "characterName": "Reed Hound", "act": "Bite", "targets": ["Hero"], "d20": [19, 2]}, "execute_action"
        )
        assert bitten["ok"] and "piercing" in bitten["text"] and "poisoned" in bitten["text"], bitten["text"]


BROKEN: list[tuple[str, Any]] = [
    ("hit_points", "many"), ("hit_points", 0), ("armor_class", None), ("armor_class", 99), ("challenge_rating", "1/3"), ("name", 7), ("name", ""),
    ("actions", [{"name": "Bite", "desc": "It bites."}] * 1_001),
]  # fmt: skip


@pytest.mark.parametrize(("key", "value"), BROKEN, ids=[f"{key} {str(value)[:9]}" for key, value in BROKEN])
@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("is_page", [True, False])
def test_a_broken_creature_does_not_stop_the_others(key: str, value: Any, version: int, is_page: bool) -> None:
    make = first if version == 1 else second
    wrong = make(**{"name": "Mire Crow", key: value}) | ({"cr": None} if key == "challenge_rating" else {})
    rows = [make(name="Reed Hound"), wrong, make(name="Fen Cat")]
    found = foreign_creatures.read(json.dumps({"results": rows} if is_page else rows))
    assert [one["name"] for one in found.creatures] == ["Reed Hound", "Fen Cat"]
    (said,) = (loss for loss in found.left_out if "[1]" in loss)
    assert "creature Mire Crow, which " in said if key != "name" else "a creature, which " in said
    with pytest.raises(Faulty):
        foreign_creatures.read(json.dumps([wrong]))
