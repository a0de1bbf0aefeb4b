"""The second adventure that comes along, played in calls from its gate to the death of its unicorn, in both rulesets."""

from collections.abc import Iterator
from typing import Any, Final

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.vocabulary import RULESETS
from rpg_lite.world.world_model import Thing
from tests.server.told_fights import Turn

pytestmark = pytest.mark.slow
HEROES: Final[dict[str, tuple[dict[str, Any], tuple[str, ...]]]] = {
    "Brenna": ({"classes": ["fighter 5"], "abilities": {"str": 18, "con": 16}}, ("Plate Armor", "Greatsword")),
    "Corin": ({"classes": ["paladin 5"], "abilities": {"str": 16, "con": 14, "cha": 16}}, ("Plate Armor", "Longsword", "Shield")),
    "Mira": ({"classes": ["rogue 5"], "abilities": {"dex": 18, "con": 14, "wis": 14}}, ("Studded Leather Armor", "Shortbow")),
    "Odo": ({"classes": ["cleric 5"], "abilities": {"wis": 18, "con": 14, "str": 14}}, ("Scale Mail", "Mace", "Shield")),
}
BOSS: Final = "Silverbrow"
LEGENDARY: Final = {"5.1": "Hooves (legendary)", "5.2": "Charging Horn"}
ATTACKS: Final = {"Brenna": 2, "Corin": 2}
MOST_TRIES: Final = 60
PLAYER: Final = Caller("player", "ann", None, tuple(HEROES))


class Play:
    """The game master's calls; each must be accepted."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def do(self, tool: str, operation: str, **fields: Any) -> str:
        answer = self.game.ask({"operation": operation, **fields}, tool=tool)
        assert answer["ok"], (operation, fields, answer["text"])
        return str(answer["text"])

    def go(self, *ways: str) -> str:
        return [self.do("manage_room", "go", direction=way) for way in ways][-1]

    def take(self, item: str, bag: str = "floor", who: str = "Mira") -> None:
        held = {"characterName": bag} if bag in {t.name for t in self.world_things() if t.kind == "character"} else {"bagName": bag}
        self.do("manage_inventory", "transfer", **held, itemName=item, toCharacterName=who, all=True)

    def tries(self, tool: str, operation: str, told: str, **fields: Any) -> None:
        for _ in range(MOST_TRIES):
            answer = self.game.ask({"operation": operation, **fields}, tool=tool)
            if told in answer["text"]:
                return
        raise AssertionError(answer["text"])

    def quest(self, name: str) -> None:
        self.do("keep_journal", "progress", name=name, status="done")

    def world_things(self) -> Iterator[Thing]:
        world = self.game.store.read(self.game.campaign.id, lambda at: at.whole())
        yield from world.things.values()

    def standing(self, names: Any) -> list[str]:
        return [t.name for t in self.world_things() if t.name in names and t.creature.hp]

    def fight(self, *foes: str) -> str:
        """Fight until no foe stands, and return what was told; the heroes rest afterwards."""
        told = [self.do("execute_action", "start_fight", names=[*HEROES, *foes])]
        while there := self.standing(foes):
            heroes, turn = self.standing(HEROES), Turn.read(told[-1])
            assert heroes, told[-1]
            if turn.whose in heroes:
                told += self.blows(turn.whose, foes)
            elif turn.whose in there:
                told.append(self.strike(turn.whose, heroes[len(told) % len(heroes)], turn.ways[0]))
            answered = self.answer(turn.whose, self.standing(HEROES)) if BOSS in foes else ""
            told.append(answered + self.do("execute_action", "next_turn"))
        self.do("execute_action", "end_fight")
        self.recover()
        return "\n".join(told)

    def recover(self) -> None:
        """Heal the heroes, and help them up, out of a net and over a poison."""
        for name in HEROES:
            self.do("execute_action", "heal", characterName=name, amount=99)
            for condition in ("prone", "restrained", "paralyzed", "poisoned"):
                self.game.ask({"operation": "remove", "characterName": name, "condition": condition}, tool="manage_condition")

    def blows(self, who: str, foes: tuple[str, ...]) -> Iterator[str]:
        """Every attack that the class gives, each at the first foe that stands."""
        if who == "Odo" and (spell := self.prayer(foes)):
            yield spell
            return
        for _ in range(ATTACKS.get(who, 1)):
            if there := self.standing(foes):
                more = {"with": ["Sneak Attack", "ally_near"]} if who == "Mira" else {}
                blow = {"operation": "attack", "characterName": who, "targetName": there[0], **more}
                answer = self.game.ask(blow, tool="execute_action")
                assert answer["ok"] or answer["error"]["code"] == "cannot_act", answer["text"]
                yield str(answer["text"])

    def prayer(self, foes: tuple[str, ...]) -> str:
        """Odo raises whoever lies there, or strikes the first foe with a spell; without slots he does neither."""
        standing = self.standing(HEROES)
        fallen = [name for name in HEROES if name not in standing]
        spell, target = ("Cure Wounds", fallen[0]) if fallen else ("Guiding Bolt", self.standing(foes)[0])
        for slot in (1, 2, 3):
            cast = {"operation": "cast", "characterName": "Odo", "spell": spell, "slot": slot, "targets": [target]}
            answer = self.game.ask(cast, tool="execute_action")
            if answer["ok"]:
                return str(answer["text"])
        return ""

    def strike(self, who: str, target: str, with_: str) -> str:
        if who == BOSS:
            return self.do("execute_action", "act", characterName=who, act="Multiattack", targets=[target])
        return self.do("execute_action", "attack", characterName=who, targetName=target, itemName=with_)

    def answer(self, after: str, heroes: list[str]) -> str:
        """The boss takes a legendary action at the end of a hero's turn, as long as it has one."""
        boss = self.standing((BOSS,))
        if after not in HEROES or not boss or not heroes:
            return ""
        act = {"characterName": BOSS, "act": LEGENDARY[self.game.book.ruleset], "targets": [heroes[0]], "operation": "act"}
        answer = self.game.ask(act, tool="execute_action")
        assert answer["ok"] or answer["error"]["code"] in ("resource_spent", "out_of_sight"), answer["text"]
        return str(answer["text"]) + " " if answer["ok"] else ""


