"""Lines about places: verbs for a measured fight, and what these words mean elsewhere."""

from typing import Any

import pytest

from rpg_lite.mud import verbs
from rpg_lite.mud.line_tokenizer import Ask, Chore, Unheard
from rpg_lite.mud.parse import parse
from rpg_lite.mud.session import Session
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import fought, places, turn_of
from tests.operations.halls import hall
from tests.operations.table import Table
from tests.rows import each_row

GROUND = {
    "size": "14x12",
    "features": [{"is": "furniture", "at": "F5-G5", "called": "altar"}, {"is": "pit", "at": "H7", "ft": 20}, {"is": "pillar", "at": "C4"}],
}
SQUARES = {"Ogre": "D1", "Oda": "F6", "Pip": "E8", "Goblin 1": "H3", "Goblin 2": "J5"}


def seat(ruleset: Ruleset = "5.2", gm: bool = False, who: str = "Oda") -> tuple[Session, Table]:
    table = fought(ruleset, GROUND, places=SQUARES)
    turn_of(table, who)
    session = Session(table.game, gm=gm)
    if not gm:
        session.act_as(who)
    return session, table


def sent(line: str, session: Session) -> Any:
    asked = parse(line, session.scene())
    return asked.payload if isinstance(asked, Ask) else asked


ODA = {"characterName": "Oda", "operation": "move"}


@each_row(
    ("line", "more"),
    [
        ("move next to ogre", {"to": "next to ogre"}), ("step north", {"to": "north 5 ft"}), ("step back", {"to": "back"}),
        ("walk 20 ft behind pip", {"to": "20 ft behind pip"}), ("walk to the altar", {"to": "the altar"}), ("jump over pit", {"to": "other side of pit", "by": "jump"}),
        ("leap across the pit", {"to": "other side of the pit", "by": "jump"}), ("climb next to ogre", {"to": "next to ogre", "by": "climb"}),
        ("move next to goblin", {"to": "next to nearest Goblin"}), ("move next to goblin 2", {"to": "next to goblin 2"}),
        ("move between the goblins", {"to": "between the goblins"}), ("approach the ogre carefully", {"to": "next to the ogre", "careful": True}),
        ("charge goblin 1", {"to": "in reach of goblin 1"}), ("retreat", {"to": "away from enemies"}), ("retreat from the ogre", {"to": "away from the ogre"}),
        ("I move next to ogre", {"to": "next to ogre"}), ("walk over to pip", {"to": "pip"}), ("stay", {"to": "stay"}), ("oda moves next to pip", {"to": "next to pip"}),
        ("move to C4", {"to": "C4"}), ("move C4 by crawl", {"to": "C4", "by": "crawl"}), ("back 10 ft", {"to": "back 10 ft"}),
    ],
)  # fmt: skip
def test_lines_of_movement(line: str, more: dict[str, Any]) -> None:
    session, _ = seat()
    assert sent(line, session) == {**ODA, **more}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_lines_move_and_place_and_draw(ruleset: Ruleset) -> None:
    session, table = seat(ruleset)
    assert "Oda moves 5 ft (25 left) to F7" in str(session.hear("step south"))
    assert "G7" in str(session.hear("step east"))
    assert "jumping" in (told := str(session.hear("jump over the pit by Oda"))) and "I7" in told
    drawn = str(session.hear("ground"))
    assert "A1 northwest" in drawn and "A Oda" in drawn
    master = Session(table.game, gm=True)
    assert "Goblin 1 stands at C6" in str(master.hear("place goblin 1 at C6"))
    assert "Goblin 2" in str(master.hear("place goblin 1, goblin 2 next to pip"))
    assert places(table)["Goblin 1"] != "C6"


def test_where_tells_of_all_or_of_one() -> None:
    session, _ = seat()
    assert str(session.hear("where")).startswith("Oda at F6. Goblin 1: 15 ft northeast")
    assert session.hear("where ogre") == session.hear("where is the ogre?") == "Ogre: 20 ft north."
    assert str(session.hear("where nobody")).startswith("nobody is nowhere to be seen. Oda at F6.")
    assert "Pip E8" in str(session.hear("where everybody")) and "Oda F6" in str(session.hear("where everybody"))


