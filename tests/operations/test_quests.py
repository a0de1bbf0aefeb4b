"""Quests, steps, clues and factions: a graph without circles, in the campaign's own rows (adrs/0201)."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.decision.callers import Caller
from rpg_lite.world.quest_graph import MOST, quests_of
from tests.copies import laid_once
from tests.examples import examples
from tests.operations.table import Answer, Table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

PLAYER = Caller("player", characters=("Thorin",))


def keep(table: Any, operation: str, **fields: object) -> Answer:
    answer = table.send({"operation": operation, **fields}, "keep_journal")
    assert answer["ok"], answer["text"]
    return answer


def refused(table: Any, operation: str, **fields: object) -> Answer:
    answer = table.send({"operation": operation, **fields}, "keep_journal")
    assert not answer["ok"] and "Nothing was changed." in answer["text"], answer["text"]
    return answer


def tree(table: Any, **fields: object) -> str:
    answer = table.send({"operation": "quests", **fields}, "read_campaign")
    assert answer["ok"], answer["text"]
    return str(answer["text"])


@laid_once
def table(empty: Table) -> Table:
    """A public quest with two steps, one of which serves a secret quest as well."""
    empty.did("create", name="Thorin", character={"party": True, "hpMax": 20})
    keep(empty, "quest", name="Salt for the living", text="The toll house takes too much.", public=True)
    keep(empty, "quest", name="Find the toll book", kind="step", under=["Salt for the living"], public=True)
    keep(empty, "quest", name="The duke's debt")
    keep(
        empty,
        "quest",
        name="Read the toll book",
        kind="step",
        under=["Salt for the living", "The duke's debt"],
        text="In the counting room.",
    )
    keep(empty, "quest", name="The tollmen", kind="faction", under=["the dukes debt"])
    return empty


def test_the_tree_shows_each_node_with_its_state_and_a_second_parent(table: Table) -> None:
    keep(table, "progress", name="Find the toll book", status="in_progress")
    assert tree(table) == (
        "○ Salt for the living\n  ▸ Find the toll book\n  ○ Read the toll book (hidden)\n"
        "○ The duke's debt (hidden)\n  ○ Read the toll book (hidden)\n  ○ The tollmen (faction, hidden)\n"
        "(○ pending, ▸ in progress, ✓ done, ✗ failed)"
    )  # fmt: skip


def test_a_subtree_is_not_repeated_under_a_second_parent(table: Table) -> None:
    keep(table, "quest", name="Page nine", kind="clue", under=["Read the toll book"])
    lines = tree(table).splitlines()
    assert lines.count("    ○ Page nine (clue, hidden)") == 1 and "  ○ Read the toll book (hidden) (see above)" in lines


def test_one_quest_is_shown_with_all_above_and_under_it(table: Table) -> None:
    assert tree(table, name="read the Toll Book") == (
        "Under Salt for the living:\nUnder The duke's debt:\n○ Read the toll book (hidden): In the counting room.\n(○ pending, ▸ in progress, ✓ done, ✗ failed)"
    )
    data = table.send({"operation": "quests", "name": "The tollmen"}, "read_campaign", detail="full")["results"][0]["quests"]
    assert {(q["name"], q["kind"]) for q in data} == {("The duke's debt", "quest"), ("The tollmen", "faction")}
    debt, tollmen = data
    assert tollmen["parents"] == [debt["id"]] and tollmen["id"] in debt["children"]


def test_a_status_lists_its_quests_with_the_way_to_each(table: Table) -> None:
    keep(table, "progress", name="Find the toll book", status="done")
    assert tree(table, status="done") == "✓ Find the toll book (under Salt for the living)\n(○ pending, ▸ in progress, ✓ done, ✗ failed)"
    assert tree(table, status="failed") == "No quest is failed."


def test_the_same_name_changes_a_quest_and_says_so(table: Table) -> None:
    before = len(quests_of_table(table))
    text = keep(table, "quest", name="salt for the LIVING", under=["The duke's debt"])["text"]
    assert text == "The quest Salt for the living is changed, under The duke's debt; the players know it."
    assert len(quests_of_table(table)) == before
    assert "nothing changed" in keep(table, "quest", name="Salt for the living")["text"]
    keep(table, "quest", name="Salt for the living", under=[])
    assert tree(table).startswith("○ Salt for the living")


def quests_of_table(table: Table) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = table.send({"operation": "quests"}, "read_campaign", detail="full")["results"][0]["quests"]
    return found


def test_a_circle_is_refused_and_named(table: Table) -> None:
    answer = refused(table, "quest", name="Salt for the living", under=["Read the toll book"])
    assert answer["error"]["code"] == "quest_cycle"
    assert "Salt for the living → Read the toll book → Salt for the living" in answer["text"]
    assert refused(table, "quest", name="The tollmen", under=["The tollmen"])["error"]["code"] == "quest_cycle"


def test_an_unknown_quest_is_refused_with_near_names(table: Table) -> None:
    answer = refused(table, "progress", name="Find the tol book", status="done")
    assert answer["error"]["code"] == "quest_unknown" and "Find the toll book" in answer["text"]
    assert refused(table, "quest", name="New", under=["Nowhere"])["error"]["field"] == "under"


def test_the_last_open_part_asks_about_the_whole_and_sets_nothing(table: Table) -> None:
    assert "is done too" not in keep(table, "progress", name="Find the toll book", status="done")["text"]
    assert (
        "if Salt for the living is done too, send keep_journal progress"
        in keep(table, "progress", name="Read the toll book", status="failed")["text"]
    )
    assert "○ Salt for the living" in tree(table)


def test_what_stood_under_a_removed_quest_stays(table: Table) -> None:
    assert keep(table, "unquest", name="The duke's debt")["text"] == "The duke's debt is gone. The tollmen is now under nothing else."
    assert "  ○ Read the toll book" in tree(table) and "\n○ The tollmen (faction, hidden)" in tree(table)
    table.did("undo")
    assert "○ The duke's debt (hidden)\n  ○ Read the toll book (hidden)\n  ○ The tollmen (faction, hidden)" in tree(table)


def test_players_read_public_quests_and_write_none(table: Table) -> None:
    public = "○ Salt for the living: The toll house takes too much.\n  ○ Find the toll book\n(○ pending, ▸ in progress, ✓ done, ✗ failed)"
    answer = table.game.ask({"operation": "quests"}, tool="read_campaign", caller=PLAYER, detail="full")
    assert answer["text"] == public and "duke" not in json.dumps(answer)
    assert tree(table, forPlayers=True) == public
    for caller, more in ((PLAYER, {}), (None, {"forPlayers": True})):
        who = {"caller": caller} if caller else {}
        hidden = table.game.ask({"operation": "quests", "name": "The duke's debt", **more}, tool="read_campaign", **who)
        assert not hidden["ok"] and hidden["error"]["code"] == "quest_unknown" and "tollmen" not in json.dumps(hidden)
    for operation, fields in (
        ("quest", {"name": "Mine"}),
        ("progress", {"name": "Salt for the living", "status": "done"}),
        ("unquest", {"name": "Salt for the living"}),
    ):
        answer = table.game.ask({"operation": operation, **fields}, tool="keep_journal", caller=PLAYER)
        assert not answer["ok"] and answer["error"]["code"] == "not_allowed", answer


def test_the_context_shows_open_quests_to_whom_they_are_known(table: Table) -> None:
    keep(table, "progress", name="Find the toll book", status="done")
    text = table.did("context")["text"]
    assert (
        "Open quests:\n○ Salt for the living: The toll house takes too much." in text
        and "✓" not in text.partition("Won and lost")[0]
        and "The duke's debt" in text
    )
    assert "duke" not in table.did("context", forName="Thorin")["text"].partition("Story so far:")[0]


def test_the_page_shows_open_public_quests(table: Table) -> None:
    public, step = table.game.table()["quests"]
    assert public == {"name": "Salt for the living", "text": "The toll house takes too much.", "depth": 0, "state": "pending"}
    assert (step["name"], step["depth"]) == ("Find the toll book", 1)
    (secret,) = [q for q in table.game.table(everything=True)["quests"] if "duke" in q["name"]]
    assert secret["tags"] == ["hidden"]


def test_an_earlier_moment_has_its_own_quests(table: Table) -> None:
    rev = table.did("party")["rev"]
    keep(table, "progress", name="Find the toll book", status="done")
    assert "○ Find the toll book" in tree(table, atRev=rev) and "✓ Find the toll book" in tree(table)


def test_an_undo_that_would_close_a_circle_is_refused(table: Table) -> None:
    for name in ("A", "B"):
        keep(table, "quest", name=name)
    keep(table, "quest", name="A", under=["B"])
    freed = keep(table, "quest", name="A", under=[])["rev"]
    keep(table, "quest", name="B", under=["A"])
    answer = table.send({"operation": "undo", "rev": freed}, "keep_journal")
    assert not answer["ok"] and answer["error"]["code"] == "undo_blocked", answer["text"]


# ── files ────────────────────────────────────────────────────────────────────────────────────────────────────────────


PLAN = [
    {
        "id": "plan-auth",
        "parents": [],
        "edgeType": "plan",
        "context": {"description": "Implement auth", "status": "in_progress"},
        "createdAt": 1,
    },
    {"id": "step-1", "parents": ["plan-auth"], "edgeType": "step", "context": {"description": "Create User model", "status": "pending"}},
]


def test_a_file_of_relations_is_imported_whole() -> None:
    table = Sandbox()
    assert keep(table, "import_quests", nodes=PLAN)["text"] == "2 quests imported: 2 new, 0 already there."
    assert tree(table).startswith("▸ Implement auth (hidden)\n  ○ Create User model")
    assert keep(table, "import_quests", nodes=PLAN)["text"] == "2 quests imported: 0 new, 2 already there."


@each_row(
    ("nodes", "code", "place"),
    [
        ([{**PLAN[0], "parents": ["step-1"]}, PLAN[1]], "quest_cycle", "nodes"),
        ([PLAN[1]], "quest_unknown", "nodes[0].parents[0]"),
        ([PLAN[0], PLAN[0]], "quest_given_twice", "nodes[1].id"),
        ([{**PLAN[0], "edgeType": "file"}], "argument_invalid", "nodes[0].edgeType"),
        ([{**PLAN[0], "context": {}}], "argument_invalid", "nodes[0].context.description"),
        ([{**PLAN[0], "context": {"description": "x", "status": "lost"}}], "argument_invalid", "nodes[0].context.status"),
    ],
)
def test_a_faulty_file_changes_nothing(nodes: list[Any], code: str, place: str) -> None:
    table = Sandbox()
    answer = refused(table, "import_quests", nodes=nodes)
    assert (answer["error"]["code"], answer["error"]["field"]) == (code, place)
    assert tree(table) == "There are no quests yet."


def test_a_campaign_holds_only_so_many() -> None:
    table = Sandbox()
    many = [{"id": str(n), "parents": [str(n - 1)] if n else [], "context": {"description": f"Q{n}"}} for n in range(MOST)]
    keep(table, "import_quests", nodes=many)
    assert refused(table, "quest", name="one more")["error"]["code"] == "quests_full"
    assert tree(table).splitlines()[-2] == f"and {MOST - 40} more; ask for one by its name, or for a status"
    assert tree(table, name=f"Q{MOST - 1}").startswith("Under Q0 → Q1")


NAMES = st.sampled_from("ABCDE")
COMMANDS = st.one_of(
    st.fixed_dictionaries(
        {"operation": st.just("quest"), "name": NAMES}, optional={"under": st.lists(NAMES, max_size=3), "public": st.booleans()}
    ),
    st.fixed_dictionaries({"operation": st.just("progress"), "name": NAMES, "status": st.sampled_from(["pending", "done", "failed"])}),
    st.fixed_dictionaries({"operation": st.just("unquest"), "name": NAMES}),
)


@settings(max_examples=examples(60))
@given(commands=st.lists(COMMANDS, max_size=14))
def test_no_sequence_of_commands_makes_a_circle(commands: list[dict[str, Any]]) -> None:
    table = Sandbox()
    for command in commands:
        table.send(command, "keep_journal")
        graph = quests_of(table.world)
        assert all(graph.circle(id, graph.parents(id)) is None for id in graph.nodes)
        shown = [line.strip("○▸✓✗ ").removesuffix(" (see above)").removesuffix(" (hidden)") for line in tree(table).splitlines()[:-1]]
        assert {*shown} == {node.name for node in graph.nodes.values()} or not graph.nodes
