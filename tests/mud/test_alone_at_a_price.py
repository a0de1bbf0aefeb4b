"""A game alone: undo while monsters play, leaving a fight on foot, what it costs to end one, and deeds out of turn."""

from collections.abc import Iterator

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.party_down import DOWN, ESCAPED, FALLEN
from rpg_lite.mud.solo import LAST_ROUND, LINE_TAKEN_BACK, PARTY_NOW, SoloSession
from tests.mud.alone import Alone

LEAVINGS = ["n", "go north", "go Cave", "flee", "flee north", "run away"]
OUT_OF_TURN = [
    "attack ogre by Pip",
    "Pip attacks ogre",
    "cast fire bolt at ogre by Pip",
    "act dodge by Pip",
    "dodge by Pip",
    "act dash by Pip",
    "use potion of healing by Pip",
    "search by Pip",
    "go north by Pip",
]


@pytest.fixture
def alone() -> Iterator[Alone]:
    """Brenna, of level 5, and a way north to the Cave."""
    with open_campaign(seed=3) as game:
        here = Alone(SoloSession(game))
        here.types("hero Brenna fighter 5")
        here.types("create Cave toward north")
        here.types("leave")
        here.types("as Brenna")
        yield here


def begin(alone: Alone, kind: str, count: int, *others: str) -> None:
    """Start a fight in which Brenna is first."""
    alone.makes("create", template=kind, count=count)
    foes = [f"{kind} {n}" for n in range(1, count + 1)] if count > 1 else [kind]
    alone.makes("start_fight", "execute_action", names=["Brenna", *others, *foes], d20=[20, *[10] * len(others), *[1] * count])


@pytest.mark.parametrize(
    "lines", [["next"], ["attack goblin 1", "next"], ["next", "next"], ["spawn ogre"], ["act dodge", "next", "attack goblin 2"]]
)
def test_each_undo_takes_back_a_line_with_what_the_monsters_did(alone: Alone, lines: list[str]) -> None:
    begin(alone, "Goblin", 2)
    before = []
    for line in lines:
        before.append((alone.hp("Brenna"), alone.game.table()["fight"]))
        alone.types(line)
    for was in reversed(before):
        told = alone.types("undo")
        assert told.startswith(LINE_TAKEN_BACK) and not told.endswith("It was: ")
        assert (alone.hp("Brenna"), alone.game.table()["fight"]) == was


def test_the_turns_before_a_defeat_come_back(alone: Alone) -> None:
    begin(alone, "Ogre", 3)
    told = ""
    for _ in range(60):
        told = alone.types("next")
        if FALLEN in told:
            break
    assert FALLEN in told
    assert alone.types("undo").startswith(LINE_TAKEN_BACK)
    assert alone.game.table()["fight"] is not None


def test_an_undone_deed_without_words_is_named_by_its_line(alone: Alone) -> None:
    alone.types("spawn 2 goblin")
    assert alone.types("undo").endswith("It was: spawn 2 goblin")


@pytest.mark.parametrize("line", LEAVINGS)
def test_leaving_on_foot_is_no_defeat_and_the_foes_strike(alone: Alone, line: str) -> None:
    begin(alone, "Giant Rat", 3)
    told = alone.types(line)
    assert ESCAPED in told and FALLEN not in told and "out of sight" not in told
    assert all(f"Giant Rat {n} uses Opportunity Attack" in told for n in (1, 2, 3))
    assert alone.session.scene().room == "Cave" and alone.game.table()["fight"] is None


def test_a_word_that_nobody_typed_is_no_matter(alone: Alone) -> None:
    alone.types("hero Pip rogue 5")
    begin(alone, "Ogre", 1, "Pip")
    assert "ally near" not in alone.types("attack ogre") + alone.types("next")


def test_to_end_a_fight_costs_a_round(alone: Alone) -> None:
    begin(alone, "Giant Rat", 3)
    told = alone.types("end")
    assert told.startswith(LAST_ROUND) and "The fight is over" in told
    assert all(f"Giant Rat {n} uses Bite" in told for n in (1, 2, 3))
    assert "beside enemies" in alone.types("rest short")
    for line in ("n", "s"):
        told = alone.types(line)
    assert "attack!" in told


@pytest.mark.parametrize("heroes", [1, 2])
def test_every_foe_has_one_turn_more(alone: Alone, heroes: int) -> None:
    others = ("Pip",)[: heroes - 1]
    for name in others:
        alone.types(f"hero {name} fighter 5")
    begin(alone, "Goblin", 2, *others)
    told = alone.types("end")
    assert told.count("uses Scimitar") == 2 and "The fight is over" in told


def test_people_whom_the_player_attacked_let_go_at_once(alone: Alone) -> None:
    alone.makes("create", name="Marra Ashgrove", template="Commoner")
    alone.types("fight Marra Ashgrove")
    told = alone.types("end")
    assert LAST_ROUND not in told and "The fight is over" in told


