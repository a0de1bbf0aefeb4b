"""Without --gm, answers use only what players see, whoever prepared the world; only --gm makes a game master."""

from pathlib import Path

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.game import Game
from rpg_lite.mud.session import Session

SECRETS = ("Vault", "Oubliette", "Protection", "Moonstone", "Emerald", "mimic", "Assassin")
READING = (
    """
look|exits|who|inventory|inventory me|inventory all|rooms|map|map 99|route Lobby|sheet|journal|history|history 50|history 50 --tools
examine Bo|examine Lobby|examine Ring|examine Chest|examine Goblin|look in Chest|examine rpg:hide|examine rpg:create
take all|take moon|take emer|open chest|go down|go vaul|route vaul|open down|join vaul|examine vaul|examine assass|attack assass|sheet assass
""".strip()
    .replace("\n", "|")
    .split("|")
)


@pytest.fixture
def game():
    with open_campaign(seed=1) as one:
        yield one


@pytest.fixture
def player(game: Game) -> Session:
    """Bo with a ring that nobody identified, beside a locked chest, over a vault that nobody has found; an assassin waits elsewhere."""
    gm, player = Session(game, gm=True), Session(game)
    player.hear("hero Bo fighter")
    game.ask({"operation": "create", "name": "Vault", "direction": "down", "door": "hidden", "notes": ["A mimic."]}, "manage_room")
    game.ask({"operation": "create", "name": "Oubliette"}, "manage_room")
    for line in ("grant Chest", "drop chest", "spawn goblin"):
        gm.hear(line)
    for name, bag in (("Emerald", "Chest"), ("Moonstone", "floor")):
        game.ask({"bagName": bag, "operation": "give", "item": {"name": name, "type": "adventuring_gear"}})
    game.ask({"operation": "lock", "bagName": "Chest", "keyName": "Brass Key", "force": True}, "manage_room")
    gm.hear("hide moonstone")
    game.ask({"characterName": "Bo", "operation": "give", "template": "Ring of Protection", "identified": False})
    game.ask({"operation": "create", "name": "Assassin", "character": {"hpMax": 9}}, "manage_character")
    game.ask({"operation": "join", "characterName": "Assassin", "toName": "Oubliette"}, "manage_room")
    assert len(str(gm.hear("history 50")).splitlines()) > 8
    return player


@pytest.mark.parametrize("line", READING)
def test_no_answer_to_a_player_tells_a_secret(player: Session, line: str):
    typed = line.casefold()
    told = [secret for secret in SECRETS if secret in str(player.hear(line)) and secret.casefold() not in typed]
    assert told == []


@pytest.mark.parametrize(
    "line",
    [
        "call rules",
        "call rules query=falling",
        "call rules name=RULES.md",
        "call export characterName=Marra",
        "call tools",
        "examine Marra",
        "look",
    ],
)
def test_no_call_without_a_verb_tells_a_player_a_page_or_a_secret(tmp_path: Path, line: str):
    """A call that only reads prepares nothing, so a player's eyes are enough for it."""
    (tmp_path / "RULES.md").write_text("zyxfalling")
    with open_campaign(seed=1, lore=tmp_path) as game:
        player = Session(game)
        player.hear("hero Bo fighter")
        game.ask({"operation": "create", "name": "Marra", "character": {"hpMax": 7, "secret": "zyxsecret"}}, "manage_character")
        assert "zyx" not in str(player.hear(line))
        told = str(Session(game, gm=True).hear(line))
        assert "zyx" in told or line in ("call rules", "call rules query=falling", "call tools")


@pytest.mark.parametrize("line", ["call map everything=true", "call map everything=true around=9", "call rooms everything=true"])
def test_nobody_who_plays_in_front_of_all_reads_the_whole_map(player: Session, line: str):
    assert "Only the game master may add everything" in str(player.hear(line))


def test_a_player_plays_nobody_outside_the_party(player: Session):
    assert "only the game master plays such a creature" in str(player.hear("as Goblin"))
    assert player.me == "Bo"


def test_a_player_plays_a_beast_that_obeys_the_party(game: Game) -> None:
    player = Session(game)
    player.hear("hero Fern druid 5")
    choice = {"choice": "two", "beast": "Wolf"}
    cast = {"operation": "cast", "characterName": "Fern", "spell": "Conjure Animals", "choice": choice}
    assert game.ask(cast, "execute_action")["ok"]
    assert player.hear("as Wolf 1") == "You are Wolf 1."


NUMBERS = (
    "export characterName=Goblin",
    "character characterName=Goblin",
    'character characterName=Goblin stats=["ac"]',
    "context forName=Goblin",
    "journal forName=Goblin",
    "journal actorName=Goblin",
    "read_campaign inventory characterName=Goblin",
    "encounter",
    'encounter names=["Goblin"] difficulty=hard',
)


@pytest.mark.parametrize("line", NUMBERS)
def test_no_call_without_a_verb_tells_a_player_the_numbers_of_a_stranger(game: Game, player: Session, line: str):
    """The party that nobody is, and Bo of the party, learn nothing that a player's client would not learn."""
    for _ in range(2):
        told = str(player.hear(f"call {line}"))
        assert told.startswith(("Players cannot see into Goblin.", "Goblin is not your character; allowed: Bo.")), told
        assert not [word for word in ("AC", "HP", "7/7", "CR", "c1.") if word in told], told
        player.hear("as party")
    assert "Goblin" in str(Session(game, gm=True).hear(f"call {line}")) or "journal" in line


