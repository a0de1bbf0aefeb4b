"""Answers: a reaction is played before the deed that it answers, which is played again with the same dice; one undo takes back both."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.rules.dice import DiceRoll
from rpg_lite.world.fight_states import DoneAct
from rpg_lite.world.world_model import WORLD_ID
from tests.copies import begun, copy_of
from tests.operations.dice import falling
from tests.operations.table import Answer, Table
from tests.rows import each_row

HEROES: dict[str, dict[str, Any]] = {
    "Elara": {"classes": ["wizard 9"], "abilities": {"int": 18, "dex": 14}, "hpMax": 60},
    "Pip": {"classes": ["rogue 9"], "abilities": {"dex": 18}, "hpMax": 60},
    "Mage": {"classes": ["wizard 9"], "abilities": {"int": 18}, "party": False, "hpMax": 60},
}
"""AC 12, 14, 10; the mage's spells are saved against with DC 16."""


def _table(ruleset: str) -> Game:
    game = begun(ruleset=ruleset)  # type: ignore[arg-type]
    table = Table(game)
    for name, character in HEROES.items():
        table.did("create", name=name, character=character)
    table.did("create", template="Goblin", count=2)
    table.did("start_fight", names=[*HEROES, "Goblin 1", "Goblin 2"])
    return game


def _of_5_1() -> Game:
    return _table("5.1")


def _of_5_2() -> Game:
    return _table("5.2")


@pytest.fixture
def table() -> Iterator[Table]:
    with copy_of(_of_5_1) as game:
        yield Table(game)


@pytest.fixture
def table_5_2() -> Iterator[Table]:
    with copy_of(_of_5_2) as game:
        yield Table(game)


def strike(table: Table, who: str, target: str, d20: int, face: int = 3, **more: Any) -> Answer:
    table.roll_with(falling(d20, face=face))
    done = table.did("attack", who, targetName=target, **more)
    table.roll_with(falling(1))  # a die that falls again would be seen
    return done


def spent(table: Table, name: str) -> dict[str, int]:
    found: dict[str, int] = table.thing(name).body.get("spent", {})
    return found


def reactions(table: Table, name: str) -> int:
    fight = table.now.things[WORLD_ID].root.fight
    assert fight
    return sum(isinstance(a, DoneAct) and a.by == table.id(name) and a.cost == "reaction" for a in fight.acts)


# ── Shield ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("d20", "hits"), [(8, False), (12, False), (13, True), (20, True)])
def test_shield_counts_against_the_attack_that_it_answers(table: Table, d20: int, hits: bool) -> None:
    """+4 against AC 12, then AC 17 (SRD, Shield: including against the triggering attack)."""
    strike(table, "Goblin 1", "Elara", d20)
    hurt = table.hp("Elara")
    assert hurt < 60
    table.did("cast", "Elara", spell="Shield", answer=True)
    assert table.hp("Elara") == (hurt if hits else 60)
    assert spent(table, "Elara") == {"slot_1": 1}
    assert reactions(table, "Elara") == 1
    assert table.number("Elara", "ac") == 17


def test_undo_of_an_answer_is_the_world_before_it(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 10)
    before = table.now
    table.did("cast", "Elara", spell="Shield", answer=True)
    after = table.now
    assert after.world != before.world
    table.refused("undo_blocked", "undo", rev=before.rev)
    table.did("undo")
    assert table.now.world == before.world
    table.did("undo")
    assert table.now.world == after.world
    table.did("undo", rev=after.rev + 2)
    table.did("undo", rev=before.rev)
    assert table.hp("Elara") == 60 and not spent(table, "Elara")


def test_the_answer_tells_both(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 10)
    text = table.did("cast", "Elara", spell="Shield", answer=True)["text"]
    assert "In answer to rev" in text and "Elara casts Shield (slot 1, 3 of 4 left)" in text
    assert "14 against AC 17, a miss" in text and "HP 55 → 60 (of 60)" in text
    assert "In answer to rev" in table.did("history")["text"]


def test_the_chronicle_says_what_is_in_the_world(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 10)
    rev = table.rev
    table.did("cast", "Elara", spell="Shield", answer=True)
    past = table.did("character", "Elara", atRev=rev)
    assert "55/60" in past["text"] and "60/60" in table.did("character", "Elara")["text"]


