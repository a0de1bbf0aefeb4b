"""Four heroes of level 5 against a young red dragon and six kobolds over MCP alone: the script reads every number from an answer, and each
answer must follow from the ones before it.
"""

import re
from collections.abc import AsyncIterator, Iterator
from typing import Any, Final

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server.mcp import server
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.server.masters import Master, found, numbers
from tests.server.told_fights import Fight, Turn

pytestmark = pytest.mark.slow
DRAGON: Final = "Young Red Dragon"
KOBOLD: Final[dict[Ruleset, str]] = {"5.1": "Kobold", "5.2": "Kobold Warrior"}
STEED: Final[dict[Ruleset, dict[str, Any]]] = {"5.1": {"choice": {"form": "warhorse", "type": "celestial"}}, "5.2": {"choice": "celestial"}}
BEASTS: Final = {"choice": "two", "beast": "Brown Bear"}
HEROES: Final[dict[str, dict[str, Any]]] = {
    "Thorin": {"classes": ["paladin 5"], "abilities": {"str": 16, "con": 14, "cha": 16}},
    "Elara": {"classes": ["wizard 5"], "abilities": {"int": 18, "dex": 14, "con": 14}},
    "Pip": {"classes": ["rogue 5"], "abilities": {"dex": 18, "con": 14}},
    "Brenna": {"classes": ["druid 5"], "abilities": {"wis": 16, "con": 14, "dex": 14}},
}
GEAR: Final = {
    "Thorin": ("Longsword", "Plate Armor", "Shield"),
    "Pip": ("Shortsword", "Studded Leather Armor"),
    "Elara": ("Dagger", "Cloak of Protection"),
    "Brenna": ("Scimitar", "Leather Armor", "Shield"),
}
MOST_ROUNDS: Final = 40
MOST_TOKENS_OF_A_TURN: Final = 80
BYTES_PER_TOKEN: Final = 3.5


# ── the table ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(params=[1, 3])
def seed(request: pytest.FixtureRequest) -> int:
    return int(request.param)


@pytest.fixture(params=RULESETS)
def game(request: pytest.FixtureRequest, seed: int) -> Iterator[Game]:
    with open_campaign(":memory:", seed=seed, ruleset=request.param) as opened:
        yield opened


@pytest.fixture
async def fight(game: Game) -> AsyncIterator[Fight]:
    async with Client(server(game)) as client:
        master = Master(client)
        for name, character in HEROES.items():
            await master.ask("manage_character", "create", name=name, character={**character, "party": True})
            for item in GEAR[name]:
                await master.ask("manage_inventory", "give", name, template=item, equip=True)
            await master.ask("manage_inventory", "give", name, template="Potion of Resistance", variant="fire")
            drunk = await master.ask("manage_inventory", "use", name, itemName="Potion of Fire Resistance")
            assert "Resists fire" in drunk["text"]
        made = await master.ask("manage_character", "create", template=KOBOLD[game.book.ruleset], count=6)
        kobolds = re.findall(r"([A-Z][a-zA-Z ]+ \d+) \(", made["text"])
        await master.ask("manage_character", "create", template=DRAGON)
        yield Fight(master, game.book.ruleset, tuple(HEROES), (DRAGON, *kobolds), resisting=tuple(HEROES))


async def begin(fight: Fight) -> str:
    """Summons that take minutes come before the fight; whoever is there fights."""
    if fight.ruleset == "5.1":
        assert "appears" in await fight.do("cast", "Thorin", spell="Find Steed", **STEED[fight.ruleset])
    await walk_into_a_pit(fight)
    await fight.look()
    text = await fight.do("start_fight", names=[*fight.hp])
    order = re.findall(r"([A-Z][\w ]*?) (-?\d+)(?=[,.])", found(r"Initiative: (.*?\.)", text)[1])
    assert {name for name, _ in order} == {*fight.hp}
    assert [int(total) for _, total in order] == sorted((int(total) for _, total in order), reverse=True)
    return text


