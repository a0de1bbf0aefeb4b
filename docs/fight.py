"""Draw docs/fight.svg: a fight on squares as the game master sees it, as `rpg-lite map --ground` draws it."""

from pathlib import Path
from typing import Any, Final

from rpg_lite import open_campaign
from rpg_lite.game import Game

HERE: Final = Path(__file__).parent
SCORES: Final = {"str": 16, "dex": 12, "con": 14, "int": 10, "wis": 14, "cha": 8}
MAP: Final = """# The Barrow
## Burial Hall
light: dim
| ..............
| ..o...o.......
| ..........::::
| ~~~.......::::
| ~~~~......::::
| .~~...........
| ..o...o...o...
| ..............
~ furniture G4-H4; called Altar; 4 ft
~ low wall D1|E1 D2|E2; called Rail
~ wall L1 N1-N2 L8
~ pit B8; 20 ft; hidden
- south: outside; door; square G8
- east: Stair; door; closed; square N6
! Skeleton; x3; at J3, K5, L6
! Ogre; at K1
## Stair
"""


def fight() -> Game:
    """The second round: one hero has walked up to the ogre, a zone lies on the skeletons."""
    game = open_campaign(":memory:", ruleset="5.2", seed=4)

    def do(tool: str, operation: str, **fields: Any) -> None:
        told = game.ask({"operation": operation, **fields}, tool)
        assert told["ok"], told["text"]

    do("manage_room", "import_map", document=MAP)
    for name, classes in (("Oda", {"fighter": 5}), ("Elara", {"wizard": 5}), ("Pip", {"rogue": 5})):
        do("manage_character", "create", name=name, character={"abilities": SCORES, "classes": classes, "hpMax": 38, "party": True})
    do("manage_room", "join", toName="Burial Hall")
    do("manage_inventory", "give", characterName="Pip", template="Torch")
    do("manage_inventory", "use", characterName="Pip", itemName="Torch")
    do(
        "execute_action",
        "start_fight",
        names=["party", "Ogre", "Skeleton 1", "Skeleton 2", "Skeleton 3"],
        space="measured",
        places={"Oda": "F3", "Elara": "E7", "Pip": "G8"},
    )
    do("execute_action", "damage", characterName="Ogre", amount=40, damageType="slashing")
    do("execute_action", "cast", characterName="Elara", spell="Web", at="K5/L6", force=True)
    while "Oda's turn" not in game.ask({"operation": "who"}, "read_campaign")["text"]:
        do("execute_action", "next_turn")
    do("execute_action", "move", characterName="Oda", to="next to Ogre")
    return game


def main() -> None:
    drawn = fight().ground(everything=True, room="Burial Hall")
    assert drawn is not None
    (HERE / "fight.svg").write_text(drawn.svg, "utf-8")


if __name__ == "__main__":
    main()