def test_shield_wards_off_magic_missile(table: Table) -> None:
    table.roll_with(falling(10, face=2))
    table.did("cast", "Mage", spell="Magic Missile", targets=["Elara"])
    assert table.hp("Elara") == 60 - 3 * 3
    table.did("cast", "Elara", spell="Shield", answer=True)
    assert table.hp("Elara") == 60
    assert spent(table, "Mage") == {"slot_1": 1}


# ── Uncanny Dodge ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("face", "taken"), [(1, 1), (3, 2), (4, 3)])
def test_uncanny_dodge_halves_the_same_dice(table: Table, face: int, taken: int) -> None:
    """1d6+2, half of it rounded down (SRD, Uncanny Dodge)."""
    strike(table, "Goblin 1", "Pip", 15, face)
    assert table.hp("Pip") == 60 - face - 2
    table.did("act", "Pip", act="Uncanny Dodge", answer=True)
    assert table.hp("Pip") == 60 - taken
    assert reactions(table, "Pip") == 1


@pytest.fixture
def rays(table: Table) -> Table:
    """Three rays on Pip that deal 4, 8 and 6."""
    faces = iter([2, 2, 4, 4, 3, 3])

    def roll(text: str) -> DiceRoll:
        if text.startswith("1d20"):
            return falling(19)(text)
        fell = tuple(next(faces, 1) for _ in range(int(text.partition("d")[0])))
        return DiceRoll(text, fell, sum(fell))

    table.roll_with(roll)
    table.did("cast", "Mage", spell="Scorching Ray", targets=["Pip"])
    table.roll_with(falling(1))
    assert table.hp("Pip") == 60 - 18
    return table


@pytest.mark.parametrize(("choice", "nth", "left"), [(None, 2, 4), ("1", 1, 2), ("2", 2, 4), (3, 3, 3)])
def test_of_several_hits_the_hardest_is_halved_or_the_one_that_is_chosen(rays: Table, choice: Any, nth: int, left: int) -> None:
    fields = {} if choice is None else {"choice": choice}
    told = rays.did("act", "Pip", act="Uncanny Dodge", answer=True, **fields)
    assert rays.hp("Pip") == 60 - 18 + left
    assert f"Uncanny Dodge answers hit {nth} of 3" in told["text"]


def test_a_hit_that_was_none_is_refused_with_those_that_were(rays: Table) -> None:
    refused = rays.refused("choice_required", "act", "Pip", act="Uncanny Dodge", answer=True, choice="4")
    assert refused["error"]["allowed"] == ["1", "2", "3"]


# ── Counterspell ────────────────────────────────────────────────────────────────────────────────────────────────────


def fireball(table: Table, slot: int = 3) -> None:
    table.roll_with(falling(1, face=3))
    table.did("cast", "Mage", spell="Fireball", slot=slot, targets=["Pip", "Elara"])
    assert table.hp("Pip") < 60 and table.hp("Elara") < 60


def test_counterspell_undoes_a_spell_of_its_level(table: Table) -> None:
    fireball(table)
    table.did("cast", "Elara", spell="Counterspell", answer=True)
    assert table.hp("Pip") == table.hp("Elara") == 60
    assert spent(table, "Mage") == {"slot_3": 1} == spent(table, "Elara")


@pytest.mark.parametrize(("d20", "succeeds"), [(10, False), (11, True)])
def test_a_higher_spell_takes_a_check_against_its_level(table: Table, d20: int, succeeds: bool) -> None:
    """INT +4 against DC 10 + 5 (SRD 5.1, Counterspell)."""
    fireball(table, slot=5)
    hurt = table.hp("Pip")
    table.roll_with(falling(d20))
    table.did("cast", "Elara", spell="Counterspell", answer=True)
    assert table.hp("Pip") == (60 if succeeds else hurt)
    assert spent(table, "Mage") == {"slot_5": 1}


@pytest.mark.parametrize(("d20", "saves"), [(15, False), (16, True)])
def test_5_2_asks_for_a_save_and_leaves_the_slot(table_5_2: Table, d20: int, saves: bool) -> None:
    """CON +0 against DC 16 (SRD 5.2, Counterspell): the slot of a spell that is lost is not expended."""
    table = table_5_2
    fireball(table)
    hurt = table.hp("Pip")
    table.roll_with(falling(d20))
    table.did("cast", "Elara", spell="Counterspell", answer=True)
    assert table.hp("Pip") == (hurt if saves else 60)
    assert spent(table, "Mage") == ({"slot_3": 1} if saves else {})


