"""Checks with a tool, and checks against those of another creature."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.decision.callers import GM, Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling, let, result
from tests.operations.rooms import did
from tests.operations.table import Table
from tests.operations.trap_table import BLADE, known

pytestmark = pytest.mark.pure
ROGUE: dict[str, Any] = {
    "classes": ["rogue 5"], "party": True, "abilities": {"str": 8, "dex": 16, "int": 12, "cha": 14},
    "proficiencies": {"skills": {"sleight_of_hand": 1, "deception": 2}, "tools": ["thieves' tools", "vehicles (land)"]},
}  # fmt: skip


@laid_alike
def seated(ruleset: Ruleset) -> Table:
    table = Table(begun(ruleset=ruleset))
    table.did("create", name="Rook", character=ROGUE)
    table.did("create", name="Mo", character={"classes": ["fighter 5"], "party": True})
    table.did("create", name="Guard", character={"hpMax": 11, "abilities": {"wis": 14}})
    table.did("give", "Rook", template="Thieves' Tools")
    return table


@pytest.fixture(params=RULESETS)
def both(request: pytest.FixtureRequest) -> Iterator[Table]:
    table = seated(request.param)
    yield table
    table.game.close()


@pytest.fixture
def older() -> Iterator[Table]:
    table = seated("5.1")
    yield table
    table.game.close()


@pytest.fixture
def newer() -> Iterator[Table]:
    table = seated("5.2")
    yield table
    table.game.close()


# ── tools ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("who", "bonus"), [("Rook", 6), ("Mo", 0)])
def test_the_trained_add_their_proficiency_to_a_check_with_a_tool(both: Table, who: str, bonus: int) -> None:
    """DEX 16 and proficiency 3 (SRD 5.1, Tools; SRD 5.2, Tool Proficiency)."""
    answer = let(both, 10).did("check", who, tool="thieves' tools", ability="dex", dc=15)
    assert result(answer)["roll"]["total"] == 10 + bonus
    assert "Thieves' Tools (DEX) check" in answer["text"]


@laid_alike
def expert(ruleset: Ruleset, choices: dict[str, Any], **more: Any) -> Table:
    """A rogue of level 5 with DEX 16, whose proficiency bonus is 3, before a locked chest and a door with a trap."""
    table = Table(begun(ruleset=ruleset))
    table.did(
        "create", name="Rook", character={"classes": ["rogue 5"], "abilities": {"dex": 16}, "choices": choices, "party": True, **more}
    )
    table.did("give", "Rook", template="Thieves' Tools")
    return table


@pytest.mark.parametrize("word", ["thieves' tools", "Thieves’ Tools", "thieves tools"])
def test_expertise_doubles_the_bonus_of_thieves_tools(word: str) -> None:
    """SRD 5.1, Rogue: Expertise: DEX 3 + twice 3, in checks, on locks and on traps."""
    table = expert("5.1", {"skills": ["stealth"], "expertise": ["stealth", word]})
    answer = let(table, 10).did("check", "Rook", tool="lockpicks", ability="dex")
    assert "+9: 10+9 = 19" in answer["text"]
    table.did("give", bagName="floor", item="Chest")
    table.did("lock", bagName="Chest", force=True, dc=15)
    assert "+9: 10+9 = 19" in let(table, 10).did("unlock", "Rook", bagName="Chest")["text"]
    known(table, BLADE)
    assert "+9: 10+9 = 19" in did(let(table, 10), "disarm", characterName="Rook")["text"]
    table.game.close()


def test_the_sheet_says_in_which_tools_one_is_expert() -> None:
    table = expert("5.1", {"expertise": ["stealth", "thieves' tools"]})
    told = table.did("character", "Rook", stats=["toolExpertise"])
    assert "toolExpertise.thieves' tools: grant Rook." in told["text"]
    assert "Expert with thieves' tools." in table.did("character", "Rook")["text"]
    table.game.close()


@pytest.mark.parametrize(("ruleset", "of"), [("5.1", "bard 3"), ("5.2", "rogue 1"), ("5.2", "bard 2")])
def test_expertise_in_tools_is_for_rogues_of_the_older_rules(ruleset: Ruleset, of: str) -> None:
    """SRD 5.1, Bard; SRD 5.2, Expertise: skills only."""
    table = Table(begun(ruleset=ruleset))
    hero = {"classes": [of], "abilities": {"dex": 16}, "proficiencies": {"tools": ["thieves' tools"], "skills": {"stealth": 1}}}
    table.did("create", name="Rook", character=hero)
    table.refused("choice_unfit", "update", "Rook", character={"choices": {"expertise": ["stealth", "thieves' tools"]}})
    table.game.close()


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_modifier_gives_expertise_in_any_tool(ruleset: Ruleset) -> None:
    """Own content may double any tool; without proficiency nothing is doubled."""
    lute = [{"target": "expertise.tool", "op": "grant", "value": "Lute"}]
    table = expert(ruleset, {}, modifiers=lute, proficiencies={"tools": ["lute"]})
    assert "+9: 10+9 = 19" in let(table, 10).did("check", "Rook", tool="lute", ability="dex")["text"]
    table.did("update", "Rook", character={"proficiencies": {"tools": []}})
    assert "+3: 10+3 = 13" in let(table, 10).did("check", "Rook", tool="lute", ability="dex")["text"]
    table.game.close()


@pytest.mark.parametrize(("ability", "bonus"), [("int", 1), ("str", -1)])
def test_a_tool_is_used_with_the_ability_of_the_call(both: Table, ability: str, bonus: int) -> None:
    assert result(let(both, 10).did("check", "Rook", tool="Lockpicks", ability=ability))["roll"]["total"] == 13 + bonus


def test_a_proficiency_that_is_no_item_is_a_tool_too(both: Table) -> None:
    assert result(let(both, 10).did("check", "Rook", tool="Vehicles (Land)", ability="dex"))["roll"]["total"] == 16


def test_a_tool_of_the_newer_rules_has_its_ability(newer: Table) -> None:
    """Thieves' tools go by Dexterity, instruments by Charisma, a disguise kit by Charisma (SRD 5.2, Tools)."""
    for tool, total in (("Thieves' Tools", 16), ("Lute", 12), ("Disguise Kit", 12), ("Carpenter's Tools", 9)):
        assert result(let(newer, 10).did("check", "Rook", tool=tool))["roll"]["total"] == total, tool


