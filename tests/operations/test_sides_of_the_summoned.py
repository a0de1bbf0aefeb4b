"""A summoned creature is on the side of whoever summoned it: no proposal harms it, and a dry run may kill it."""

from rpg_lite.vocabulary import Ruleset
from tests.copies import begun, laid_alike
from tests.operations.dice import falling
from tests.operations.table import Table
from tests.rows import each_row

BOTH: list[tuple[Ruleset]] = [("5.1",), ("5.2",)]


@laid_alike
def laid(ruleset: Ruleset) -> Table:
    """A paladin, a wizard with an owl, and nobody else."""
    table = Table(begun(ruleset))
    table.did("create", name="Ald", character={"classes": ["paladin 5"], "abilities": {"str": 16}})
    table.did("create", name="Elara", character={"classes": ["wizard 5"]})
    table.did("cast", "Elara", spell="Find Familiar", choice="owl", force=True)
    table.did("give", "Ald", template="Longsword", equip=True)
    return table


@each_row(("ruleset",), BOTH)
def test_no_proposal_aims_harm_at_a_familiar(ruleset: Ruleset) -> None:
    table = laid(ruleset)
    answer = table.ask("attack", "Ald")
    assert not answer["ok"] and "Owl" not in str(answer["error"].get("try", "")), answer["text"]
    told = table.game.ask({"operation": "cast", "spell": "Guiding Bolt", "characterName": "Ald", "force": True}, "execute_action")
    assert not told["ok"] and "Owl" not in str(told["error"].get("try", "")), told["text"]


@each_row(("ruleset",), BOTH)
def test_an_enemy_is_proposed_before_anybody_who_was_summoned(ruleset: Ruleset) -> None:
    table = laid(ruleset)
    table.did("create", name="Foe", character={"hpMax": 200, "party": False, "printed": {"ac": 25}})
    answer = table.ask("cast", "Ald", spell="Guiding Bolt", force=True)
    assert answer["error"]["try"]["targets"] == ["Foe"]


def test_a_smite_after_a_miss_is_refused_and_nothing_fails() -> None:
    table = laid("5.1")
    table.did("create", name="Foe", character={"hpMax": 200, "party": False, "printed": {"ac": 25}})
    table.roll_with(falling(2))
    table.did("attack", "Ald", targetName="Foe")
    table.refused("answer_unfit", "act", "Ald", act="Divine Smite", answer=True)


def test_a_dry_run_that_would_kill_what_was_summoned_is_told() -> None:
    table = laid("5.1")
    told = table.did("act", "Ald", act="Divine Smite", targets=["Owl"], force=True, dryRun=True)["text"]
    assert "2d8 (2–16) radiant" in told and table.thing("Owl")
