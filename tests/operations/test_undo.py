import json
from typing import Any

import pytest

from tests.operations.table import Snapshot, Table, chronicle


def test_undo_takes_back_the_last_command(table: Table):
    before = table.now
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    answer = table.did("undo")
    assert table.now.world == before.world
    assert table.rev == before.rev + 2
    assert answer["rev"] == table.rev


def test_undoing_the_undo_does_it_again(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    after = table.now
    table.did("undo")
    table.did("undo")
    assert table.now.world == after.world


@pytest.mark.parametrize("tool", ["manage_inventory", "manage_character", "manage_condition", "execute_action"])
def test_every_tool_undoes_whatever_came_last(table: Table, tool: str):
    before = table.now
    table.did("give", "Thorin", template="Dagger")
    assert table.send({"operation": "undo"}, tool)["ok"]
    assert table.now.world == before.world


@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("give", {"template": "Dagger", "equip": True}),
        ("equip", {"itemName": "Longsword", "grip": "two"}),
        ("unequip", {"itemName": "Shield"}),
        ("transfer", {"all": True, "toCharacterName": "Elara"}),
        ("transfer", {"itemName": "Shield", "toCharacterName": "Elara"}),
        ("remove", {"itemName": "Backpack", "withContents": True}),
        ("attune", {"itemName": "Ring of Warmth"}),
        ("unattune", {"itemName": "Ring of Protection"}),
        ("use", {"itemName": "Potion of Healing"}),
        ("use", {"itemName": "Healer's Kit", "force": True}),
        ("damage", {"amount": 5, "damageType": "fire"}),
        ("damage", {"amount": 999, "damageType": "fire"}),
        ("heal", {"dice": "1d4"}),
        ("apply", {"condition": "exhaustion"}),
        ("apply", {"effect": "Bless"}),
        ("update", {"character": {"abilities": {"str": 20}, "hp": 3}, "unset": ["race"]}),
        ("retire", {}),
        ("create", {"name": "Pip"}),
    ],
)
def test_whatever_was_done_is_undone_to_the_letter(table: Table, operation: str, fields: dict[str, object]):
    for gift in ("Longsword", "Backpack", "Ring of Warmth", "Potion of Healing", "Healer's Kit"):
        table.did("give", "Thorin", template=gift)
    table.did("give", bagName="Backpack", template="Torch", quantity=3)
    table.did("give", "Thorin", template="Shield", equip=True)
    table.did("give", "Thorin", template="Ring of Protection", equip=True, attune=True)
    table.did("damage", "Thorin", amount=10, damageType="fire")
    before = table.now
    table.did(operation, None if operation == "create" else "Thorin", **fields)
    after = table.now
    assert after.world != before.world
    table.did("undo")
    assert table.now.world == before.world
    table.did("undo")
    assert table.now.world == after.world


def test_a_batch_is_taken_back_as_a_whole(table: Table):
    before = table.now
    answer = table.batch(
        {"template": "Dagger"}, {"template": "Torch"}, {"template": "gp", "quantity": 9}, characterName="Thorin", operation="give"
    )
    assert answer["ok"]
    table.did("undo")
    assert table.now.world == before.world


def test_a_roll_can_be_taken_back_and_changes_nothing(table: Table):
    before = table.now
    table.did("roll", dice="1d20")
    table.did("undo")
    assert table.now.world == before.world


def test_an_earlier_command_goes_by_its_rev(table: Table):
    table.did("give", "Thorin", template="Dagger")
    table.did("give", "Elara", template="Torch")
    table.did("undo", rev=3)
    assert table.bag("Thorin") == {} and table.bag("Elara") == {"Torch": 1}


def test_a_command_that_others_build_on_stays_and_their_revs_are_told(table: Table):
    table.did("give", "Thorin", template="Plate Armor")
    table.did("equip", "Thorin", itemName="Plate Armor")
    answer = table.refused("undo_blocked", "undo", rev=3)
    assert "4" in answer["text"]
    assert answer["error"]["details"]["revs"] == [4]
    assert table.send(answer["error"]["try"])["ok"]
    table.did("undo", rev=3)
    assert table.bag("Thorin") == {}


