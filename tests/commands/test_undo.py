import pytest

from tests.commands.table import Table


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
        ("use", {"itemName": "Healer's Kit"}),
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


def test_a_roll_that_was_taken_back_is_not_taken_back_again(table: Table):
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