# ── what is refused ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_second_reaction_in_the_round_is_refused(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 10)
    table.did("cast", "Elara", spell="Shield", answer=True)
    strike(table, "Goblin 2", "Elara", 16)
    table.refused("reaction_spent", "cast", "Elara", spell="Shield", answer=True)


def test_a_miss_is_no_occasion_for_shield(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 2)
    refused = table.refused("answer_unfit", "cast", "Elara", spell="Shield", answer=True)
    assert "try" not in refused["error"]  # cast by itself, it would be wasted


def test_the_blow_on_another_is_no_occasion_for_shield(table: Table) -> None:
    strike(table, "Goblin 1", "Pip", 15)
    table.refused("answer_unfit", "cast", "Elara", spell="Shield", answer=True)


def test_without_a_deed_nothing_is_answered(table: Table) -> None:
    table.refused("nothing_to_answer", "cast", "Elara", spell="Shield", answer=True)
    table.refused("nothing_to_answer", "cast", "Elara", spell="Shield", answer=True, rev=1)


def test_what_later_commands_build_on_is_not_answered(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 10)
    rev = table.rev
    strike(table, "Goblin 2", "Elara", 15)
    refused = table.refused("answer_blocked", "cast", "Elara", spell="Shield", answer=True, rev=rev)
    assert f"(rev {rev + 1}); undo those first" in refused["text"]
    table.did("undo", rev=rev + 1)
    assert table.did("cast", "Elara", spell="Shield", answer=True, rev=rev)


def test_what_does_not_concern_it_is_not_in_the_way(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 10)
    rev = table.rev
    strike(table, "Goblin 2", "Pip", 15)
    hurt = table.hp("Pip")
    table.did("cast", "Elara", spell="Shield", answer=True, rev=rev)
    assert (table.hp("Elara"), table.hp("Pip")) == (60, hurt)


def test_a_creature_that_cannot_act_does_not_answer(table: Table) -> None:
    table.did("apply", "Elara", condition="stunned")
    strike(table, "Goblin 1", "Elara", 10)
    table.refused("cannot_act", "cast", "Elara", spell="Shield", answer=True)


def test_a_deed_that_was_taken_back_is_not_answered(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 10)
    rev = table.rev
    table.did("undo")
    table.refused("nothing_to_answer", "cast", "Elara", spell="Shield", answer=True, rev=rev)


def test_an_answer_is_not_part_of_a_batch(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 10)
    shield = {"operation": "cast", "characterName": "Elara", "spell": "Shield", "answer": True}
    assert table.refused_whole("answer_alone", {"batch": [shield, shield]}, "execute_action")


# ── several answers, batches, players ───────────────────────────────────────────────────────────────────────────────


def test_two_answer_the_same_deed(table: Table) -> None:
    """A fireball on both: the one cannot save the other from it, but each answers for itself."""
    table.did("create", name="Rook", character=HEROES["Pip"])
    table.roll_with(falling(15, face=4))
    table.send(
        {"batch": [{"operation": "attack", "characterName": "Goblin 1", "targetName": name} for name in ("Pip", "Elara", "Rook")]},
        "execute_action",
    )
    table.roll_with(falling(1))
    assert [table.hp(n) for n in ("Pip", "Elara", "Rook")] == [54, 54, 54]
    table.did("act", "Pip", act="Uncanny Dodge", answer=True)
    before = table.now
    table.did("act", "Rook", act="Uncanny Dodge", answer=True)
    assert [table.hp(n) for n in ("Pip", "Elara", "Rook")] == [57, 54, 57]
    table.did("undo")
    assert table.now.world == before.world
    assert [table.hp(n) for n in ("Pip", "Elara", "Rook")] == [57, 54, 54]


def test_a_player_answers_with_their_own_character_alone(table: Table) -> None:
    strike(table, "Goblin 1", "Elara", 10)
    payload = {"operation": "cast", "characterName": "Elara", "spell": "Shield", "answer": True}

    def asked(character: str) -> Answer:
        return table.game.ask(payload, "execute_action", caller=Caller("player", "Ann", characters=(character,)))

    assert asked("Pip")["error"]["code"] == "not_yours"
    told = asked("Elara")
    assert told["ok"] and table.hp("Elara") == 60
    assert "with Scimitar: a miss" in told["text"] and "HP 55 → 60 (of 60)" in told["text"]
    assert "1d20+4" not in told["text"] and "14" not in told["text"]


