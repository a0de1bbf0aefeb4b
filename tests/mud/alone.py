"""A player alone, and the scenes of several tests."""

from typing import Any

from rpg_lite.mud.solo import SoloSession
from rpg_lite.world.world_model import Ref, World

HERO: dict[str, Any] = {"classes": ["fighter 5"], "party": True, "abilities": {"str": 18, "dex": 12, "con": 16}}


class Alone:
    def __init__(self, session: SoloSession) -> None:
        self.session, self.game = session, session.game

    def types(self, line: str) -> str:
        return self.session.hear(line) or ""

    def makes(self, operation: str, tool: str = "manage_character", **fields: Any) -> None:
        answer = self.game.ask({"operation": operation, **fields}, tool)
        assert answer["ok"], answer["text"]

    @property
    def world(self) -> World:
        return self.game.store.read(self.game.campaign.id, lambda at: at.load([Ref("party"), Ref("people"), Ref("fight")], self.game.book))

    def hp(self, name: str) -> int | None:
        return next(t.creature.hp for t in self.world.things.values() if t.name == name)

    def fights(self, most: int = 200) -> str:
        """Attack the first standing foe until the fight is over."""
        told = ""
        for _ in range(most):
            fight = self.game.table()["fight"]
            if fight is None:
                return told
            foes = [f["name"] for f in fight["order"] if not f["member"] and f["mark"] not in ("dead", "down")]
            lines = [self.types(f"attack {foe}") for foe in foes[:1]] + [self.types("next")]
            told += "\n".join(lines)
        raise AssertionError("the fight does not end")


def struck_wizard(alone: Alone) -> str:
    """A wizard who may cast Shield at the blow of an ogre, in a party of two."""
    wizard = {"classes": ["wizard 5"], "party": True, "hpMax": 300, "abilities": {"int": 18}, "spells": {"prepared": ["Shield"]}}
    alone.makes("create", name="Elara", character=wizard)
    alone.makes("create", name="Ogre", template="Ogre")
    alone.makes("start_fight", "execute_action", names=["Elara", "Ogre", "Brenna"], d20=[20, 10, 1])
    alone.types("as party")
    for _ in range(30):
        told = alone.types("next")
        if "May answer: Elara (Shield)" in told:
            return told
    raise AssertionError(told)
