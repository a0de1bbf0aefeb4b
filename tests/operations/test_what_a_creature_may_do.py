"""Every flag of the files that forbids a deed, laid on a creature of a real campaign: what it forbids is refused in a fight and outside one, and the
game master forces it; what it makes dearer is noted in a fight (SRD, Incapacitated and the spells and traits named in the files).
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import pytest

import rpg_lite
from rpg_lite.content import rulebook_loading
from rpg_lite.content.rulebook_files import folder
from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of, laid_alike
from tests.operations.table import Table
from tests.rows import each_row

Json = dict[str, Any]
Call = tuple[str, Json]
FORCED = "by force, against a rule"

ATTACK: Final[Call] = ("attack", {"targetName": "Foe"})
STRIKE: Final[Call] = ("act", {"act": "Unarmed Strike", "targets": ["Foe"]})
DODGE: Final[Call] = ("act", {"act": "Dodge"})
DASH: Final[Call] = ("act", {"act": "Dash"})
BONUS: Final[Call] = ("act", {"act": "Second Wind"})
REACTION: Final[Call] = ("act", {"act": "Opportunity Attack", "targets": ["Foe"]})
SPELL: Final[Call] = ("cast", {"spell": "Shocking Grasp", "targets": ["Foe"]})
WAND: Final[Call] = ("use", {"itemName": "Wand of Magic Missiles", "targetName": "Foe"})
FLASK: Final[Call] = ("use", {"itemName": "Alchemist's Fire", "targetName": "Foe"})
POTION: Final[Call] = ("use", {"itemName": "Potion of Healing", "targetName": "Ann"})
RISE: Final[Call] = ("act", {"act": "Stand Up"})
STEP: Final[Call] = ("cast", {"spell": "Misty Step"})

FORBIDDEN: Final[Mapping[str, tuple[Call, ...]]] = {
    "no_actions": (ATTACK, STRIKE, DODGE, SPELL, WAND),
    "no_attacks": (ATTACK, STRIKE, REACTION, SPELL, FLASK),
    "no_bonus_actions": (BONUS, STEP),
    "no_reactions": (REACTION,),
    "no_opportunity_attacks": (REACTION,),
    "no_spells": (SPELL, STEP, WAND),
    "no_casting": (SPELL, STEP, WAND),
    "handles_nothing": (POTION, WAND),
    "dodge_only": (ATTACK, STRIKE, DASH, SPELL, WAND),
    "flees": (ATTACK, STRIKE, SPELL, WAND),
    "only_acts": (DODGE, SPELL, WAND),
    "no_teleport": (STEP,),
}
"""Flag, whole or up to the colon → the calls that it makes impossible."""
UNFORCED: Final = frozenset({("handles_nothing", "use")})
"""Mist uses nothing, whoever says so: the thing is not there to be used."""
ALLOWED: Final[Mapping[str, Call]] = {
    "no_actions": BONUS,
    "no_attacks": DODGE,
    "no_bonus_actions": DODGE,
    "no_reactions": DODGE,
    "no_opportunity_attacks": ATTACK,
    "no_spells": ATTACK,
    "no_casting": ATTACK,
    "handles_nothing": DODGE,
    "dodge_only": DODGE,
    "flees": DASH,
    "only_acts": DASH,
    "no_teleport": ATTACK,
}
"""Flag → a call that it leaves possible."""
DEARER: Final = frozenset({"one_attack", "action_or_bonus_action", "only_one_of_move_action_bonus_action", "must_flee"})
CODES: Final = frozenset({"cannot_act", "cannot_attack", "cannot_teleport"})


def laid(ruleset: Ruleset) -> Game:
    """Ann can do everything that a flag may forbid."""
    game = rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1)
    table = Table(game)
    table.did(
        "create",
        name="Ann",
        character={"classes": ["fighter 5", "wizard 5"], "abilities": {"str": 16, "int": 18}, "hpMax": 90, "party": True},
    )
    table.did("update", "Ann", character={"hp": 40})
    table.did("create", name="Foe", character={"hpMax": 500, "modifiers": [{"target": "ac", "op": "add", "value": -20}]})
    for thing in ("Wand of Magic Missiles", "Potion of Healing", "Alchemist's Fire"):
        table.did("give", "Ann", template=thing)
    table.did("equip", "Ann", itemName="Wand of Magic Missiles")
    return game


@laid_alike
def table_of(ruleset: Ruleset) -> Table:
    return Table(copy_of(laid, ruleset))


def lay(table: Table, name: str, flag: str, who: str = "Ann") -> None:
    table.did("act", "Foe", act=name, targets=[who], steps=[{"apply": {"name": name, "flags": [flag]}, "for": "1 hour"}])


def fight(table: Table, first: str = "Ann") -> None:
    other = "Foe" if first == "Ann" else "Ann"
    table.did("start_fight", names=["Ann", "Foe"], d20={first: 20, other: 1})


# ── the entries of the files ────────────────────────────────────────────────────────────────────────────────────────────


class Entry(NamedTuple):
    name: str
    flag: str


def entries() -> Iterator[Entry]:
    """Everything in the files that grants one of these flags, once for each name that it has there."""
    for part in ("data", "items"):
        for file in sorted(folder(part).rglob("*.json")):
            if not file.name.endswith(".schema.json"):
                yield from _within(json.loads(file.read_text("utf-8")), "")


def _within(node: Any, name: str) -> Iterator[Entry]:
    if isinstance(node, dict):
        name = str(node.get("name") or name)
        flags = [f for f in node.get("flags") or () if isinstance(f, str)]
        rows = node.get("modifiers") or ()
        flags += [str(m.get("value")) for m in rows if isinstance(m, dict) and m.get("target") == "flag" and not m.get("scope")]
        yield from (Entry(name, flag) for flag in flags if head(flag) in FORBIDDEN or flag in DEARER)
    for inner in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from _within(inner, name)


def head(flag: str) -> str:
    return flag.partition(":")[0]


ENTRIES: Final = sorted(set(entries()))


def test_every_flag_here_is_in_the_files() -> None:
    assert {head(entry.flag) for entry in ENTRIES} == FORBIDDEN.keys() | DEARER
    assert ALLOWED.keys() == FORBIDDEN.keys()


# ── what is refused ─────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row("ruleset, call", [(r, call) for r in RULESETS for call in {str(c): c for calls in FORBIDDEN.values() for c in calls}.values()])
def test_without_a_flag_each_call_is_played(ruleset: Ruleset, call: Call) -> None:
    table = table_of(ruleset)
    table.did(call[0], "Ann", **call[1])
    table = table_of(ruleset)
    fight(table)
    assert FORCED not in table.did(call[0], "Ann", force=True, **call[1])["text"]


@each_row("ruleset, entry", [(r, entry) for r in RULESETS for entry in ENTRIES if head(entry.flag) in FORBIDDEN])
def test_what_a_flag_forbids_is_refused_in_a_fight_and_outside_one(ruleset: Ruleset, entry: Entry) -> None:
    table = table_of(ruleset)
    lay(table, entry.name, entry.flag)
    for is_in_a_fight in (False, True):
        before = table.now
        for operation, fields in FORBIDDEN[head(entry.flag)]:
            answer = table.ask(operation, "Ann", **fields)
            assert not answer["ok"] and answer["error"]["code"] in CODES, (operation, fields, answer["text"])
        assert table.now == before
        if not is_in_a_fight:
            fight(table)
    operation, fields = ALLOWED[head(entry.flag)]
    assert FORCED not in table.did(operation, "Ann", **fields)["text"]


@each_row("ruleset, flag, call", [
    (r, flag, call) for r in RULESETS for flag, calls in FORBIDDEN.items() for call in calls if (flag, call[0]) not in UNFORCED
])  # fmt: skip
def test_the_game_master_forces_it_and_the_answer_says_so(ruleset: Ruleset, flag: str, call: Call) -> None:
    operation, fields = call
    table = table_of(ruleset)
    lay(table, "Something", f"{flag}:dash" if flag == "only_acts" else flag)
    assert FORCED in table.did(operation, "Ann", force=True, **fields)["text"]


@each_row("ruleset, name, flag", [
    (r, effect.name, str(m.value))
    for r in RULESETS
    for effect in {e.name: e for e in rulebook_loading.rulebook(r).effects.values()}.values()
    for m in effect.modifiers
    if m.target == "flag" and head(str(m.value)) in FORBIDDEN
])  # fmt: skip
def test_the_effects_that_are_applied_by_name_forbid_it_too(ruleset: Ruleset, name: str, flag: str) -> None:
    table = table_of(ruleset)
    table.did("apply", "Ann", effect=name)
    for operation, fields in FORBIDDEN[head(flag)]:
        answer = table.ask(operation, "Ann", **fields)
        assert not answer["ok"] and answer["error"]["code"] in {*CODES, "cannot_speak"}, (operation, fields, answer["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_is_readied_takes_the_reaction(ruleset: Ruleset) -> None:
    table = table_of(ruleset)
    fight(table)
    table.did("act", "Ann", act="Ready")
    table.did("next_turn")
    lay(table, "Slow", "no_reactions")
    assert "no reactions" in table.refused("cannot_act", "attack", "Ann", targetName="Foe")["text"]


# ── what is noted ───────────────────────────────────────────────────────────────────────────────────────────────────────


TURNS: Final[Mapping[str, tuple[tuple[Call, Call], ...]]] = {
    "one_attack": ((ATTACK, ATTACK),),
    "action_or_bonus_action": ((DODGE, BONUS), (BONUS, DODGE), (BONUS, ATTACK)),
    "only_one_of_move_action_bonus_action": ((DODGE, BONUS), (BONUS, ATTACK), (DODGE, RISE), (RISE, DODGE), (RISE, BONUS), (RISE, ATTACK)),
}
"""Flag → pairs of calls of which the second exceeds the turn."""


@each_row("ruleset, flag, pair", [(r, flag, pair) for r in RULESETS for flag, pairs in TURNS.items() for pair in pairs])
def test_without_a_flag_a_turn_holds_both(ruleset: Ruleset, flag: str, pair: tuple[Call, Call]) -> None:
    table = prone(ruleset)
    fight(table)
    assert beyond(table, *pair) == 0


@each_row("ruleset, entry", [(r, entry) for r in RULESETS for entry in ENTRIES if entry.flag in TURNS])
def test_what_a_turn_does_not_hold_is_noted_in_a_fight_only(ruleset: Ruleset, entry: Entry) -> None:
    for pair in TURNS[entry.flag]:
        table, peace = prone(ruleset), prone(ruleset)
        for one in (table, peace):
            lay(one, entry.name, entry.flag)
        fight(table)
        assert beyond(table, *pair) == 1, pair
        assert beyond(peace, *pair) == 0, pair


def prone(ruleset: Ruleset) -> Table:
    table = table_of(ruleset)
    table.did("apply", "Ann", condition="prone")
    return table


def beyond(table: Table, first: Call, then: Call) -> int:
    """The number of notes of the second call about the turn."""
    table.did(first[0], "Ann", **first[1])
    text = str(table.did(then[0], "Ann", **then[1])["text"])
    return text.count("has already used its") + text.count("That is attack 2")


@each_row("ruleset, entry", [(r, entry) for r in RULESETS for entry in ENTRIES if entry.flag == "must_flee"])
def test_flight_is_noted_in_a_fight(ruleset: Ruleset, entry: Entry) -> None:
    table = table_of(ruleset)
    lay(table, entry.name, entry.flag)
    assert "must Dash away" not in table.did("attack", "Ann", targetName="Foe")["text"]
    fight(table)
    assert "must Dash away" in table.did("attack", "Ann", targetName="Foe")["text"]


ASIDE: Final[tuple[tuple[str, Call], ...]] = (
    ("no_actions", ("search", {"dc": 10})),
    ("flees", ("search", {"dc": 10})),
    ("dodge_only", ("search", {"dc": 10})),
    ("only_acts:dash", ("search", {"dc": 10})),
    ("handles_nothing", ("unequip", {"itemName": "Wand of Magic Missiles"})),
)
UNABLE: Final = "Ann cannot act, so somebody else must do this"


@each_row("ruleset, flag, call", [(r, flag, call) for r in RULESETS for flag, call in ASIDE])
def test_what_takes_the_action_and_is_no_act_is_noted(ruleset: Ruleset, flag: str, call: Call) -> None:
    plain, under = table_of(ruleset), table_of(ruleset)
    lay(under, "Something", flag)
    for table in (plain, under):
        fight(table)
        assert (UNABLE in table.did(call[0], "Ann", **call[1])["text"]) == (table is under)


@each_row("ruleset, word, ends", [(r, word, word != "flee") for r in RULESETS for word in ("halt", "grovel", "drop", "flee")])
def test_a_command_that_ends_the_turn_leaves_no_act_in_it(ruleset: Ruleset, word: str, ends: bool) -> None:
    """SRD, Command: whoever grovels or drops what it holds ends its turn; whoever flees spends it moving away."""
    table = table_of(ruleset)
    table.did("create", name="Bran", character={"classes": ["cleric 5"], "party": False})
    table.did("start_fight", names=["Bran", "Ann"], d20={"Bran": 20, "Ann": 1})
    table.did("cast", "Bran", spell="Command", targets=["Ann"], choice=word, d20=[1])
    table.did("next_turn")
    for operation, fields in (DODGE, ATTACK, BONUS) if ends else ():
        table.refused("cannot_act", operation, "Ann", **fields)
    if not ends:
        assert "must Dash away" in table.did("attack", "Ann", targetName="Foe")["text"]
    table.did("next_turn")
    table.did("next_turn")
    assert "must Dash away" not in table.did("attack", "Ann", targetName="Foe")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_changes_an_own_roll_and_takes_no_action_is_open_to_the_incapacitated(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", template="Vampire")
    table.did("apply", "Vampire", condition="paralyzed")
    assert "Vampire (Legendary Resistance)" in table.did("save", "Vampire", ability="wis", dc=40)["text"]
    assert "succeeds" in table.did("act", "Vampire", act="Legendary Resistance", answer=True)["text"]
    table.refused("cannot_act", "act", "Vampire", act="Dash")
