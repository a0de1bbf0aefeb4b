"""What `next` and `fight` offer of the monsters, and the lines that choose from it."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.session import Session
from rpg_lite.vocabulary import RULESETS, Ruleset

DRAGON = "Young Red Dragon"
ELDER = "Adult Red Dragon"
KOBOLD = {"5.1": "Kobold", "5.2": "Kobold Warrior"}
HEROES = {"Thorin": "paladin", "Elara": "wizard", "Pip": "rogue", "Brenna": "cleric"}
MOST_TURNS = 300


@contextmanager
def table(ruleset: Ruleset, gm: bool, *spawned: str, heroes: tuple[str, ...] = ("Pip",), seed: int = 1) -> Iterator[Session]:
    with open_campaign(seed=seed, ruleset=ruleset) as game:
        session = Session(game, gm=gm)
        for name in heroes:
            session.hear(f"hero {name} {HEROES[name]} 5")
        for creature in spawned:
            session.hear(f"spawn {creature}")
        yield session


@pytest.fixture(params=RULESETS)
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    return request.param  # type: ignore[no-any-return]


@pytest.fixture
def master(ruleset: Ruleset) -> Iterator[Session]:
    with table(ruleset, True, DRAGON, ELDER) as session:
        yield session


@pytest.fixture
def player(ruleset: Ruleset) -> Iterator[Session]:
    with table(ruleset, False, DRAGON) as session:
        yield session


def offered(text: str) -> dict[str, tuple[str, str]]:
    """number → (creature, act)"""
    found, by = dict[str, tuple[str, str]](), ""
    for line in text.splitlines():
        if head := re.match(r"(.+) can, ", line):
            by = head[1]
        elif row := re.match(r" +(\d+)  (.+?)(?: \((?!ranged).*)?$", line):
            found[row[1]] = (by, row[2])
    return found


def number_of(session: Session, creature: str, act: str, text: str) -> str:
    return next(number for number, row in offered(text).items() if row == (creature, act))


def until(session: Session, name: str) -> str:
    """The answer that begins the turn of this creature."""
    text = str(session.hear("fight"))
    for _ in range(10):
        if re.search(rf"Round \d+: {name}'s turn", text):
            return text
        text = str(session.hear("next"))
    raise AssertionError(name)


def test_an_act_is_chosen_by_its_number_or_its_name(master: Session) -> None:
    text = until(master, DRAGON)
    first = str(master.hear(f"{number_of(master, DRAGON, 'Fire Breath', text)} at pip"))
    assert first.startswith(f"{DRAGON} uses Fire Breath") and "Pip (" in first
    master.hear("undo")
    assert str(master.hear("fire breath at pip")).startswith(f"{DRAGON} uses Fire Breath")


def test_what_is_spent_is_listed_no_more_and_no_number_moves(master: Session) -> None:
    text = until(master, DRAGON)
    breath = number_of(master, DRAGON, "Fire Breath", text)
    master.hear(f"{breath} at pip")
    offers = {o.number: o for o in master.scene().offers}
    assert not offers[int(breath)].is_ready and {str(n): (o.by_name, o.name) for n, o in offers.items()} == offered(text)
    assert "0 of Fire Breath left" in str(master.hear(f"{breath} at pip"))


def test_a_legendary_act_is_offered_in_the_turns_of_others_once_each(master: Session) -> None:
    text = until(master, DRAGON)
    own = [act for by, act in offered(text).values() if by == ELDER]
    assert own and f"{ELDER} can, at the end of this turn (legendary):" in text
    chosen = number_of(master, ELDER, own[-1], text)
    assert "legendary actions" in str(master.hear(f"{chosen} at pip"))
    assert not any(o.is_ready for o in master.scene().offers if o.by_name == ELDER)
    while f"{ELDER}'s turn" not in (text := str(master.hear("next"))):
        pass
    assert "(legendary)" not in text and f"{ELDER} can, now:" in text


def test_a_hero_has_no_list(player: Session) -> None:
    assert " can, " not in until(player, "Pip") and "fight" in str(player.hear("help fight"))


def test_a_player_is_shown_what_the_book_prints_without_numbers(player: Session) -> None:
    text = until(player, DRAGON)
    assert {act for _, act in offered(text).values()} >= {"Multiattack", "Fire Breath"}
    assert not re.search(r"DC|to hit|\dd\d|recharge", text)


def test_a_player_is_shown_no_secret_act(player: Session) -> None:
    """An old man of the game master's own, who breathes fire: players see him strike."""
    breath = {"name": "Hidden Breath", "cost": "action", "targets": "area", "steps": [{"damage": "1d6", "type": "fire"}]}
    made = {"operation": "create", "name": "Old Man", "character": {"hpMax": 9, "acts": [breath]}}
    assert player.game.ask(made, "manage_character")["ok"]
    text = until(player, "Old Man")
    assert [act for by, act in offered(text).values() if by == "Old Man"] == ["Unarmed Strike"] and "Hidden" not in text
    number = number_of(player, "Old Man", "Unarmed Strike", text)
    assert "attacks Pip" in str(player.hear(f"{number} at pip"))
    master = Session(player.game, gm=True)
    assert "Hidden Breath" in {o.name for o in master.scene().offers}


