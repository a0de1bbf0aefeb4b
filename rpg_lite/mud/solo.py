"""A game without a game master: the monsters act by a policy, fights begin and end by themselves, and turns are strict."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.callers import GM
from rpg_lite.decision.outcome import OVERSPENT_NOTES
from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.life.dying import is_dying
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.space.sides import is_likely_foe, living
from rpg_lite.mechanics.turn import movement
from rpg_lite.messages.render_context import OUT_OF_SIGHT, join_names
from rpg_lite.messages.result_notes import pattern
from rpg_lite.monsters import policy, turns
from rpg_lite.monsters.policy import NEAR, is_standing
from rpg_lite.mud import companion, one_line_hero, party_down, player_text, reaction_offer_parsing, undo_redo, why_turn_rules
from rpg_lite.mud.character_creation_questions import METHODS
from rpg_lite.mud.hands_of_monsters import HandsInPlay
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.mud.parse import parse
from rpg_lite.mud.party_down import DOWN, FALLEN, left
from rpg_lite.mud.reaction_offer_parsing import OPPORTUNITY_ATTACK, Offered
from rpg_lite.mud.session import TAKEN_BACK, Session
from rpg_lite.operations.registry import COSTING_A_TURN
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.map_plans import Plan
from rpg_lite.world.world_model import Ref, Thing, World

MOST_STEPS: Final = 200
"""The maximum number of turns that pass without the player, because two sides that cannot hurt each other would fight for ever."""
_BEYOND: Final = tuple(map(pattern, OVERSPENT_NOTES))
"""The notes on deeds that exceed a turn. A game master may allow such a deed; here nobody can, so it is refused."""
TOLD: Final = (
    "You play alone. Monsters attack when they see you; people with a name of their own, and shopkeepers, do not: fight NAME attacks "
    "them. They turn to the nearest standing hero and play their best ready act; they cast spells only where squares count. Your turn ends "
    "with next. Turns are strict: one action, one bonus action, one thing handled for free. You may also use the game master's verbs, such as award or spawn."
)
ANSWER: Final = "React with answer and the name of the spell or act; next skips the reaction."
_NOW: Final = " Now "
"""The word that introduces the deed again after its answer."""
_FOR_A_TABLE: Final = re.compile(
    r" ?[^.\n]+ lacks components of [^.:]+: S: no hand is free[^.]*\.| ?Only the table knows: [^.]+\."
    r"| ?Nothing here depends on ally near\."
)
"""Notes for a game master to settle. In a game alone they are dropped: a caster is assumed to free a hand, nobody knows facts that the
program does not, and the word for an ally is added to every attack.
"""
_IN_ANSWER: Final = re.compile(r"^In answer to rev \d+: ")
_OFFERED: Final = re.compile(r"May answer: ([^\n]+)")
PARTY_NOW: Final = (
    "You are the party now: all go together, and in a fight you act with the hero whose turn it is. as NAME plays one hero alone."
)
LINE_TAKEN_BACK: Final = "The last line is taken back, with all that followed it (redo restores it; undo goes further back)."
LAST_ROUND: Final = "The party lowers its weapons, and the enemies have one more round."


@dataclass(frozen=True, slots=True)
class Before:
    """The moment before a line: its rev, the reactions that were offered, and whether play waited for one of them; and the line."""

    line: str
    rev: int
    offered: Offered
    waits: bool


class SoloSession(Session):
    """A session whose monsters play by themselves."""

    _peace: frozenset[str] = frozenset()
    """The creatures that do not attack again before the party has left them, because a fight with them has ended."""

    _heroes: int = 0
    """The size of the party before the line, or before the questions that make a hero."""

    _undoable: tuple[Before, ...] = ()
    """The moment before each line of this session that changed something."""

    def welcome(self) -> str:
        return f"{super().welcome()}\n{TOLD}"

    _waits: bool = False
    """Whether a hero may still react to a monster's deed; play stops until the hero reacts, or `next` declines."""

    def hear(self, line: str) -> str | None:
        before, undoes = Before(line.strip(), self._rev(), self._offered, self._waits), self._operation(line) == "undo"
        told = self._heard(line)
        if self._rev() > before.rev and not undoes:
            self._undoable += (before,)
        return told

    def _undone(self, ask: Ask) -> str:
        """Undo the last line of the player with everything that the monsters did after it: they would only do it again."""
        if ask.payload.get("rev") or not self._undoable:
            return super()._undone(ask)
        *earlier, before = self._undoable
        was = undo_redo.words_of(self.game, before.rev + 1, self.player())
        answer = self._answer(replace(ask, payload={**ask.payload, "toRev": before.rev}))
        if not answer["ok"]:
            return super()._undone(ask)
        self._undoable, self._offered, self._waits = tuple(earlier), before.offered, before.waits
        return "\n".join([LINE_TAKEN_BACK, f"{TAKEN_BACK} {player_text.render({'ok': True, 'text': was}) or before.line}"])

    def _rev(self) -> int:
        return self.game.store.rev(self.game.campaign.id)

    def _heard(self, line: str) -> str | None:
        if self._waits and self._is_next(line):
            self._waits = False
            if not self._is_turn_of_a_hero():
                return self._shown(self._go_on())
        told = self._end_of_turn(line)
        if told and self.may_answer(told):
            self._waits = True
            return self._shown([*told, ANSWER])
        if self._operation(line) == "end_fight" and self._fights_on():
            self._waits = False
            told += [LAST_ROUND, *self._last_round()]
            if self._waits or clock.fight(self.world()) is None:
                return self._shown(told)
        if not self.is_asked:
            self._heroes = len(party_of(self.world()))
        was_party = self.me is None and self._heroes > 1
        if answer := super().hear(line):
            told += self._struck_while_leaving(answer)
        if not self.is_asked and 1 < len(party_of(self.world())) > self._heroes:
            self.me = self._id = None
            told += [] if was_party else [PARTY_NOW]
        if self._ended_by_hand(line):
            self._make_peace()
        if not self.over and not self.is_asked:
            self._waits = self._waits and self.may_answer(told)
            told += [ANSWER] if self._waits else self._go_on()
        return self._shown(told)

    def _shown(self, told: Iterable[str]) -> str | None:
        """The lines, with offers only to heroes."""
        members = [member.name for member in party_of(self.world())]
        return "\n".join(_FOR_A_TABLE.sub("", reaction_offer_parsing.only_of(members, line)) for line in told) or None

    def ask(self, ask: Ask) -> str:
        """Return the answer and the reactions of monsters, or the refusal if a dry run shows that the turn does not allow the deed."""
        if ask.payload["operation"] in ("rest", "advance") and (near := self._enemies()):
            return (
                f"{join_names(near)} {'is' if len(near) == 1 else 'are'} here: nobody rests or waits beside enemies. Nothing was changed."
            )
        if ask.payload["operation"] in ("rest", "advance") and not ask.payload.get("dryRun"):
            return "\n".join(self._passed(ask))
        if ask.payload["operation"] in COSTING_A_TURN and clock.fight(self.world()):
            ask = self._beside_an_ally(ask)
            if beyond := self._beyond_the_turn(ask):
                return f"{beyond} next ends the turn. Nothing was changed."
        if ask.tool != "execute_action":
            return super().ask(_equipped(ask, self.game.book) if ask.tool == "manage_character" else ask)
        return "\n".join([super().ask(ask), *self._reacted()])

    def _passed(self, ask: Ask) -> Iterator[str]:
        """Pass the time after the death saves that fall into it; a party that is down does not rest."""
        yield from party_down.death_saves(self.world, self._told)
        if ask.payload["operation"] == "rest" and not any(map(is_standing, party_of(self.world()))):
            yield DOWN
        else:
            yield super().ask(_equipped(ask, self.game.book) if ask.tool == "manage_character" else ask)

    def _fall(self, world: World) -> Iterator[str]:
        """Decide about the dying as soon as nobody stands who could help them."""
        party = party_of(world)
        if clock.fight(world) is not None or any(map(is_standing, party)) or not any(map(is_dying, party)):
            return
        yield from party_down.death_saves(self.world, self._told)
        if not any(map(is_standing, party_of(self.world()))):
            yield FALLEN if self._enemies() else DOWN

    def _begin(self, plan: Plan) -> str:
        """Begin an adventure; a lone hero gets a companion where it is meant for more."""
        is_new = not self._has_room(plan.start)
        told, world = super()._begin(plan), self.world()
        mate = companion.wanted(world, plan, self.game.book) if is_new and self._has_room(plan.start) else None
        if mate is None or not self._answer(mate)["ok"]:
            return told
        return f"{told}\n{companion.greeting(mate, party_of(world)[0].name, plan)}"

    def _beyond_the_turn(self, ask: Ask) -> str | None:
        """The note of a dry run on a deed that exceeds the turn; None for a deed that the turn allows. Only a game master reads all notes."""
        tried = self.game.ask({**ask.payload, "dryRun": True}, tool=ask.tool, detail="brief", caller=GM)
        notes = tried["results"][0].get("notes", ()) if tried["ok"] else ()
        found = next((note for note in notes if any(text.fullmatch(note) for text in _BEYOND)), None)
        return found and player_text.render({"ok": True, "text": found})

    def _enemies(self) -> list[str]:
        """The hostile creatures in the rooms of the party, even where the player has ended a fight or the party has lost one."""
        world = self.world()
        return [one.name for one in self._hostile_here(world)]

    def _beside_an_ally(self, ask: Ask) -> Ask:
        """The attack with the word that an ally is near the target, if one stands in the room; the same rule applies to monsters."""
        world = self.world()
        who, added = world.things.get(combat.acting(world) or ""), ask.payload.get("with", [])
        is_attack = ask.payload["operation"] == "attack" and NEAR not in added
        is_told = who is not None and not movement.is_measured(world, who.id)  # elsewhere the record knows who is beside the target
        if not (is_attack and is_told and who is not None and policy.has_ally_near(world, who, self.game.book)):
            return ask
        beside = replace(ask, payload={**ask.payload, "with": [*added, NEAR]})
        return beside if self._answer(replace(beside, payload={**beside.payload, "dryRun": True}))["ok"] else ask

    def _reacted(self) -> Iterator[str]:
        """The first reaction of a monster to the last deed that is not in vain."""
        world = self.world()
        fighting = [world.things[fighter.id] for fighter in combat.order(world) if fighter.id in world.things]
        for deed in reaction_offer_parsing.of_monsters(world, fighting, self._offered, self.game.book):
            tried = self.game.ask({**deed.payload, "dryRun": True}, tool=deed.tool, detail="brief", caller=GM)
            armor = thing_stats.stats_of(world, world.things[deed.payload["characterId"]], self.game.book).ac.value
            if (
                tried["ok"]
                and not reaction_offer_parsing.is_in_vain(self._rolled, armor, tried["text"])
                and (told := self.if_it_works(deed))
            ):
                yield _IN_ANSWER.sub("", told)
                return

    def tell_turn(self, words: tuple[str, ...]) -> str:
        return why_turn_rules.why(self.game, self.player(), gm=False, is_strict=True)

    def _with_offers(self, text: str) -> str:
        """Add no offers, because the monsters choose by themselves."""
        return text

    def _fights_on(self) -> bool:
        """Whether a foe in the fight stands that attacked by itself; people whom the player attacked let go at once."""
        world = self.world()
        fighting = [world.things[fighter.id] for fighter in combat.order(world) if fighter.id in world.things]
        return any(is_standing(one) and is_likely_foe(world, one, self.game.book) for one in fighting)

    def _last_round(self) -> Iterator[str]:
        """Give up the turns of the heroes until the one comes again whose turn it is, so that every foe has one more turn. A dying hero
        makes the death save of the round; then the fight is over for that hero, too.
        """
        ended_by = combat.acting(self.world())
        for _ in range(MOST_STEPS):
            yield self._told(Ask("execute_action", {"operation": "next_turn"}))
            world = self.world()
            if combat.acting(world) in (None, ended_by):
                return
            if over := self._over(world):
                yield from over
                return
            acting = world.things.get(combat.acting(world) or "")
            played = list(self._turn(world, acting))
            yield from played
            if self.may_answer(played):
                self._waits = True
                yield ANSWER
                return

    # ── what happens by itself ─────────────────────────────────────────────────────────────────────────────────────

    def _go_on(self) -> Iterator[str]:
        """Begin any fight that is due, and play on until a hero can act or nobody is left to fight."""
        world = self.world()
        self._peace &= {foe.id for foe in self._hostile_here(world)}
        if clock.fight(world) is None:
            yield from self._attacked(world)
            yield from self._fall(self.world())
        for _ in range(MOST_STEPS):
            world = self.world()
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
            if self.may_answer(played):
                self._waits = True
                yield ANSWER
                return
            yield self._told(Ask("execute_action", {"operation": "next_turn"}))

    def may_answer(self, played: list[str]) -> bool:
        """Whether a hero may still react to the acts that were just played, or the game already waits for a reaction; if play went on, the
        chance would be lost.
        """
        return bool(played or self._waits) and any(member.name in self._offered for member in party_of(self.world()))

    def _struck_while_leaving(self, answer: str) -> Iterator[str]:
        """Yield the opportunity attacks of the monsters that a hero leaves, then the answer; each attack plays the deed again from that
        point on.
        """
        world, offered = self.world(), _OFFERED.search(answer)
        foes = [one for one in _offered_to(offered[1], world) if not one.creature.is_member] if offered else []
        for foe in foes:
            in_a_pack = bool(foes[1:]) and not movement.is_measured(world, foe.id)
            hands = HandsInPlay(self)
            hands.play_first(policy.opportunity_attacks(foe, party_of(world), in_a_pack))
            if hands.told:
                told, _, answer = hands.told[0].partition(_NOW)
                yield _IN_ANSWER.sub("", told).replace(OUT_OF_SIGHT, foe.name)  # the hero saw who struck before it was through
        if left := (_OFFERED.sub("", answer) if foes else answer).strip():
            yield left

    def if_it_works(self, deed: Ask) -> str:
        """Return the answer to a deed; empty for a refusal."""
        answer = self._answer(deed)
        return player_text.render(answer) if answer["ok"] else ""

    def _attacked(self, world: World) -> Iterator[str]:
        """Start a fight with the hostile creatures in front of the party."""
        heroes = [m for m in party_of(world) if is_standing(m)]
        foes = [one for one in self._hostile_here(world) if one.id not in self._peace]
        if heroes and foes:
            yield f"{join_names([foe.name for foe in foes])} {'attacks' if len(foes) == 1 else 'attack'}!"
            yield self._told(Ask("execute_action", {"operation": "start_fight", "names": ["party", *(foe.id for foe in foes)]}))

    def _hostile_here(self, world: World) -> list[Thing]:
        """Return the creatures in the rooms of the party with a challenge rating and without a shop; people with a name of their own do not
        attack.
        """
        there = (one for room in self._rooms(world) for one in room_lookup.people(world, room.id))
        return [one for one in there if is_standing(one) and is_likely_foe(world, one, self.game.book)]

    def _turn(self, world: World, acting: Thing | None) -> Iterator[str]:
        """Play the turn of a monster, or of a hero who cannot act."""
        if acting is None:
            return
        if acting.creature.is_member:
            if is_dying(acting):
                yield self._told(Ask("execute_action", {"operation": "save", "ability": "death", "characterId": acting.id}))
            return
        hands = HandsInPlay(self)
        turns.own_turn(hands, acting.id, self.game.book)
        yield from hands.told

    def _end_of_turn(self, line: str) -> list[str]:
        """Return the legendary acts that monsters play before a hero's turn ends."""
        hands = HandsInPlay(self)
        if not self._waits and self._is_next(line):
            turns.end_of_a_turn(hands, self.game.book)
        return hands.told

    def _over(self, world: World) -> list[str]:
        """Return the lines that end a fight, once one side has nobody left standing."""
        fighting = [world.things[f.id] for f in combat.order(world) if f.id in world.things]
        heroes = [one for one in fighting if one.creature.is_member]
        foes = [one for one in fighting if not one.creature.is_member]
        if not any(map(is_standing, foes)):
            return [*self._end(), *self._award()]
        if not any(map(is_standing, heroes)) and not any(map(is_dying, heroes)):
            return [*self._end(), left(self._down_beside(world, foes)) if any(map(is_standing, party_of(world))) else FALLEN]
        return []

    def _down_beside(self, world: World, foes: Iterable[Thing]) -> list[Thing]:
        """The heroes who lie where these foes are, also the dead, whose fight is over."""
        rooms = {room.id for foe in foes if (room := world.room_of(foe.id))}
        return [one for one in party_of(world) if not is_standing(one) and (room := world.room_of(one.id)) and room.id in rooms]

    def _end(self) -> Iterator[str]:
        self._make_peace()
        yield self._told(Ask("execute_action", {"operation": "end_fight"}))

    def _make_peace(self) -> None:
        self._peace |= {foe.id for foe in self._hostile_here(self.world())}

    def _award(self) -> Iterator[str]:
        """Award the experience for the defeated creatures, if there is any."""
        answer = self._answer(Ask("manage_character", {"operation": "award", "encounter": True}))
        if answer["ok"]:
            yield player_text.render(answer)

    # ── what it reads ───────────────────────────────────────────────────────────────────────────────────────────

    def world(self) -> World:
        return self.game.store.read(self.game.campaign.id, lambda at: at.load([Ref("party"), Ref("people"), Ref("fight")], self.game.book))

    def _rooms(self, world: World) -> list[Thing]:
        """Return the rooms where members of the party are."""
        rooms = {room.id: room for m in living(party_of(world)) if (room := world.room_of(m.id))}
        return list(rooms.values())

    def _can_act(self, world: World, who: Thing) -> bool:
        return thing_stats.stats_of(world, who, self.game.book).can_act

    def _told(self, ask: Ask) -> str:
        return player_text.render(self._answer(ask))

    def _operation(self, line: str) -> str:
        """The operation that the line calls; empty for a line that calls none."""
        asked = None if self.is_asked else parse(line, self.scene())
        return str(asked.payload["operation"]) if isinstance(asked, Ask) else ""

    def _is_next(self, line: str) -> bool:
        return self._operation(line) == "next_turn"

    def _is_turn_of_a_hero(self) -> bool:
        world = self.world()
        acting = world.things.get(combat.acting(world) or "")
        return acting is not None and acting.creature.is_member

    def _ended_by_hand(self, line: str) -> bool:
        return self._operation(line) in ("end_fight", "leave", "undo")


def _offered_to(offered: str, world: World) -> list[Thing]:
    """Return the fighters to whom an opportunity attack is offered."""
    names_of = [part.partition(f" ({OPPORTUNITY_ATTACK}")[0].strip() for part in offered.split(", ") if OPPORTUNITY_ATTACK in part]
    fighting = [world.things[fighter.id] for fighter in combat.order(world) if fighter.id in world.things]
    return [one for one in fighting if one.name in names_of]


def _equipped(ask: Ask, book: Rulebook) -> Ask:
    """Give scores, and the gear of a class that has some, to a hero made in one line, because no game master hands them out here."""
    if ask.payload["operation"] != "create" or not ask.payload.get("character", {}).get("party"):
        return ask
    kit = {"kit": True} if one_line_hero.has_kit(ask.payload["character"], book) else {}
    return replace(ask, payload={"method": METHODS["array"], **kit, **ask.payload})
