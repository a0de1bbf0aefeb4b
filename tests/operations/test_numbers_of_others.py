"""Nobody but the game master learns the armor class, the hit points or the DCs of creatures outside the party, in any answer.

The villain's numbers occur nowhere else at this table: AC 91, spell save DC 93, a DC 37, passive Perception 95, hit points between 7,500 and 7,999.
"""

import json
import re
from typing import Any, Final

from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.operations.role_table import operations_for
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, copy_of
from tests.examples import examples
from tests.operations.dice import falling
from tests.operations.table import TOOL_OF, Table
from tests.rows import each_row

SECRET: Final = re.compile(r"(?<![\d.])(91|93|95|7[5-9]\d\d)(?!\d)|DC 37|\"dc\": 37")
PLAYER: Final = Caller("player", characters=("Mira", "Bran"))
ALOUD: Final = Caller("gm", aloud=True)
Deed = dict[str, Any]

VILLAIN: Final[Deed] = {
    "classes": ["wizard 5"], "party": False, "hpMax": 7900, "abilities": {"str": 16, "int": 16},
    "acts": [
        {"name": "Howl", "cost": "action", "targets": "any", "steps": [{"save": "wis", "dc": 93, "fail": [{"apply": {"name": "Howled", "conditions": ["frightened"]}, "for": "1 minute", "ends": ["save:turn_end"]}]}]},
        {"name": "Roar", "cost": "free", "targets": "any", "steps": [{"check": "athletics", "dc": 93, "fail": [{"damage": "3", "type": "thunder"}]}]},
    ],
    "modifiers": [
        {"target": "ac", "op": "raise_to", "value": 91},
        {"target": "spell_save_dc", "op": "add", "value": 79},
        {"target": "skill.perception", "op": "add", "value": 85},
    ],
}  # fmt: skip
MIRA: Final[Deed] = {"classes": ["wizard 5"], "abilities": {"int": 16, "dex": 14}, "party": True}
BRAN: Final[Deed] = {"classes": ["fighter 5", "cleric 5"], "abilities": {"str": 16, "wis": 16}, "party": True}


def _table(ruleset: Ruleset) -> Game:
    table = Table(begun(ruleset))
    for name, character in (("Mira", MIRA), ("Bran", BRAN), ("Snurl", VILLAIN)):
        table.did("create", name=name, character=character)
    for name in ("Bran", "Snurl"):
        table.did("give", name, template="Longsword", equip=True)
    table.did("give", "Mira", template="Potion of Healing")
    assert "AC 91, HP 7900/7900" in table.did("character", "Snurl")["text"]
    table.did("start_fight", names=["party", "Snurl"])
    return table.game


def _of(who: str, operation: str, **fields: Any) -> Deed:
    return {"characterName": who, "operation": operation, **fields}


MASTER: Final = [
    _of("Snurl", "attack", targetName="Mira"),
    _of("Snurl", "cast", spell="Hold Person", targets=["Bran"], force=True),
    _of("Snurl", "cast", spell="Fireball", targets=["Mira", "Bran"], force=True),
    _of("Snurl", "cast", spell="Web", targets=["Mira"], force=True),
    _of("Snurl", "act", act="Howl", targets=["Mira", "Bran"]),
    _of("Snurl", "act", act="Roar", targets=["Bran"]),
    _of("Snurl", "act", act="Grapple", targets=["Bran"]),
    _of("Snurl", "act", act="Hide"),
    _of("Snurl", "act", act="Dodge"),
    _of("Snurl", "save", ability="dex", dc=37),
    _of("Snurl", "check", skill="perception", dc=37),
    _of("Snurl", "damage", amount=11, damageType="fire"),
    _of("Snurl", "heal", amount=4),
    _of("Mira", "save", ability="dex", dc=12),
    _of("Snurl", "apply", condition="prone"),
    _of("Snurl", "apply", effect="Mage Armor"),
    {"operation": "next_turn"},
]
PLAYERS: Final = [
    _of("Bran", "attack", targetName="Snurl"),
    _of("Bran", "attack", targetName="Snurl", dryRun=True),
    _of("Mira", "cast", spell="Fire Bolt", targets=["Snurl"]),
    _of("Mira", "cast", spell="Magic Missile", targets=["Snurl"]),
    _of("Mira", "cast", spell="Fireball", targets=["Snurl"]),
    _of("Mira", "cast", spell="Fireball", targets=["Snurl"], dryRun=True),
    _of("Mira", "cast", spell="Hold Person", targets=["Snurl"]),
    _of("Mira", "cast", spell="Sleep", targets=["Snurl"]),
    _of("Bran", "cast", spell="Guiding Bolt", targets=["Snurl"]),
    _of("Bran", "cast", spell="Bless", targets=["Bran", "Mira"]),
    _of("Bran", "cast", spell="Cure Wounds", targets=["Snurl"]),
    *(_of("Bran", "act", act=act, targets=["Snurl"], choice="prone") for act in ("Grapple", "Shove", "Unarmed Strike", "Stabilize", "Escape")),
    _of("Mira", "act", act="Hide"),
    _of("Mira", "act", act="Help", targets=["Snurl"], choice="attack"),
    _of("Mira", "act", act="enter", zone="Web"),
    _of("Mira", "act", act="No Such Act"),
    _of("Mira", "check", skill="perception"),
    _of("Bran", "check", skill="athletics"),
    _of("Bran", "check", skill="stealth", against="perception", targetName="Snurl"),
    _of("Bran", "check", skill="stealth", against="perception", targetName="Snurl", dryRun=True),
    _of("Mira", "save", ability="dex"),
    *(_of("Mira", "end", spell=spell) for spell in ("Hold Person", "Web", "concentration")),
    _of("Snurl", "end", spell="Web"),
    *(_of("Mira", "near", **{key: ["Snurl"]}) for key in ("names", "apart")),
    _of("Mira", "near"),
    *(_of(who, "move", to="C4") for who in ("Mira", "Bran", "Snurl")),
    *(_of(who, "where") for who in ("Mira", "Snurl")),
    {"operation": "where"},
    _of("Mira", "use", itemName="Potion of Healing"),
    _of("Mira", "use", itemName="Potion of Healing", targetName="Snurl"),
    {"operation": "next_turn"},
    {"operation": "roll", "dice": "2d6"},
    *(_of(who, operation) for who in ("Mira", "Bran", "Snurl") for operation in ("character", "inventory", "view", "prepare")),
    *({"operation": o} for o in ("party", "context", "recap", "who", "look", "exits", "rooms", "journal", "map")),
    *({"operation": "lookup", "query": q} for q in ("Snurl", "Howl", "Fireball")),
    _of("Mira", "transfer", itemName="Potion of Healing", toCharacterName="Snurl"),
    {"batch": [_of("Bran", "attack", targetName="Snurl"), _of("Mira", "check", skill="arcana")]},
]  # fmt: skip
UNTRIED: Final = frozenset(
    "item disarm equip unequip attune unattune exchange buy sell go open close lock unlock route say note decide idea milestone quests".split()
)
"""Operations of players that neither name a creature nor its numbers."""