def test_a_bare_direction_asks_how_far_and_an_unknown_place_tells_what_can_be_said() -> None:
    session, _ = seat()
    assert "How far? Type move north 20 ft" in str(session.hear("move north"))
    assert "'nowhere' names no place here; allowed: C4, next to Goblin 1" in str(session.hear("move to nowhere"))


def test_the_game_master_moves_whose_turn_it_is_or_whoever_is_named() -> None:
    session, table = seat(gm=True, who="Ogre")
    ids = {one["name"]: one["id"] for one in table.game.table()["fight"]["order"]}
    assert sent("move next to oda", session) == {"characterId": ids["Ogre"], "operation": "move", "to": "next to oda"}
    assert sent("move goblin 1 to C4", session) == {"characterId": ids["Goblin 1"], "operation": "move", "to": "C4"}
    assert sent("move to C4 by goblin 2", session) == {"characterId": ids["Goblin 2"], "operation": "move", "to": "C4"}


# ── elsewhere ───────────────────────────────────────────────────────────────────────────────────────────────────────


def test_outside_measured_fights_these_words_stay_what_they_are() -> None:
    table = fought("5.2", None)
    table.did("end_fight")
    session = Session(table.game)
    session.act_as("Oda")
    for line in ("move south", "walk south", "step south"):
        assert sent(line, session)["operation"] == "go", line
    for line in ("move next to ogre", "where is the ogre", "place the torch on the altar", "walk to the altar"):
        assert isinstance(sent(line, session), Unheard), line
    assert "did you mean go" in str(sent("move", session))
    assert sent("climb", session)["operation"] == "check"


def test_help_tells_the_verbs() -> None:
    session, _ = seat()
    for verb in ("move", "where", "ground", "place"):
        assert str(session.hear(f"help {verb}")).startswith(verb) and verb in verbs.help_about()
    assert isinstance(parse("help move", session.scene()), Chore)


# ── areas ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_lines_of_areas() -> None:
    table = hall("5.2")
    session = Session(table.game)
    session.act_as("Elara")
    ids = {one["name"]: one["id"] for one in table.game.table()["fight"]["order"]}
    goblins = [ids["Goblin 1"], ids["Goblin 2"]]
    for line, keys in (
        ("cast fireball on goblin 1, goblin 2 sparing oda", {"catch": goblins, "spare": [ids["Oda"]]}),
        ("cast fireball at J5", {"at": "J5"}),
        ("cast fireball at E5/F6", {"at": "E5/F6"}),
        ("cast fireball at enemies", {"catch": ["enemies"]}),
        ("cast fireball at goblin 1, goblin 2", {"targets": goblins}),
        ("cast burning hands toward oda", {"toward": "oda"}),
        ("cast misty step to 20 ft behind goblin 1", {"to": "20 ft behind goblin 1"}),
        ("cast flesh to stone at goblin 1", {"targets": goblins[:1]}),
        ("cast magic missile at goblin 1", {"targets": goblins[:1]}),
    ):
        asked = sent(line, session)
        kept = {key: asked[key] for key in ("catch", "spare", "at", "toward", "to", "targets") if key in asked}
        assert kept == keys, line
    told = str(session.hear("cast fireball on goblin 1, goblin 2 sparing oda"))
    assert (
        "Elara casts Fireball" in told
        and "Goblin 1, Goblin 2" in told
        and "Oda" not in told.partition("DEX save")[2].partition("damage")[0]
    )


def test_a_dragon_breathes_where_the_game_master_says() -> None:
    table = hall("5.2", turn="Dragon", Dragon=("P4", {"template": "Young Red Dragon"}))
    session = Session(table.game, gm=True)
    asked = sent("breathe fire at oda sparing goblin 1", session)
    assert asked["act"] == "Fire Breath" and asked["catch"] and asked["spare"]
    assert sent("breathe fire toward oda", session)["toward"] == "oda"
    table.did("place", names=["Dragon"], to="10 ft east of Oda")
    assert "Oda" in (told := str(session.hear("breathe fire at oda"))) and "Fire Breath" in told
