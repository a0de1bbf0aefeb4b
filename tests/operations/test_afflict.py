import pytest

from tests.operations.table import Table, notes

pytestmark = pytest.mark.pure


def conditions(table: Table, who: str = "Thorin") -> dict[str, int]:
    return {c["name"]: c.get("level", 1) for c in table.thing(who).body.get("conditions", ())}


def test_a_grappled_dwarf_does_not_move(table: Table):
    answer = table.did("apply", "Thorin", condition="grappled")
    assert answer["results"][0]["stats"]["speed.walk"] == {"was": 25, "value": 0}
    assert table.send({"characterName": "Thorin", "operation": "remove", "condition": "Grappled"}, "manage_condition")["ok"]
    assert conditions(table) == {}


def test_exhaustion_grows_by_one_or_by_so_many_levels(table: Table):
    table.did("apply", "Thorin", condition="exhaustion")
    table.did("apply", "Thorin", condition="exhaustion")
    assert conditions(table) == {"exhaustion": 2}
    table.did("apply", "Thorin", condition="exhaustion", level=3)
    assert conditions(table) == {"exhaustion": 5}
    assert lift(table, "Thorin", condition="exhaustion", level=2)["ok"]
    assert conditions(table) == {"exhaustion": 3}
    assert lift(table, "Thorin", condition="exhaustion", level=4)["ok"]
    assert conditions(table) == {}


def test_exhaustion_6_kills_and_no_more_of_it_revives(table: Table):
    text = notes(table.did("apply", "Thorin", condition="exhaustion", level=6))
    assert "Thorin is dead: exhaustion 6" in text and table.thing("Thorin").body["dead"]
    assert "already" in notes(table.did("apply", "Thorin", condition="exhaustion", level=1))
    assert conditions(table) == {"exhaustion": 6} and table.thing("Thorin").body["dead"]
    assert lift(table, "Thorin", condition="exhaustion", level=2)["ok"]
    assert conditions(table) == {"exhaustion": 4} and table.thing("Thorin").body["dead"]


def test_who_is_given_hit_points_is_back_from_exhaustion_too(table: Table):
    table.did("apply", "Thorin", condition="exhaustion", level=6)
    assert "exhaustion 5" in notes(table.did("update", "Thorin", character={"hp": 1}))
    assert conditions(table) == {"exhaustion": 5} and "dead" not in table.thing("Thorin").body


@pytest.mark.parametrize("level", [0, 7, -1, 1.5, True, "high"])
def test_a_level_that_is_none_is_refused(table: Table, level: object):
    table.refused("argument_invalid", "apply", "Thorin", condition="exhaustion", level=level)


def test_only_exhaustion_has_levels(table: Table):
    table.refused("level_unfit", "apply", "Thorin", condition="prone", level=2)


def test_what_is_so_already_stays_so(table: Table):
    table.did("apply", "Thorin", condition="prone")
    before = table.now
    assert "already" in notes(table.did("apply", "Thorin", condition="prone"))
    assert table.now == before


def test_an_unknown_condition_is_refused_with_the_near_names(table: Table):
    answer = table.refused("condition_unknown", "apply", "Thorin", condition="grapled")
    assert answer["error"]["near"] == ["grappled"]


def test_an_unknown_effect_is_refused_with_the_near_names(table: Table):
    answer = table.refused("effect_unknown", "apply", "Thorin", effect="Mage Armro")
    assert "Mage Armor" in answer["error"]["near"]


@pytest.mark.parametrize("fields", [{}, {"condition": "prone", "effect": "Bless"}])
def test_one_of_condition_and_effect(table: Table, fields: dict[str, str]):
    table.refused("one_of_required", "apply", "Thorin", **fields)


def test_mage_armor_raises_the_armor_class_and_ends(table: Table):
    answer = table.did("apply", "Elara", effect="mage armour", duration="8 hours", source="Elara")
    assert answer["results"][0]["stats"]["ac"] == {"was": 12, "value": 15}
    assert table.send({"characterName": "Elara", "operation": "remove", "effect": "Mage Armor"}, "manage_condition")["ok"]
    assert table.number("Elara", "ac") == 12


def test_the_same_effect_begins_anew_and_does_not_stack(table: Table):
    table.did("apply", "Thorin", effect="Shield of Faith")
    answer = table.did("apply", "Thorin", effect="Shield of Faith")
    assert "starts over" in notes(answer)
    assert table.number("Thorin", "ac") == 14


def test_what_is_not_there_does_not_end(table: Table):
    table.did("apply", "Thorin", condition="prone")
    answer = table.refused_whole(
        "condition_not_there", {"characterName": "Thorin", "operation": "remove", "condition": "poisoned"}, "manage_condition"
    )
    assert "prone" in answer["text"]
    table.refused_whole("effect_not_there", {"characterName": "Thorin", "operation": "remove", "effect": "Bless"}, "manage_condition")


