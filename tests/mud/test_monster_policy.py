"""What monsters do by themselves: Multiattack with the best of its choices, for every creature of both books."""

from collections.abc import Iterator

import pytest

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.monsters import policy
from rpg_lite.monsters.policy import Deed
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.mud.solo import SoloSession
from rpg_lite.world.world_model import Ref, Thing, World

NOT_IN_THIS_FORM = {"5.1": {"werewolf"}, "5.2": set[str]()}
"""In humanoid form, a werewolf of 5.1 has no Multiattack."""


@pytest.fixture(params=["5.1", "5.2"])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with open_campaign(":memory:", ruleset=request.param, seed=3) as game:
        hero = {"classes": ["fighter 20"], "party": True, "hpMax": 5000}
        game.ask({"operation": "create", "name": "Brenna", "character": hero}, "manage_character")
        yield game


def read(game: Game) -> World:
    return game.store.read(game.campaign.id, lambda at: at.load([Ref("party"), Ref("people"), Ref("fight")], game.book))


def faced(game: Game, template: str) -> tuple[World, Thing]:
    """The world with this creature in a fight against the hero, and the creature."""
    made = game.ask({"operation": "create", "template": template}, "manage_character")
    assert made["ok"], made["text"]
    id = made["results"][0]["made"][0]
    game.ask({"operation": "start_fight", "names": ["Brenna", id], "d20": [1, 20]}, "execute_action")
    world = read(game)
    return world, world.things[id]


def first_multiattack(game: Game, template: str) -> Deed | None:
    """The first Multiattack of the policy that the rules accept."""
    world, who = faced(game, template)
    deeds = [deed for deed in policy.deeds(world, who, game.book) if deed.get("act") == "Multiattack"]
    found = next((deed for deed in deeds if game.ask({**deed, "dryRun": True}, "execute_action")["ok"]), None)
    game.ask({"operation": "end_fight"}, "execute_action")
    game.ask({"operation": "remove", "characterId": who.id}, "manage_inventory")
    return found


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_every_creature_that_has_multiattack_plays_it(game: Game) -> None:
    having = [
        key
        for key, document in game.book.creatures.items()
        if any(act["name"] == "Multiattack" for act in document["character"].get("acts", ()))
    ]
    assert len(having) > 140
    lacking = {name for name in having if first_multiattack(game, name) is None}
    assert lacking == NOT_IN_THIS_FORM[game.book.ruleset]


@pytest.mark.parametrize(
    ("creature", "chosen"),
    [
        ("Bandit Captain", {"5.1": "melee", "5.2": "2 Pistol"}),
        ("Gladiator", {"5.1": "Spear", "5.2": "3 Spear"}),
        ("Hydra", {"5.1": "5 heads", "5.2": "5 heads"}),
        ("Adult Black Dragon", {"5.1": None, "5.2": "3 Rend"}),
    ],
)
def test_it_chooses_what_deals_most(game: Game, creature: str, chosen: dict[str, str | None]) -> None:
    found = first_multiattack(game, creature)
    assert found is not None
    assert found.get("choice", {}).get("choice") == chosen[game.book.ruleset]


def test_a_web_is_for_those_who_are_free(game: Game) -> None:
    game.ask({"operation": "apply", "characterName": "Brenna", "condition": "restrained"}, "manage_condition")
    world, spider = faced(game, "Giant Spider")
    played = [deed.get("act") for deed in policy.deeds(world, spider, game.book)]
    assert "Bite" in played and "Web" not in played


def alone(game: Game, foe: str, *rolls: int) -> SoloSession:
    faced(game, foe)
    game.ask({"operation": "end_fight"}, "execute_action")
    names = ["Brenna", foe]
    begun = game.ask({"operation": "start_fight", "names": names, "d20": [20, 1]}, "execute_action")
    assert begun["ok"], begun["text"]
    session = SoloSession(game)
    session.hear("as Brenna")
    return session


def test_a_captain_parries_the_hit_that_this_turns(game: Game) -> None:
    """Brenna hits AC 15 with 15 or 16, which the parry turns, and with more, which it does not."""
    session = alone(game, "Bandit Captain")
    bonus = 6
    turned = session.ask(attack("Bandit Captain", 15 - bonus))
    assert "Bandit Captain uses Parry" in turned and "miss" in turned
    session.hear("next")
    kept = session.ask(attack("Bandit Captain", 19))
    assert "Parry" not in session._shown([kept])


def attack(foe: str, d20: int) -> Ask:
    return Ask("execute_action", {"operation": "attack", "characterName": "Brenna", "targetName": foe, "d20": [d20]})
