"""The JSON of a scene that Foundry exports, as far as it is read here; the format has more keys. Apart because it is the shape of the file alone.

Places are pixels from the upper left corner of the canvas, which is wider than the scene by its padding, on every side.
"""

from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

MOST_WALLS: Final = 5_000
MOST_TOKENS: Final = 500
MOST: Final = 2_000
Pixels = Annotated[float, Field(ge=-1_000_000, le=1_000_000, allow_inf_nan=False)]
Side = Annotated[float, Field(ge=1, le=100_000, allow_inf_nan=False)]
Text = Annotated[str, Field(max_length=20_000)]


class SceneGrid(BaseModel):
    """`type`: 0 no grid, 1 squares, others hexes; `size`: the pixels of a square; `distance`: its width in `units`."""

    type: int = 1
    size: Side = 100
    distance: Annotated[float, Field(gt=0, le=1_000, allow_inf_nan=False)] = 5
    units: Text = "ft"


class SceneWall(BaseModel):
    """`c`: both ends; `door`: 1 a door, 2 a secret one; `ds`: 0 closed, 1 open, 2 locked; `move`, `sight`: 0 lets everything pass. `sense` is
    the older name of `sight`.
    """

    c: Annotated[tuple[Pixels, ...], Field(min_length=4, max_length=4)]
    door: int = 0
    ds: int = 0
    move: int = 20
    sight: int | None = None
    sense: int | None = None

    @property
    def hides(self) -> bool:
        """Whether it stops sight."""
        return (self.sight if self.sight is not None else self.sense if self.sense is not None else 20) != 0


class SceneToken(BaseModel):
    """`x`, `y`: its upper left corner; `elevation`: in units of the grid."""

    name: Text = ""
    x: Pixels
    y: Pixels
    elevation: Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)] = 0
    hidden: bool = False


class SceneLight(BaseModel):
    """A light. `hidden`: it is put out."""

    x: Pixels
    y: Pixels
    hidden: bool = False


class SceneNote(BaseModel):
    """A pin on the map."""

    x: Pixels
    y: Pixels
    text: Text | None = None


class FoundryScene(BaseModel):
    """A whole scene. `grid` is a number of pixels in older files, with the other values beside it. `padding`: the share of the scene's size by
    which the canvas is wider on each side.
    """

    name: Text = ""
    width: Side
    height: Side
    padding: Annotated[float, Field(ge=0, le=0.5, allow_inf_nan=False)] = 0.25
    grid: SceneGrid | Side
    gridType: int = 1
    gridDistance: Annotated[float, Field(gt=0, le=1_000, allow_inf_nan=False)] = 5
    gridUnits: Text = "ft"
    walls: Annotated[tuple[SceneWall, ...], Field(max_length=MOST_WALLS)]
    tokens: Annotated[tuple[SceneToken, ...], Field(max_length=MOST_TOKENS)] = ()
    lights: Annotated[tuple[SceneLight, ...], Field(max_length=MOST)] = ()
    notes: Annotated[tuple[SceneNote, ...], Field(max_length=MOST)] = ()
    sounds: tuple[Any, ...] = ()
    drawings: tuple[Any, ...] = ()
    tiles: tuple[Any, ...] = ()
    templates: tuple[Any, ...] = ()
    regions: tuple[Any, ...] = ()

    @property
    def squares(self) -> SceneGrid:
        """The grid in the form of newer files."""
        if isinstance(self.grid, SceneGrid):
            return self.grid
        return SceneGrid(type=self.gridType, size=self.grid, distance=self.gridDistance, units=self.gridUnits)
