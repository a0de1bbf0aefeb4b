"""Law of players: two fights that differ only in what a hero cannot see answer its player alike until the hero touches it."""

import json
import re
from functools import cache
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from rpg_lite.game import Game
from rpg_lite.rules import dice
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import copy_of
from tests.examples import examples, seconds
from tests.operations.crypts import ANN, GOBLIN, fought, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import TOOL_OF, Answer, Table

pytestmark = pytest.mark.timeout(seconds())
Json = dict[str, Any]
SQUARES: Final = {"Oda": "C5", "Pip": "B9", "Ogre": "H6", "Goblin_1": "K1", "Goblin_2": "L10"}
SEEN: Final = ("Oda", "Pip", "Ogre", "Goblin 1", "Goblin 2")
UNSEEN: Final = ("Lurker", "Shade", "Sneak")
"""An ogre that hides, an invisible goblin that nobody has noticed, neither of them in the fight, and a goblin in the fight that hides."""


def opened(ruleset: Ruleset) -> Game:
    table = fought(ruleset)
    for name, template in (("Lurker", "Ogre"), ("Shade", GOBLIN[ruleset]), ("Sneak", GOBLIN[ruleset])):
        table.did("create", name=name, template=template, roomName="Crypt")
    put(table, **SQUARES)
    put(table, Lurker="K8", Shade="A1", Sneak="A10")
    table.did("apply", "Shade", condition="invisible")
    table.did("start_fight", names=["Sneak"])
    for name in ("Lurker", "Sneak"):
        let(table, 20).did("act", name, act="Hide", force=True)
    for hand in ("Longsword", "Longbow"):
        table.did("give", "Oda", item=hand)
    table.did("give", "Oda", item="Arrow", quantity=20)
    turn_of(table, "Oda")
    table.roll_with(dice.roller(1))
    return table.game


@cache
def _names(places: tuple[str, ...] = SEEN) -> st.SearchStrategy[str]:
    return st.sampled_from((*places, "altar", "pillar", "south"))


squares = st.builds(lambda column, row: f"{column}{row}", st.sampled_from("ABCDEFGHIJKLM"), st.integers(1, 11))
inner = st.builds(lambda column, row: f"{column}{row}", st.sampled_from("ABCDEFGHIJKL"), st.integers(1, 10))
features = st.builds(
    lambda word, at: {"is": word, "at": at, "hidden": True, **({"ft": 20} if word in ("pit", "ledge") else {})},
    st.sampled_from(("wall", "pillar", "furniture", "low_wall", "difficult", "pit", "arrow_slit", "deep_water")),
    inner,
)
secrets = st.fixed_dictionaries({"at": st.fixed_dictionaries({name: inner for name in UNSEEN}), "features": st.lists(features, max_size=3)})
words = st.one_of(
    squares,
    st.builds(
        lambda form, who, other: form.format(who, other),
        st.sampled_from((
            "{}", "next to {}", "in reach of {}", "toward {}", "away from {}", "cover from {}", "out of sight of {}", "20 ft from {}", "within 10 ft of {}",
            "10 ft north of {}", "behind {}", "behind {} from {}", "between {} and {}", "next to {} with cover",
        )),
        _names(), _names(),
    ),
)  # fmt: skip
moves = st.fixed_dictionaries(
    {"operation": st.just("move"), "characterName": st.just("Oda")},
    optional={"careful": st.just(True), "by": st.sampled_from(("walk", "jump", "crawl"))},
)
walks = st.one_of(
    st.builds(lambda move, to: {**move, "to": to}, moves, words),
    st.builds(lambda move, path: {**move, "path": path}, moves, st.sampled_from((["D5", "E5", "F4"], ["C6", "C7"], ["D4", "D3"], ["B4"]))),
)
targets = st.sampled_from(SEEN[1:])
strikes = st.builds(lambda who: {"operation": "attack", "characterName": "Oda", "targetName": who}, targets)
shoves = st.builds(
    lambda who, die: {"operation": "act", "characterName": "Oda", "act": "Shove", "targets": [who], "choice": "push", "d20": [die]},
    targets, st.sampled_from((1, 20)),
)  # fmt: skip
hands = st.builds(lambda hand: {"operation": "equip", "characterName": "Oda", "itemName": hand}, st.sampled_from(("Longsword", "Longbow")))
reads = st.sampled_from((
    {"operation": "where", "characterName": "Oda"}, {"operation": "where"}, {"operation": "map", "ground": True}, {"operation": "look"},
    {"operation": "who"}, {"operation": "exits", "characterName": "Oda"}, {"operation": "context"},
))  # fmt: skip
trials = st.builds(lambda deed: {**deed, "dryRun": True}, st.one_of(walks, walks, strikes, shoves))
deeds = st.one_of(reads, trials, trials, trials, walks, strikes, shoves, hands)


def world_with(game: Game, hidden: Json) -> Table:
    """The fight with these secrets, as far as they fit."""
    table = let(Table(game), 12, face=3)
    for name, at in hidden["at"].items():
        table.ask("place", names=[name], to=at)
    for feature in hidden["features"]:
        room(table, bagName="Crypt", ground={"features": [feature]})
    return table


def asked(table: Table, deed: Json) -> Answer:
    return table.game.ask(deed, TOOL_OF[deed["operation"]], "full", ANN)


def told(answer: Answer) -> Json:
    """The answer without the count of commands, which the game master's own may have moved."""
    whole: Json = json.loads(re.sub(r"\brev \d+", "rev", json.dumps(answer)))
    return {key: value for key, value in whole.items() if key != "rev"}


@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(60), deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate])
@given(first=secrets, second=secrets, played=st.lists(deeds, min_size=3, max_size=8))
def test_what_a_hero_cannot_see_changes_no_answer_until_it_is_touched(
    ruleset: Ruleset, first: Json, second: Json, played: list[Json]
) -> None:
    hold_alike(ruleset, first, second, played)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
@settings(max_examples=examples(250), deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.explicit, Phase.generate])
@given(first=secrets, second=secrets, played=st.lists(deeds, min_size=3, max_size=8))
def test_the_same_in_many_more_fights(ruleset: Ruleset, first: Json, second: Json, played: list[Json]) -> None:
    hold_alike(ruleset, first, second, played)


def hold_alike(ruleset: Ruleset, first: Json, second: Json, played: list[Json]) -> None:
    """Play these deeds in both fights. Examples are not shrunk: each is short, and two fights take a while."""
    with copy_of(opened, ruleset) as one, copy_of(opened, ruleset) as other:
        tables = world_with(one, first), world_with(other, second)
        for deed in played:
            answers = [told(asked(table, deed)) for table in tables]
            for answer in answers:
                assert not any(name in str(answer) for name in UNSEEN[:2]), (deed, answer)
            if is_touch(deed, answers, [*first["features"], *second["features"]]):
                return
            assert answers[0] == answers[1], (first, second, deed, answers[0]["text"], answers[1]["text"])


def is_touch(deed: Json, answers: list[Answer], hidden: list[Json]) -> bool:
    """Whether the hero has met what it could not see: something stopped its walk or lay on its way, hindered or stopped its blow, or met whom it pushed."""
    if deed.get("dryRun") or answers[0] == answers[1]:
        return False
    trodden = {square for answer in answers if answer["ok"] for square in answer["results"][0].get("move", {}).get("way", ())}
    is_met = any("Something unseen" in answer["text"] for answer in answers) or not trodden.isdisjoint(one["at"] for one in hidden)
    is_met |= any("something stops it" in answer["text"] or " falls " in answer["text"] for answer in answers)
    return is_met or deed["operation"] == "attack"
