"""Set the ground of a room as the game master wants: its size, its features, and the squares of its exits."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.space import standing
from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Document
from rpg_lite.rules.space.features import FeaturePlaces, GroundFault, places_of
from rpg_lite.rules.space.ground import MOST_FEATURES, ground_of
from rpg_lite.rules.space.squares import MOST_SQUARES, read_square, read_squares, square_name
from rpg_lite.world import body_paths, ground_states
from rpg_lite.world.ground_states import FeatureState
from rpg_lite.world.map_grounds import LONGEST_SIZE, FeatureDocument, Squares, read_size
from rpg_lite.world.world_model import Thing

_MOST_CLEARED: Final = 100
_MOST_EXITS: Final = 100


class GroundDocument(Document):
    """Changes of a ground. `size`: columns and rows, "12x10"; `features`: added, and one with the same word on the same squares replaced; `clear`:
    squares that become bare, and features by name; `exits`: direction or label → the square inside.
    """

    size: Annotated[str | None, Field(max_length=LONGEST_SIZE)] = None
    features: Annotated[tuple[FeatureDocument, ...], Field(max_length=MOST_FEATURES)] = ()
    clear: Annotated[tuple[Squares, ...], Field(max_length=_MOST_CLEARED)] = ()
    exits: Annotated[dict[str, str], Field(max_length=_MOST_EXITS)] = {}


GroundKey = Annotated[
    GroundDocument | Literal["none"] | None,
    Field(
        description='{size: "12x10", features: [{is: pillar, at: "C4 C7"}], clear: ["C4"], exits: {north: "F1"}} in 5-ft squares, or none.'
    ),
]
"""The key of commands that set a ground; "none" takes it away."""
NONE: Final = "none"
_PLURAL: Final[Mapping[str, str]] = {"furniture": "pieces of furniture", "difficult": "patches of difficult ground", "stairs": "stairs"}


def set_ground(draft: Draft, room: Thing, given: GroundDocument | Literal["none"]) -> Rejected | None:
    """Set the ground of a room, or take it away.

    Refuses: exit_unknown, ground_in_use, ground_invalid, ground_size, nothing_to_clear.
    """
    if given == NONE:
        change(draft, room, body_paths.GROUND, None)
        return _in_use(draft, room, "ground")
    refusal = _clear(draft, room, given.clear) or _set_size(draft, room, given.size) or _add(draft, room, given.features)
    refusal = refusal or _place_exits(draft, room, given.exits) or _in_use(draft, room, "ground")
    if refusal is None:
        _tell(draft, room)
    return refusal


def _set_size(draft: Draft, room: Thing, size: str | None) -> Rejected | None:
    if size is None:
        return None
    w, h = read_size(size)
    if not (1 <= w <= MOST_SQUARES and 1 <= h <= MOST_SQUARES):
        return Rejected("ground_size", "ground.size", {"wanted": size, "most": MOST_SQUARES})
    change(draft, room, body_paths.GROUND_W, w)
    change(draft, room, body_paths.GROUND_H, h)
    return _features_lie_on_it(draft, room, "ground.size")


def _features_lie_on_it(draft: Draft, room: Thing, field: str) -> Rejected | None:
    """The refusal if a feature or the square of an exit lies outside."""
    now = draft.world.things[room.id].room
    w, h = ground_states.size_of(now.ground, now.at)
    try:
        ground_of(w, h, [kept.feature for kept in now.ground.features.values()])
    except GroundFault as fault:
        return Rejected("ground_invalid", field, {"why": str(fault)})
    outside = next((square for square in now.ground.exits.values() if square[0] >= w or square[1] >= h), None)
    why = "" if outside is None else f"the square of an exit, {square_name(outside)}, lies outside the ground of {w} by {h} squares"
    return Rejected("ground_invalid", field, {"why": why}) if why else None


# ── features ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _add(draft: Draft, room: Thing, features: Sequence[FeatureDocument]) -> Rejected | None:
    for n, feature in enumerate(features):
        field, state = f"ground.features[{n}]", feature.state
        try:
            places = places_of(state.feature)
        except GroundFault as fault:
            return Rejected("ground_invalid", f"{field}.at", {"why": str(fault)})
        now = draft.world.things[room.id].room.ground.features
        same = next((leaf for leaf, kept in now.items() if kept.word == state.word and _is_same(places_of(kept.feature), places)), None)
        change(draft, room, body_paths.FEATURES.at(same or draft.new_leaf()), state)
        if refusal := _features_lie_on_it(draft, room, f"{field}.at"):
            return refusal
    return None


def _is_same(one: FeaturePlaces, other: FeaturePlaces) -> bool:
    return {*one.squares} == {*other.squares} and {*one.edges} == {*other.edges}


def _clear(draft: Draft, room: Thing, cleared: Sequence[str]) -> Rejected | None:
    for n, words in enumerate(cleared):
        known = draft.world.things[room.id].room.ground.features
        named = _named(known, words)
        for leaf in named:
            change(draft, room, body_paths.FEATURES.at(leaf), None)
        if not (named or _clear_squares(draft, room, words)):
            called = tuple(dict.fromkeys(kept.feature.name for kept in known.values()))
            return Rejected("nothing_to_clear", f"ground.clear[{n}]", {"wanted": words, "room": room.name}, allowed=called)
    return None


def _named(known: Mapping[str, FeatureState], words: str) -> list[str]:
    """The features of this name or, without one, of this word."""
    key = names.fold(words)
    called = [leaf for leaf, kept in known.items() if names.fold(kept.called) == key]
    return called or [leaf for leaf, kept in known.items() if key in (names.fold(kept.word), names.fold(kept.word.replace("_", " ")))]


def _clear_squares(draft: Draft, room: Thing, words: str) -> bool:
    """Take features off squares and edges; return whether any lay there. What is left of a feature stays."""
    edges = {word.upper() for word in words.split() if "|" in word}
    squares = {*(read_squares(" ".join(word for word in words.split() if "|" not in word)) or ())}
    found = False
    for leaf, kept in draft.world.things[room.id].room.ground.features.items():
        places = places_of(kept.feature)
        there = [f"{square_name(a)}|{square_name(b)}" for a, b in places.edges]
        left = [*(square_name(s) for s in places.squares if s not in squares), *(edge for edge in there if edge not in edges)]
        if len(left) == len(places.squares) + len(there):
            continue
        found = True
        now = FeatureState.of({**kept.document, "at": " ".join(left)}) if left else None
        change(draft, room, body_paths.FEATURES.at(leaf), now)
    return found


# ── exits and those who stand there ─────────────────────────────────────────────────────────────────────────────────


def _place_exits(draft: Draft, room: Thing, exits: Mapping[str, str]) -> Rejected | None:
    now = draft.world.things[room.id].room
    w, h = ground_states.size_of(now.ground, now.at)
    for label, words in exits.items():
        field = f"ground.exits.{label}"
        # The game master places hidden exits, too, which the lookup of a door leaves out.
        way = room_lookup.find_exit(draft.world, room.id, label) or room_lookup.way(draft.world, room, label)
        if isinstance(way, Rejected):
            return Rejected(way.code, field, way.details, way.near, way.allowed)
        square = read_square(words)
        if square is None or square.z or square.x >= w or square.y >= h:
            return Rejected("ground_invalid", field, {"why": f"{words!r} is no square of the ground of {w} by {h} squares, such as C1"})
        change(draft, room, body_paths.EXIT_SQUARES.at(way.id.replace(".", "_")), (square.x, square.y))
    return None


def _in_use(draft: Draft, room: Thing, field: str) -> Rejected | None:
    """The refusal if somebody would stand outside the ground, or in what fills its square."""
    now = standing.standing_in(draft.world, draft.world.things[room.id], draft.situation.book)
    ground = now.ground
    wrong = [
        one.name
        for one, space in now.creatures()
        if not (ground.holds(space) and ground.fits(space.n, space.z)[ground.index(space.x, space.y)])
    ]
    return Rejected("ground_in_use", field, {"names": wrong, "room": room.name}) if wrong else None


def _tell(draft: Draft, room: Thing) -> None:
    now = draft.world.things[room.id].room
    w, h = ground_states.size_of(now.ground, now.at)
    if waiting := dict.fromkeys(kept.feature.name for kept in now.ground.features.values() if kept.word == "obscured" and kept.is_thin):
        draft.note("drawn_only", texts=[*waiting])
    _tell_of_walled_exits(draft, room)
    draft.note(
        "ground_is", room=room.name, w=w, h=h, features=f": {', '.join(told)}" if (told := describe(now.ground.features.values())) else ""
    )


def _tell_of_walled_exits(draft: Draft, room: Thing) -> None:
    """Note the exits whose squares are filled, so that nobody comes in or goes out there."""
    now = standing.standing_in(draft.world, draft.world.things[room.id], draft.situation.book)
    for way in draft.world.exits_from.get(room.id, ()):
        square = now.exits()[way.id]
        if not now.ground.fits(1)[now.ground.index(*square)]:
            draft.note("exit_walled", label=way.label, at=square_name(square))


def describe(features: Iterable[FeatureState]) -> list[str]:
    """Features in words: those with a name, then the others counted.

    >>> describe([FeatureState.make("pillar", "C4 C7"), FeatureState.make("furniture", "F5", "altar"), FeatureState.make("wall", "A1|B1")])
    ['altar', '2 pillars', '1 wall']
    """
    called, counted = list[str](), dict[str, int]()
    for kept in features:
        if kept.called:
            called.append(kept.called)
            continue
        places = places_of(kept.feature)
        # Each pillar or tree is a thing of its own; of what spreads over squares the whole counts.
        n = len(places.squares) if kept.word in ("pillar", "thick_tree") else 1
        counted[kept.word] = counted.get(kept.word, 0) + n
    return [*called, *(f"{n} {_words_of(word, n)}" for word, n in counted.items())]


def _words_of(word: str, n: int) -> str:
    plain = word.replace("_", " ")
    return plain if n == 1 else _PLURAL.get(word, plain if plain.endswith("water") else f"{plain}s")