# ── each form of an answer ──────────────────────────────────────────────────────────────────────────────────────────

INDOMITABLE: dict[str, Any] = {
    "name": "Indomitable", "cost": "free", "spend": "uses:1:long_rest", "when": ["save_failed"], "steps": [{"answer": "reroll"}],
}  # fmt: skip
LEGENDARY: dict[str, Any] = {
    "name": "Legendary Resistance", "cost": "free", "spend": "uses:3:long_rest", "when": ["save_failed"], "steps": [{"answer": "succeed"}],
}  # fmt: skip
LAST_BREATH: dict[str, Any] = {"name": "Last Breath", "cost": "reaction", "when": ["damaged"], "steps": [{"answer": {"hp": 1}}]}


def hero(table: Table, name: str, **character: Any) -> None:
    table.did("create", name=name, character={"hpMax": 60, "abilities": {"dex": 14, "cha": 16}, **character})


def test_a_failed_save_is_rolled_again(table: Table) -> None:
    hero(table, "Rook", acts=[INDOMITABLE], resources={"Indomitable": {"max": 1, "recharge": "long_rest"}})
    table.roll_with(falling(2, face=3))
    table.did("cast", "Mage", spell="Fireball", targets=["Rook", "Pip"])
    assert table.hp("Rook") == 60 - 24
    pip = table.hp("Pip")
    table.roll_with(falling(14, face=6))
    table.did("act", "Rook", act="Indomitable", answer=True)
    assert (table.hp("Rook"), table.hp("Pip")) == (60 - 12, pip)
    table.refused("answer_unfit", "act", "Rook", act="Indomitable", answer=True)


@each_row(("ruleset", "d20", "taken"), [("5.1", 13, 24), ("5.1", 14, 12), ("5.2", 4, 24), ("5.2", 5, 12)])
def test_the_fighters_indomitable_rolls_again(ruleset: str, d20: int, taken: int) -> None:
    """DEX +2 against DC 16; 5.2 adds the fighter level, here 9 (SRD 5.1, Indomitable; SRD 5.2, Level 9)."""
    with copy_of(_of_5_1 if ruleset == "5.1" else _of_5_2) as game:
        table = Table(game)
        hero(table, "Rook", classes=["fighter 9", "rogue 1"])
        table.roll_with(falling(2, face=3))
        told = table.did("cast", "Mage", spell="Fireball", targets=["Rook"])
        assert "Rook (Indomitable)" in told["text"] and table.hp("Rook") == 60 - 24
        table.roll_with(falling(d20, face=6))
        table.did("act", "Rook", act="Indomitable", answer=True)
        assert table.hp("Rook") == 60 - taken and spent(table, "Rook") == {"indomitable": 1}
        table.roll_with(falling(2, face=3))
        assert "Rook (Indomitable)" not in table.did("save", "Rook", ability="dex", dc=30)["text"]
        table.refused("resource_spent", "act", "Rook", act="Indomitable", answer=True)


@pytest.mark.parametrize(("level", "uses"), [(8, None), (9, 1), (13, 2), (17, 3)])
def test_indomitable_has_its_uses_by_level(table: Table, level: int, uses: int | None) -> None:
    hero(table, "Rook", classes=[f"fighter {level}"])
    found = table.send({"operation": "character", "characterName": "Rook"}, "read_campaign", "full")["results"][0]["resources"]
    assert (found.get("indomitable") or {}).get("max") == uses


def test_legendary_resistance_is_three_a_day(table: Table) -> None:
    """By the feature on a creature's sheet, whose uses come back with the day (SRD, Legendary Resistance)."""
    hero(table, "Wyrm", features=["Legendary Resistance"], party=False)
    for left in (2, 1, 0):
        table.roll_with(falling(2))
        table.did("save", "Wyrm", ability="wis", dc=15)
        told = table.did("act", "Wyrm", act="Legendary Resistance", answer=True)
        assert "succeeds" in told["text"] and f"{left} of 3 left" in told["text"]
    table.did("save", "Wyrm", ability="wis", dc=15)
    table.refused("resource_spent", "act", "Wyrm", act="Legendary Resistance", answer=True)
    table.did("end_fight")
    table.did("rest", "Wyrm", kind="long")
    table.roll_with(falling(2))
    table.did("save", "Wyrm", ability="wis", dc=15)
    table.did("act", "Wyrm", act="Legendary Resistance", answer=True)