async def walk_into_a_pit(fight: Fight) -> None:
    """The party scouts a gorge with a pit and comes back: found or not, what the pit does follows from the answers."""
    rooms = fight.master
    await rooms.ask("manage_room", "create", name="Gorge", direction="north")
    await rooms.ask("manage_room", "update", bagName="Gorge", trap="Hidden Pit")
    before = {name: await rooms.hp(name) for name in fight.party}
    text = str((await rooms.ask("manage_room", "go", direction="north"))["text"])
    if fallen := re.search(r"(\w+) triggers a trap: Hidden Pit", text):
        name = fallen[1]
        points = int(found(r"Hidden Pit: (\d+) bludgeoning", text)[1])
        assert numbers(found(r"\(1d6: (\d+)\)", text)[1]) == [points]
        assert f"HP {before[name]} → {before[name] - points}" in text and await rooms.hp(name) == before[name] - points
        await rooms.ask("manage_condition", "remove", name, condition="prone")
    else:
        assert "A known trap is avoided: Hidden Pit" in text
    back = str((await rooms.ask("manage_room", "go", direction="south"))["text"])
    assert "triggers a trap" not in back


# ── the turns ───────────────────────────────────────────────────────────────────────────────────────────────────────


async def play(fight: Fight, turn: Turn) -> None:
    """What this creature does: the dying save, heroes and their summons strike foes, foes strike heroes."""
    if "dead" in turn.facts or "stable" in turn.facts or not fight.heroes:
        return
    if "dying" in turn.facts:
        tally = re.search(r"(\d) success(?:es)?, (\d) failure", await fight.do("save", turn.whose, ability="death"))
        assert tally is None or int(tally[1]) + int(tally[2]) > 0
    elif turn.whose == DRAGON:
        await breathe_or_bite(fight, turn)
    elif turn.whose in fight.foes:
        await fight.do("attack", turn.whose, targetName=fight.heroes[-1], itemName=turn.ways[0])
    elif fight.targets:
        await HEROIC.get(turn.whose, summoned)(fight, turn)


async def breathe_or_bite(fight: Fight, turn: Turn) -> None:
    """The breath that is ready reaches those who stand together; it is spent until the die at the start of a turn says otherwise."""
    if not turn.is_ready("Fire Breath"):
        assert fight.spent
        refused = await fight.master.refused("act", DRAGON, act="Fire Breath", targets=fight.heroes)
        assert refused["code"] == "resource_spent" and "5-6 on a d6" in refused["details"]["back"]
        text = await fight.do("act", DRAGON, act="Multiattack", targets=fight.heroes[:1])
        hits, tried = (int(n) for n in found(r"is (?:hit (\d) of (\d) times|missed)", text).groups(default="0"))
        assert hits <= tried
        return
    there = fight.heroes[::2]
    text = await fight.do("act", DRAGON, act="Fire Breath", targets=there)
    told = found(r"(\d+) fire \((\d+)d6: ([\d+]+)\); DEX save DC (\d+)", text)
    faces = numbers(told[3].replace("+", " "))
    assert len(faces) == int(told[2]) and sum(faces) == int(told[1])
    for name in there:
        verdict, taken = found(rf"{name} \([^)]*\)[^.]*? (fail|pass)[es]*: (\d+)", text).groups()
        whole = int(told[1]) if verdict == "fail" else int(told[1]) // 2
        assert int(taken) == whole // (2 if name in fight.resisting else 1), text
    fight.spent = True


async def thorin(fight: Fight, turn: Turn) -> None:
    if fight.ruleset == "5.2" and not fight.summoned:
        fight.summoned = True
        await summon(fight, "Thorin", "Find Steed", **STEED["5.2"])
        return
    if not fight.mounted:
        fight.mounted = True
        steed = next(name for name in fight.hp if "horse" in name.casefold() or "steed" in name.casefold())
        assert "half of the speed" in await fight.do("act", "Thorin", act="Mount", targets=[steed])
        for small in [name for name in fight.targets if name != DRAGON][:1]:
            assert (await fight.master.refused("act", "Thorin", act="Mount", targets=[small]))["code"] == "target_unfit"
    attacks = int(found(r"Attacks per action: (\d)", await fight.master.read("character", "Thorin"))[1])
    for _ in range(attacks):
        if fight.targets:
            await fight.do("attack", "Thorin", targetName=fight.targets[-1])