def test_a_hero_who_falls_in_the_last_round_has_no_peace(alone: Alone) -> None:
    begin(alone, "Ogre", 3)
    alone.makes("update", character={"hp": 1}, characterName="Brenna")
    assert "Brenna falls unconscious" in alone.types("end")


@pytest.mark.parametrize("line", OUT_OF_TURN)
@pytest.mark.parametrize("plays", ["party", "Brenna", "Pip"])
def test_a_deed_out_of_turn_is_refused(alone: Alone, line: str, plays: str) -> None:
    alone.makes("create", name="Pip", character={"classes": ["wizard 5"], "party": True, "spells": {"cantrips": ["Fire Bolt"]}})
    alone.makes("give", "manage_inventory", characterName="Pip", template="Potion of Healing")
    alone.makes("damage", "execute_action", characterName="Pip", amount=3, damageType="fire")
    begin(alone, "Ogre", 1, "Pip")
    alone.types(f"as {plays}")
    rev = alone.game.store.rev(alone.game.campaign.id)
    told = alone.types(line)
    assert "It is Brenna's turn" in told or "it is the turn of Brenna" in told, told
    assert alone.game.store.rev(alone.game.campaign.id) == rev


@pytest.mark.parametrize("pip", ["up", "dying", "dead"])
def test_the_round_that_an_end_costs_is_one(alone: Alone, pip: str) -> None:
    """A hero who lies dying does not keep the fight going."""
    alone.types("hero Pip rogue 5")
    begin(alone, "Goblin", 2, "Pip")
    if pip != "up":
        alone.makes("damage", "execute_action", characterName="Pip", amount=500 if pip == "dead" else alone.hp("Pip"), damageType="cold")
    alone.makes("update", characterName="Brenna", character={"hpMax": 900, "hp": 900})
    told = alone.types("end")
    assert told.count("uses Scimitar") == 2 and told.count("The fight is over") == 1
    assert told.count("Pip, death save") == (1 if pip == "dying" else 0)
    assert alone.game.table()["fight"] is None and "attack" not in alone.types("look")


def test_a_hero_who_falls_in_the_last_round_gets_its_saves(alone: Alone) -> None:
    begin(alone, "Ogre", 3)
    alone.makes("update", characterName="Brenna", character={"hp": 1})
    told = alone.types("end")
    assert "attack!" not in told and alone.game.table()["fight"] is None
    assert "Brenna, death save" in told or "dies" in told or "is dead" in told
    assert FALLEN in told or alone.hp("Brenna") == 1


def test_who_lies_there_has_not_got_away(alone: Alone) -> None:
    alone.types("hero Pip rogue 5")
    begin(alone, "Giant Rat", 1, "Pip")
    alone.makes("damage", "execute_action", characterName="Brenna", amount=900, damageType="cold")
    alone.types("next")
    told = alone.types("go north by Pip")
    assert ESCAPED not in told and "The rest of the party has got away. Brenna stayed behind." in told, told


WAITS = ["rest", "rest short 1", "rest long", "rest until dawn", "wait 8 hours", "rest long by Pip"]


@pytest.mark.parametrize("line", WAITS)
@pytest.mark.parametrize("seed", range(4))
def test_time_that_passes_holds_the_death_saves(line: str, seed: int) -> None:
    with open_campaign(seed=seed) as game:
        alone = Alone(SoloSession(game))
        for made in ("hero Brenna fighter 1", "hero Pip rogue 1"):
            alone.types(made)
        alone.makes("damage", "execute_action", characterName="Brenna", amount=11, damageType="cold")
        told = alone.types(line)
        brenna = next(m for m in game.table()["party"] if m["name"] == "Brenna")
        assert told.startswith("Brenna, death save: ") and "Dying while time passes" not in told
        assert any(word in told for word in ("is stable", "is dead", "regains", "HP 0 → 1")), (told, brenna)


@pytest.mark.parametrize("seed", range(4))
def test_a_party_that_is_down_makes_its_saves_and_does_not_rest(seed: int) -> None:
    with open_campaign(seed=seed) as game:
        alone = Alone(SoloSession(game))
        alone.types("hero Brenna fighter 1")
        told = alone.types("damage Brenna by 11 cold")
        assert "Brenna, death save: " in told
        rev = game.store.rev(game.campaign.id)
        if alone.hp("Brenna") == 0:
            assert DOWN in told
            for line in ("rest", "rest long"):
                assert alone.types(line) == DOWN
            assert game.store.rev(game.campaign.id) == rev
        alone.types("undo")
        assert alone.hp("Brenna") == 11


def test_the_party_is_explained_once() -> None:
    with open_campaign(seed=1) as game:
        alone = Alone(SoloSession(game))
        told = [alone.types(f"hero {name} fighter") for name in ("Brenna", "Pip", "Osric")]
        assert [PARTY_NOW in one for one in told] == [False, True, False]
        alone.types("as Pip")
        assert PARTY_NOW in alone.types("hero Mira rogue")
