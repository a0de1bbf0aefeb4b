"""The same fight told and measured, with the same dice: while everybody stands where the telling has them, no answer differs."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import pytest

from rpg_lite.rules import dice
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.world_model import World
from tests.copies import begun
from tests.operations.table import TOOL_OF, Answer, Table

Json = dict[str, Any]
DEEDS: Final = 60
SCORES: Final = {"str": 16, "dex": 16, "con": 14, "int": 16, "wis": 16, "cha": 10}
HEROES: Final = {"Oda": "fighter", "Pip": "rogue", "Elara": "wizard", "Bran": "cleric"}
GEAR: Final = (("Oda", "Longsword"), ("Oda", "Shield"), ("Pip", "Shortbow"), ("Bran", "Mace"))
FOES: Final = {"Ogre": "Ogre", "Wolf": "Wolf", "Bandit 1": "Bandit", "Bandit 2": "Bandit", "Skeleton": "Skeleton"}
LARGE: Final = frozenset(("Ogre",))
HELPED_BY_FRIENDS: Final = frozenset(("Pip", "Wolf"))
"""Those whose deeds ask for an ally beside the target: Sneak Attack, Pack Tactics."""
NEAR, FAR = 5, 30
_ROW: Final = 30
_IDLE: Final = re.compile(r" The turn of (\w+) ends, and \1 has done nothing in it: undo, if it was still to act\.")
"""What only the answers of a measured fight say of a turn that passes."""


@dataclass(frozen=True)
class Deed:
    """A deed of one creature against or for another. `feet`: how far apart the two stand; `friend`: who stands beside the target."""

    who: str
    target: str | None
    sent: Json
    feet: int = NEAR
    friend: str | None = None


class Fights:
    """One fight in two campaigns, which roll the same dice: told, and measured."""

    def __init__(self, ruleset: Ruleset, seed: int) -> None:
        self.random = random.Random(seed)
        self.told, self.measured = Table(begun(ruleset)), Table(begun(ruleset))
        for table in (self.told, self.measured):
            for name, of in HEROES.items():
                table.did("create", name=name, character={"abilities": SCORES, "classes": {of: 5}, "party": True})
            for name, item in GEAR:
                table.did("give", name, template=item, equip=True)
            table.did("give", "Pip", template="Arrow", quantity=50)
            for name, template in FOES.items():
                table.did("create", name=name, template=template, character={"hpMax": 40})
            table.roll_with(dice.roller(seed))
        for table, space in ((self.told, "told"), (self.measured, "measured")):
            table.did("start_fight", names=["party", *FOES], space=space)

    @property
    def world(self) -> World:
        now = self.told.now
        return World(self.told.game.campaign, now.things, now.worn, exits=now.exits)

    def standing(self) -> list[str]:
        """Those who are not at 0 hit points."""
        return [name for name in (*HEROES, *FOES) if not thing_stats.is_dead(thing := self.told.thing(name)) and thing.creature.hp]

    def acting(self) -> str | None:
        world = self.world
        id = combat.acting(world)
        return world.things[id].name if id in world.things else None

    # ── what is played ──────────────────────────────────────────────────────────────────────────────────────────

    def deed(self) -> Deed:
        """A deed of whoever has the turn, or the end of the turn."""
        who, up = self.acting(), self.standing()
        if who is None or who not in up or self.random.random() < 0.25:
            return Deed(who or "", None, {"operation": "next_turn"})
        ours = who in HEROES
        foes = [name for name in up if (name in HEROES) != ours]
        friends = [name for name in up if (name in HEROES) == ours and name != who]
        if not foes:
            return Deed(who, None, {"operation": "next_turn"})
        target = self.random.choice(foes)
        friend = self.random.choice([None, *friends])
        mine: list[Callable[[], Deed]] = [
            lambda: _at(who, target, self.random.choice(_ACTS[who]), friend),
            lambda: _at(who, target, self.random.choice(_ACTS[who]), friend),
            lambda: self.alone(who),
        ]
        if ours:
            mine += [
                lambda: Deed(
                    who, target, {"operation": "attack", "targetName": target, **_OF_ATTACKS.get(who, {})}, _REACH.get(who, NEAR), friend
                )
            ]
        if who in _FOR_OTHERS and (hurt := [name for name in HEROES if self.told.hp(name) < 30 and name != who]):
            mine += [
                lambda: Deed(who, helped := self.random.choice(hurt), {**self.random.choice(_FOR_OTHERS[who]), "targets": [helped]}, NEAR)
            ]
        return self.random.choice(mine)()

    def alone(self, who: str) -> Deed:
        is_prone = any(entry.name == "prone" for entry in self.told.thing(who).creature.conditions)
        return Deed(who, None, {"operation": "act", "act": "Stand Up" if is_prone else self.random.choice(_ALONE)})

    def play(self, deed: Deed) -> None:
        """Put everybody where the telling has them, and send the deed to both."""
        has_friend = deed.friend is not None and deed.who in HELPED_BY_FRIENDS
        if deed.target is not None:
            self.put(deed)
            self.told.did("tell", text="They stand so.")
        words = [*deed.sent.get("with", ()), *(["ally_near"] if has_friend else [])]
        told = {**deed.sent, **({"with": words} if words else {})}
        one, other = (_ask(table, deed, sent) for table, sent in ((self.told, told), (self.measured, deed.sent)))
        assert one["ok"] == other["ok"], (told, one["text"], other["text"])
        if not one["ok"]:
            assert one["error"]["code"] == other["error"]["code"], (told, one["text"], other["text"])
            return
        assert _without_words(one) == _without_words(other), (told, one["text"], other["text"])
        assert _bodies(self.told) == _bodies(self.measured), deed

    def put(self, deed: Deed) -> None:
        """The two where the deed has them, the friend beside the target, all others far off, nobody between."""
        spots = {name: f"{column}{2 + 3 * n}" for column, names in (("B", HEROES), ("BE", FOES)) for n, name in enumerate(names)}
        west = 30
        east = west + (2 if deed.who in LARGE else 1) + (deed.feet - NEAR) // 5
        here = {deed.who: _square(west, _ROW)}
        if deed.target is not None and deed.target != deed.who:
            here[deed.target] = _square(east, _ROW)
        if deed.friend not in (None, deed.who, deed.target):
            here[str(deed.friend)] = _square(east, _ROW - (2 if deed.friend in LARGE else 1))
        placed = [*spots.items(), *here.items()]
        batch = [
            {"operation": "place", "names": [name], "to": at} for name, at in placed if not thing_stats.is_dead(self.measured.thing(name))
        ]
        answer = self.measured.send({"batch": batch}, "execute_action")
        assert answer["ok"], answer["text"]


_ACTS: Final[dict[str, list[tuple[Json, int]]]] = {
    "Oda": [({"operation": "act", "act": "Shove", "choice": "prone"}, NEAR), ({"operation": "act", "act": "Unarmed Strike"}, NEAR)],
    "Pip": [({"operation": "act", "act": "Unarmed Strike"}, NEAR)],
    "Elara": [
        ({"operation": "cast", "spell": "Fire Bolt"}, FAR),
        ({"operation": "cast", "spell": "Ray of Frost"}, FAR),
        ({"operation": "cast", "spell": "Magic Missile"}, FAR),
        ({"operation": "cast", "spell": "Shocking Grasp"}, NEAR),
        ({"operation": "cast", "spell": "Hold Person"}, FAR),
    ],
    "Bran": [
        ({"operation": "cast", "spell": "Sacred Flame"}, FAR),
        ({"operation": "cast", "spell": "Guiding Bolt"}, FAR),
        ({"operation": "cast", "spell": "Inflict Wounds"}, NEAR),
        ({"operation": "cast", "spell": "Command", "choice": "grovel"}, FAR),
    ],
    "Ogre": [({"operation": "act", "act": "Greatclub"}, NEAR), ({"operation": "act", "act": "Javelin (ranged)"}, FAR)],
    "Wolf": [({"operation": "act", "act": "Bite"}, NEAR)],
    "Bandit 1": [({"operation": "act", "act": "Scimitar"}, NEAR), ({"operation": "act", "act": "Light Crossbow"}, FAR)],
    "Bandit 2": [({"operation": "act", "act": "Scimitar"}, NEAR), ({"operation": "act", "act": "Light Crossbow"}, FAR)],
    "Skeleton": [({"operation": "act", "act": "Shortsword"}, NEAR), ({"operation": "act", "act": "Shortbow"}, FAR)],
}
_OF_ATTACKS: Final[dict[str, Json]] = {"Pip": {"with": ["Sneak Attack"]}}
_REACH: Final = {"Pip": FAR}
_FOR_OTHERS: Final[dict[str, list[Json]]] = {
    "Bran": [
        {"operation": "cast", "spell": "Cure Wounds"},
        {"operation": "cast", "spell": "Healing Word"},
        {"operation": "cast", "spell": "Bless"},
    ]
}
_ALONE: Final = ("Dodge", "Dash", "Disengage")


def _at(who: str, target: str, act: tuple[Json, int], friend: str | None) -> Deed:
    return Deed(who, target, {**act[0], "targets": [target]}, act[1], friend)


def _square(column: int, row: int) -> str:
    """The square of a column counted from 0 and a row counted from 1: `_square(30, 30)` is AE30."""
    return f"{chr(64 + column // 26) if column >= 26 else ''}{chr(65 + column % 26)}{row}"


def _ask(table: Table, deed: Deed, sent: Json) -> Answer:
    own = {} if sent["operation"] == "next_turn" else {"characterName": deed.who}
    return table.send({**own, **sent}, TOOL_OF[sent["operation"]], "full")


_OF_WORDS: Final = (
    "Only the table knows: ally_near (key: with).",
    "Nothing here depends on ally_near.",
    "Half and three-quarters cover give no bonus to this save.",
    "Cover gives no bonus to this save.",
)
"""What only one who tells of places is told: that a word is missing, that it changed nothing, and what squares see to."""


def _without_words(answer: Answer) -> Answer:
    """The answer without those sentences, and without what only the data of a measured fight has: feet left, squares, facts of space."""
    text, results = answer["text"], []
    for sentence in _OF_WORDS:
        text = text.replace(f" {sentence}", "")
    text = _IDLE.sub("", text)
    for result in answer["results"]:
        notes = [note for note in result.get("notes", ()) if note not in _OF_WORDS and not _IDLE.fullmatch(f" {note}")]
        turn = {key: value for key, value in result.get("turn", {}).items() if key != "movement"}
        targets = [{key: value for key, value in one.items() if key != "facts"} for one in result.get("targets", ())]
        of_space = {
            "notes": notes,
            "turn": turn,
            "targets": [one for one in targets if one.keys() > {"name"}],
            "at": None,
            "standing": None,
            "say": [said for said in result.get("say", ()) if said not in _OF_WORDS],
        }
        results.append({**result, **of_space})
    return {**answer, "text": text.partition("\n")[0], "results": results}  # where somebody stands is on a line of its own


def _bodies(table: Table) -> dict[str, Any]:
    """All that is known of everything but where it stands and what was told."""
    things = table.now.things.values()
    return {one.id: {key: value for key, value in one.body.items() if key != "spot"} for one in things if one.kind in ("character", "item")}


SEEDS: Final = [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seed", SEEDS)
def test_what_differs_between_a_told_and_a_measured_fight_is_space_alone(ruleset: Ruleset, seed: int) -> None:
    fights = Fights(ruleset, seed)
    for _ in range(DEEDS):
        fights.play(fights.deed())
    assert fights.told.rev == fights.measured.rev