def tool_of(deed: Deed) -> str:
    return TOOL_OF[deed["operation"] if "operation" in deed else deed["batch"][0]["operation"]]


def told(answer: Any) -> list[str]:
    """The secrets in an answer, but for ids, tags and revs."""
    return SECRET.findall(re.sub(r'"(?:id|rev|atRev|tag)": [^,}\]]*', "", json.dumps(answer, ensure_ascii=False)))


def test_every_operation_of_a_player_is_tried_here() -> None:
    theirs = {o for tool in TOOLS for o in operations_for("player", operations(tool))}
    tried = {d["operation"] for d in PLAYERS if "operation" in d}
    assert theirs - tried == UNTRIED


def test_the_game_master_learns_the_numbers() -> None:
    """The search finds what there is to find."""
    with copy_of(_table, "5.1") as game:
        found = [told(game.ask(deed, tool=tool_of(deed))) for deed in (PLAYERS[0], PLAYERS[3], MASTER[4])]
        assert all(found) and {"91"} <= {*found[0]}, found


@each_row("number", range(len(PLAYERS)))
def test_no_answer_to_a_player_tells_a_number(number: int) -> None:
    deed = PLAYERS[number]
    asks_for_sheet = deed.get("characterName") == "Snurl"  # a game master who asks for it gets it
    for caller in (PLAYER,) if asks_for_sheet else (PLAYER, ALOUD):
        with copy_of(_table, RULESETS[number % 2]) as game:
            game._roll = falling(12, face=3)
            for detail in ("brief", "full"):
                answer = game.ask(deed, tool=tool_of(deed), caller=caller, detail=detail)  # type: ignore[arg-type]
                assert not told(answer), answer["text"]


deeds = st.lists(st.tuples(st.booleans(), st.sampled_from(MASTER), st.sampled_from(PLAYERS), st.sampled_from((3, 12, 20))), max_size=8)


@settings(max_examples=examples(30), deadline=None)
@given(deeds=deeds, ruleset=st.sampled_from(RULESETS))
def test_whatever_happens_before_nothing_that_players_read_tells_a_number(
    deeds: list[tuple[bool, Deed, Deed, int]], ruleset: Ruleset
) -> None:
    with copy_of(_table, ruleset) as game:
        for is_masters, of_master, of_player, face in deeds:
            game._roll = falling(face, face=3)
            deed = of_master if is_masters else of_player
            caller = ALOUD if is_masters else PLAYER
            answer = game.ask(deed, tool=tool_of(deed), caller=caller)
            assert not told(answer), (deed, answer["text"])
        reads = [d for d in PLAYERS if d.get("operation") in ("character", "party", "who", "look", "view", "journal")]
        for deed in reads:
            answer = game.ask(deed, tool=tool_of(deed), caller=PLAYER)
            assert not told(answer), (deed, answer["text"])
        for reader in (PLAYER, ALOUD):
            assert not told(game.table(caller=reader))