@pytest.mark.parametrize(("damage", "taken"), [("slashing", 0), ("fire", 9)])
def test_deflect_attacks_takes_plain_damage_alone(table_5_2: Table, damage: str, taken: int) -> None:
    """1d10 (5) + DEX 2 + monk level 3, against a hit of bludgeoning, piercing or slashing damage (SRD 5.2, Deflect Attacks)."""
    table = table_5_2
    hero(table, "Reed", classes=["monk 3"], hpMax=30)
    act = {"name": "Slam", "cost": "action", "targets": "1", "steps": [{"attack": 9, "hit": [{"damage": "9", "type": damage}]}]}
    table.did("create", name="Brute", character={"acts": [act], "hpMax": 30})
    table.roll_with(falling(15))
    table.did("act", "Brute", act="Slam", targets=["Reed"])
    assert table.hp("Reed") == 30 - 9
    table.roll_with(falling(1, face=5))
    if taken:
        table.refused("answer_unfit", "act", "Reed", act="Deflect Attacks", answer=True)
    else:
        table.did("act", "Reed", act="Deflect Attacks", answer=True)
    assert table.hp("Reed") == 30 - taken


def test_a_failed_save_succeeds(table: Table) -> None:
    hero(table, "Rook", acts=[LEGENDARY], resources={"Legendary Resistance": {"max": 3, "recharge": "long_rest"}})
    table.roll_with(falling(2, face=3))
    table.did("cast", "Mage", spell="Fireball", targets=["Rook"])
    table.did("act", "Rook", act="Legendary Resistance", answer=True)
    assert table.hp("Rook") == 60 - 12


def test_hit_points_are_kept(table: Table) -> None:
    hero(table, "Rook", acts=[LAST_BREATH], hpMax=20)
    table.roll_with(falling(2, face=3))
    table.did("cast", "Mage", spell="Fireball", targets=["Rook"])
    assert table.hp("Rook") == 0
    table.did("act", "Rook", act="Last Breath", answer=True)
    assert table.hp("Rook") == 1 and not table.thing("Rook").body.get("conditions")


@pytest.mark.parametrize(("d20", "hits"), [(13, False), (14, True)])
def test_cutting_words_subtracts_from_the_roll(table: Table, d20: int, hits: bool) -> None:
    """A d6 (of level 3) that shows 4 against 4 + d20 and AC 14."""
    table.did("create", name="Lark", character={"classes": ["bard 3"], "choices": {"subclass": {"bard": "college of lore"}}, "hpMax": 30})
    strike(table, "Goblin 1", "Pip", d20)
    table.roll_with(falling(1, face=4))
    table.did("act", "Lark", act="Cutting Words", choice="roll", answer=True)
    assert (table.hp("Pip") < 60) == hits
    assert spent(table, "Lark") == {"bardic_inspiration": 1}


def test_cutting_words_reduces_the_damage(table: Table) -> None:
    table.did("create", name="Lark", character={"classes": ["bard 3"], "choices": {"subclass": {"bard": "college of lore"}}, "hpMax": 30})
    strike(table, "Goblin 1", "Pip", 15)
    table.roll_with(falling(1, face=4))
    table.did("act", "Lark", act="Cutting Words", choice="damage", answer=True)
    assert table.hp("Pip") == 60 - 1


@pytest.mark.parametrize(("dc", "verdict"), [(15, "succeeds"), (16, "fails")])
def test_bardic_inspiration_adds_to_the_check(table: Table, dc: int, verdict: str) -> None:
    """10 + 2 (DEX), and a d6 that shows 3."""
    table.did("create", name="Lark", character={"classes": ["bard 1"], "abilities": {"cha": 16}})
    hero(table, "Rook")
    table.did("act", "Lark", act="Bardic Inspiration", targets=["Rook"])
    table.roll_with(falling(10))
    table.did("check", "Rook", ability="dex", dc=dc)
    table.roll_with(falling(1, face=3))
    assert f"15, {verdict} against DC {dc}" in table.did("act", "Rook", act="Inspired", answer=True)["text"]
    assert not table.thing("Rook").body.get("effects")