def test_the_older_rules_ask_for_the_ability(older: Table) -> None:
    refused = older.refused("tool_needs_ability", "check", "Rook", tool="Thieves' Tools", dc=15)
    assert refused["error"]["allowed"] == ["str", "dex", "con", "int", "wis", "cha"]
    assert older.send(refused["error"]["try"], "execute_action")["ok"]


def test_a_trained_skill_beside_a_trained_tool_counts_as_the_rules_say(older: Table, newer: Table) -> None:
    """It counts once in SRD 5.1; in SRD 5.2 it gives advantage (Tool Proficiency), and with disadvantage neither."""
    wish = {"tool": "Thieves' Tools", "skill": "sleight_of_hand"}
    assert result(let(older, 10).did("check", "Rook", **wish))["roll"] == {"dice": "1d20+6", "faces": [10], "total": 16}
    assert result(let(newer, 4, 10).did("check", "Rook", **wish))["roll"] == {"dice": "2d20kh1+6", "faces": [4, 10], "total": 16}
    assert result(let(newer, 10).did("check", "Rook", **wish, mode="disadvantage"))["roll"]["dice"] == "1d20+6"
    untrained = result(let(newer, 10).did("check", "Rook", tool="Thieves' Tools", skill="acrobatics"))["roll"]
    assert untrained == {"dice": "1d20+6", "faces": [10], "total": 16}
    doubled = result(let(older, 10).did("check", "Rook", tool="Thieves' Tools", skill="deception"))["roll"]
    assert doubled["total"] == 10 + older.number("Rook", "skills.deception")


def test_a_tool_that_is_not_at_hand_is_told(both: Table) -> None:
    missing = "has no Thieves' Tools at hand"
    assert missing in both.did("check", "Mo", tool="Thieves' Tools", ability="dex")["text"]
    assert missing not in both.did("check", "Rook", tool="Thieves' Tools", ability="dex")["text"]


