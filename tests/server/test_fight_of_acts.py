"""A fight of acts through MCP alone: every number that is asserted comes from an answer, and each follows from the ones before it."""

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server.mcp import server
from tests.server.masters import Master, dice_that_fell, found, numbers

HEROES: Final[dict[str, dict[str, Any]]] = {
    "Thorin": {"classes": ["fighter 5"], "abilities": {"str": 16, "con": 14}},
    "Elara": {"classes": ["wizard 5"], "abilities": {"int": 18, "dex": 14}},
    "Pip": {"classes": ["rogue 5"], "abilities": {"dex": 18, "con": 12}},
    "Brenna": {"classes": ["cleric 5"], "abilities": {"wis": 16, "con": 14}},
}
GOBLINS: Final = tuple(f"Goblin {n}" for n in range(1, 7))
BYTES_PER_TOKEN: Final = 3.5
MOST_TOKENS_OF_A_FIREBALL: Final = 160


@pytest.fixture(params=[1, 2, 3])
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    with open_campaign(":memory:", seed=request.param) as opened:
        yield opened


@pytest.fixture
async def master(game: Game) -> AsyncIterator[Master]:
    async with Client(server(game)) as client:
        one = Master(client)
        for name, character in HEROES.items():
            await one.ask("manage_character", "create", name=name, character={**character, "party": True})
        for name, weapon in (("Pip", "Shortsword"), ("Thorin", "Longsword")):
            await one.ask("manage_inventory", "give", name, template=weapon, equip=True)
        await one.ask("manage_character", "create", template="goblin", count=len(GOBLINS))
        await one.ask("manage_character", "create", template="troll")
        await one.do("start_fight", names=["party", "Troll", *GOBLINS])
        yield one


# ── spells ──────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_fireball_deals_all_or_half_to_each(master: Master) -> None:
    before = {name: await master.hp(name) for name in ("Troll", *GOBLINS)}
    text = await master.do("cast", "Elara", spell="Fireball", targets=["Troll", *GOBLINS])
    told = found(r"(\d+) fire \(8d6: ([\d+]+)\); DEX save DC (\d+)", text)
    assert sum(numbers(told[2].replace("+", " "))) == int(told[1]) and len(told[2].split("+")) == 8
    seen = dict[str, int]()
    for group, verdict, points in re.findall(r"((?:[A-Z][\w ]+? \([\d+ =-]+\)(?:, )?)+) (fails?|pass(?:es)?): (\d+) fire", text):
        assert int(points) == int(told[1]) // (1 if verdict.startswith("fail") else 2)
        for name, total in re.findall(r"([A-Z][\w ]+?) \((?:[\d+ -]+ = )?(\d+)\)", group):
            assert (int(total) < int(told[3])) == verdict.startswith("fail"), name
            seen[name] = int(points)
    assert seen.keys() == before.keys()
    for name, points in seen.items():
        assert await master.hp(name) == max(0, before[name] - points)


async def test_a_fireball_on_six_is_told_shortly(master: Master) -> None:
    text = await master.do("cast", "Elara", spell="Fireball", targets=[*GOBLINS])
    assert len(text.encode()) / BYTES_PER_TOKEN <= MOST_TOKENS_OF_A_FIREBALL, text


async def test_a_blessing_adds_its_die_until_its_caster_takes_another(master: Master) -> None:
    text = await master.do("cast", "Brenna", spell="Bless", targets=["Pip", "Thorin", "Brenna"])
    slot = found(r"slot 1, (\d) of (\d) left", text)
    assert int(slot[1]) == int(slot[2]) - 1
    struck = await master.do("attack", "Thorin", targetName="Troll", d20=[10])
    faces, total = dice_that_fell(struck)[0]
    assert found(r"Rolled 1d20\+\d+\+1d4", struck) and sum(faces) == total == int(found(r": (\d+) against AC", struck)[1])
    ended = await master.do("cast", "Brenna", spell="Shield of Faith", targets=["Elara"])
    assert "no longer concentrates on Bless" in ended
    assert "1d4" not in await master.do("attack", "Thorin", targetName="Troll", d20=[10])


