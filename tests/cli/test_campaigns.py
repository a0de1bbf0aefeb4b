"""Several campaigns in one database, as a user of the command line sees them."""

import io
import json
import shlex
from pathlib import Path

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.cli import app
from rpg_lite.store.engine import open_database
from rpg_lite.store.migrate import HEAD, upgrade
from rpg_lite.store.schema_lock import schema_change
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from tests.store.played import PLAYED, play


@pytest.fixture
def said(capfd, monkeypatch, tmp_path):
    """Runs a command on one database; (exit code, standard output, standard error)."""
    monkeypatch.setenv("RPG_LITE_DB", str(tmp_path / "party.db"))
    monkeypatch.delenv("RPG_LITE_CAMPAIGN", raising=False)
    monkeypatch.chdir(tmp_path)

    def run_here(*tokens: object) -> tuple[int, str, str]:
        code = app.main([str(t) for t in tokens])
        return code, *capfd.readouterr()

    return run_here


def names(said) -> list[str]:
    return [row["name"] for row in json.loads(said("campaigns", "list", "--json")[1])]


def test_campaigns_are_begun_and_listed_side_by_side(said):
    said("db", "upgrade")
    assert said("campaigns", "list") == (0, "No campaigns yet.\n", "")
    code, told, _ = said("campaigns", "create", "Saltmarsh", "--ruleset", "5.2")
    assert (code, told) == (0, 'Created "Saltmarsh" with SRD 5.2. Play it with --campaign "Saltmarsh".\n')
    assert said("campaigns", "create", " Ötür ⚔ ")[0] == 0
    assert said("campaigns", "list")[1].splitlines()[0].startswith("Saltmarsh  SRD 5.2, rev 0, ")
    assert names(said) == ["Saltmarsh", "Ötür ⚔"]


@pytest.mark.parametrize(
    ("name", "code", "told"),
    [("Saltmarsh", 1, "already"), (" Saltmarsh\t", 1, "already"), ("a\nb", 2, "control"), (" ", 2, "at least one")],
)
def test_a_name_that_is_taken_or_none_begins_nothing(said, name, code, told):
    said("campaigns", "create", "Saltmarsh")
    found = said("campaigns", "create", name)
    assert found[0] == code and told in found[2]
    assert names(said) == ["Saltmarsh"]


def test_an_archived_campaign_is_not_listed_is_read_and_refuses_every_change(said, tmp_path):
    with play(open_campaign(tmp_path / "party.db", "Saltmarsh", new=True), PLAYED[:3]):
        pass
    assert said("campaigns", "archive", "Saltmarsh")[0] == 0
    assert said("campaigns", "list")[1] == "1 archived campaign is not shown; --all shows it.\n"
    assert "archived" in said("campaigns", "list", "--all")[1]
    with open_campaign(tmp_path / "party.db", "Saltmarsh") as game:
        assert "Thorin" in game.ask({"operation": "party"}, tool="read_campaign")["text"]
        assert game.ask({"characterName": "Thorin", "operation": "give", "template": "Torch", "dryRun": True})["ok"]
        before = game.store.rev(game.campaign.id)
        for payload in ({"characterName": "Thorin", "operation": "give", "template": "Torch"}, {"operation": "undo"}):
            with pytest.raises(StoreFault, match='rpg-lite campaigns restore "Saltmarsh"') as told:
                game.ask(payload)
            assert told.value.code == "campaign_archived"
        with pytest.raises(StoreFault, match="is archived"):
            game.store.purge(game.campaign.id, 0)
        assert game.store.rev(game.campaign.id) == before
    assert said("campaigns", "restore", "Saltmarsh")[0] == 0
    with open_campaign(tmp_path / "party.db", "Saltmarsh") as game:
        play(game, PLAYED[3:5])


def test_archiving_and_restoring_twice_says_so(said):
    said("campaigns", "create", "Saltmarsh")
    assert "was not archived" in said("campaigns", "restore", "Saltmarsh")[1]
    assert "already" not in said("campaigns", "archive", "Saltmarsh")[1]
    assert "already" in said("campaigns", "archive", "Saltmarsh")[1]


@pytest.mark.parametrize("command", [("archive",), ("restore",), ("export", "x.zip")], ids=lambda c: c[0])
def test_an_unknown_campaign_is_told_with_the_near_names(said, command, tmp_path):
    said("campaigns", "create", "Saltmarsh")
    code, _, told = said("campaigns", command[0], "Saltmarch", *command[1:])
    assert code == 1 and "Campaigns: 'Saltmarsh'." in told
    assert not (tmp_path / "x.zip").exists()


