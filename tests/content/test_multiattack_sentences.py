"""The sentence of a Multiattack becomes the creature's own attacks, with their numbers; what is not read is said."""

import json
from typing import Any

import pytest

from rpg_lite.content import foreign_creatures, multiattack_sentences
from rpg_lite.content.multiattack_sentences import OwnAct
from rpg_lite.monsters import policy
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.multiattack import attacks_of
from rpg_lite.world.world_model import Ref
from tests.content.open5e_rows import first, second
from tests.copies import begun

Json = dict[str, Any]
OWN = [
    OwnAct("Bite", "melee"), OwnAct("Claw", "melee"), OwnAct("Reed Club", "melee"), OwnAct("Spine", "ranged"),
    OwnAct("Sling (ranged)", "ranged"), OwnAct("Mire Gaze", None),
]  # fmt: skip
BITE, CLAW, CLUB, SPINE, GAZE = ({"do": name} for name in ("Bite", "Claw", "Reed Club", "Spine", "Mire Gaze"))


def times(n: int, one: Json) -> Json:
    return {**one, "times": n}


READ: list[tuple[str, list[Json]]] = [
    ("The reed hound makes two attacks: one with its bite and one with its claws.", [BITE, CLAW]),
    ("The hound makes three melee attacks: one with its bite, and two with its claws.", [BITE, times(2, CLAW)]),
    ("The hound makes four attacks: one with its bite, two with its claws, and one with its reed club.", [BITE, times(2, CLAW), CLUB]),
    ("The hound makes two reed club attacks.", [times(2, CLUB)]),
    ("It makes 3 Claw attacks.", [times(3, CLAW)]),
    ("The hound makes one Bite attack and two Claw attacks.", [BITE, times(2, CLAW)]),
    ("The hound makes one Bite attack, one Claw attack, and one Reed Club attack.", [BITE, CLAW, CLUB]),
    ("The hound makes two attacks with its claws.", [times(2, CLAW)]),
    ("The hound attacks twice with its claws.", [times(2, CLAW)]),
    ("The hound can make two claw attacks.", [times(2, CLAW)]),
    ("The hound can use its Mire Gaze. It then makes one bite attack.", [{"if": ["choice:Mire Gaze"], "then": [GAZE]}, BITE]),
    ("The hound can use its mire gaze and makes one bite attack.", [{"if": ["choice:Mire Gaze"], "then": [GAZE]}, BITE]),
    ("The hound can use its Wail and makes one bite attack.", [BITE, {"say": "The hound can use its Wail."}]),
    ("The hound makes two Claw attacks and uses Mire Gaze.", [times(2, CLAW), GAZE]),
    ("The hound makes two claw attacks or two spine attacks.",
     [{"choose": {"2 Claw": [times(2, CLAW)], "2 Spine": [times(2, SPINE)]}}]),
    ("The hound makes two claw attacks. Alternatively, it makes three spine attacks.",
     [{"choose": {"2 Claw": [times(2, CLAW)], "3 Spine": [times(3, SPINE)]}}]),
    ("The hound makes two attacks: one with its bite and one with its claws or reed club.",
     [{"choose": {"1 Bite, 1 Claw": [BITE, CLAW], "1 Bite, 1 Reed Club": [BITE, CLUB]}}]),
    ("The hound makes two attacks, using Claw or Spine in any combination.",
     [{"choose": {"2 Claw": [times(2, CLAW)], "1 Claw, 1 Spine": [CLAW, SPINE], "2 Spine": [times(2, SPINE)]}}]),
    ("The hound makes three Claw attacks. It can replace one attack with a use of Mire Gaze.",
     [{"choose": {"3 Claw": [times(3, CLAW)], "2 Claw, 1 Mire Gaze": [times(2, CLAW), GAZE]}}]),
    ("The hound makes two sling attacks.", [{"do": "Sling (ranged)", "times": 2}]),
    ("The hound makes two claw attacks. If both hit, the target drowns.", [times(2, CLAW), {"say": "If both hit, the target drowns."}]),
]  # fmt: skip
UNREAD = [
    "The hound makes two beard attacks.",
    "The hound makes two attacks: one with its bite and two with its claws.",
    "The hound makes as many bite attacks as it has heads.",
    "The hound rests.",
    "The hound casts a spell and makes one bite attack.",
    "",
]


@pytest.mark.parametrize(("text", "steps"), READ, ids=[text for text, _ in READ])
def test_a_sentence_becomes_attacks(text: str, steps: list[Json]) -> None:
    found = multiattack_sentences.read(text, OWN)
    assert found is not None and found.steps == steps
    assert found.left == tuple(step["say"] for step in steps if "say" in step)
    Act.model_validate({"name": "Multiattack", "cost": "action", "targets": "any", "steps": found.steps})


@pytest.mark.parametrize("text", UNREAD)
def test_a_sentence_that_is_not_understood_is_not_guessed(text: str) -> None:
    assert multiattack_sentences.read(text, OWN) is None


def struck(name: str) -> Json:
    return {"name": name, "desc": "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 6 (1d6 + 3) piercing damage."}


def hound(text: str, version: int) -> foreign_creatures.ForeignCreatures:
    """A creature of one version of the API, whose Multiattack stands before the attacks that it names."""
    actions = [{"name": "Multiattack", "desc": text}, struck("Bite"), struck("Claws")]
    return foreign_creatures.read(json.dumps(first(actions=actions) if version == 1 else second(actions=actions)))


@pytest.mark.parametrize("version", [1, 2])
def test_an_imported_creature_attacks_as_often_as_it_should(version: int) -> None:
    found = hound("The hound makes three attacks: one with its bite and two with its claws.", version)
    assert not [loss for loss in found.left_out if "Multiattack" in loss]
    acts = [Act.model_validate(act) for act in found.creatures[0]["acts"]]
    assert attacks_of(acts).count == 3


@pytest.mark.parametrize("version", [1, 2])
@pytest.mark.parametrize("text", ["The hound makes two beard attacks.", "The hound makes one bite attack. It can bark."])
def test_what_is_not_read_is_a_loss(text: str, version: int) -> None:
    (loss,) = (one for one in hound(text, version).left_out if "Multiattack" in one)
    assert "which the game master plays" in loss and "actions[0]" in loss


@pytest.mark.parametrize(("text", "act"), [("It makes two bite attacks.", "Multiattack"), ("It makes as many bites as it likes.", "Bite")])
def test_nobody_plays_an_act_without_an_effect(text: str, act: str) -> None:
    game = begun()
    character = {key: value for key, value in hound(text, 1).creatures[0].items() if key != "name"}
    for name, who in (("Brenna", {"classes": ["fighter 5"], "party": True}), ("Hound", character)):
        made = game.ask({"operation": "create", "name": name, "character": who}, "manage_character")
        assert made["ok"], made
    game.ask({"operation": "start_fight", "names": ["Brenna", "Hound"], "d20": [1, 20]}, "execute_action")
    world = game.store.read(game.campaign.id, lambda at: at.load([Ref("party"), Ref("people"), Ref("fight")], game.book))
    (who,) = world.find_named("Hound", "character")
    assert policy.deeds(world, who, game.book)[0]["act"] == act