def test_deflect_missiles_reduces_a_shot_and_no_blow(table: Table) -> None:
    """1d10 (5) + DEX 2 + monk level 3 = 10 of 1d6 (3) + 2."""
    hero(table, "Reed", classes=["monk 3"], hpMax=30)
    strike(table, "Goblin 1", "Reed", 19)
    table.refused("answer_unfit", "act", "Reed", act="Deflect Missiles", answer=True)
    table.did("undo")
    table.did("equip", "Goblin 1", itemName="Shortbow")
    strike(table, "Goblin 1", "Reed", 19, itemName="Shortbow")
    assert table.hp("Reed") == 25
    table.roll_with(falling(1, face=5))
    table.did("act", "Reed", act="Deflect Missiles", answer=True)
    assert table.hp("Reed") == 30


@pytest.mark.parametrize(("feet", "taken"), [(30, 0), (100, 10)])
def test_slow_fall_takes_five_a_level_off_a_fall(table: Table, feet: int, taken: int) -> None:
    hero(table, "Reed", classes=["monk 4"], hpMax=60)
    table.roll_with(falling(1, face=3))
    table.did("act", "Mage", act="Fall", targets=["Reed"], choice=str(feet))
    assert table.hp("Reed") == 60 - 3 * feet // 10
    table.did("act", "Reed", act="Slow Fall", answer=True)
    assert table.hp("Reed") == 60 - taken


def test_feather_fall_catches_those_who_fall(table: Table) -> None:
    table.roll_with(falling(1, face=3))
    table.did("act", "Pip", act="Fall", targets=["Pip", "Elara"], choice="40")
    assert (table.hp("Pip"), table.hp("Elara")) == (48, 48)
    table.did("cast", "Elara", spell="Feather Fall", targets=["Pip", "Elara"], answer=True)
    assert (table.hp("Pip"), table.hp("Elara")) == (60, 60)
    assert not table.thing("Pip").body.get("conditions")


# ── what follows the deed ───────────────────────────────────────────────────────────────────────────────────────────


def test_hellish_rebuke_burns_the_one_who_struck(table: Table) -> None:
    hero(table, "Wren", classes=["warlock 1"])
    strike(table, "Mage", "Wren", 15)
    hurt = table.hp("Wren")
    table.roll_with(falling(1, face=5))
    told = table.did("cast", "Wren", spell="Hellish Rebuke", answer=True)["text"]
    assert (table.hp("Mage"), table.hp("Wren")) == (60 - 10, hurt)
    assert "In answer to rev" in told and spent(table, "Wren") == {"pact": 1}
    table.refused("answered_already", "cast", "Wren", spell="Hellish Rebuke", answer=True)


@pytest.mark.parametrize(("d20", "dice"), [(15, 2), (20, 4)])
def test_divine_smite_adds_to_the_hit_and_its_dice_double(table: Table, d20: int, dice: int) -> None:
    """2d8 with a slot of level 1 (SRD 5.1, Divine Smite)."""
    table.did("create", name="Vow", character={"classes": ["paladin 2"], "abilities": {"str": 16, "cha": 14}, "hpMax": 30})
    strike(table, "Vow", "Mage", d20)
    hurt = table.hp("Mage")
    table.roll_with(falling(1, face=3))
    table.did("act", "Vow", act="Divine Smite", answer=True)
    assert table.hp("Mage") == hurt - 3 * dice
    table.refused("answered_already", "act", "Vow", act="Divine Smite", answer=True)


@pytest.mark.parametrize(("d20", "dice"), [(15, 2), (20, 4)])
def test_divine_smite_is_a_spell_of_5_2(table_5_2: Table, d20: int, dice: int) -> None:
    table = table_5_2
    table.did("create", name="Vow", character={"classes": ["paladin 2"], "abilities": {"str": 16, "cha": 14}, "hpMax": 30})
    strike(table, "Vow", "Mage", d20)
    hurt = table.hp("Mage")
    table.roll_with(falling(1, face=3))
    table.did("cast", "Vow", spell="Divine Smite", answer=True)
    assert table.hp("Mage") == hurt - 3 * dice


