"""Bodies are read by `world/states.py` and its two neighbours alone, every key of their schema is read there, and every path is in it."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from pydantic import BaseModel

from rpg_lite.store import thing_body_schema as schemas
from rpg_lite.world import (
    body_paths,
    creature_states,
    dying_state,
    fight_states,
    form_state,
    ground_states,
    quest_state,
    states,
    zone_areas,
)
from rpg_lite.world.body_paths import Path
from tests.gates.sources import ROOT, nodes

MAY_READ = {
    "rpg_lite/world/states.py": "reads them",
    "rpg_lite/world/creature_states.py": "reads them",
    "rpg_lite/world/fight_states.py": "reads them",
    "rpg_lite/world/ground_states.py": "reads them",
    "rpg_lite/world/zone_areas.py": "reads them",
    "rpg_lite/world/form_state.py": "reads them",
    "rpg_lite/world/quest_state.py": "reads them",
    "rpg_lite/world/body_paths.py": "writes them",
    "rpg_lite/store/chronicle.py": "bodies of events",
    "rpg_lite/store/campaign_import.py": "says where in a line of a file a body is wrong",
    "rpg_lite/server/limits.py": "bodies of requests",
    "rpg_lite/store/migrations/versions/0002_templates.py": "the format of its day",
}


def by_string(source: Iterable[ast.AST]) -> Iterator[int]:
    """Lines that read a body by a key, look for a key in one, write one out, or spell a path."""
    for node in source:
        match node:
            case ast.Subscript(value=value, slice=ast.Constant(value=str()) | ast.JoinedStr()) if _is_body(value):
                yield node.lineno
            case ast.Call(func=ast.Attribute(value=value, attr="get")) if _is_body(value):
                yield node.lineno
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[value]) if _is_body(value):
                yield node.lineno
            case ast.keyword(arg="body", value=ast.Dict(keys=keys)) if any(isinstance(key, ast.Constant) for key in keys):
                yield node.value.lineno
            case ast.Constant(value=str(text)) if text.startswith("body.") and text.removeprefix("body.").replace(".", "").isalnum():
                yield node.lineno
            case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) if text.startswith("body."):
                yield node.lineno


def _is_body(node: ast.expr) -> bool:
    """`thing.body`, `body`, or either with something in place of nothing."""
    match node:
        case ast.Attribute(attr="body") | ast.Name(id="body"):
            return True
        case ast.BoolOp(values=[first, *_]):
            return _is_body(first) or any(True for _ in by_string(ast.walk(first)))
        case _:
            return False


@pytest.mark.parametrize(
    "line",
    [
        "thing.body.get('hp')", "thing.body['hp']", "body['hp']", "'hp' in thing.body", "'hp' not in world.things[id].body",
        "(who.body.get('sheet') or {}).get('party')", "Thing(id, 'item', name, bag, body={'template': template})", "change(draft, who, 'body.hp', 7)",
        "change(draft, who, f'body.state.ends.{id}', 7)", "thing.body.get(key)", "THING.c.body['seen'].as_string()",
    ],
)  # fmt: skip
def test_the_gate_sees_it(line):
    assert list(by_string(ast.walk(ast.parse(line))))


def test_nobody_else_reads_or_writes_a_body_by_string():
    files = (file for file in sorted((ROOT / "rpg_lite").rglob("*.py")) if file.relative_to(ROOT).as_posix() not in MAY_READ)
    found = [f"{file.relative_to(ROOT).as_posix()}:{line}" for file in files for line in by_string(nodes(file))]
    assert not found, f"read a state of the thing, or write by a path of world/body_paths.py: {found}"


# ── the keys ────────────────────────────────────────────────────────────────────────────────────────────────────────


class Body(dict[str, Any]):
    """One that notes which of its keys were asked for."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        super().__init__(values)
        self.asked: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.asked.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> Any:
        self.asked.add(key)
        return super().__getitem__(key)

    def __contains__(self, key: object) -> bool:
        self.asked.add(str(key))
        return super().__contains__(key)