async def test_a_shield_in_answer_turns_the_same_face_into_a_miss(master: Master) -> None:
    armor = int(found(r"AC (\d+)", (await master.ask("read_campaign", "character", "Elara"))["text"])[1])
    first = await master.do("attack", "Troll", targetName="Elara", d20=[armor - 3])
    total, against = (int(n) for n in found(r": (\d+) against AC (\d+), a hit", first).groups())
    assert against == armor <= total < armor + 5
    await master.do("undo")
    raised = await master.do("cast", "Elara", spell="Shield")
    assert found(r"AC (\d+) → (\d+)", raised).groups() == (str(armor), str(armor + 5))
    again = await master.do("attack", "Troll", targetName="Elara", d20=[armor - 3])
    assert found(r": (\d+) against AC (\d+), a miss", again).groups() == (str(total), str(armor + 5))


# ── features ────────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_sneak_attack_is_part_of_the_blow_once_a_turn(master: Master) -> None:
    had = await master.hp("Troll")
    together: dict[str, Any] = {"targetName": "Troll", "with": ["Sneak Attack", "ally_near"], "d20": [15]}
    text = await master.do("attack", "Pip", **together)
    weapon, sneaked = int(found(r"Rolled 1d6: (\d)", text)[1]), dice_that_fell(text)[1]
    dealt = int(found(r"a hit: (\d+) piercing", text)[1])
    bonus = dealt - weapon - sneaked[1]
    assert len(sneaked[0]) == 3 and sum(sneaked[0]) == sneaked[1]
    assert await master.hp("Troll") == had - dealt
    sword = (await master.ask("read_campaign", "character", "Pip", stats=["attacks.Shortsword.damageBonus"]))["results"][0]
    assert bonus == sword["stats"]["attacks.Shortsword.damageBonus"]["value"]
    second = await master.do("attack", "Pip", **together)
    assert "3d6" not in second and "already used" in second


async def test_a_second_wind_heals_what_it_rolls_and_is_spent(master: Master) -> None:
    await master.do("damage", "Thorin", amount=20, damageType="cold")
    had = await master.hp("Thorin")
    text = await master.do("act", "Thorin", act="Second Wind")
    told = found(r"(\d+) hit points \(1d10\+5: (\d+)\).*HP (\d+) → (\d+)", text)
    total, face, was, now = (int(n) for n in told.groups())
    assert total == face + 5 and was == had and now == was + total == await master.hp("Thorin")
    refused = await master.client.call_tool(
        "execute_action", {"operation": "act", "characterName": "Thorin", "act": "Second Wind"}, raise_on_error=False
    )
    assert refused.is_error and refused.meta and refused.meta["rpg-lite/error"]["code"] == "resource_spent"


# ── dying and living again ──────────────────────────────────────────────────────────────────────────────────────────


async def test_who_falls_makes_death_saves_and_who_died_lives_again(master: Master) -> None:
    had = await master.hp("Thorin")
    await master.do("damage", "Thorin", amount=had, damageType="slashing")
    saved = await master.do("save", "Thorin", ability="death")
    rolled = int(found(r"death save: (\d+)", saved)[1])
    if tally := re.search(r"(\d) success(?:es)?, (\d) failures?", saved):
        assert (int(tally[1]), int(tally[2]) > 0) == ((1, False) if rolled >= 10 else (0, True))
    most = int(found(r"HP \d+/(\d+)", (await master.ask("read_campaign", "character", "Pip"))["text"])[1])
    assert "dead" in await master.do("damage", "Pip", amount=2 * most, damageType="slashing")
    raised = await master.do("cast", "Brenna", spell="Revivify", targets=["Pip"])
    healed, was, now = (int(n) for n in found(r"regains (\d+) hit point, HP (\d+) → (\d+)", raised).groups())
    assert (healed, was, now) == (1, 0, 1) and await master.hp("Pip") == now
    slot = found(r"slot 3, (\d) of (\d) left", raised)
    assert int(slot[1]) == int(slot[2]) - 1
