"""Decisions that the rules leave to the game master appear where they matter, once in an answer, and for nobody else."""

import pytest

from rpg_lite.decision.callers import Caller
from tests.operations.table import Answer, Table

JUDGE = "For you to judge: "


@pytest.fixture
def fight(table: Table) -> Table:
    """Thorin and Elara with monsters that hit for sure, as far as a seed can make it so."""
    for name in ("Ghoul", "Wolf", "Mastiff", "Zombie", "Troll"):
        table.did("create", template=name)
    return table


def hit(table: Table, who: str, **fields: object) -> Answer:
    """The answer to the first attack that hits."""
    table.did("update", "Thorin", character={"hpMax": 900, "hp": 900})
    for seed in range(40):
        answer = table.did("attack", who, targetName="Thorin", seed=seed, **fields)
        if "a miss" not in answer["text"]:
            return answer
    raise AssertionError("no seed hits")


@pytest.mark.parametrize(
    ("who", "weapon", "line"),
    [("Ghoul", "Claws", "CON save DC 10. Thorin"), ("Mastiff", "Bite", "STR save DC 11. Thorin")],
)
def test_a_hit_plays_what_else_it_does(fight: Table, who: str, weapon: str, line: str):
    text = hit(fight, who, itemName=weapon)["text"]
    assert text.count(line) == 1 and JUDGE not in text


def test_a_miss_and_a_dry_run_leave_nothing_to_judge(fight: Table):
    fight.did("update", "Thorin", character={"modifiers": [{"target": "ac", "op": "add", "value": 90}]})
    answer = next(a for seed in range(40) if "a miss" in (a := fight.did("attack", "Ghoul", targetName="Thorin", seed=seed))["text"])
    assert JUDGE not in answer["text"]
    assert JUDGE not in fight.did("attack", "Ghoul", targetName="Thorin", dryRun=True)["text"]


@pytest.mark.parametrize(("amount", "kind", "dc"), [(22, "slashing", 27), (40, "fire", 45), (22, "radiant", None)])
def test_a_zombie_at_0_may_keep_1(fight: Table, amount: int, kind: str, dc: int | None):
    """CON save DC 5 + the damage, unless it is radiant (SRD 5.1, Undead Fortitude)."""
    text = fight.did("damage", "Zombie", amount=amount, damageType=kind)["text"]
    assert f"CON save DC {dc}. Zombie" in text if dc else "save" not in text


def test_a_zombie_that_stands_needs_no_save(fight: Table):
    assert "save" not in fight.did("damage", "Zombie", amount=21, damageType="slashing")["text"]
    assert "save" not in hit(fight, "Zombie")["text"]


def test_a_troll_regains_when_its_turn_begins(fight: Table):
    fight.did("start_fight", names=["Thorin", "Troll"], seed=1)
    fight.did("damage", "Troll", amount=50, damageType="slashing")
    turns = [fight.did("next_turn")["text"] for _ in range(4)]
    assert [("regains 10 hit points" in t) for t in turns] == [("Troll" in t) for t in turns]
    assert any("Troll" in t for t in turns)


@pytest.mark.parametrize(("effect", "line"), [("Guidance", "Once"), ("Heroes' Feast", "")])
def test_an_effect_says_what_it_leaves_open(table: Table, effect: str, line: str):
    (rule,) = [r for r in table.game.book.effects.values() if r.name == effect]
    assert rule.adjudicated
    answer = table.did("apply", "Thorin", effect=effect)
    assert all(text.rstrip(".") in answer["text"] for text in rule.adjudicated) and line in answer["text"]


def test_every_effect_that_leaves_something_open_says_so(table: Table):
    left_open = [r for r in table.game.book.effects.values() if r.adjudicated]
    assert len(left_open) > 50
    for rule in left_open:
        said = " ".join(table.did("apply", "Thorin", effect=rule.name)["results"][0]["notes"])
        assert JUDGE in said and all(text.rstrip(".") in said for text in rule.adjudicated), rule.name


def test_each_line_is_said_once_in_an_answer(table: Table):
    batch = {"batch": [{"operation": "apply", "characterName": who, "effect": "Guidance"} for who in ("Thorin", "Elara")]}
    answer = table.send(batch, "manage_condition")
    assert answer["ok"] and answer["text"].count(JUDGE) == 1


def test_players_are_not_told_what_the_game_master_judges(table: Table):
    player = Caller(role="player", name="Ann", characters=("Thorin",))
    table.did("update", "Thorin", character={"party": True})
    table.did("give", "Thorin", template="Antitoxin", quantity=2)
    drink = {"operation": "use", "characterName": "Thorin", "itemName": "Antitoxin"}
    assert JUDGE in table.send(drink)["text"]
    answer = table.game.ask(drink, caller=player)
    assert answer["ok"] and JUDGE not in str(answer)


def test_a_feature_of_ones_own_is_said_at_its_moment(table: Table):
    own = {"name": "Death Burst", "adjudicated": ["It bursts: DC 11 Dexterity save, 2d6 fire."], "on": "zero"}
    table.did("create", name="Mephit", character={"hpMax": 5, "features": [own]})
    assert "It bursts" in table.did("damage", "Mephit", amount=5, damageType="cold")["text"]
    exported = table.did("export", "Mephit")["results"][0]["document"]
    assert exported["character"]["features"] == [own]


GLOWSTONE = {"name": "Glowstone", "type": "adventuring_gear", "light": [10, 10], "description": "Glows until it is wet."}


def test_a_light_that_says_not_how_long_it_burns_is_the_game_masters_to_keep(table: Table):
    table.did("give", "Elara", item=GLOWSTONE)
    text = table.did("use", "Elara", itemName="Glowstone")["text"]
    assert text.startswith("Elara uses Glowstone. No rule here tracks its light; judge and record it yourself: Glows until it is wet.")


def test_the_light_of_a_property_is_said_when_it_is_switched_on(table: Table):
    table.did("give", "Thorin", template="Flame Tongue", base="Longsword", equip=True, attune=True)
    sheds = "Flame Tongue Longsword gives bright light for 40 feet and dim light for 40 more."
    assert sheds in table.did("use", "Thorin", itemName="Flame Tongue")["text"]
    assert "light" not in table.did("use", "Thorin", itemName="Flame Tongue")["text"]


def test_players_are_not_told_to_judge_light(table: Table):
    table.did("give", "Elara", item=GLOWSTONE)
    table.did("update", "Elara", character={"party": True})
    payload = {"operation": "use", "characterName": "Elara", "itemName": "Glowstone"}
    assert table.game.ask(payload, caller=Caller(role="player", name="Ann", characters=("Elara",)))["text"] == "Elara uses Glowstone."