async def elara(fight: Fight, turn: Turn) -> None:
    kobolds = fight.targets[:-1] if DRAGON in fight.targets else fight.targets
    left = found(r"slots (\d)/(\d)/(\d) of", await fight.master.read("character", "Elara"))
    if len(kobolds) > 1 and int(left[3]):
        text = await fight.do("cast", "Elara", spell="Fireball", targets=kobolds)
        assert int(found(r"slot 3, (\d) of \d left", text)[1]) == int(left[3]) - 1
    elif int(left[1]):
        text = await fight.do("cast", "Elara", spell="Magic Missile", targetName=fight.targets[-1])
        assert int(found(r"slot 1, (\d) of \d left", text)[1]) == int(left[1]) - 1
    else:
        await fight.do("cast", "Elara", spell="Ray of Frost", targetName=fight.targets[-1])


async def pip(fight: Fight, turn: Turn) -> None:
    text = await fight.do("attack", "Pip", targetName=fight.targets[-1], **{"with": ["Sneak Attack", "ally_near"]})
    if "a hit" in text:
        assert ("3d6" in text or "6d6" in text) != ("Sneak Attack does not count: needs not disadvantage" in text)


async def brenna(fight: Fight, turn: Turn) -> None:
    left = numbers(found(r"slots ([\d/]+) of", await fight.master.read("character", "Brenna"))[1].replace("/", " "))
    down = [name for name in HEROES if name not in fight.heroes and name in fight.hp]
    if fight.ruleset == "5.1" and not fight.summoned:
        fight.summoned = True
        await summon(fight, "Brenna", "Conjure Animals", choice=BEASTS)
    elif down and left[0] and "dead" not in (profile := await fight.master.read("character", down[0])):
        assert "HP 0/" in profile
        healed, was, now = numbers(
            " ".join(
                found(
                    r"regains (\d+) hit points?, HP (\d+) → (\d+)",
                    await fight.do("cast", "Brenna", spell="Healing Word", targets=[down[0]]),
                ).groups()
            )
        )
        assert now == was + healed == await fight.master.hp(down[0])
    else:
        await fight.do("attack", "Brenna", targetName=fight.targets[0])


async def summoned(fight: Fight, turn: Turn) -> None:
    """A beast or a steed uses what its turn names; a controlled mount has no attack."""
    if not turn.ways:
        await fight.do("act", turn.whose, act="Dodge")
        return
    await fight.do("attack", turn.whose, targetName=fight.targets[-1], itemName=turn.ways[0])


HEROIC: Final = {"Thorin": thorin, "Elara": elara, "Pip": pip, "Brenna": brenna}


async def summon(fight: Fight, who: str, spell: str, **fields: Any) -> None:
    """What is summoned in a fight joins it: it is among those who are there, and its turn comes."""
    before = {*fight.hp}
    count = int(found(r"(\d) × [A-Z][\w ]+ appear", await fight.do("cast", who, spell=spell, **fields))[1])
    await fight.look()
    new = {*fight.hp} - before
    assert len(new) == count
    order = found(r"Fight, round \d+: (.*?)\.", await fight.master.read("who"))[1]
    assert all(re.search(rf"\b{name} -?\d+", order) for name in new), order


# ── the fight ───────────────────────────────────────────────────────────────────────────────────────────────────────


def check_announcement(fight: Fight, turn: Turn, text: str, last: int) -> None:
    assert last <= turn.round <= last + 1
    assert len(text.encode()) / BYTES_PER_TOKEN <= MOST_TOKENS_OF_A_TURN, text
    if told := re.search(r"HP (\d+)/", turn.facts):
        assert fight.hp[turn.whose] == int(told[1]), text
    if turn.whose != DRAGON:
        return
    if die := re.search(r"Fire Breath (recharges|does not recharge) \((\d)\)", text):
        assert fight.spent and (int(die[2]) >= 5) == (die[1] == "recharges") == turn.is_ready("Fire Breath")
        fight.recharges.append(die[1] == "recharges")
        fight.spent = not turn.is_ready("Fire Breath")
    assert turn.is_ready("Fire Breath") != fight.spent


