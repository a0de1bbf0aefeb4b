"""Play many generated calls in the scene of `tests/canaries.py`, and look after each for a secret in all that pages show players.

Usage: python -m tests.canary_walk [--calls 16000] [--seed N]

The bounded walk of `make test` is in tests/views/test_page_secrets.py; this is the long one. It prints the calls that led to a secret, and
ends with 1 if there was one.
"""

import argparse
import json
import random
import sys
import time
from collections.abc import Sequence
from typing import Any, Final

from rpg_lite.game import Game
from tests.canaries import CALLS, READERS, changes_leak, play, scene, seen
from tests.copies import copy_of
from tests.operations.table import snapshot

Json = dict[str, Any]

LONGEST: Final = 40
"""The maximum number of calls in one campaign."""
PROGRESS: Final = 500
"""About so many calls lie between two lines of progress."""
HEROES: Final = ("Thorin", "Elara")
FOES: Final = ("Snik", "Lurker2x", "Farling3x")
HIDES: Final = "Lurker2x"
ALL: Final = (*HEROES, *FOES)
CONDITIONS: Final = ("prone", "poisoned", "blinded", "invisible", "restrained", "frightened", "unconscious", "paralyzed", "charmed")
ACTS: Final = ("Hide", "Dodge", "Dash", "Disengage", "Help", "Search", "Grapple", "Shove", "Glare", "Second Wind", "Action Surge")
SPELLS: Final = ("Shatter", "Bless", "Invisibility", "Light", "Sleep", "Magic Missile", "Charm Person", "Fog Cloud", "Hold Person")
SKILLS: Final = ("stealth", "perception", "arcana", "athletics", "insight")
ABILITIES: Final = ("str", "dex", "con", "int", "wis", "cha")
WAYS: Final = ("north", "south", "east", "up", "down")
THINGS: Final = ("Blade10x", "Loot13x", "Torch", "Gold", "Rations")


def generated(dice: random.Random) -> Json:
    """A call of the game master, often one that is refused. None of them tells the party a secret on purpose."""
    one = dice.choice
    who, other, hero, foe = one(ALL), one(ALL), one(HEROES), one(FOES)
    in_order = {"force": one((True, False))}
    made: Sequence[Json] = (
        {"operation": "attack", "characterName": who, "targetName": other, **in_order},
        {"operation": "act", "characterName": who, "act": one(ACTS), "targets": [other], **in_order},
        {"operation": "act", "characterName": who, "act": one(ACTS), **in_order},
        {"operation": "cast", "characterName": who, "spell": one(SPELLS), "targets": dice.sample(ALL, dice.randint(1, 3)), **in_order},
        {"operation": "damage", "characterName": who, "amount": dice.randint(1, 9), "damageType": one(("fire", "cold", "slashing"))},
        {"operation": "heal", "characterName": who, "amount": dice.randint(1, 9)},
        {"operation": one(("apply", "remove")), "characterName": who, "condition": one(CONDITIONS)},
        {"operation": "apply", "characterName": foe, "own": {"name": "Curse15x", "modifiers": [{"target": "save.all", "op": "add", "value": 1}]}},
        {"operation": "save", "characterName": who, "ability": one(ABILITIES), "dc": 37},
        {"operation": "check", "characterName": who, "skill": one(SKILLS), "dc": 37},
        {"operation": "check", "characterName": who, "skill": one(SKILLS), "against": other},
        {"operation": "start_fight", "names": dice.sample(ALL, dice.randint(2, 5))},
        {"operation": "start_fight", "names": ["party", foe], "surprised": [one(ALL)]},
        {"operation": one(("next_turn", "end_fight", "undo", "undo"))},
        {"operation": "go", "characterName": one(("party", *ALL)), "direction": one(WAYS)},
        {"operation": "join", "characterName": foe, "roomName": one(("Lobby", "Cave", "Far", "Vault5x"))},
        {"operation": "search", "characterName": hero, "dc": 37},
        {"operation": one(("open", "close", "lock", "unlock")), "characterName": who, "direction": one(WAYS)},
        {"operation": "hide", "itemName": one(THINGS), "dc": 37},
        {"operation": "give", "characterName": who, "template": one(("Torch", "Gold", "Dagger")), "quantity": dice.randint(1, 5)},
        {"operation": "give", "characterName": foe, "item": {"name": "Loot13x", "type": "adventuring_gear"}},
        {"operation": one(("equip", "unequip", "use")), "characterName": who, "itemName": one(THINGS)},
        {"operation": "tell", "text": "A cold wind."},
        {"operation": "say", "characterName": hero, "text": "Who is there?"},
        {"operation": "note", "text": "Decision12x: Lurker2x waits."},
        {"operation": "decide", "text": "Decision12x: the door of Vault5x counts as wood."},
        {"operation": "handout", "name": "Letter", "text": "Private11x again", "toName": "Elara"},
        {"operation": "progress", "name": "Quest8x", "status": one(("in_progress", "completed", "failed"))},
        {"operation": "update", "characterName": one(FOES[1:]), "character": {"hp": 7800}},
        {"operation": "rest", "characterName": one(("party", *HEROES)), "kind": one(("short", "long"))},
        {"operation": "advance", "minutes": one((1, 10, 60))},
        {"operation": "retire", "characterName": foe},
    )  # fmt: skip
    return one(made)


def is_hidden(game: Game) -> bool:
    """Whether the creature that hides is still hidden: an attack of its own, and the end of a fight, show it to the party."""
    lurker = next((t for t in snapshot(game).things.values() if t.name == HIDES), None)
    return lurker is None or lurker.creature.is_hiding


def walk(calls: int, seed: int) -> tuple[int, int, list[str]]:
    """(the calls, those that were accepted, what was found)."""
    dice = random.Random(seed)
    done = accepted = 0
    found: list[str] = []
    while done < calls:
        if accepted and done % PROGRESS < LONGEST:
            print(f"{done} calls, {accepted} of them accepted", flush=True)
        with copy_of(scene) as game:
            before, played = {who: seen(game, reader) for who, reader in READERS.items()}, []
            for _ in range(min(LONGEST, calls - done)):
                call = generated(dice) if dice.random() < 0.8 else dice.choice(CALLS)
                done += 1
                if not play(game, call):
                    continue
                accepted += 1
                played.append(call)
                now = {who: seen(game, reader) for who, reader in READERS.items()}
                hides = is_hidden(game)
                told = [f"{who}: {word}" for who in READERS for word in changes_leak(before[who], now[who]) if hides or word != HIDES]
                before = now
                if told:
                    found.append(f"{told} after\n{json.dumps(played)}")
                    print(found[-1], flush=True)
                if told or not hides:
                    break
    return done, accepted, found


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.canary_walk", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--calls", type=int, default=16_000, help="16,000 by default")
    parser.add_argument("--seed", type=int, help="play the same calls again")
    asked = parser.parse_args(words)
    seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(2**32)
    print(f"seed {seed}", flush=True)
    began = time.monotonic()
    done, accepted, found = walk(asked.calls, seed)
    print(f"{done} calls, {accepted} of them accepted; {len(found)} secrets found, in {time.monotonic() - began:.0f} s", flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
