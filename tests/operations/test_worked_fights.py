"""Worked cases of where everybody stands, each with its source in the texts, played at a table: its ground, its creatures, its call, what it expects."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import rpg_lite
from rpg_lite.vocabulary import Ruleset
from tests.operations.crypts import SCORES, places, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Answer, Table, snapshot
from tests.rows import each_row

FILE: Final = Path(__file__).parents[1] / "facts" / "space_cases.json"
CASES: Final[Mapping[str, dict[str, Any]]] = {case["id"]: case for case in json.loads(FILE.read_text("utf-8"))["cases"]}

PLAYED_IN_PART: Final[Mapping[str, str]] = {
    "s41": "of the places as near to the goal the first in reading order is proposed, not the one that costs least",
    "s48": "squeezing through a gap in 5.1: nobody squeezes yet",
}
"""Cases of which a part waits, each with what waits and why."""
CLASS_OF: Final = {"Pip": {"rogue": 3}, "Elara": {"wizard": 5}, "Mira": {"wizard": 5}, "Nara": {"druid": 5}, "Clem": {"cleric": 5}}
_BURNS: Final = [{"save": "dex", "dc": 15, "fail": [{"damage": "2d6", "type": "fire"}], "pass": "half"}]
_AROUND: Final[dict[str, Any]] = {"targets": "area", "steps": _BURNS}
ACTS_OF: Final[Mapping[str, Sequence[dict[str, Any]]]] = {
    "Dragon": [
        {"name": "Fire Breath", **_AROUND, "area": {"shape": "cone", "ft": 60}},
        {"name": "Wing Attack", **_AROUND, "area": {"shape": "sphere", "ft": 10, "from": "self"}},
    ],
    "Clem": [{"name": f"Within {feet}", **_AROUND, "area": {"shape": "sphere", "ft": feet, "from": "self"}} for feet in (10, 30)],
    "Elara": [{"name": "Flare", **_AROUND, "range": 60, "area": {"shape": "sphere", "ft": 5}}],
    "Vex": [{"name": "Breath", **_AROUND, "area": {"shape": "line", "ft": 60}}],
}
"""Acts of areas that only one ruleset has, or none, as a game master writes them."""


class Played:
    """A case as it stands before the call: everybody on the squares of a hall, in a fight that measures, at the turn of who is named first."""

    def __init__(self, case: dict[str, Any], ruleset: Ruleset, space: str = "measured", has_ground: bool = True) -> None:
        self.case, self.expect, self.ruleset = case, case["expect"], ruleset
        self.who = {each["name"]: each for each in case["creatures"]}
        self.first = next(iter(self.who))
        diagonals = "five_ten" if "five_ten" in case["call"] else "five"
        self.table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, policy={"diagonals": diagonals}, seed=1))
        features = [{"is": f["is"].replace(" ", "_"), "at": f["at"]} for f in case["ground"].get("features", ())]
        ground = {"size": case["ground"]["size"], **({"features": features} if features else {})}
        assert room(self.table, "create", name="Hall", direction="north", **({"ground": ground} if has_ground else {}))["ok"]
        for each in self.who.values():
            self.make(each)
        self.did("start_fight", names=[*self.who], space=space, **({"places": self.squares()} if space == "measured" else {}))
        if any(each["side"] == "party" for each in self.who.values()):
            turn_of(self.table, self.first)
        for name, each in self.who.items():
            for condition in each.get("conditions", ()):
                self.did("apply", name, condition=condition)
        let(self.table, 12, face=3)

    def make(self, each: dict[str, Any]) -> None:
        is_ours, name = each["side"] == "party", each["name"]
        sheet: dict[str, Any] = {"abilities": SCORES, "size": each["size"], "speed": {"walk": each.get("speed", 30)}}
        if "+" in each["at"]:
            sheet["speed"]["fly"] = 30
        # Of strangers the hit points are enough for every blow but the one that a case is about.
        classes = {"druid": 5} if "Call Lightning" in self.case["call"] else CLASS_OF.get(name, {"fighter": 3})
        sheet |= {"classes": classes, "party": True} if is_ours else {"hpMax": 60}
        if name in ACTS_OF:
            sheet["acts"] = ACTS_OF[name]
        self.did("create", name=name, character=sheet, roomName="Hall")
        if each.get("reach") == 10:
            self.did("give", name, item="Glaive", equip=True)
        if "hp" in each:
            self.did("damage", name, amount=self.table.hp(name) - each["hp"], damageType="fire")

    def squares(self) -> dict[str, str]:
        return {name: each["at"] for name, each in self.who.items()}

    def did(self, operation: str, who: str | None = None, **fields: Any) -> Answer:
        return self.table.did(operation, who, **fields)

    def moved(self, who: str | None = None, **fields: Any) -> str:
        return str(self.did("move", who or self.first, **fields)["text"])

    def costs(self, to: str, who: str | None = None, **fields: Any) -> int:
        """The feet that a walk would cost, without a step of it."""
        return int(self.moved(who, to=to, dryRun=True, **fields).partition(" would move ")[2].partition(" ft")[0])

    def holds(self, item: str, who: str | None = None) -> None:
        self.did("give", who or self.first, item=item, equip=True)
        if "bow" in item:
            self.did("give", who or self.first, item="Arrow", quantity=20)

    def attacked(self, target: str, who: str | None = None, **fields: Any) -> str:
        return str(self.did("attack", who or self.first, targetName=target, **fields)["text"])

    def seen_by(self, who: str) -> dict[str, dict[str, Any]]:
        """Everybody else as this one sees them: name → what `where` says of it."""
        answer = self.table.game.ask({"operation": "where", "characterName": who}, "read_campaign", "full")
        assert answer["ok"], answer["text"]
        return {one["name"]: one for one in answer["results"][0]["standing"]}


# ── how far ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def measured(played: Played) -> None:
    other = [*played.who][1]
    seen = played.seen_by(played.first)[other]
    assert seen["feet"] == played.expect["feet"] and seen.get("above", 0) == played.expect.get("above", 0)
    assert seen["direction"] == played.expect.get("direction", seen["direction"]).replace("-", "")
    if "space" in played.expect:
        assert played.table.refused("occupied", "move", played.first, to=played.expect["space"][-1])


# ── areas in their places ───────────────────────────────────────────────────────────────────────────────────────────


def filled(played: Played, call: Answer, who: str | None = None) -> tuple[list[str], dict[str, Any]]:
    """Those whom the area of a call catches, who are its targets, too, and what its data say. Nobody but them loses hit points or is a target."""
    operation = "cast" if "spell" in call else "act"
    sent = {"operation": operation, "characterName": who or played.first, **call}
    answer = played.table.send(sent, "execute_action", "full")
    assert answer["ok"], answer["text"]
    (result,) = answer["results"]
    area = result["area"]
    assert [target["name"] for target in result.get("targets", ()) if target["name"] in area["caught"]] == area["caught"]
    return area["caught"], area


def catches(who: str | None = None, **call: Any) -> Callable[[Played], None]:
    def play(played: Played) -> None:
        caught, area = filled(played, call, who)
        assert {*caught} == {*played.expect["caught"]} and not {*caught} & {*played.expect.get("spared", ())}
        squares = played.expect.get("squares", len(area["squares"]))
        assert len(area["squares"]) == squares if isinstance(squares, int) else area["toward"] == squares[0]
        if most := played.expect.get("point_feet_at_most"):
            assert area["feet"] <= most

    return play


def bolt_at_a_corner_and_a_middle(played: Played) -> None:
    for words, expected in played.expect.items():
        caught, area = filled(played, {"spell": "Call Lightning", "at": words.removeprefix("at ")})
        assert caught == expected and area["at"] == words.removeprefix("at ")
        played.did("undo")


def breath_of_60_feet(played: Played) -> None:
    area = filled(played, {"act": "Fire Breath", "toward": "north"})[1]
    rows = [square.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ") for square in area["squares"]]
    assert (len(rows), max(map(rows.count, rows))) == (played.expect["squares"], played.expect["widest"])


def lines_of_100_feet(played: Played) -> None:
    for word, squares in played.expect.items():
        assert len(filled(played, {"spell": "Lightning Bolt", "toward": word})[1]["squares"]) == squares
        played.did("undo")


def within(played: Played) -> None:
    for words, expected in played.expect.items():
        assert sorted(filled(played, {"act": words})[0]) == expected


def point_out_of_range(played: Played) -> None:
    refused = played.table.refused("beyond_range", "cast", "Mira", spell="Fireball", at="AG6")
    assert (refused["error"]["details"]["feet"], refused["error"]["details"]["most"]) == (played.expect["feet"], played.expect["reachable"])
    answer = played.table.send(refused["error"]["try"], "execute_action", "full")
    assert answer["ok"] and answer["results"][0]["area"]["caught"] == ["G1"]
    assert answer["results"][0]["area"]["feet"] <= played.expect["reachable"]


def cannot_spare(played: Played) -> None:
    call = {"operation": "act", "characterName": "Elara", "act": "Flare", "catch": ["G1", "G2"], "spare": ["Oda"]}
    refused = played.table.refused_whole("cannot_spare", call, "execute_action")
    answer = played.table.send({**refused["error"]["try"], "dryRun": True}, "execute_action", "full")
    assert answer["ok"] and len(answer["results"][0]["area"]["caught"]) == played.expect["try"]["catch"]
    assert "or leave out spare" in refused["text"]
    del call["spare"]
    answer = played.table.send(call, "execute_action", "full")
    assert answer["ok"] and {*answer["results"][0]["area"]["caught"]} == {"G1", "G2", "Oda"}
    assert "Oda of its own side is caught, too" in answer["text"]


def cannot_catch_all(played: Played) -> None:
    refused = played.table.refused("cannot_catch_all", "cast", "Elara", spell="Fireball", catch=["G1", "G2"])
    assert "the best one catches G1, or G2" in refused["text"]
    assert [refused["error"]["try"]["catch"]] == played.expect["best"][:1]
    answer = played.table.send(refused["error"]["try"], "execute_action", "full")
    assert answer["ok"] and answer["results"][0]["area"]["caught"] == ["G1"]


# ── cover and sight ─────────────────────────────────────────────────────────────────────────────────────────────────


def covered(played: Played) -> None:
    """The shot meets the armor class with the cover that the case says, and `where` says the same."""
    played.holds("Shortbow")
    if played.expect.get("refused") == "total_cover":
        played.table.refused("total_cover", "attack", played.first, targetName="Orc")
        return
    degree, by = played.expect["cover"], played.expect.get("by")
    bare = armor_class(played.attacked("Orc", dryRun=True, **{"with": ["no_cover"]}))
    told = played.attacked("Orc")
    assert (f"with {degree} cover" in told) == (degree != "none") and ("cover" in told) == (degree != "none")
    assert (
        armor_class(told) - bare
        == {"none": 0, "half": 2, "three-quarters": 5}[degree]
        == int(played.expect.get("ac", armor_class(told) - bare))
    )
    if bonus := played.expect.get("dex_saves"):
        answer = played.did("act", "Vex", act="Breath", toward="Orc")
        assert f"with {degree} cover" in answer["text"] and f"Orc (12+{int(bonus) + 1} = " in answer["text"]
    seen = played.seen_by(played.first)["Orc"]
    assert seen["cover"] == degree.replace("-", "_") and (by is None or (f"cover ({by})" in told and seen["coverBy"] == by))


def armor_class(told: str) -> int:
    return int(told.partition("against AC ")[2].split()[0].rstrip(".,"))


def seen_both_ways(played: Played) -> None:
    for name in ("Orc", "Elf"):
        assert [played.seen_by("Vex")[name]["sees"], played.seen_by(name)["Vex"]["sees"]] == played.expect[name]


# ── walking ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def walks(to: str) -> Callable[[Played], None]:
    def play(played: Played) -> None:
        feet = played.expect.get("feet", played.expect.get(played.ruleset))
        told = played.moved(to=to)
        assert f"moves {feet} ft ({30 - feet} left)" in told and places(played.table)[played.first] == to
        if "provokes" in played.expect:
            assert [name for name in played.who if f"{name} may strike" in told] == played.expect["provokes"]

    return play


def around_a_corner(played: Played) -> None:
    assert {to: played.costs(to) for to in ("D6", "E5")} == played.expect


def hobgoblin_in_a_doorway(played: Played) -> None:
    refused = played.table.refused("no_way", "move", "Oda", to="H3")
    assert refused["error"]["try"]["to"] in ("D1", "D2", "D3")
    too_far = played.table.refused("too_far", "move", "Imp", to="H3")
    assert f"{played.expect['Imp']} ft away" in too_far["text"] and "30 ft left" in too_far["text"]


def occupied(played: Played) -> None:
    refused = played.table.refused("occupied", "move", "Oda", to="E5")
    assert sorted(refused["error"]["near"]) == played.expect["near"]


def too_far(played: Played) -> None:
    refused = played.table.refused("too_far", "move", "Oda", to="L2")
    assert f"{played.expect['feet']} ft away" in refused["text"] and f"{played.expect['left']} ft left" in refused["text"]
    assert played.table.send(refused["error"]["try"], "execute_action")["ok"]
    assert places(played.table)["Oda"] == played.expect["reaches"]
    played.did("act", "Oda", act="Dash")
    played.moved(to=played.expect["with_dash"])
    assert places(played.table)["Oda"] == played.expect["with_dash"]


def next_to_a_foe(played: Played) -> None:
    assert f"moves {played.expect['feet']} ft" in played.moved(to="next to Ogre")
    assert places(played.table)["Oda"] == played.expect["at"]


def crawling(played: Played) -> None:
    assert f"moves {played.expect['D5']} ft (10 left), crawling" in played.moved(to="D5", by="crawl")
    refused = played.table.refused("too_far", "move", "Oda", to="E5", by="crawl")
    assert f"{played.expect['E5 more']} ft away" in refused["text"] and "10 ft left" in refused["text"]


def stands_up(played: Played) -> None:
    played.did("act", "Oda", act="Stand Up")
    refused = played.table.refused("too_far", "move", "Oda", to="E5")
    assert f"{played.expect['left']} ft left" in refused["text"]
    assert f"({played.expect['left'] - 10} left)" in played.moved(to="D5")


def large_in_a_gap(played: Played) -> None:
    """A gap of one square costs 5 ft more for each step into and in it."""
    played.did("place", names=["Oda"], to="G9")
    refused = played.table.refused("too_far", "move", "Ogre", to="G4")
    assert "that is 35 ft away for Ogre, and it has 30 ft left" in refused["text"]
    assert "moves 30 ft (0 left)" in played.table.send(refused["error"]["try"], "execute_action")["text"]


# ── who may strike ──────────────────────────────────────────────────────────────────────────────────────────────────


def strikes_before_the_step(played: Played) -> None:
    walks("A5")(played)
    played.did("undo")
    told = played.moved(to="A5")
    assert "as Oda leaves its reach at D5" in told


def leaves_reach_of_10_feet(played: Played) -> None:
    for to in ("C5", "B5"):
        told = played.moved(to=to, dryRun=True)
        assert [name for name in played.who if f"{name} may strike" in told] == played.expect[to]


def carefully(played: Played) -> None:
    told = played.moved(to="I4", careful=True)
    assert f"moves {played.expect['feet']} ft" in told and "may strike" not in told


def provokes_nobody(played: Played) -> None:
    """Who disengages, teleports or is pushed leaves the reach of the orc, which may strike at none of them."""
    assert "may strike" in played.moved(to="A5", dryRun=True)
    told = played.did("cast", "Oda", spell="Misty Step", to="A5", force=True)["text"]
    assert "may strike" not in told and places(played.table)["Oda"] == "A5"
    played.did("undo")
    let(played.table, 20, 1) if played.ruleset == "5.1" else let(played.table, 1)
    told = played.did("act", "Orc", act="Shove", targets=["Oda"], choice="push", force=True)["text"]
    assert "may strike" not in told and places(played.table)["Oda"] == "C5"
    played.did("undo")
    played.did("act", "Oda", act="Disengage")
    assert "may strike" not in played.moved(to="A5")


def falls_where_it_was_struck(played: Played) -> None:
    played.moved(to="A5")
    let(played.table, 20)
    played.did("act", "Orc", act="Opportunity Attack", answer=True)
    assert (places(played.table)["Oda"], played.table.hp("Oda")) == (played.expect["Oda at"], played.expect["hp"])
    acts = snapshot(played.table.game).things["w"].body["fight"]["acts"].values()
    assert sum(done.get("feet", 0) for done in acts) == played.expect["movement spent"]


# ── attacks ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def beyond_reach(played: Played) -> None:
    played.holds("Longsword")
    refused = played.table.refused("beyond_reach", "attack", "Oda", targetName="Orc")
    assert refused["error"]["details"]["feet"] == played.expect["feet"] and refused["error"]["details"]["most"] == played.expect["reach"]
    sent = refused["error"]["try"]["batch"]
    assert [one["operation"] for one in sent] == [one["operation"] for one in played.expect["try"]["batch"]]
    assert played.table.send(refused["error"]["try"], "execute_action")["ok"]
    assert played.seen_by("Oda")["Orc"]["feet"] == 5


def shots(played: Played) -> None:
    played.holds("Shortbow")
    for name in ("Orc 1", "Orc 2"):
        expect = played.expect[name]
        told = played.attacked(name, force=False)
        played.did("undo")
        assert f"with {expect['mode']} ({expect['feet']} ft is beyond 80)" in told
        assert f"with {expect['cover']}".replace(" (", " cover (") in told if "cover" in expect else "cover" not in told
    played.holds("Dagger")
    played.table.refused("beyond_range", "attack", "Vex", targetName="Orc 1", itemName="Dagger", **{"with": ["thrown"]})


def shot_in_close_combat(played: Played) -> None:
    played.holds("Shortbow")
    told = played.attacked("Orc 2")
    assert f"with {played.expect['mode']} ({played.expect['because']}" in told and "with half cover (Orc 1)" in told


def sneak_attack(played: Played) -> None:
    played.holds("Shortbow")
    let(played.table, 19, face=3)
    assert "Rolled 2d6" in played.attacked("Orc", **{"with": ["Sneak Attack"]})
    played.did("undo")
    played.did("place", names=["Oda"], to="M10")
    assert "Sneak Attack does not count" in played.attacked("Orc", **{"with": ["Sneak Attack"]})


def prone_target(played: Played) -> None:
    played.holds("Longsword")
    assert "with advantage" in played.attacked("Orc")
    turn_of(played.table, "Vex")
    played.holds("Shortbow", "Vex")
    told = played.attacked("Orc", "Vex")
    assert "with disadvantage" in told and "with half cover (Oda)" in told


def told_stays_as_it_is(played: Played) -> None:
    """Nobody stands anywhere in a fight that is told: the sword strikes whoever is named, and all is as in a hall that nobody has drawn."""
    answers, worlds = [], []
    for one in (played, Played(played.case, played.ruleset, "told", has_ground=False)):
        one.holds("Longsword")
        answers.append(one.table.send({"operation": "attack", "characterName": "Oda", "targetName": "Orc"}, "execute_action", "full"))
        worlds.append({id: {**thing.body, "ground": None} for id, thing in snapshot(one.table.game).things.items()})
    assert answers[0] == answers[1] and answers[0]["ok"] == played.expect["ok"]
    assert worlds[0] == worlds[1] and not any("spot" in body for body in worlds[0].values())


PLAYS: Final[Mapping[str, Callable[[Played], None]]] = {
    "s01": measured, "s02": measured, "s03": measured, "s04": measured, "s05": measured,
    "s06": catches(spell="Fireball", at="E5/F6"), "s07": bolt_at_a_corner_and_a_middle, "s08": catches(spell="Fireball", at="D5/E6"),
    "s09": catches(spell="Fireball", at="E4/F5"), "s10": catches(spell="Burning Hands", toward="north"),
    "s11": catches(spell="Burning Hands", toward="northeast"), "s12": breath_of_60_feet, "s13": lines_of_100_feet,
    "s14": catches(spell="Lightning Bolt", toward="G3"), "s15": catches(spell="Thunderwave", toward="north"), "s16": catches(spell="Web", at="F4"),
    "s17": catches(spell="Moonbeam", at="E5/F6"), "s18": catches(spell="Spirit Guardians", catch="everyone", choice="radiant"), "s19": catches(act="Wing Attack"),
    "s20": within, "s21": point_out_of_range, "s22": catches(spell="Fireball", catch=["G1"]),
    "s23": catches(spell="Fireball", catch=["G1", "G2", "G3"], spare=["Oda"]), "s24": cannot_spare, "s25": cannot_catch_all,
    "s26": catches(spell="Fireball", catch="enemies"), "s27": catches(spell="Burning Hands", catch=["G1", "G2"], spare=["Oda"]),
    "s28": catches(spell="Lightning Bolt", catch=["G1", "G2", "G3"], spare=["Pip"]),
    "s29": covered, "s30": covered, "s31": covered, "s32": covered, "s33": covered, "s34": covered, "s35": covered, "s36": seen_both_ways,
    "s37": walks("G5"), "s38": walks("F5"), "s39": around_a_corner, "s40": walks("F1"), "s41": hobgoblin_in_a_doorway, "s42": walks("G2"),
    "s43": occupied, "s44": too_far, "s45": next_to_a_foe, "s46": crawling, "s47": stands_up, "s48": large_in_a_gap,
    "s49": strikes_before_the_step, "s50": walks("F4"), "s51": leaves_reach_of_10_feet, "s52": carefully, "s53": provokes_nobody,
    "s54": falls_where_it_was_struck, "s55": beyond_reach, "s56": shots, "s57": shot_in_close_combat, "s58": sneak_attack,
    "s59": prone_target, "s60": told_stays_as_it_is,
}  # fmt: skip


def test_every_case_is_played_or_waits_with_a_reason() -> None:
    assert {*PLAYS} == {*CASES} and {*PLAYED_IN_PART} <= {*PLAYS} and all(PLAYED_IN_PART.values())


@each_row(("id", "ruleset"), [(id, ruleset) for id in PLAYS for ruleset in CASES[id]["rulesets"]])
def test_a_worked_case_at_a_table(id: str, ruleset: Ruleset) -> None:
    PLAYS[id](Played(CASES[id], ruleset, "told" if CASES[id]["area"] == "told" else "measured"))