async def test_four_heroes_fight_a_dragon_and_six_kobolds(fight: Fight) -> None:
    text, last = await begin(fight), 1
    for _ in range(MOST_ROUNDS * len(fight.hp)):
        turn = Turn.read(text)
        check_announcement(fight, turn, text[text.index("Round") :], last)
        last = turn.round
        await play(fight, turn)
        if not fight.targets or not fight.heroes:
            break
        text = await fight.do("next_turn")
        await fight.look()
    assert bool(fight.targets) != bool(fight.heroes), "one side stands"
    assert fight.recharges and fight.summoned, "the breath was rolled for, and somebody was summoned"
    await share(fight)
    assert str(last) in found(r"over after (\d+) round", await fight.do("end_fight"))[1]


async def share(fight: Fight) -> None:
    """What was slain is worth what its cards say, shared among the heroes."""
    slain = [name for name in fight.foes if not fight.hp[name]]
    worth = 0
    for name in slain:
        card = await fight.master.read("lookup", query=re.sub(r" \d+$", "", name))
        worth += int(found(r"\((\d+) XP\)", card)[1])
    text = (await fight.master.ask("manage_character", "award", "party", encounter=True))["text"]
    told = found(r"([\d,]+) XP\. .* ([\d,]+) experience points each", text)
    total, each = (int(n.replace(",", "")) for n in told.groups())
    assert total == worth and each == worth // len(HEROES)


# ── legendary acts, in a lair ───────────────────────────────────────────────────────────────────────────────────────

OLDER: Final = "Adult Red Dragon"


async def test_a_legendary_dragon_acts_after_the_turns_of_others(fight: Fight) -> None:
    """As often as its card says, in the turns of others; its own turn brings them back."""
    master = fight.master
    await master.ask("manage_character", "create", template=OLDER)
    card = found(r"Legendary \((\d+)\): (.*)\.", await master.read("lookup", query=OLDER))
    most, acts = int(card[1]), card[2].split("; ")
    turn = Turn.read(await master.do("start_fight", names=["Pip", "Thorin", OLDER], d20={OLDER: 20, "Pip": 10, "Thorin": 1}))
    assert turn.whose == OLDER and f"{most} legendary actions" in turn.facts
    left, cost = most, 0
    while Turn.read(await master.do("next_turn")).whose != OLDER:
        if left < cost:
            refused = await master.refused("act", OLDER, act=acts[-1], targets=["Thorin"])
            assert (refused["code"], refused["details"]["left"], refused["details"]["wanted"]) == ("resource_spent", left, cost)
            continue
        text = await master.do("act", OLDER, act=acts[-1], targets=["Thorin"])
        now, of = (int(n) for n in found(r"\(legendary actions(?:: \d+ spent)?, (\d+) of (\d+) left\)", text).groups())
        assert now < left and of == most
        left, cost = now, left - now
    assert left < most and f"Left: Fire Breath 1/1, legendary actions {most}/{most}" in await master.read("character", OLDER)


async def test_a_legendary_dragon_may_succeed_after_all(fight: Fight) -> None:
    master = fight.master
    await master.ask("manage_character", "create", template=OLDER)
    failed = await master.do("cast", "Elara", spell="Blindness/Deafness", choice="blinded", targets=[OLDER], d20=[1])
    total, dc = int(found(rf"{OLDER} \(1\+\d+ = (\d+)\) fails: blinded", failed)[1]), int(found(r"save DC (\d+)", failed)[1])
    assert total < dc and f"May answer: {OLDER} (Legendary Resistance)" in failed
    text = await master.do("act", OLDER, act="Legendary Resistance", answer=True)
    left, most = (int(n) for n in found(r"legendary resistance, (\d) of (\d) left", text).groups())
    assert re.search(rf"{OLDER} \([^)]*\b{total}\) passes", text) and left == most - 1
    assert f"legendary resistance {left}/{most}" in (profile := await master.read("character", OLDER)) and "linded" not in profile
