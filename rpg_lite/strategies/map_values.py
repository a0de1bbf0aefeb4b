"""Maps in the form that `import_map` accepts."""

import unicodedata
from typing import Final

from hypothesis import strategies as st

from rpg_lite.rules import names
from rpg_lite.rules.prices import price_text
from rpg_lite.strategies.ground_values import free_squares, grounds
from rpg_lite.strategies.primitive_values import LETTERS, NAMES, Json, object_of
from rpg_lite.vocabulary import DIRECTIONS, EXIT_KINDS

_LINES: Final = st.text(LETTERS, max_size=30).map(lambda text: unicodedata.normalize("NFC", " ".join(text.split())))
_TITLES: Final = NAMES.filter(lambda name: ";" not in name and names.fold(name) != "outside")

_PRICES: Final = st.integers(0, 10_000).map(price_text) | st.sampled_from((1, 2.5, 0.07))
_STALLS: Final = st.tuples(object_of({}, prices=st.floats(0.5, 3), buysAt=st.floats(0, 0.5)), object_of({}, price=_PRICES)).map(
    lambda drawn: [{"item": "Chest", "called": "Stall", "shop": drawn[0]}, {"item": "Torch", "quantity": 3, "inside": "Stall", **drawn[1]}]
)
"""A chest that sells torches."""
_TRAPS: Final = st.sampled_from(
    ("Hidden Pit", {"name": "Hidden Pit", "detect": 12}, {"name": "Blade", "steps": [{"damage": "1d4", "type": "slashing"}, {"say": "It hums; then it stops."}]})
)  # fmt: skip
_CREATURES: Final = object_of({}, looks=_LINES.filter(lambda text: ";" not in text), note=_LINES).map(
    lambda texts: [{"creature": "Wolf", **texts}]
)
_QUESTS: Final = [
    {"name": "Bell", "public": True, "text": "It is lost; find it."},
    {"name": "Moat", "kind": "step", "under": ["Bell"]},
]
_CHEST: Final = _TRAPS.map(lambda trap: [{"item": "Chest", "trap": trap}])


@st.composite
def plans(draw: st.DrawFn) -> Json:
    """A map: every room is connected to an earlier room; some rooms have a second exit, a lock, a secret door, a thing or a creature,
    and some a ground on which these have squares.
    """
    called = draw(st.lists(_TITLES, min_size=1, max_size=5, unique_by=names.fold))
    rooms = [{"name": name, "ways": [], **draw(object_of({}, description=_LINES, vibe=_LINES, outside=st.booleans()))} for name in called]
    pairs = [(draw(st.integers(0, n - 1)), n) for n in range(1, len(rooms))] + draw(
        st.lists(st.tuples(*[st.integers(0, len(rooms) - 1)] * 2), max_size=2)
    )
    for n, (here, there) in enumerate(pairs):
        way = {"label": f"{draw(st.sampled_from(DIRECTIONS))} {n + 1}", "kind": draw(st.sampled_from(EXIT_KINDS))}
        state = draw(st.sampled_from(("open", "closed", *(("locked",) if way["kind"] not in ("passage", "portal") else ()))))
        extra = draw(
            object_of({}, hidden=st.booleans(), oneWay=st.booleans(), key=_TITLES, dc=st.integers(1, 30), note=_LINES, trap=_TRAPS)
        )
        rooms[here]["ways"].append({**way, "state": state, **extra, **draw(object_of({}, to=st.just(called[there])))})
    for room in rooms:
        room |= draw(
            object_of(
                {},
                notes=st.lists(_LINES.filter(bool), max_size=2),
                things=st.just([{"item": "Torch", "quantity": 3}, {"item": "Wand of Magic Missiles", "unidentified": True}])
                | _STALLS
                | _CHEST,
                creatures=_CREATURES,
                trap=_TRAPS,
            )
        )
    _put_on_grounds(draw, rooms)
    more = object_of(
        {}, story=_LINES, entrance=st.sampled_from(called), level=st.integers(1, 20), heroes=st.integers(1, 12), quests=st.just(_QUESTS)
    )
    return {"name": draw(_TITLES), "rooms": rooms, **draw(more)}


def _put_on_grounds(draw: st.DrawFn, rooms: list[Json]) -> None:
    """Give some rooms a ground, and what is there a square of it."""
    for room in rooms:
        if draw(st.integers(0, 2)):
            continue
        room["ground"] = draw(grounds(_TITLES))
        squares = st.sampled_from(free_squares(room["ground"]) or ["A1"])
        for way in room["ways"]:
            way |= draw(object_of({}, square=squares))
        for thing in room.get("things", ()):
            thing |= {} if "inside" in thing else draw(object_of({}, at=squares))
        for creature in room.get("creatures", ()) if free_squares(room["ground"]) else ():
            creature |= draw(object_of({}, at=squares))