def test_an_unknown_tool_is_refused_with_the_near_ones(both: Table) -> None:
    assert "did you mean Thieves' Tools" in both.refused("check_tool_unknown", "check", "Rook", tool="Theives Tools", ability="dex")["text"]
    refused = both.refused("check_tool_unknown", "check", "Rook", tool="Disguse Kit", ability="dex")
    assert refused["error"]["try"]["tool"] == "Disguise Kit"
    assert both.send(refused["error"]["try"], "execute_action")["ok"]
    assert "Lute" in both.refused("check_tool_unknown", "check", "Rook", tool="Longsword", ability="str")["error"]["allowed"]


# ── contests ────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("theirs", "verdict"), [(5, "wins"), (16, "ties: nothing changes"), (17, "loses")])
def test_a_contest_is_won_by_the_higher_total(both: Table, theirs: int, verdict: str) -> None:
    """Deception +8 against Insight +2; a tie leaves things as they were (SRD 5.1, Contests)."""
    both.roll_with(falling(10, theirs))
    answer = both.did("check", "Rook", skill="deception", against="insight", targetName="Guard")
    assert f"Rook, deception check: 18, {verdict}; Guard, insight check: {theirs + 2}." in answer["text"]


def test_an_ability_may_stand_against_a_check(both: Table) -> None:
    both.roll_with(falling(10, 10))
    assert "Guard, WIS check: 12" in both.did("check", "Rook", ability="cha", against="wis", targetName="Guard")["text"]


def test_a_player_learns_who_wins_and_not_the_total_of_the_other(both: Table) -> None:
    both.roll_with(falling(10, 7))
    deed = {"operation": "check", "characterName": "Rook", "skill": "deception", "against": "insight", "targetName": "Guard"}
    answer = both.game.ask(deed, tool="execute_action", caller=Caller("player", characters=("Rook",)))
    assert "deception check: 18, wins; Guard, insight check: rolled." in answer["text"]
    assert answer["results"][0]["roll"]["total"] == 18 and "rolls" not in answer["results"][0]


HALF: dict[str, tuple[dict[str, Any], str, str]] = {
    "nobody": ({"against": "insight"}, "contest_incomplete", "targetName"),
    "no check of the other": ({"targetName": "Guard"}, "contest_incomplete", "against"),
    "a DC too": ({"against": "insight", "targetName": "Guard", "dc": 12}, "give_one_of", "dc"),
    "a skill that is none": ({"against": "luck", "targetName": "Guard"}, "argument_invalid", "against"),
    "nobody of that name": ({"against": "insight", "targetName": "Gard"}, "character_unknown", "targetName"),
    "the dead": ({"against": "insight", "targetName": "Mo"}, "target_dead", "targetName"),
}


@pytest.mark.parametrize(("fields", "code", "where"), HALF.values(), ids=HALF)
def test_half_a_contest_is_refused(both: Table, fields: dict[str, Any], code: str, where: str) -> None:
    both.did("damage", "Mo", amount=400, damageType="fire")
    refused = both.refused_whole(code, {"operation": "check", "characterName": "Rook", "skill": "deception", **fields}, "execute_action")
    assert where in refused["text"]
    if "try" in refused["error"]:
        assert both.send(refused["error"]["try"], "execute_action")["ok"]


OPPOSED = {
    "insight": "deception", "deception": "insight", "stealth": "perception", "perception": "stealth", "sleight_of_hand": "perception", "persuasion": None,
}  # fmt: skip


@pytest.mark.parametrize(("skill", "against"), OPPOSED.items())
@pytest.mark.parametrize("caller", [GM, Caller("player", characters=("Rook",))], ids=["master", "player"])
def test_a_check_on_somebody_leads_to_the_contest_that_it_is(both: Table, skill: str, against: str | None, caller: Caller) -> None:
    """The other's skill is known for checks on people (SRD 5.1, Using Each Ability); else the check is made alone."""
    named = {"characterName": "Rook"} if caller is GM else {}
    answer = both.game.ask({"operation": "check", **named, "skill": skill, "targetName": "Guard"}, "execute_action", "brief", caller)
    instead = answer["error"]["try"]
    assert (instead.get("against"), instead.get("targetName")) == (against, "Guard" if against else None)
    assert None not in instead.values()
    assert both.game.ask(instead, "execute_action", "brief", caller)["ok"]
