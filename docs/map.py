"""Draw docs/map.svg: the part of a small dungeon that a party has discovered, as `rpg-lite map --svg` draws it."""

from itertools import count
from pathlib import Path
from typing import Final

from rpg_lite.views.maps.svg import map_svg
from rpg_lite.vocabulary import OPPOSITE, Direction, DoorState, ExitKind
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Exit, Thing

HERE: Final = Path(__file__).parent
ROOMS: Final = {
    "Gatehouse": (0, 10, 6, 5), "Guard Room": (0, 3, 6, 5), "Great Hall": (9, 7, 11, 8), "Shrine of the Drowned Moon": (23, 8, 7, 6),
    "Armoury": (9, 0, 6, 5), "Kitchen": (17, 0, 5, 5), "Well": (12, 18, 5, 4), "Oubliette": (20, 18, 6, 5),
}  # fmt: skip
WAYS: Final[tuple[tuple[str, Direction, str, ExitKind, DoorState], ...]] = (
    ("Gatehouse", "north", "Guard Room", "door", "open"), ("Gatehouse", "east", "Great Hall", "double_door", "closed"),
    ("Great Hall", "north", "Armoury", "door", "locked"), ("Great Hall", "northeast", "Kitchen", "passage", "open"),
    ("Great Hall", "east", "Shrine of the Drowned Moon", "portcullis", "closed"), ("Great Hall", "south", "Well", "passage", "open"),
    ("Well", "east", "Oubliette", "secret_door", "closed"),
)  # fmt: skip
PEOPLE: Final = {"Great Hall": ("Thorin", "Elara", "Brenna", "Goblin 1", "Goblin 2")}
PARTY: Final = ("Thorin", "Elara", "Brenna")


def chart() -> Chart:
    rooms = {name: Thing(name, "room", name, None, body={"at": dict(zip("xywh", at, strict=True))}) for name, at in ROOMS.items()}
    ids = count(1)
    exits = []
    for a, direction, b, kind, state in WAYS:
        there, back = f"e1.{next(ids)}", f"e1.{next(ids)}"
        exits += [Exit(there, a, direction, direction, b, kind, state, back=back)]
        exits += [Exit(back, b, OPPOSITE[direction], OPPOSITE[direction], a, kind, state, back=there)]
    exits += [Exit("e1.90", "Well", "down", "down", None, "ladder"), Exit("e1.91", "Gatehouse", "south", "south", None, "portcullis")]
    people = {
        room: tuple(Thing(who, "character", who, room, body={"sheet": {"party": who in PARTY}}) for who in names)
        for room, names in PEOPLE.items()
    }
    unseen = {"Oubliette", "Armoury"}
    shown = tuple(room for name, room in rooms.items() if name not in unseen)
    known = tuple(way for way in exits if way.from_room not in unseen and way.kind != "secret_door")
    return Chart("Great Hall", shown, known, {}, people, frozenset(rooms) - {"Shrine of the Drowned Moon"})


def main() -> None:
    (HERE / "map.svg").write_text(map_svg(chart(), "The Drowned Keep"), "utf-8")


if __name__ == "__main__":
    main()
