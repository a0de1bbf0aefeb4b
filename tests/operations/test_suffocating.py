"""Breathing ends the exhaustion that suffocation caused, and no other (SRD 5.2, Suffocation)."""

from tests.copies import begun
from tests.operations.table import Table
from tests.rows import each_row


def tired(table: Table) -> int:
    return sum(entry.level for entry in table.thing("Kim").creature.conditions if entry.name == "exhaustion")


@each_row(("before", "turns"), [(before, turns) for before in (0, 1, 2) for turns in range(4)])
def test_breathing_ends_what_suffocation_caused(before: int, turns: int) -> None:
    table = Table(begun("5.2"))
    for name in ("Kim", "Foe"):
        table.did("create", name=name, character={"hpMax": 50, "party": name == "Kim"})
    if before:
        table.did("apply", "Kim", condition="exhaustion", level=before)
    table.did("start_fight", names=["Kim", "Foe"])
    while "Kim's turn" not in table.did("next_turn")["text"]:
        pass
    table.did("act", "Kim", act="Suffocate", targets=["Kim"])
    for _ in range(2 * turns):
        table.did("next_turn")
    assert tired(table) == before + turns
    table.did("act", "Kim", act="Breathe")
    assert tired(table) == before
    assert not [entry.name for entry in table.thing("Kim").creature.effects]
    for _ in range(2):
        table.did("next_turn")
    assert tired(table) == before