def test_the_first_of_two_shots_is_taken_back_alone(table: Table):
    """Each shot is a leaf of the fight, and the arrows of both add up."""
    for template, more in (("Longbow", {"equip": True}), ("Arrow", {"quantity": 20})):
        table.did("give", "Thorin", template=template, **more)
    table.did("create", name="Ogre", character={"hpMax": 59})
    table.did("start_fight", names=["Thorin", "Ogre"])
    first, second = (table.did("attack", "Thorin", targetName="Ogre", d20=[2]) for _ in range(2))
    table.did("undo", rev=first["rev"])
    assert table.bag("Thorin")["Arrow"] == 19
    table.did("undo", rev=second["rev"])
    assert table.bag("Thorin")["Arrow"] == 20


def test_a_gift_that_is_spent_by_now_is_not_taken_back(table: Table):
    table.did("give", "Thorin", template="Arrow", quantity=5)
    gift = table.did("give", "Thorin", template="Arrow", quantity=10)
    spent = table.did("remove", "Thorin", itemName="Arrow", quantity=12)
    answer = table.refused("undo_blocked", "undo", rev=gift["rev"])
    assert answer["error"]["details"]["revs"] == [spent["rev"]]


def test_a_bag_that_was_filled_since_is_not_undone(table: Table):
    table.did("give", "Thorin", template="Backpack")
    table.did("give", bagName="Backpack", template="Torch")
    table.refused("undo_blocked", "undo", rev=3)


LEAD = {"name": "Lead", "type": "treasure", "weight": 4}
BOX = {"name": "Box", "type": "wondrous", "weight": 1, "container": {"capacityLb": 8}}


@pytest.mark.parametrize("where", ["Thorin", "floor", "Crate"])
@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("transfer", {"itemName": "Lead", "all": True, "toCharacterName": "Elara"}),
        ("transfer", {"itemName": "Lead", "toCharacterName": "Elara"}),
        ("remove", {"itemName": "Lead", "all": True}),
        ("remove", {"itemName": "Lead"}),
    ],
)
def test_an_undo_overfills_no_bag(table: Table, where: str, operation: str, fields: dict[str, object]):
    """8 lb fit in the box; the removed things do not come back, since the new iron takes their space."""
    table.did("give", bagName="floor", item={**BOX, "name": "Crate", "container": {}})
    table.did("give", bagName=where, item=BOX)
    table.did("give", bagName="Box", item=LEAD, quantity=2)
    went = table.did(operation, bagName="Box", **fields)
    table.did("give", bagName="Box", item={**LEAD, "name": "Iron"})
    refused = table.refused("bag_full", "undo", rev=went["rev"])
    assert refused["error"]["field"] == "rev" and "8 lb" in refused["text"]
    table.did("remove", bagName="Box", itemName="Iron")
    table.did("undo", rev=went["rev"])
    assert table.stacks("Box", "Lead") == [2]


def test_an_undo_overfills_no_bag_around_the_bag(table: Table):
    table.did("give", bagName="floor", item=BOX)
    table.did("give", bagName="Box", item={**BOX, "name": "Pouch"})
    table.did("give", bagName="Pouch", item=LEAD)
    went = table.did("transfer", bagName="Pouch", itemName="Lead", toCharacterName="Elara")
    table.did("give", bagName="Box", item={**LEAD, "name": "Iron"})
    assert "Box holds 8 lb" in table.refused("bag_full", "undo", rev=went["rev"])["text"]


def test_an_undo_is_not_done_again_into_a_bag_that_was_taken_back_since(table: Table):
    """The longbow must not return to a character who never existed."""
    table.did("create", name="Pip")
    table.did("give", "Pip", template="Longbow")
    table.did("undo", rev=4)
    table.did("undo", rev=3)
    table.refused("undo_blocked", "undo", rev=5)


