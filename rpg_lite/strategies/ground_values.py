"""Grounds of rooms in the form that maps accept. Apart because tests of the table and of measuring draw them, too."""

from typing import Any, Final, get_args

from hypothesis import strategies as st

from rpg_lite.rules.space.features import FEATURE_KINDS
from rpg_lite.rules.space.squares import Square, read_squares, square_name
from rpg_lite.strategies.primitive_values import NAMES, Json, object_of
from rpg_lite.vocabulary import FeatureWord

_WORDS: Final[tuple[FeatureWord, ...]] = get_args(FeatureWord)
_CALLED: Final = NAMES.filter(lambda name: ";" not in name)
LONGEST: Final = 12
"""Columns or rows of the grounds that are drawn."""


@st.composite
def grounds(draw: st.DrawFn, named: st.SearchStrategy[str] = _CALLED) -> Json:
    """A ground with features on squares and edges: some plain, as signs in rows show them, some with names, heights or secrets."""
    w, h = draw(st.integers(1, LONGEST)), draw(st.integers(1, LONGEST))
    features = draw(st.lists(_features(w, h, named), max_size=6))
    return {"size": f"{w}x{h}", **({"features": features} if features else {})}


@st.composite
def _features(draw: st.DrawFn, w: int, h: int, named: st.SearchStrategy[str]) -> Json:
    word = draw(st.sampled_from(_WORDS))
    places = [st.just(at) for at in draw(st.lists(_rectangles(w, h), min_size=1, max_size=3))]
    if FEATURE_KINDS[word].may_be_edge and w > 1 and draw(st.booleans()):
        x, y = draw(st.integers(0, w - 2)), draw(st.integers(0, h - 1))
        places.append(st.just(f"{square_name((x, y))}|{square_name((x + 1, y))}"))
    more = (
        draw(object_of({}, called=named, ft=st.integers(1, 60), climb=st.booleans(), hidden=st.booleans())) if draw(st.booleans()) else {}
    )
    state = {"door": draw(st.sampled_from(("open", "locked")))} if word == "door" and draw(st.booleans()) else {}
    return {"is": word, "at": " ".join(map(draw, places)), **more, **state}


@st.composite
def _rectangles(draw: st.DrawFn, w: int, h: int) -> str:
    x, y = draw(st.integers(0, w - 1)), draw(st.integers(0, h - 1))
    east, south = draw(st.integers(x, min(x + 3, w - 1))), draw(st.integers(y, min(y + 3, h - 1)))
    return square_name((x, y)) if (x, y) == (east, south) else f"{square_name((x, y))}-{square_name((east, south))}"


def free_squares(ground: Json) -> list[str]:
    """The squares of a ground that nothing fills."""
    w, h = map(int, ground["size"].split("x"))
    solid = [f for f in ground.get("features", ()) if FEATURE_KINDS[f["is"]].is_solid]
    filled: set[Square] = {square for f in solid for square in read_squares(_without_edges(f["at"])) or ()}
    return [square_name((x, y)) for y in range(h) for x in range(w) if (x, y) not in filled]


def _without_edges(at: Any) -> str:
    return " ".join(word for word in str(at).split() if "|" not in word)