@pytest.mark.parametrize("command", ["serve", "ask", "play", "map", "history", "gc", "servers list", "ask --db party.db"])
@pytest.mark.parametrize("others", [("Saltmarsh", "Strahd"), ("Saltmarsh", "Strahd", "Phandalin")], ids=len)
def test_no_campaign_is_begun_unasked_beside_others(said, monkeypatch, command, others):
    for name in others:
        said("campaigns", "create", name)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"operation": "party"}')))
    code, _, told = said(*command.split())
    assert code == 2 and f"holds {', '.join(map(repr, others))}: choose one with --campaign NAME" in told
    assert names(said) == list(others)


@pytest.mark.parametrize("command", ["ask --tool read_campaign", "map", "history", "servers list"])
def test_the_only_campaign_needs_no_name(said, monkeypatch, command):
    said("campaigns", "create", "Saltmarsh")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"operation": "party"}')))
    code, _, told = said(*command.split())
    assert code == 0, told
    assert names(said) == ["Saltmarsh"]


def test_the_hint_of_a_database_that_is_missing_works_as_it_stands(said, tmp_path):
    where = tmp_path / "my games" / "strahd.db"
    where.parent.mkdir()
    code, _, told = said("serve", "--db", str(where), "--campaign", "Curse of Strahd")
    assert code == 1
    begin = shlex.split(told.partition("create one with: ")[2])
    assert begin[0] == "rpg-lite" and said(*begin[1:])[0] == 0
    assert said("map", "--db", str(where), "--campaign", "Curse of Strahd")[0] == 0


def test_a_command_that_can_make_the_missing_database_says_how(said, monkeypatch, tmp_path):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    where = str(tmp_path / "strahd.db")
    for command in ("play", "import salt_toll"):
        assert "add --new to make it, or create one with: " in said(*command.split(), "--db", where, "--campaign", "Strahd")[2]
    assert "--new" not in said("map", "--db", where, "--campaign", "Strahd")[2]
    assert said("import", "salt_toll", "--db", where, "--campaign", "Strahd", "--new")[0] == 0


@pytest.mark.parametrize("words", ["--campaign campaign", "--new"])
def test_the_default_campaign_is_begun_beside_others_when_that_is_said(said, monkeypatch, words):
    said("campaigns", "create", "Saltmarsh")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"operation": "party"}')))
    assert said("ask", "--tool", "read_campaign", *words.split())[0] == 0
    assert names(said) == ["Saltmarsh", "campaign"]


def test_a_refusal_names_a_few_of_hundreds_of_campaigns(said, tmp_path):
    with Store.open(tmp_path / "party.db") as store:
        for n in range(300):
            store.create_campaign(f"Table {n:03}", "5.1", {}, ())
    for command in (("campaigns", "archive", "Nope"), ("serve", "--campaign", "Nope")):
        assert len(said(*command)[2]) < 400
    told = said("serve", "--campaign", "Nope")[2]
    assert " and 290 more (rpg-lite campaigns list). Add --new to create it." in told
    assert "Campaigns: 'Table 001', " in said("serve", "--campaign", "table-001")[2]
    assert len(said("campaigns", "list")[1].splitlines()) == 300


@pytest.mark.parametrize(
    "command",
    [
        "campaigns list",
        "campaigns archive A",
        "campaigns restore A",
        "campaigns export A a.zip",
        "db check",
        "db backup b.db",
        "db copy b.db",
        "history",
        "history --campaign Keep",
        "gc",
        "gc purge --yes",
        "map",
        "lint",
        "servers list",
        "servers disconnect dice",
        "serve --campaign Keep",
        "play --campaign Keep",
        "ask --campaign Keep",
    ],
)
@pytest.mark.parametrize("named", ["prty.db", "sqlite:///prty.db"])
def test_a_slip_in_the_name_of_a_database_leaves_no_file_behind(said, monkeypatch, tmp_path, command, named):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"operation": "party"}')))
    code, _, told = said(*command.split(), "--db", named)
    assert (code, told.startswith("rpg-lite: There is no database "), "prty.db: " in told) == (1, True, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", ["ask --campaign campaign", "ask --campaign Keep --new", "servers connect dice -- false"])
def test_what_begins_something_makes_a_database(said, monkeypatch, tmp_path, command):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b'{"operation": "party"}')))
    said(*command.split(), "--db", "party.db")
    assert (tmp_path / "party.db").exists()