def test_a_handful_does_not_go_back_to_a_purse_that_another_has_now(table: Table):
    """Thorin's 3 gp are not to land in the chest into which the other 7 went since."""
    table.did("give", "Thorin", template="gp", quantity=10)
    table.did("give", template="Chest", bagName="floor")
    table.did("transfer", "Thorin", itemName="gp", quantity=3, toCharacterName="Elara")
    table.did("transfer", "Thorin", itemName="gp", all=True, toName="Chest")
    table.refused("undo_blocked", "undo", rev=5)


def test_a_rev_is_taken_back_once(table: Table):
    table.did("give", "Thorin", template="Dagger")
    table.did("undo", rev=3)
    table.refused("already_undone", "undo", rev=3)


@pytest.mark.parametrize("rev", [99, 1_000_000])
def test_a_rev_that_never_was_is_refused(table: Table, rev: int):
    table.refused("rev_unknown", "undo", rev=rev)


@pytest.mark.parametrize("rev", [0, -1, "last", 1.5, True])
def test_a_rev_that_is_no_number_is_refused(table: Table, rev: object):
    table.refused("argument_invalid", "undo", rev=rev)


def test_in_a_new_campaign_there_is_nothing_to_undo(empty: Table):
    empty.refused("nothing_to_undo", "undo")


def test_rev_makes_sure_that_it_is_that_one(table: Table):
    table.did("give", "Thorin", template="Dagger")
    table.did("undo", rev=table.rev)
    assert table.bag("Thorin") == {}


def test_undo_stands_alone(table: Table):
    table.refused_whole("undo_alone", {"batch": [{"operation": "undo"}]})


def test_a_dry_undo_takes_nothing_back(table: Table):
    table.did("give", "Thorin", template="Dagger")
    before = table.now
    assert table.did("undo", dryRun=True)["dryRun"]
    assert table.now == before


def test_history_keeps_both(table: Table):
    table.did("give", "Thorin", template="Dagger")
    table.did("undo")
    text = table.did("history")["text"]
    assert "rev 3: Thorin gets Dagger" in text and "rev 4" in text


