"""A scene for lines that are only parsed."""

from rpg_lite.mud.in_sight import Named, Scene
from rpg_lite.rules import names


def called(name: str, id: str, *more: str, **marks: bool) -> Named:
    return Named(name, id, frozenset(names.fold(n) for n in (name, *more)), **marks)


HERE = Scene(
    room="Workshop",
    me="Thorin",
    members=("Thorin", "Elara"),
    people=(
        called("Thorin", "c1.1"),
        called("Elara", "c2.1"),
        called("Goblin 1", "c3.1", "Goblin", gone=True),
        called("Goblin 2", "c3.2", "Goblin"),
    ),
    things=(called("Footlocker", "i4.1", "Chest"), called("Ring", "i4.2", veiled=True), called("Torch", "i4.3")),
    carried=(called("Longsword", "i5.1"), called("Pouch", "i5.2"), called("Cloak", "i5.3", veiled=True)),
    ways=("north", "rope bridge"),
    beyond=("Weigh Hall",),
    acts=("Second Wind", "Lay on Hands", "Dodge"),
)

RATS = tuple(called(f"Giant Rat {n}", f"c1.{n}", "Giant Rat", "Rat") for n in (1, 2, 3))
CAVE = Scene("Cave", "Ada", "c9.1", members=("Ada",), people=(called("Ada", "c9.1"), *RATS), acts=("Shove",))
