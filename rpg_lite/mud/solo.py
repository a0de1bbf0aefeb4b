"""A game without a game master: the monsters act by a policy, fights begin and end by themselves, and turns are strict."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rpg_lite.messages.result_notes import TEXTS
from rpg_lite.mud import monster_policy, plain_text
from rpg_lite.mud.hero_questions import METHODS
from rpg_lite.mud.monster_policy import is_standing
from rpg_lite.mud.parse import parse
from rpg_lite.mud.session import Session
from rpg_lite.mud.words import Ask
from rpg_lite.operations.mechanics import acting_place, turn_economy
from rpg_lite.operations.mechanics.dying import is_dying
from rpg_lite.operations.mechanics.foes import living
from rpg_lite.operations.targets import party_of
from rpg_lite.rules import names
from rpg_lite.world import bearers, clock, combat
from rpg_lite.world.things import Ref, Thing, World

MOST_STEPS: Final = 200
"""The maximum number of turns that pass without the player, so that two sides that cannot hurt each other do not fight for ever."""
_BEYOND: Final = tuple(
    re.compile(re.sub(r"\\{\w+\\}", ".+?", re.escape(TEXTS[code]))) for code in ("spent_already", "attacks_beyond", "turn_of_another")
)
"""The notes on what exceeds a turn. A game master may allow it; here nobody can, so it is refused."""
TOLD: Final = (
    "You play alone. Monsters attack when they see you; people with a name of their own, and those who keep a shop, do not: fight NAME attacks "
    "them. They turn to the nearest standing hero and play their best ready act; they cast no spells by themselves. Your turn ends "
    "with next. Turns are strict: one action, one bonus action."
)
ANSWER: Final = "React with answer and the name of the spell or act; next lets it be."
_OFFERED: Final = re.compile(r"May answer: ([^\n]+)")
PARTY_NOW: Final = "You are the party now: all go together, and in a fight the hero acts whose turn it is. as NAME plays one hero alone."
FALLEN: Final = "Nobody of the party stands. undo takes back the last turns, and adventure begins another story."


class SoloSession(Session):
    """A session whose monsters play by themselves."""

    _peace: frozenset[str] = frozenset()
    """The rooms where the player ended a fight: nobody attacks there again before the party has left."""

    _heroes: int = 0
    """The size of the party before the line, or before the questions that make a hero."""

    def welcome(self) -> str:
        return f"{super().welcome()}\n{TOLD}"

    def hear(self, line: str) -> str | None:
        told = [*self._end_of_turn(line)]
        if not self.is_asked:
            self._heroes = len(party_of(self._world()))
        if answer := super().hear(line):
            told.append(answer)
        if not self.is_asked and 1 < len(party_of(self._world())) > self._heroes:
            self.me = self._id = None
            told.append(PARTY_NOW)
        if self._ended_by_hand(line):
            self._peace |= {room.id for room in self._rooms(self._world())}
        if not self.over and not self.is_asked:
            told += self._go_on()
        return "\n".join(told) or None

    def ask(self, ask: Ask) -> str:
        """The answer, unless a turn does not allow the deed: a dry run shows that."""
        if ask.tool == "execute_action" and ask.payload["operation"] in ("attack", "cast", "act") and clock.fight(self._world()):
            tried = self._answer(Ask(ask.tool, {**ask.payload, "dryRun": True}))
            if tried["ok"] and (beyond := next((m for text in _BEYOND if (m := text.search(str(tried["text"])))), None)):
                return f"{beyond[0]} next ends the turn. Nothing was changed."
        return super().ask(_equipped(ask) if ask.tool == "manage_character" else ask)

    def _with_offers(self, text: str) -> str:
        """Offer nothing: the monsters choose by themselves."""
        return text

    # ── what goes by itself ─────────────────────────────────────────────────────────────────────────────────────

    def _go_on(self) -> Iterator[str]:
        """Begin the fight that must be, and play on until a hero can act or nobody is left to fight."""
        world = self._world()
        self._peace &= {room.id for room in self._rooms(world)}
        if clock.fight(world) is None:
            yield from self._attacked(world)
        for _ in range(MOST_STEPS):
            world = self._world()
            if clock.fight(world) is None:
                return
            if over := self._over(world):
                yield from over
                return
            acting = world.things.get(combat.acting(world) or "")
            if acting is not None and acting.creature.is_member and is_standing(acting) and self._can_act(world, acting):
                return
            played = list(self._turn(world, acting))
            yield from played
            if self._may_answer(world, played):
                yield ANSWER
                return
            yield self._told(Ask("execute_action", {"operation": "next_turn"}))

    def _may_answer(self, world: World, played: list[str]) -> bool:
        """Whether a hero may react to what a monster has just done; going on would lose that."""
        offered = " ".join(found for line in played for found in _OFFERED.findall(line))
        return any(f"{member.name} (" in offered for member in party_of(world))

    def _attacked(self, world: World) -> Iterator[str]:
        """Start a fight with the hostile creatures that stand before the party."""
        heroes = [m for m in party_of(world) if is_standing(m)]
        foes = [one for room in self._rooms(world) if room.id not in self._peace for one in self._hostile(world, room)]
        if heroes and foes:
            yield f"{_join([foe.name for foe in foes])} {'attacks' if len(foes) == 1 else 'attack'}!"
            yield self._told(Ask("execute_action", {"operation": "start_fight", "names": ["party", *(foe.id for foe in foes)]}))

    def _hostile(self, world: World, room: Thing) -> list[Thing]:
        """Creatures with a challenge rating and no shop; people with a name of their own wait."""
        return [one for one in acting_place.people(world, room.id) if is_standing(one) and self._is_hostile(one)]

    def _is_hostile(self, one: Thing) -> bool:
        if one.creature.is_member or one.state.is_hidden or one.state.shop:
            return False
        written = one.creature.sheet.document
        is_of_the_book = names.fold(names.without_number(one.name)) in self.game.book.creatures
        return bool(written.get("cr")) and (is_of_the_book or written.get("type") != "humanoid") and not _serves(one)

    def _turn(self, world: World, acting: Thing | None) -> Iterator[str]:
        """The turn of a monster, or of a hero who cannot act."""
        if acting is None:
            return
        if acting.creature.is_member:
            if is_dying(acting):
                yield self._told(Ask("execute_action", {"operation": "save", "ability": "death", "characterId": acting.id}))
            return
        for cost in ("action", "bonus"):
            now = self._world()
            left = turn_economy.left(now, acting.id, self.game.book)
            if left is not None and (left.actions if cost == "action" else left.bonus):
                yield from self._first_that_works(monster_policy.deeds(now, now.things[acting.id], self.game.book, cost))

    def _end_of_turn(self, line: str) -> Iterator[str]:
        """Before a hero's turn ends: the legendary acts of those who have any."""
        asked = parse(line, self.scene()) if not self.is_asked else None
        if not isinstance(asked, Ask) or asked.payload["operation"] != "next_turn":
            return
        world = self._world()
        for fighter in combat.order(world):
            one = world.things.get(fighter.id)
            if one is not None and not one.creature.is_member and fighter.id != combat.acting(world) and is_standing(one):
                yield from self._first_that_works(monster_policy.legendary_deeds(self._world(), one, self.game.book))

    def _first_that_works(self, deeds: list[Ask]) -> Iterator[str]:
        """The answer to the first deed that is not refused."""
        for deed in deeds:
            answer = self._answer(deed)
            if answer["ok"]:
                yield plain_text.render(answer)
                return

    def _over(self, world: World) -> list[str]:
        """The lines of the end, once one side has nobody who stands."""
        fighting = [world.things[f.id] for f in combat.order(world) if f.id in world.things]
        heroes = [one for one in fighting if one.creature.is_member]
        foes = [one for one in fighting if not one.creature.is_member]
        if not any(map(is_standing, foes)):
            return [*self._end(), *self._award()]
        if not any(map(is_standing, heroes)) and not any(map(is_dying, heroes)):
            return [*self._end(), FALLEN]
        return []

    def _end(self) -> Iterator[str]:
        self._peace |= {room.id for room in self._rooms(self._world())}
        yield self._told(Ask("execute_action", {"operation": "end_fight"}))

    def _award(self) -> Iterator[str]:
        """The experience for the defeated, if there is any."""
        answer = self._answer(Ask("manage_character", {"operation": "award", "encounter": True}))
        if answer["ok"]:
            yield plain_text.render(answer)

    # ── what it reads ───────────────────────────────────────────────────────────────────────────────────────────

    def _world(self) -> World:
        return self.game.store.read(self.game.campaign.id, lambda at: at.load([Ref("party"), Ref("people"), Ref("fight")], self.game.book))

    def _rooms(self, world: World) -> list[Thing]:
        """The rooms where members of the party are."""
        rooms = {room.id: room for m in living(party_of(world)) if (room := world.room_of(m.id))}
        return list(rooms.values())

    def _can_act(self, world: World, who: Thing) -> bool:
        return bearers.stats_of(world, who, self.game.book).can_act

    def _told(self, ask: Ask) -> str:
        return plain_text.render(self._answer(ask))

    def _ended_by_hand(self, line: str) -> bool:
        return not self.is_asked and names.fold(line).partition(" ")[0] in ("end", "leave", "undo")


def _serves(one: Thing) -> bool:
    """Whether somebody made the creature, such as a spell."""
    return any(entry.cause.by for entry in one.creature.effects)


def _join(called: list[str]) -> str:
    return called[0] if len(called) == 1 else f"{', '.join(called[:-1])} and {called[-1]}"


def _equipped(ask: Ask) -> Ask:
    """A hero made in one line gets scores and gear, too, because no game master hands them out here."""
    if ask.payload["operation"] != "create" or not ask.payload.get("character", {}).get("party"):
        return ask
    return replace(ask, payload={"method": METHODS["array"], "kit": True, **ask.payload})