def test_an_undo_shows_the_numbers_that_it_changed(table: Table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    assert table.did("undo")["results"][0]["stats"]["ac"] == {"was": 18, "value": 12}


# ── back to a rev ───────────────────────────────────────────────────────────────────────────────────────────────────


def an_evening(table: Table) -> list[Snapshot]:
    """Return the world after each rev."""
    table.did("give", "Thorin", template="Backpack")
    table.did("give", "Thorin", template="Shield")
    found = [table.now]
    for operation, fields in (
        ("give", {"template": "Plate Armor", "equip": True}),
        ("damage", {"amount": 5, "damageType": "fire"}),
        ("remove", {"itemName": "Backpack", "withContents": True}),
        ("undo", {}),
        ("transfer", {"itemName": "Shield", "toCharacterName": "Elara"}),
        ("roll", {"dice": "1d20"}),
        ("advance", {"duration": "8 hours"}),
        ("retire", {}),
    ):
        who = None if operation in ("undo", "roll", "advance") else "Thorin"
        table.did(operation, who, **fields)
        found.append(table.now)
    return found


@pytest.mark.parametrize("back", range(1, 9))
def test_undo_to_a_rev_is_the_world_that_was_and_can_be_undone(table: Table, back: int):
    was = an_evening(table)
    target = was[-1 - back]
    answer = table.did("undo", toRev=target.rev)
    assert (table.now.world, table.now.minutes) == (target.world, target.minutes)
    assert table.rev == was[-1].rev + 1, "one commit"
    assert answer["text"].startswith(f"Everything after rev {target.rev} is taken back: {back} command")
    table.did("undo")
    assert (table.now.world, table.now.minutes) == (was[-1].world, was[-1].minutes)


def test_after_going_back_what_stood_before_can_still_be_taken_back(table: Table):
    was = an_evening(table)
    table.did("undo", toRev=was[2].rev)
    table.refused("already_undone", "undo", rev=was[3].rev)
    table.did("undo", rev=was[2].rev)
    assert table.now.world == was[1].world


def test_going_back_again_and_again_records_no_more_each_time(table: Table):
    was, recorded = an_evening(table), []
    for _ in range(4):
        before = len(chronicle(table.game))
        table.did("undo", toRev=was[0].rev)
        recorded.append(len(chronicle(table.game)) - before)
        assert (table.now.world, table.now.minutes) == (was[0].world, was[0].minutes)
        table.did("give", "Thorin", template="Dagger")
    assert recorded[0] > recorded[1] == recorded[2] == recorded[3] > 0


@pytest.mark.parametrize("back", [{}, {"toRev": 1}], ids=["undo of it", "back again"])
def test_every_way_there_and_back_records_the_same(table: Table, back: dict[str, int]):
    """toRev and undo by turns, or two moments by turns: the record grows by the same amount each time, not by its own size."""
    was, recorded = an_evening(table), []
    for _ in range(10):
        before = len(chronicle(table.game))
        table.did("undo", toRev=was[0].rev)
        table.did("undo", **({"toRev": was[-1].rev} if back else {}))
        recorded.append(len(chronicle(table.game)) - before)
        assert table.now.world == was[-1].world
    assert set(recorded[1:]) == {recorded[1]} and recorded[1] <= recorded[0]


def test_going_back_over_a_way_back_does_again_what_it_took_back(table: Table):
    was = an_evening(table)
    table.did("undo", toRev=was[1].rev)
    table.did("undo", toRev=was[4].rev)
    assert (table.now.world, table.now.minutes) == (was[4].world, was[4].minutes)
    table.did("undo", toRev=was[2].rev)
    assert (table.now.world, table.now.minutes) == (was[2].world, was[2].minutes)


def test_going_back_over_an_undo_lets_its_rev_stand_again(table: Table):
    table.did("give", "Thorin", template="Dagger")
    given = table.now
    table.did("undo")
    table.did("undo", toRev=given.rev)
    assert table.now.world == given.world
    table.did("undo", rev=given.rev)
    assert table.now.world != given.world


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("rev_unknown", {"toRev": 9999}),
        ("undo_both", {"toRev": 0, "rev": 1}),
        ("undo_alone", {"toRev": 0, "itemName": "Shield"}),
        ("argument_invalid", {"toRev": -1}),
    ],
)
def test_a_way_back_that_is_none_is_refused(table: Table, code: str, fields: dict[str, object]):
    table.refused(code, "undo", **fields)


@pytest.mark.parametrize(
    ("fields", "instead"),
    [
        ({"toRev": 0, "rev": 1}, {"toRev": 0}),
        ({"toRev": 0, "rev": [], "colour": float("nan")}, {"toRev": 0}),
        ({"toRev": 0, "rev": 1, "itemName": "Shield"}, {"toRev": 0}),
        ({"rev": 1, "itemName": "Shield"}, {"rev": 1}),
        ({"toRev": float("inf"), "rev": 1}, None),
        ({"rev": 10**400, "itemName": "Shield"}, None),
        ({"rev": [], "itemName": "Shield"}, None),
    ],
)
def test_instead_of_an_undo_only_one_that_would_be_understood_is_offered(table: Table, fields: Any, instead: Any):
    answer = table.send({"operation": "undo", **fields})
    json.dumps(answer, allow_nan=False)
    assert answer["error"]["code"] in ("undo_both", "undo_alone")
    assert answer["error"].get("try") == (instead and {"operation": "undo", **instead})


def test_back_to_now_is_nothing(table: Table):
    table.refused("nothing_to_undo", "undo", toRev=table.rev)