def test_a_player_reads_the_numbers_of_the_party_and_of_the_book(game: Game, player: Session):
    player.hear("note The well is dry.")
    read = {"export characterName=Bo": "fighter 1", "character characterName=Bo": "AC", "context forName=Bo": "HP", "journal forName=Bo": "well",
            'encounter creatures={"Ogre":1}': "Ogre (CR 2"}  # fmt: skip
    for line, told in read.items():
        assert told in str(player.hear(f"call {line}")), line
    exported = str(player.hear("call export characterName=Bo"))
    assert '"Ring"' in exported and "protection" not in exported
    assert "Ring of Protection" in str(Session(game, gm=True).hear("call export characterName=Bo"))
    player.hear("as party")
    assert [line for line, told in read.items() if told not in str(player.hear(f"call {line}"))] == []


def test_what_a_player_takes_back_is_told_without_its_words(game: Game, player: Session):
    """The last deed brought an assassin somewhere."""
    assert "Assassin" in str(Session(game, gm=True).hear("history 1"))
    text = str(player.hear("undo"))
    assert "is taken back" in text and "Assassin" not in text


def test_the_game_master_is_told_all_of_it(game: Game, player: Session):
    gm = Session(game, gm=True)
    told = "\n".join(
        str(gm.hear(line))
        for line in (
            "look",
            "who",
            "history 50",
            "inventory me",
            "rooms",
            "look in chest",
            "join Vault",
            "look",
            "examine Assassin",
            "map 99",
        )
    )
    assert [secret for secret in SECRETS if secret not in told] == []


def test_what_is_done_with_a_thing_of_unknown_make_names_its_look(player: Session):
    assert player.hear("equip ring") == "Bo puts on Ring (ring1)."
    assert str(player.hear("drop ring")).startswith("Ring → Lobby.")
    assert player.hear("take ring") == "Ring → Bo."


@pytest.mark.parametrize("line", ["take moonstone", "equip moonstone", "drop moonstone", "use moonstone"])
def test_nobody_lays_hands_on_what_nobody_has_found(game: Game, player: Session, line: str):
    assert " has no 'moonstone'" in str(player.hear(line))
    assert "Moonstone (hidden)" in str(Session(game, gm=True).hear("inventory"))


def test_a_player_sees_the_wounds_and_the_gear_of_others(game: Game, player: Session):
    told = str(player.hear("examine goblin"))
    assert "Goblin is unhurt." in told and "Scimitar" in told and "AC" not in told and "HP" not in told
    told = str(player.hear("sheet goblin"))
    assert "Scimitar" in told and not [word for word in ("AC", "HP", "Carried", "Arrow") if word in told]
    assert "AC 15, HP 7/7" in str(Session(game, gm=True).hear("examine goblin"))


def test_a_locked_chest_is_examined_from_without_by_all_but_the_game_master(game: Game, player: Session):
    told = str(player.hear("examine chest"))
    assert "Chest (locked)" in told and "Emerald" not in told.partition("Recent calls")[0]
    assert "Contents: Emerald" in str(Session(game, gm=True).hear("examine chest"))


def test_a_room_that_nobody_knows_is_none_at_all(player: Session):
    for name in ("Vault", "Nowhere"):
        assert str(player.hear(f"route {name}")).startswith(f"There is no room {name!r}")
        assert player.hear(f"go {name}") == f"Lobby has no known exit to {name!r}; route shows how to reach a room."


def test_history_tells_what_was_played_and_not_what_was_made_ready(player: Session):
    player.hear("say Hello"), player.hear("take ring")
    told = str(player.hear("history 50"))
    assert "Hello" in told and "Bo is in Lobby" in told
    assert "There is " not in told and "hidden" not in told and "rev 2" not in told


def test_an_undo_is_told_without_what_it_took_back(game: Game, player: Session):
    game.ask({"operation": "undo"}, "manage_room")
    assert "is taken back." in str(player.hear("history 1")) and "Assassin" not in str(player.hear("history 1"))


def test_a_player_without_a_party_looks_around_in_the_first_room():
    with open_campaign(seed=1) as game:
        assert str(Session(game).hear("look")).startswith("Lobby.")


@pytest.mark.parametrize(
    "line",
    ["portal mirror Vaul", "portal mirror Oubliett", "say @Assasin hi", "as Assasin", "lock chest", "take Emeral from chest", "fight Assasin",
     "give ring to Assasin", "hide Moonston", "take all from goblin", "take scimita from goblin", "journal", "journal poison", "history 50"],
)  # fmt: skip
def test_no_refusal_and_no_deed_offers_what_nobody_has_found(game: Game, player: Session, line: str):
    note = {"operation": "note", "characterName": "Assassin", "text": "poison for the Emerald"}
    assert game.ask(note, "keep_journal")["ok"]
    told = str(player.hear(line))
    assert not [secret for secret in (*SECRETS, "poison", "Brass Key") if secret in told and secret not in line], told


def test_strangers_who_are_awake_keep_what_they_have(game: Game, player: Session):
    assert game.ask({"characterName": "Goblin", "operation": "give", "template": "Torch"})["ok"]
    for line in ("take torch from goblin", "take all from goblin"):
        assert "Players cannot see into" in str(player.hear(line))
    assert game.ask({"operation": "damage", "characterName": "Goblin", "amount": 99, "damageType": "fire"}, "execute_action")["ok"]
    assert "Torch" in str(player.hear("take torch from goblin"))


def test_nobody_is_acted_as_who_was_never_seen(player: Session):
    assert "There is no character 'Assassin'" in str(player.hear("as Assassin")) and player.me != "Assassin"
