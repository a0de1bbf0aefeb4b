"""The table's own pages in read_campaign context: for the game master alone, and as they are now."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.campaign_setup import LoreMissing
from rpg_lite.content import lore_watch
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.server.mcp import server

CALLERS = (Caller("player", characters=("Thorin",)), Caller("viewer"), Caller("gm", aloud=True))
PAGES = {
    "RULES.md": "Nobody dies by zqxrules.",
    "rules/tide.md": "---\nkeywords: [flood]\n---\nThe zqxtide comes at noon.",
    "regions/lobby.md": "No steel in the zqxlobby.",
    "regions/vault/RULES.md": "---\nrooms: [Lob*]\n---\nThe zqxvault smokes.",
    "regions/market.md": "The zqxmarket is loud.",
    "skills/chase/SKILL.md": "---\nname: chase\ndescription: When somebody flees.\n---\nFive zqxzones.",
    "handouts/letter.md": "The zqxletter.",
}


def write(folder: Path, **pages: str) -> None:
    for path, text in {**PAGES, **pages}.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    monkeypatch.setattr(lore_watch, "LOOKS_S", 0)
    write(tmp_path)
    with open_campaign(":memory:", seed=1, lore=tmp_path) as game:
        hero = {"operation": "create", "name": "Thorin", "character": {"classes": ["fighter 5"], "party": True}}
        assert game.ask(hero, "manage_character")["ok"]
        yield game


def context(game: Game, caller: Caller = GM, **fields: Any) -> dict[str, Any]:
    answer = game.ask({"operation": "context", **fields}, "read_campaign", "full", caller)
    assert answer["ok"], answer["text"]
    return answer


def test_the_game_master_has_the_rules_the_place_and_the_names_of_the_skills(evening: Game) -> None:
    text = context(evening)["text"]
    assert "Rules in force:\nNobody dies by zqxrules." in text
    assert "Rules of this place:\nLobby (regions/lobby.md):\nNo steel in the zqxlobby.\nVault (regions/vault/RULES.md):" in text
    assert "skill:chase: When somebody flees." in text
    assert not [word for word in ("zqxtide", "zqxzones", "zqxmarket", "zqxletter") if word in text]
    assert "Nobody dies by zqxrules." in evening.wrap().system_prompt


@pytest.mark.parametrize("caller", CALLERS, ids=lambda c: f"{c.role} {c.aloud}")
def test_nobody_else_reads_a_page_there(evening: Game, caller: Caller) -> None:
    context(evening)  # the game master's answer is kept by now
    assert "zqx" not in str(context(evening, caller)) and "skill:" not in str(context(evening, caller))


def test_no_character_knows_a_page(evening: Game) -> None:
    assert "zqx" not in str(context(evening, forName="Thorin")) and "zqx" not in evening.wrap(for_name="Thorin").system_prompt


def test_an_edit_is_in_the_next_answer_although_the_campaign_is_the_same(evening: Game, tmp_path: Path) -> None:
    before = context(evening)
    assert context(evening) == before
    write(tmp_path, **{"RULES.md": "Everybody dies by zqxnews."})
    after = context(evening)
    assert after["rev"] == before["rev"] and "zqxnews" in after["text"] and "zqxrules" not in after["text"]


def test_a_fault_is_in_the_context_because_nobody_would_miss_the_rule(evening: Game, tmp_path: Path) -> None:
    (tmp_path / "rules" / "bad.md").write_bytes(b"\xff")
    (tmp_path / "rules" / "worse.md").write_bytes(b"\0")
    assert "Not all of the table's pages can be read: rules/bad.md:1: it is not UTF-8 and 1 more." in context(evening)["text"]
    assert "bad.md" not in context(evening, CALLERS[0])["text"]


def test_a_campaign_in_the_same_database_has_the_same_pages(tmp_path: Path) -> None:
    write(folder := tmp_path / "lore")
    file = tmp_path / "game.db"
    with open_campaign(file, "other", new=True):
        pass
    with open_campaign(file, "first", new=True, lore=folder) as game:
        other = game.sibling("other")
        assert other and "zqxrules" in context(other)["text"]


def test_a_missing_folder_is_refused_before_a_database_is_made(tmp_path: Path) -> None:
    with pytest.raises(LoreMissing, match=r"nowhere is missing: name the folder that holds RULES.md"):
        open_campaign(tmp_path / "game.db", lore=tmp_path / "nowhere")
    assert not (tmp_path / "game.db").exists()


# ── rules of a place ────────────────────────────────────────────────────────────────────────────────────────────────


def move(game: Game, operation: str = "join", caller: Caller = GM, **fields: Any) -> dict[str, Any]:
    answer = game.ask({"operation": operation, **fields}, "manage_room", "full", caller)
    assert answer["ok"], answer["text"]
    return answer


HERE = "Rules here (read_campaign rules, name): "


def test_a_room_has_the_region_that_it_was_given_and_those_around_it(evening: Game, tmp_path: Path) -> None:
    write(tmp_path, **{"regions/vault/crypt.md": "The zqxcrypt is cold."})
    move(evening, "create", name="Cellar", region="Vault/crypt")
    text = move(evening, toName="Cellar")["text"]
    assert "Region (game master only): Vault/crypt." in text
    text = context(evening)["text"]
    assert text.index("The zqxvault smokes.") < text.index("The zqxcrypt is cold.")
    move(evening, "update", bagName="Cellar", region="vault")
    assert "zqxcrypt" not in context(evening)["text"] and "zqxvault" in context(evening)["text"]
    assert move(evening, "look")["results"][0]["room"]["region"] == "vault"
    move(evening, "update", bagName="Cellar", region="")
    assert "zqxvault" not in context(evening)["text"]


def test_who_enters_a_region_is_told_its_rules_once(evening: Game) -> None:
    for n, name in enumerate(("Cave", "Deep Cave"), 1):
        move(evening, "create", name=name, direction="north", fromName=("Lobby", "Cave")[n - 1], region="vault")
    assert HERE not in move(evening, "go", direction="north")["text"]  # its rules hold in the lobby too
    move(evening, "update", bagName="Deep Cave", region="market")
    entered = move(evening, "go", direction="north")
    assert entered["text"].endswith(f"\n{HERE}Market (market): The zqxmarket is loud.")
    assert entered["results"][0]["rulesHere"] == ["market"]
    back = move(evening, "go", direction="south")
    assert back["results"][0]["rulesHere"] == ["vault"] and "zqxmarket" not in back["text"]
    assert HERE not in move(evening, "go", direction="south", forPlayers=True)["text"]


def test_an_arrival_tells_little_of_a_long_page(evening: Game, tmp_path: Path) -> None:
    write(tmp_path, **{"regions/market.md": "zqx " * 500})
    move(evening, "create", name="Stalls", region="market")
    assert len(move(evening, toName="Stalls")["text"].split(HERE)[1]) < 160


@pytest.mark.parametrize("caller", CALLERS[::2], ids=lambda c: f"{c.role} {c.aloud}")
def test_nobody_else_is_told_the_rules_of_a_place(evening: Game, caller: Caller) -> None:
    move(evening, "create", name="Cave", direction="north", region="market")
    answer = move(evening, "go", caller, direction="north", characterName="Thorin")
    assert "zqx" not in str(answer) and "egion" not in str(answer) and "rulesHere" not in str(answer)
    assert "egion" not in str(move(evening, "look", caller))
    past = evening.ask({"operation": "history"}, "read_campaign", "full", caller)
    assert "zqx" not in str(past)


def test_the_past_in_front_of_everybody_has_no_rules_of_a_place(evening: Game) -> None:
    move(evening, "create", name="C", region="market")
    assert "zqxmarket" in move(evening, toName="C")["text"]
    answer = evening.ask({"operation": "history"}, "read_campaign", "full", Caller("gm", aloud=True))
    assert answer["ok"] and "zqx" not in str(answer)


def test_a_region_without_a_page_is_told(evening: Game) -> None:
    said = move(evening, "create", name="Cellar", region="vaullt")["text"]
    assert "No page of the table is about the region vaullt; its regions are lobby, market, vault." in said
    assert "No page" not in move(evening, "update", bagName="Cellar", region="vault/new")["text"]
    with open_campaign(":memory:") as game:
        assert "No page" not in move(game, "update", bagName="Lobby", region="vaullt")["text"]


@pytest.mark.parametrize("region", ["/vault", "vault/", "a//b", "x" * 201, 7])
def test_a_region_is_a_path(evening: Game, region: Any) -> None:
    answer = evening.ask({"operation": "create", "name": "Cellar", "region": region}, "manage_room")
    assert answer["error"]["code"] == "argument_invalid" and "region" in answer["text"]


def test_an_exit_has_no_region(evening: Game) -> None:
    move(evening, "create", name="Cave", direction="north")
    answer = evening.ask({"operation": "update", "direction": "north", "region": "vault"}, "manage_room")
    assert answer["error"]["code"] == "texts_are_the_rooms" and "region" in answer["text"]


# ── read_campaign rules ─────────────────────────────────────────────────────────────────────────────────────────────


def rules(game: Game, caller: Caller = GM, detail: Any = "brief", **fields: Any) -> dict[str, Any]:
    return game.ask({"operation": "rules", **fields}, "read_campaign", detail, caller)


def test_a_question_finds_pages_marked_as_the_tables_own(evening: Game) -> None:
    answer = rules(evening, query="What does the flood do?")
    assert answer["text"] == "Tide, the table's own page rules/tide.md:\nThe zqxtide comes at noon."
    assert rules(evening, detail="full", query="flood")["results"][0]["pages"] == [
        {"path": "rules/tide.md", "name": "tide", "title": "Tide", "kind": "rule", "text": "The zqxtide comes at noon."}
    ]


def test_a_long_page_is_begun_by_a_question_and_whole_by_its_name(evening: Game, tmp_path: Path) -> None:
    lines = [f"Line {n} of the long rules about melons." for n in range(200)]
    write(tmp_path, **{"rules/melons.md": "\n".join(lines), "rules/one.md": "grapes " * 3_000})
    found, whole = rules(evening, query="melons")["text"], rules(evening, name="melons")["text"]
    assert "Line 5 of" in found and "Line 199 of" not in found
    assert found.endswith('(There is more: read_campaign {"operation":"rules","name":"melons"}.)')
    assert "Line 199 of" in whole
    assert len(rules(evening, query="grapes")["text"]) < 1_300


def test_a_skill_is_read_by_name_and_names_its_references(evening: Game, tmp_path: Path) -> None:
    write(tmp_path, **{"skills/chase/references/urban.md": "# In town\n\nA cart of zqxmelons."})
    answer = rules(evening, name="skill:chase")
    assert answer["text"].startswith("Chase, the table's own page skills/chase/SKILL.md:\nFive zqxzones.")
    assert "\nskill:chase/references/urban: In town" in answer["text"] and "zqxmelons" not in answer["text"]
    assert "zqxmelons" in rules(evening, name="skill:chase/references/urban")["text"]


def test_a_skill_names_its_files(evening: Game, tmp_path: Path) -> None:
    assert "Its files" not in rules(evening, name="skill:chase")["text"]
    (tmp_path / "skills/chase/assets").mkdir()
    (tmp_path / "skills/chase/assets/a map.png").write_bytes(b"x")
    answer = rules(evening, detail="full", name="skill:chase")
    assert answer["text"].endswith("\n\nIts files (resources):\nlore://skills/chase/assets/a%20map.png")
    assert answer["results"][0]["pages"][0]["assets"] == ["lore://skills/chase/assets/a%20map.png"]
    assert "map.png" not in rules(evening, name="tide")["text"]


async def test_a_name_with_a_blank_is_a_resource(evening: Game, tmp_path: Path) -> None:
    (tmp_path / "skills/chase/assets").mkdir()
    (tmp_path / "skills/chase/assets/a käse.png").write_bytes(b"x")
    (uri,) = rules(evening, detail="full", name="skill:chase")["results"][0]["pages"][0]["assets"]
    async with Client(server(evening)) as client:
        (content,) = await client.read_resource(uri)
    assert content.blob == "eA==" and content.mime_type == "image/png"


def test_without_a_name_all_pages_are_listed_with_what_is_wrong(evening: Game, tmp_path: Path) -> None:
    (tmp_path / "rules" / "bad.md").write_bytes(b"\xff")
    text = rules(evening)["text"]
    assert "Rules: Tide (tide)" in text and "Skills: skill:chase (When somebody flees.)" in text and "Handouts, for players: Letter" in text
    assert "rules/bad.md:1: it is not UTF-8" in text
    assert rules(evening, detail="full")["results"][0]["faults"] == ["rules/bad.md:1: it is not UTF-8"]


def test_a_name_that_several_pages_have_lists_them(evening: Game, tmp_path: Path) -> None:
    write(tmp_path, **{"rules/sea/tide.md": "x", "rules/air/tide.md": "y"})
    assert rules(evening, name="Tide")["text"].startswith("Tide, the table's own page rules/tide.md")
    (tmp_path / "rules" / "tide.md").unlink()
    assert rules(evening, name="Tide")["text"].endswith("rules/air/tide.md, rules/sea/tide.md.")


@pytest.mark.parametrize(
    ("fields", "code", "instead"),
    [
        ({"name": "tidd"}, "page_unknown", {"operation": "rules", "name": "tide"}),
        ({"query": "qqqqqqqq"}, "page_unknown", {"operation": "rules"}),
        ({"query": "tide", "name": "tide"}, "give_one_of", None),
        ({"query": ""}, "argument_invalid", None),
        ({"query": "x" * 401}, "argument_invalid", None),
    ],
    ids=str,
)
def test_a_refusal_names_the_call_that_works(evening: Game, fields: Any, code: str, instead: Any) -> None:
    answer = rules(evening, **fields)
    assert answer["error"]["code"] == code and answer["error"].get("try") == instead
    if instead:
        assert evening.ask(instead, "read_campaign")["ok"]


@pytest.mark.parametrize("caller", CALLERS, ids=lambda c: f"{c.role} {c.aloud}")
def test_nobody_else_may_ask_for_a_page(evening: Game, caller: Caller) -> None:
    for fields in ({"query": "flood"}, {"name": "tide"}, {}, {"name": "zqx"}, {"name": "letter"}):
        answer = rules(evening, caller, **fields)
        assert (
            not answer["ok"]
            and "zqx" not in answer["text"].replace("'zqx'", "")
            and "tide" not in str(answer).lower().replace("'tide'", "")
        )


def test_without_a_folder_the_refusal_says_how_to_name_one() -> None:
    with open_campaign(":memory:") as game:
        answer = rules(game, query="flood")
        assert answer["error"]["code"] == "lore_missing" and "--lore DIR" in answer["text"]
        assert "skills" not in [la["name"] for la in context(game)["results"][0]["layers"]]