LATCH = {"way": "e1.1", "room": "r1.1", "lb": 1}
FIGHTER = {"id": "c1.1", "initiative": 1}
SHOT = {"by": "c1.1", "thing": "i1.1", "name": "Arrow", "body": {}, "count": 1}
ON_READ_WHOLE = {"toggles", "modifiers"}
"""Of an effect: `bearers.situation_of` reads it whole, by its model."""
WITHIN: Mapping[type[BaseModel], tuple[Any, Mapping[str, Any]]] = {
    schemas.LatchBody: (states.LatchState, LATCH),
    schemas.TrapBody: (states.TrapState, {"trap": "Hidden Pit"}),
    schemas.ShopBody: (states.ShopState, {"prices": 1.2, "buysAt": 0.5}),
    schemas.RememberedWay: (states.RememberedExit, {}),
    schemas.MapGroupBody: (states.MapGroup, {"id": "r1.1", "name": "Map"}),
    schemas.LastingBody: (creature_states.Lasting, {"name": "prone"}),
    schemas.LastingEffect: (creature_states.Lasting, {"name": "Bless"}),
    schemas.RepeatedSavesBody: (creature_states.RepeatedSaves, {}),
    schemas.FormBody: (form_state.Form, {"creature": "Wolf", "cast": "k1.1"}),
    schemas.DyingBody: (dying_state.Dying, {}),
    schemas.ConcentrationBody: (creature_states.Concentration, {"effect": "Bless", "on": []}),
    schemas.TriedBody: (creature_states.Tried, {"at": 0, "locks": []}),
    schemas.FighterBody: (fight_states.Fighter, FIGHTER),
    schemas.ShotBody: (fight_states.Shot, SHOT),
    schemas.DoneActBody: (fight_states.DoneAct, {"by": "c1.1", "act": "Dash", "cost": "action", "round": 1, "turn": 0}),
    schemas.ZoneBody: (creature_states.Zone, {"act": "Web", "at": "0"}),
    schemas.SpotBody: (ground_states.SpotState, {"room": "r1.1", "x": 2, "y": 3}),
    schemas.ZoneAreaBody: (zone_areas.ZoneArea, {"room": "r1.1", "shape": "sphere", "ft": 20, "at": [8, 8]}),
    schemas.FeatureBody: (ground_states.FeatureState, {"is": "pillar", "at": "C4"}),
    schemas.GroundBody: (ground_states.GroundState, {}),
    schemas.FocusBody: (states.FocusState, {"thread": "d1.1", "on": "c1.1", "name": "Marra"}),
    schemas.FightBody: (fight_states.Fight, {"round": 1, "turn": 0, "order": [FIGHTER]}),
}


def keys(model: type[BaseModel]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}


def test_every_key_of_a_body_is_read_by_a_state():
    state, body = Body({"charges": 1}), Body({})
    body["state"] = state
    for of in (
        states.ThingState,
        states.ItemState,
        creature_states.CreatureState,
        states.RoomState,
        states.NoteState,
        states.EntryState,
        quest_state.QuestState,
    ):
        of.of(body)
    fight_states.RootState.of(body)
    assert keys(schemas.Body) == body.asked - {body_paths.UNDISCOVERED.key}, "keys of a body that the schema or the states lack"
    assert keys(schemas.State) == state.asked, "keys of an item's state that the schema or the states lack"


@pytest.mark.parametrize("model", WITHIN)
def test_every_key_of_an_object_within_a_body_is_read(model):
    state, least = WITHIN[model]
    body = Body(least)
    state.of(body)
    assert keys(model) - body.asked - ON_READ_WHOLE == set()


def test_every_object_within_a_body_has_its_state():
    """The additions of the schema are read here too. The sheet is read whole, by `bearers.sheet`."""
    closed = {m for m in vars(schemas).values() if isinstance(m, type) and issubclass(m, schemas.Closed)}
    assert closed - {schemas.Closed, schemas.Body, schemas.State} <= {*WITHIN}


WITHIN_BODY = {
    "state": keys(schemas.State), "sheet": {*body_paths._OF_SHEET}, "opens": keys(schemas.LatchBody), "fight": keys(schemas.FightBody), "focus": keys(schemas.FocusBody), "ground": keys(schemas.GroundBody),
}  # fmt: skip
"""Key of a body → the keys of the object there."""


def test_every_path_leads_to_a_key_of_the_schema():
    """Otherwise no export with it could be imported."""
    for path in (
        p for p in vars(body_paths).values() if isinstance(p, Path) and p.startswith(body_paths.BODY) and p != body_paths.UNDISCOVERED
    ):
        _, first, *rest = path.split(".")
        assert first in keys(schemas.Body), path
        assert not rest or rest[0] in WITHIN_BODY[first], path
