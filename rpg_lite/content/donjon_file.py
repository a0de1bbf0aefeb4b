"""The JSON that donjon's random dungeon generator exports, as far as it is read here; the format has more keys.

A cell is a number whose bits have the meanings in `cell_bit`. A cell is 10 feet wide, two squares of our maps.
"""

from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, Field

MOST_CELLS: Final = 400
"""The maximum number of rows and of columns."""
MOST: Final = 1_000
SIDES: Final = ("north", "south", "west", "east")
Side = Literal["north", "south", "west", "east"]
Cell = Annotated[int, Field(ge=0, le=MOST_CELLS, strict=True)]
Text = Annotated[str, Field(max_length=20_000)]


class CellBits(BaseModel):
    """The bits of a cell that are read."""

    room: int = 2
    corridor: int = 4


class DonjonDoor(BaseModel):
    """`out_id`: the room behind it, if it leads into one; `trap`, `secret`: the text about them for the game master."""

    row: Cell
    col: Cell
    type: str = "door"
    desc: Text = ""
    out_id: int | None = None
    trap: Text = ""
    secret: Text = ""


class Detail(BaseModel):
    """The things and creatures in a room, in sentences."""

    room_features: Text = ""
    monster: Annotated[tuple[Text, ...], Field(max_length=MOST)] = ()
    trap: Annotated[tuple[Text, ...], Field(max_length=MOST)] = ()
    hidden_treasure: Annotated[tuple[Text, ...], Field(max_length=MOST)] = ()


class Contents(BaseModel):
    detail: Detail = Detail()
    inhabited: Text = ""
    summary: Text = ""


class DonjonRoom(BaseModel):
    """`north` to `east`: its first and last row and column. `width`, `height`: feet."""

    id: int
    north: Cell
    south: Cell
    west: Cell
    east: Cell
    width: Annotated[int, Field(ge=0)] = 0
    height: Annotated[int, Field(ge=0)] = 0
    shape: str = "square"
    contents: Contents = Contents()
    doors: dict[Side, Annotated[tuple[DonjonDoor, ...], Field(max_length=MOST)]] = {}


class Mark(BaseModel):
    row: Cell
    col: Cell


class Feature(BaseModel):
    """Something in a corridor, with the cells where the map marks it."""

    key: str = ""
    summary: Text = ""
    detail: Text = ""
    marks: Annotated[tuple[Mark, ...], Field(max_length=MOST)] = ()


class WayOut(BaseModel):
    """Stairs, or a place where the dungeon leads off the map. `key`: up or down."""

    row: Cell
    col: Cell
    dir: str = ""
    key: str = ""
    type: str = ""


class Details(BaseModel):
    floor: Text | None = None
    walls: Text | None = None
    temperature: Text | None = None
    illumination: Text | None = None
    history: Text | None = None
    special: Any = None


class DonjonSettings(BaseModel):
    name: Text = ""


class DonjonDungeon(BaseModel):
    """A whole file. The first of the rooms is null."""

    cells: Annotated[tuple[Annotated[tuple[int, ...], Field(max_length=MOST_CELLS)], ...], Field(min_length=1, max_length=MOST_CELLS)]
    rooms: Annotated[tuple[DonjonRoom | None, ...], Field(min_length=1, max_length=MOST)]
    cell_bit: CellBits = CellBits()
    corridor_features: dict[str, Feature] = {}
    details: Details = Details()
    egress: Annotated[tuple[WayOut, ...], Field(max_length=MOST)] = ()
    stairs: Annotated[tuple[WayOut, ...], Field(max_length=MOST)] = ()
    settings: DonjonSettings = DonjonSettings()
    wandering_monsters: dict[str, Text] = {}