@pytest.fixture(params=RULESETS)
def play(request: pytest.FixtureRequest) -> Iterator[Play]:
    with open_campaign(seed=1, ruleset=request.param) as game:
        made = Play(game)
        for name, (character, gear) in HEROES.items():
            made.do("manage_character", "create", name=name, character={**character, "party": True})
            for item in gear:
                made.do("manage_inventory", "give", characterName=name, template=item, equip=True)
        made.do("manage_inventory", "give", characterName="Mira", template="Arrow", quantity=200)
        made.do("manage_inventory", "give", characterName="Brenna", item="gp", quantity=100)
        made.do("manage_room", "import_map", adventure="bitter_spring")
        made.do("manage_room", "join", toName="Bridge Gate")
        yield made


def test_it_is_played_to_the_death_of_the_unicorn(play: Play) -> None:
    assert "Find Tam" not in str(play.game.ask({"operation": "quests"}, tool="read_campaign", caller=PLAYER)["text"])
    trade(play)
    mill(play)
    keepers(play)
    quarry(play)
    waterworks(play)
    told = hall(play)
    assert "(legendary actions, 2 of 3 left)" in told and "Silverbrow is dead" in told
    assert "Silverbrow" in play.do("manage_character", "award", names=["party"], encounter=True)
    for quest in ("Calm or kill Silverbrow", "The Bitter Spring", "The Missing Apprentice", "The Toll of the Deep Cut"):
        play.quest(quest)
    play.do("manage_room", "join", toName="Reeve's House")
    reward = {"characterName": "Ada Morrow", "itemName": "Gold", "quantity": 460, "toCharacterName": "Brenna"}
    assert "460" in play.do("manage_inventory", "transfer", **reward)
    left = [line for line in play.do("read_campaign", "quests").splitlines() if line.strip().startswith(("○", "▸"))]
    assert [line for line in left if "(faction" not in line] == []