@pytest.mark.parametrize("spell", ["Divine Smite", "Searing Smite", "Ensnaring Strike"])
def test_a_spell_that_follows_a_hit_is_refused_without_one(table_5_2: Table, spell: str) -> None:
    """SRD 5.2: cast immediately after hitting; the refusal leads to the answer, and after a miss to the decree of the game master."""
    table = table_5_2
    table.did(
        "create", name="Vow", character={"classes": ["paladin 5", "ranger 5"], "abilities": {"str": 16, "wis": 14, "cha": 14}, "hpMax": 30}
    )
    table.did("give", "Vow", template="Club", equip=True)
    strike(table, "Vow", "Mage", 2)
    refused = table.refused("answers_a_hit", "cast", "Vow", spell=spell, targets=["Mage"])
    assert refused["error"]["try"]["force"] and not spent(table, "Vow")
    strike(table, "Vow", "Mage", 15)
    refused = table.refused("answers_a_hit", "cast", "Vow", spell=spell, targets=["Mage"])
    assert refused["error"]["try"]["answer"] and table.send(refused["error"]["try"], "execute_action")["ok"]
    assert spent(table, "Vow") == ({"paladin_smite": 1} if spell == "Divine Smite" else {"slot_1": 1})


def test_a_miss_bears_no_smite(table: Table) -> None:
    table.did("create", name="Vow", character={"classes": ["paladin 2"], "abilities": {"str": 16, "cha": 14}, "hpMax": 30})
    strike(table, "Vow", "Mage", 2)
    table.refused("answer_unfit", "act", "Vow", act="Divine Smite", answer=True)


def test_a_smite_without_a_hit_is_refused(table: Table) -> None:
    table.did("create", name="Vow", character={"classes": ["paladin 2"], "abilities": {"str": 16, "cha": 14}, "hpMax": 30})
    strike(table, "Vow", "Mage", 2)
    refused = table.refused("answers_a_hit", "act", "Vow", act="Divine Smite", targets=["Mage"])
    assert refused["error"]["try"]["force"] and not spent(table, "Vow")
    table.did("act", "Vow", act="Divine Smite", targets=["Mage"], force=True)
    assert table.hp("Mage") < 60


def test_a_smite_after_a_hit_is_led_to_the_answer(table: Table) -> None:
    table.did("create", name="Vow", character={"classes": ["paladin 2"], "abilities": {"str": 16, "cha": 14}, "hpMax": 30})
    strike(table, "Vow", "Mage", 15)
    refused = table.refused("answers_a_hit", "act", "Vow", act="Divine Smite")
    assert refused["error"]["try"]["answer"] and table.send(refused["error"]["try"], "execute_action")["ok"]


def test_in_peace_a_reaction_answers_a_deed_once(table: Table) -> None:
    table.did("end_fight")
    strike(table, "Goblin 1", "Elara", 15)
    table.did("cast", "Elara", spell="Shield", answer=True)
    refused = table.refused("answered_already", "cast", "Elara", spell="Shield", answer=True)
    assert "Shield has already answered" in refused["text"] and spent(table, "Elara") == {"slot_1": 1}


@pytest.mark.parametrize("in_peace", [True, False])
def test_a_creature_answers_a_deed_with_one_reaction(table: Table, in_peace: bool) -> None:
    """Hellish Rebuke follows the deed and Shield goes before it, but both are the same reaction (SRD, Reactions)."""
    hero(table, "Wren", classes=["warlock 1", "wizard 1"], abilities={"int": 14, "cha": 14})
    if in_peace:
        table.did("end_fight")
    strike(table, "Mage", "Wren", 15)
    table.did("cast", "Wren", spell="Hellish Rebuke", answer=True)
    table.refused("reaction_spent", "cast", "Wren", spell="Shield", answer=True)
    table.did("undo")
    table.did("undo")
    strike(table, "Mage", "Wren", 20)
    table.did("cast", "Wren", spell="Shield", answer=True)
    refused = table.refused("reaction_spent", "cast", "Wren", spell="Hellish Rebuke", answer=True)
    assert "try" not in refused["error"]


# ── offers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def offered(answer: Answer) -> str:
    found = [note for note in answer["results"][0].get("notes", ()) if note.startswith("May answer")]
    assert all(note in answer["text"] for note in found)
    return found[0] if found else ""


@pytest.fixture
def prepared(table: Table) -> Table:
    """Elara has chosen her spells."""
    table.did("update", "Elara", character={"spells": {"prepared": ["Shield", "Counterspell", "Fireball"]}})
    return table


def test_a_hit_is_offered_to_the_one_whom_it_meets(prepared: Table) -> None:
    assert offered(strike(prepared, "Goblin 1", "Elara", 10)) == "May answer: Elara (Shield)."
    assert offered(strike(prepared, "Goblin 2", "Pip", 15)) == "May answer: Pip (Uncanny Dodge)."
    assert offered(strike(prepared, "Goblin 2", "Elara", 1)) == ""