def test_a_number_that_nobody_offered_is_no_line(master: Session) -> None:
    assert "There is no verb '1'" in str(master.hear("1 at pip"))
    text = until(master, DRAGON)
    assert "There is no verb '99'" in str(master.hear("99 at pip"))
    assert "There is no 'nobody'" in str(Session(master.game).hear(f"{number_of(master, DRAGON, 'Fire Breath', text)} at nobody"))


# ── a whole fight ───────────────────────────────────────────────────────────────────────────────────────────────────


def hp_of(session: Session) -> dict[str, int]:
    rows = re.findall(r"^  (\S.*?) +(?:party|other) +(?:\w+ +)?HP (\d+)/\d+", str(session.hear("who")), re.MULTILINE)
    return {name: int(hp) for name, hp in rows}


def act_of_a_monster(session: Session, text: str, heroes: list[str]) -> str | None:
    """The best that is offered now: the breath at all, else a multiattack, else the first."""
    now = {act: number for number, (by, act) in offered(text).items() if f"{by} can, now:" in text}
    for act, whom in (("Fire Breath", ", ".join(heroes)), ("Multiattack", heroes[0]), (next(iter(now), ""), heroes[-1])):
        if act in now:
            return session.hear(f"{now[act]} at {whom}")
    return None


@pytest.mark.slow
def test_four_heroes_fight_a_dragon_and_six_kobolds_by_typing(ruleset: Ruleset) -> None:
    with table(ruleset, True, DRAGON, f"6 {KOBOLD[ruleset]}", heroes=(*HEROES,)) as session:
        breaths, text = 0, str(session.hear("fight"))
        for _ in range(MOST_TURNS):
            now = hp_of(session)
            heroes, foes = [n for n in HEROES if now[n]], [n for n in now if n not in HEROES and now[n]]
            if not heroes or not foes:
                break
            whose = re.findall(r"Round \d+: (.+?)'s turn", text)[-1]
            if whose in heroes:
                said = session.hear(f"attack {min(foes, key=now.__getitem__)} by {whose}")
                assert re.search(r"a (critical )?(hit|miss)", str(said)), said
            elif whose in HEROES:
                session.hear(f"save death by {whose}")
            else:
                said = act_of_a_monster(session, text, heroes)
                assert said and said.startswith(whose), (said, text)
                breaths += "uses Fire Breath" in said
            text = str(session.hear("next"))
        assert bool(heroes) != bool(foes) and breaths
        assert "The fight is over after" in str(session.hear("end"))