def test_the_way_back_has_an_end_and_says_where(table: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rpg_lite.operations.undo.FURTHEST_BACK", 3)
    was = an_evening(table)
    answer = table.refused("rev_too_far", "undo", toRev=was[0].rev)
    assert f"to rev {was[-1].rev - 3}" in answer["text"]
    table.did("undo", toRev=was[-4].rev)


def test_a_rev_of_rolls_alone_is_not_taken_back_twice(table: Table):
    rev = table.did("roll", dice="1d20")["rev"]
    table.did("undo", rev=rev)
    table.refused("already_undone", "undo", rev=rev)


# ── an earlier moment ───────────────────────────────────────────────────────────────────────────────────────────────


def test_an_earlier_rev_is_shown_as_it_was(table: Table):
    table.did("give", "Thorin", template="Shield")
    answers, revs = [], []
    for operation, fields in (
        ("give", {"template": "Plate Armor", "equip": True}),
        ("damage", {"amount": 5, "damageType": "fire"}),
        ("transfer", {"itemName": "Shield", "toCharacterName": "Elara"}),
        ("advance", {"duration": "8 hours"}),
        ("retire", {}),
    ):
        reads = [table.send({"operation": "party"}, "read_campaign", "full")]
        reads += [table.send({"operation": "character", "characterName": n}, "read_campaign", "full") for n in ("Thorin", "Elara")]
        answers.append(reads)
        revs.append(table.rev)
        table.did(operation, None if operation == "advance" else "Thorin", **fields)
    for rev, reads in zip(revs, answers, strict=True):
        earlier = [table.send({"operation": "party", "atRev": rev}, "read_campaign", "full")]
        earlier += [
            table.send({"operation": "character", "characterName": n, "atRev": rev}, "read_campaign", "full") for n in ("Thorin", "Elara")
        ]
        for then, now in zip(reads, earlier, strict=True):
            assert (now["atRev"], now["rev"]) == (rev, table.rev)
            assert now["text"] == f"As of rev {rev}: {then['text']}"
            assert now["results"] == then["results"]


def test_history_ends_at_the_moment_looked_at(table: Table):
    was = an_evening(table)
    text = table.did("history", atRev=was[2].rev)["text"]
    assert f"rev {was[2].rev}:" in text and f"rev {was[3].rev}:" not in text


@pytest.mark.parametrize("rev", [9999])
def test_a_moment_that_is_not_there_is_refused(table: Table, rev: int):
    table.refused("rev_unknown", "party", atRev=rev)


def test_one_batch_looks_at_one_moment(table: Table):
    an_evening(table)
    table.refused_whole("at_rev_mixed", {"batch": [{"operation": "party", "atRev": 1}, {"operation": "party"}]}, "read_campaign")
    both = {"operation": "party", "batch": [{"atRev": 2}, {"atRev": 2}]}
    assert table.send(both, "read_campaign")["ok"]
    assert table.did("party", atRev=table.rev).get("atRev") is None


def test_undo_after_undo_says_how_to_go_further_back(table: Table):
    before = table.now.world
    for item in ("Dagger", "Torch"):
        table.did("give", "Thorin", template=item)
    first = table.did("undo")["text"] + table.did("undo")["text"]
    assert "To go further back" not in first
    told = table.did("undo")["text"]
    wanted = int(told.partition("undo with toRev ")[2].partition(".")[0])
    table.did("undo", toRev=wanted)
    assert table.now.world == before


def test_how_to_go_further_back_passes_over_what_is_taken_back_already(table: Table):
    before = table.now.world
    table.did("give", "Thorin", template="Dagger")
    table.did("give", "Thorin", template="Rope")
    table.did("undo")
    table.did("give", "Thorin", template="Torch")
    for _ in range(2):
        table.did("undo")
    told = table.did("undo")["text"]
    table.did("undo", toRev=int(told.partition("undo with toRev ")[2].partition(".")[0]))
    assert table.now.world == before