def test_an_archived_campaign_of_an_older_version_still_opens(said, tmp_path):
    """An archived campaign gets missing parts only when it is back, because nothing writes to it before."""
    with Store.open(tmp_path / "party.db") as store:
        campaign = store.create_campaign("Old", "5.1", {}, ())
        store.archive("Old", away=True)
    with open_campaign(tmp_path / "party.db", "Old") as game:
        assert game.store.rev(campaign.id) == 0
    said("campaigns", "restore", "Old")
    with open_campaign(tmp_path / "party.db", "Old") as game:
        assert game.store.rev(campaign.id) == 1


def test_a_campaign_is_taken_along_and_plays_on(said, tmp_path):
    with play(open_campaign(tmp_path / "party.db", "Saltmarsh", new=True), PLAYED):
        pass
    code, told, _ = said("campaigns", "export", "Saltmarsh", "salt.zip")
    assert code == 0 and told.startswith('Exported "Saltmarsh" at rev 14 to salt.zip: ') and "15 commits" in told
    assert said("campaigns", "export", "Saltmarsh", "salt.zip")[0] == 1
    code, _, told = said("campaigns", "import", "salt.zip")
    assert code == 1 and "--as" in told
    assert said("campaigns", "import", "salt.zip", "--as", "Replay")[:2] == (0, 'Imported "Replay". Play it with --campaign "Replay".\n')
    assert sorted(names(said)) == ["Replay", "Saltmarsh"]
    assert said("history", "3", "--campaign", "Replay")[1] == said("history", "3", "--campaign", "Saltmarsh")[1]


@pytest.mark.sqlite("its files and locks")
def test_a_database_is_checked_upgraded_and_copied(said, tmp_path):
    assert said("db", "upgrade")[1].startswith("Created a new database")
    said("campaigns", "create", "Saltmarsh")
    assert "already" in said("db", "upgrade")[1]
    assert said("db", "check")[:2] == (0, "1 campaign, no faults.\n")
    code, told, _ = said("db", "copy", "away.db")
    assert code == 0 and told.splitlines()[-1] == f"Copied and compared: {tmp_path / 'away.db'} holds the same rows."
    assert said("db", "copy", "away.db")[0] == 1
    assert said("db", "copy", tmp_path / "party.db")[0] == 2
    with Store.open(tmp_path / "away.db") as store, store._database.writer.connect() as connection:
        connection.exec_driver_sql("UPDATE thing SET name_key = 'x' WHERE id = 'r0.2'")
        connection.commit()
    code, told, _ = said("db", "check", "--db", "away.db")
    assert code == 1 and told == "Saltmarsh: Lobby (r0.2) is not found by its name.\n1 campaign, 1 fault.\n"
    found = json.loads(said("db", "check", "--db", "away.db", "--json")[1])
    assert found["findings"] == [{"code": "name_key_differs", "text": "Saltmarsh: Lobby (r0.2) is not found by its name."}]


def test_an_older_database_says_how_it_is_upgraded(said, tmp_path):
    before = f"{int(HEAD) - 1:04}"
    with schema_change(open_database(tmp_path / "party.db").writer) as connection:
        upgrade(connection, before)
    code, _, told = said("db", "check")
    assert code == 1 and "run rpg-lite db upgrade" in told
    assert said("db", "upgrade")[1] == f"Upgraded from schema {before} to {HEAD}.\n"
    assert said("db", "check")[0] == 0


@pytest.mark.parametrize("file", ["nowhere.zip", "folder", "text.zip"])
def test_what_is_no_export_is_refused_in_one_sentence(said, tmp_path, file):
    (tmp_path / "folder").mkdir()
    Path(tmp_path / "text.zip").write_text("not a zip")
    code, _, told = said("campaigns", "import", file)
    assert code == 1 and told.count("\n") == 1 and told.endswith("Nothing was imported.\n")


def test_a_missing_backup_is_named_and_nothing_is_proposed_in_its_place(said, tmp_path):
    code, _, told = said("db", "restore", str(tmp_path / "none.db"), "--db", str(tmp_path / "l.db"))
    assert code == 1 and "none.db: name another one" in told and "create" not in told and not [*tmp_path.iterdir()]


def test_a_file_that_is_no_backup_is_named_before_what_would_be_replaced(said, tmp_path):
    said("campaigns", "create", "Keep", "--db", str(tmp_path / "l.db"))
    (tmp_path / "j.db").write_text("junk", "utf-8")
    for more in ((), ("--replace",)):
        code, _, told = said("db", "restore", str(tmp_path / "j.db"), "--db", str(tmp_path / "l.db"), *more)
        assert code == 1 and "j.db is not an rpg-lite database: name another backup." in told