def test_party_means_everybody_of_it(table: Table):
    table.did("create", name="Goblin", character={"party": False})
    table.did("apply", "party", effect="Bless")
    assert table.thing("Thorin").body["effects"] and table.thing("Elara").body["effects"]
    assert "effects" not in table.thing("Goblin").body


def test_immunity_blocks_and_names_its_source(table: Table):
    table.did("give", "Thorin", template="Periapt of Proof against Poison", equip=True)
    answer = table.refused("condition_immune", "apply", "Thorin", condition="poisoned")
    assert "Periapt of Proof against Poison" in answer["text"]


def test_a_ward_against_magic_asks_whether_it_is_magic(table: Table):
    table.did("give", "Thorin", template="Ring of Free Action", equip=True, attune=True)
    table.refused("condition_magical_unknown", "apply", "Thorin", condition="paralyzed")
    table.refused("condition_immune", "apply", "Thorin", condition="paralyzed", magical=True)
    table.did("apply", "Thorin", condition="paralyzed", magical=False)


@pytest.mark.parametrize("duration", ["3 rounds", "10 minutes", "8 hours", "long_rest", "dawn"])
def test_a_duration_is_kept(table: Table, duration: str):
    table.did("apply", "Thorin", condition="prone", duration=duration)
    kept = table.thing("Thorin").body["conditions"][0]
    assert (kept["name"], kept["duration"]) == ("prone", duration)


@pytest.mark.parametrize("duration", ["x" * 5000, "soon-ish", "-3 rounds", ""])
def test_a_duration_that_is_none_is_refused(table: Table, duration: str):
    table.refused("argument_invalid", "apply", "Thorin", condition="prone", duration=duration)


def lift(table: Table, who: str, **what: object):
    return table.send({"operation": "remove", "characterName": who, **what}, "manage_condition")


@pytest.mark.parametrize("condition", ["unconscious", "incapacitated"])
def test_what_follows_from_0_hit_points_ends_with_them(table: Table, condition: str):
    table.did("damage", "Thorin", amount=44, damageType="fire")
    refused = lift(table, "Thorin", condition=condition)
    assert refused["error"]["code"] == "condition_follows" and "because of 0 hit points" in refused["text"]
    assert table.send(refused["error"]["try"], "execute_action")["ok"]
    assert lift(table, "Thorin", condition=condition)["error"]["code"] == "condition_not_there"


def test_nothing_ends_the_sleep_of_the_dead(table: Table):
    table.did("damage", "Thorin", amount=88, damageType="fire")
    assert "try" not in lift(table, "Thorin", condition="unconscious")["error"]


def test_a_sleeper_struck_down_sleeps_on(table: Table):
    table.did("apply", "Thorin", condition="unconscious")
    table.did("damage", "Thorin", amount=44, damageType="fire")
    answer = lift(table, "Thorin", condition="unconscious")
    assert answer["ok"] and "still unconscious, because of 0 hit points" in notes(answer)
    assert [*conditions(table)] == ["prone"]


@pytest.mark.parametrize(
    ("cause", "condition"), [({"condition": "paralyzed"}, "incapacitated"), ({"effect": "Hold Person"}, "incapacitated")]
)
def test_what_follows_from_another_is_ended_by_ending_that(table: Table, cause: dict[str, str], condition: str):
    table.did("apply", "Thorin", source="Elara", **cause)
    refused = lift(table, "Thorin", condition=condition)
    assert refused["error"]["code"] == "condition_follows"
    assert table.send(refused["error"]["try"], "manage_condition")["ok"]
    assert lift(table, "Thorin", condition=condition)["error"]["code"] == "condition_not_there"


def test_what_truly_ended_gets_no_note(table: Table):
    table.did("apply", "Thorin", condition="prone")
    assert notes(lift(table, "Thorin", condition="prone")) == ""


@pytest.mark.parametrize(("first", "second"), [("prone", "exhaustion"), ("exhaustion", "prone")])
def test_modes_are_told_where_they_change_in_either_order(table: Table, first: str, second: str):
    """Prone: attacks; exhaustion 1: checks (SRD 5.1). Together they are neither new nor gone for what had them before."""
    own = {"prone": "attack", "exhaustion": "check"}
    for condition, other in ((first, second), (second, first)):
        told = table.did("apply", "Thorin", condition=condition)["text"].casefold().replace("unarmed strike", "attack")
        assert own[condition] in told and "at disadvantage" in told
        assert own[other] not in told and "no longer" not in told