def test_an_offer_is_never_played_unasked(prepared: Table) -> None:
    strike(prepared, "Goblin 1", "Elara", 10)
    assert prepared.hp("Elara") == 55 and not spent(prepared, "Elara")


def test_the_spell_of_a_stranger_may_be_answered_and_a_friends_not(prepared: Table) -> None:
    prepared.did("update", "Mage", character={"spells": {"prepared": ["Counterspell", "Fireball"]}})
    told = prepared.did("cast", "Mage", spell="Fireball", targets=["Elara"])
    assert offered(told) == "May answer: Elara (Counterspell)."
    prepared.did("undo")
    own = prepared.did("cast", "Elara", spell="Fireball", targets=["Pip"])
    assert "Elara (" not in offered(own)


def test_what_is_spent_is_not_offered(prepared: Table) -> None:
    strike(prepared, "Goblin 1", "Elara", 10)
    prepared.did("cast", "Elara", spell="Shield", answer=True)
    assert offered(strike(prepared, "Goblin 2", "Elara", 19)) == ""


def test_the_incapacitated_are_offered_nothing(prepared: Table) -> None:
    prepared.did("apply", "Elara", condition="stunned")
    assert offered(strike(prepared, "Goblin 1", "Elara", 10)) == ""


@pytest.mark.parametrize(("theirs", "told"), [(("Elara",), ""), (("Elara", "Pip"), "May answer: Pip (Uncanny Dodge).")])
def test_a_player_is_offered_only_what_is_theirs(prepared: Table, theirs: tuple[str, ...], told: str) -> None:
    prepared.did("end_fight")
    prepared.roll_with(falling(19))
    payload = {"operation": "attack", "characterName": "Elara", "targetName": "Pip"}
    answer = prepared.game.ask(payload, "execute_action", "brief", caller=Caller("player", "Ann", characters=theirs))
    assert answer["ok"] and offered(answer) == told


def test_an_offer_costs_few_tokens(prepared: Table) -> None:
    told = strike(prepared, "Goblin 1", "Elara", 10)
    note = offered(told)
    assert 2 * len(note) / 3.5 <= 30


@pytest.mark.parametrize(("face", "taken"), [(1, 9), (4, 6)])
def test_resistance_of_5_2_lessens_one_blow_a_turn(table_5_2: Table, face: int, taken: int) -> None:
    """1d4 less of the chosen type, once a turn (SRD 5.2, Resistance)."""
    table = table_5_2
    table.did("create", name="Bran", character={"classes": ["cleric 1"], "abilities": {"wis": 14}})
    table.did("cast", "Bran", spell="Resistance", targets=["Pip"], choice="fire", force=True)
    table.roll_with(falling(1, face=face))
    table.did("damage", "Pip", amount=10, damageType="cold")
    assert table.hp("Pip") == 50
    table.did("damage", "Pip", amount=10, damageType="fire")
    assert table.hp("Pip") == 50 - taken
    table.did("damage", "Pip", amount=10, damageType="fire")
    assert table.hp("Pip") == 40 - taken


def test_a_deed_that_makes_a_creature_is_played_again_under_the_same_name() -> None:
    with begun("5.2") as game:
        table = Table(game)
        flinch = {"name": "Flinch", "cost": "reaction", "when": ["attacked"], "steps": [{"answer": {"reduce": 0}}]}
        table.did("create", name="Elara", character={"classes": ["wizard 9"]})
        table.did("create", name="Ogre", character={"hpMax": 60, "acts": [flinch]})
        cast = table.did("cast", "Elara", spell="Arcane Hand", targets=["Ogre"], choice="fist", d20=[19])
        before = table.now.world
        table.did("act", "Ogre", act="Flinch", answer=True, rev=cast["rev"])
        assert table.now.world == before


def test_an_answer_to_damage_by_hand_leads_to_the_act_itself() -> None:
    with begun("5.1") as game:
        table = Table(game)
        table.did("create", template="Black Pudding")
        told = table.did("damage", "Black Pudding", amount=12, damageType="slashing")["text"]
        assert "May answer: Black Pudding (Split)." in told
        refused = table.refused("nothing_to_answer", "act", "Black Pudding", act="Split", answer=True)
        assert table.send(refused["error"]["try"], "execute_action")["ok"]
