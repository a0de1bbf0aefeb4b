"""Private talks: who takes part in the one on which the game master focuses, and who hears its words.

A talk has two sides: its partner, and the game master or one hero. Creatures that are in no party speak with the game master's voice, so
their words never leave the talk; words of a hero who does not take part are said aloud.
"""

from collections.abc import Mapping

from rpg_lite.decision.reserved_names import GAME_MASTER
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.space import hearing
from rpg_lite.world.states import FocusState
from rpg_lite.world.world_model import WORLD_ID, Thing, World


def talk_in(world: World) -> FocusState | None:
    """The private talk on which the game master focuses."""
    root = world.things.get(WORLD_ID)
    return root.root.focus if root else None


def begin(thread: str, partner: Thing, other: Thing | None, is_masters: bool) -> FocusState:
    """A talk of `partner` with `other`. Without another, a hero talks with the game master who began it; a creature of the game master
    talks with the first hero who speaks.
    """
    talk = FocusState.make(thread, partner.id, partner.name)
    if other is not None and other.id != partner.id:
        return talk.joined_by(other.id, other.name, is_second=other.creature.is_member)
    is_alone = is_masters or other is not None
    return talk.with_second(GAME_MASTER) if is_alone and partner.creature.is_member else talk


def takes_part(talk: FocusState, speaker: Thing | None) -> bool:
    """Whether the words of this speaker, None for the game master, belong to the talk unless they are addressed to somebody else."""
    return speaker is None or speaker.id in talk.sides or talk.second is None or not speaker.creature.is_member


def joined(talk: FocusState, speaker: Thing) -> FocusState:
    """The talk after words of somebody who takes part."""
    return talk.joined_by(speaker.id, speaker.name, is_second=speaker.creature.is_member)


def is_open(talk: FocusState, speaker: str | None) -> bool:
    """Whether the speaker is one side of a talk whose other side nobody has named or taken yet."""
    return talk.second is None and not talk.talkers and speaker in (None, talk.on)


def hearers(talk: FocusState, speaker: str | None, world: World, situation: Situation, room: Thing | None) -> Mapping[str, str]:
    """Ids and names of those who hear words to nobody in particular: the sides of the talk without the speaker. While nobody has answered a
    creature of the game master, that is the only hero there; of several heroes, nobody can tell which one is meant.
    """
    found = {id: name for id, name in talk.sides.items() if id != speaker}
    if is_open(talk, speaker) and room is not None:
        heroes = {who.id: who.name for who in hearing.heroes_who_hear(world, situation, room) if who.id != talk.on}
        return {**found, **heroes} if len(heroes) == 1 else found
    return found