def trade(play: Play) -> None:
    play.go("north", "west")
    told = play.do("manage_inventory", "buy", characterName="Brenna", itemName="Potion of Healing", fromName="Berta Quill")
    assert "for 55 gp" in told
    play.do("manage_inventory", "buy", characterName="Brenna", itemName="Torch", quantity=5, fromName="Berta Quill")
    play.go("east", "southeast")
    play.take("Sluice Key", "Ada Morrow")
    play.go("northwest", "north")


def mill(play: Play) -> None:
    play.go("west")
    play.tries("manage_room", "unlock", "is unlocked", direction="west", characterName="Brenna", skill="athletics")
    assert "velvet coat" in play.go("west")
    play.tries("manage_room", "unlock", "is unlocked", bagName="Strongbox", characterName="Brenna", skill="athletics")
    play.take("Miller's Ledger", "Strongbox")
    play.quest("Osric drove the spike")
    play.quest("Learn why the water turned")
    play.go("east", "east", "north")


def keepers(play: Play) -> None:
    play.go("north")
    play.tries("manage_room", "search", "secret door west", characterName="Mira")
    assert "no bridle" in play.go("west", "north")
    play.take("Ring of Protection", who="Corin")
    bag = {"operation": "view", "characterName": "Corin"}
    assert "Protection" not in play.game.ask(bag, tool="manage_inventory", caller=PLAYER)["text"], "nobody knows the ring yet"
    play.do("manage_inventory", "identify", characterName="Corin", itemName="Ring of Protection")
    play.do("manage_inventory", "equip", characterName="Corin", itemName="Ring of Protection")
    assert "AC 20 → 21" in play.do("manage_inventory", "attune", characterName="Corin", itemName="Ring of Protection")
    play.quest("Find Tam")
    play.go("south", "east", "south")


def quarry(play: Play) -> None:
    play.go("east")
    play.fight(*(f"Bandit {n}" for n in range(1, 6)))
    play.go("east")
    play.fight("Captain Rusk")
    for key in ("Rusk's Key", "Pump Key"):
        play.take(key, "Captain Rusk")
    assert "with Rusk's Key" in play.do("manage_room", "unlock", bagName="Coffer", characterName="Mira")
    play.take("Osric's Letter", "Coffer")
    play.take("Boots of Elvenkind", "Coffer")
    play.quest("Stop Captain Rusk")
    play.go("west", "north")


def waterworks(play: Play) -> None:
    play.fight("Giant Spider 1", "Giant Spider 2")
    assert "with Pump Key" in play.do("manage_room", "unlock", direction="north", characterName="Mira")
    play.go("north")
    play.fight(*(f"Giant Bat {n}" for n in range(1, 5)))
    play.take("Brass Key")
    play.go("west")
    play.fight("Ochre Jelly")
    assert "with Sluice Key" in play.do("manage_room", "unlock", direction="up", characterName="Mira")
    assert "Hidden Pit" in play.go("north")
    assert "with Brass Key" in play.do("manage_room", "unlock", direction="west", characterName="Mira")
    play.go("west")
    play.fight("Drowned Overseer")
    assert "with Brass Key" in play.do("manage_room", "unlock", bagName="Iron Chest", characterName="Mira")
    play.take("Cloak of Protection", "Iron Chest", "Brenna")
    play.go("east", "north", "down")
    play.fight("Ghoul 1", "Ghoul 2", "Ghoul 3")
    assert "Falling Net" in play.go("east")
    play.recover()
    play.take("Longsword +1", "Altar Chest", "Corin")
    play.go("west", "north")
    play.fight("Gargoyle")


def hall(play: Play) -> str:
    play.do("manage_character", "rest", characterName="party", kind="long")
    assert "natural dome" in play.go("north")
    rated = {"5.1": "Hard for", "5.2": "Moderate for"}[play.game.book.ruleset]
    assert play.do("read_campaign", "encounter").startswith(rated)
    return play.fight(BOSS, *(f"Ice Mephit {n}" for n in range(1, 4)))
