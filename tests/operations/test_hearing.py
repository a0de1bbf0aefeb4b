"""The law of hearing: no word reaches a character, or its player, that the character neither said nor heard."""

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from tests.examples import examples

Answer = dict[str, Any]
Deed = tuple[str, Any, Any]
HEROES = ("Thorin", "Elara")
PEOPLE = (*HEROES, "Marra", "Snurl")
ROOMS = ("Lobby", "Crypt")
ALOUD = Caller("gm", aloud=True)


def ask(game: Game, tool: str, operation: str, caller: Caller = GM, **fields: Any) -> Answer:
    return game.ask({"operation": operation, **fields}, tool, "full", caller)


def did(game: Game, tool: str, operation: str, **fields: Any) -> Answer:
    answer = ask(game, tool, operation, **fields)
    assert answer["ok"], answer["text"]
    return answer


def tell(game: Game, text: str, **fields: Any) -> str:
    return str(did(game, "keep_journal", "tell", text=text, **fields)["text"])


def read(game: Game, operation: str, caller: Caller = GM, **fields: Any) -> str:
    answer = ask(game, "read_campaign", operation, caller, **fields)
    assert answer["ok"], answer["text"]
    return str(answer)


def player(name: str) -> Caller:
    return Caller("player", characters=(name,))


def last_entry(game: Game, caller: Caller = GM) -> Answer:
    return dict(ask(game, "read_campaign", "journal", caller)["results"][0]["journal"][-1])


def populate(game: Game) -> None:
    """Thorin and Elara of the party, with Marra and Snurl, in the Lobby; the Crypt is to the north."""
    for name in PEOPLE:
        did(game, "manage_character", "create", name=name, character={"hpMax": 20, "party": name in HEROES})
    did(game, "manage_room", "create", name="Crypt", direction="north")


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as opened:
        populate(opened)
        yield opened


# ── tell ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_those_in_the_room_hear_what_is_told(game: Game) -> None:
    did(game, "manage_room", "join", toName="Crypt", names=["Marra"])
    told = tell(game, "A bell rings.")
    assert told.startswith("The game master tells: A bell rings. (d") and told.endswith(")\nHeard by Thorin, Elara and Snurl.")
    for name in PEOPLE:
        assert ("A bell rings." in read(game, "context", forName=name)) == (name != "Marra")


def test_who_sleeps_is_dead_or_deaf_hears_nothing_unless_named(game: Game) -> None:
    did(game, "manage_condition", "apply", characterName="Elara", condition="unconscious")
    did(game, "manage_condition", "apply", characterName="Marra", condition="deafened")
    did(game, "execute_action", "damage", characterName="Snurl", amount=60, damageType="fire")
    assert tell(game, "A bell rings.").endswith("Heard by Thorin.")
    did(game, "manage_condition", "apply", characterName="Thorin", condition="unconscious")
    assert tell(game, "Silence.").endswith("Nobody hears it.")
    assert tell(game, "A dream.", names=["Elara"]).endswith("Heard by Elara.")
    assert "A dream." in read(game, "journal", player("Elara")) and "A dream." not in read(game, "journal", player("Thorin"))
    assert "Silence." not in read(game, "journal", player("Elara"))


def test_named_hearers_may_be_the_party_or_anyone(game: Game) -> None:
    assert tell(game, "One.", names=["party", "Marra"]).endswith("Heard by Thorin, Elara and Marra.")
    refused = ask(game, "keep_journal", "tell", text="Two.", names=["Maara"])
    assert refused["error"]["code"] == "character_unknown" and refused["error"]["field"] == "names[0]"
    assert refused["error"]["near"][0].startswith("Marra")
    assert "Two." not in read(game, "journal")


def test_players_are_told_no_hearers_but_the_party(game: Game) -> None:
    assert ask(game, "keep_journal", "tell", ALOUD, text="A bell.")["text"].endswith(")\nHeard by Thorin and Elara.")
    assert ask(game, "keep_journal", "tell", ALOUD, text="Psst.", names=["Marra"])["text"].endswith(")\nNobody in the party hears it.")
    seen = str(ask(game, "read_campaign", "history", ALOUD)) + str(ask(game, "read_campaign", "journal", ALOUD))
    assert "A bell." in seen and "Psst." not in seen and "Marra" not in seen


def test_only_the_game_master_tells(game: Game) -> None:
    assert ask(game, "keep_journal", "tell", player("Thorin"), text="I win.")["error"]["code"] == "not_allowed"


def test_the_game_master_sees_who_heard_and_players_do_not(game: Game) -> None:
    tell(game, "A bell rings.")
    assert last_entry(game)["heard"] == list(PEOPLE)
    seen = last_entry(game, player("Thorin"))
    assert seen["text"] == "A bell rings." and "heard" not in seen


def test_the_journal_is_filtered_by_who_heard(game: Game) -> None:
    did(game, "keep_journal", "say", text="Psst.", characterName="Thorin", toName="Marra")
    tell(game, "A bell rings.", names=["Elara"])
    did(game, "keep_journal", "note", text="Mine.", characterName="Elara")
    for name, known in {"Marra": {"Psst."}, "Elara": {"A bell rings.", "Mine."}}.items():
        assert {t for t in ("Psst.", "A bell rings.", "Mine.") if t in read(game, "journal", forName=name)} == known
    assert "Psst." in read(game, "journal", forName="Marra", actorName="Thorin")
    assert "Psst." not in read(game, "journal", forName="Marra", actorName="Elara")
    assert ask(game, "read_campaign", "journal", forName="Nobody")["error"]["code"] == "character_unknown"
    assert ask(game, "read_campaign", "journal", player("Thorin"), forName="Elara")["error"]["code"] == "not_yours"


def test_the_journal_is_filtered_by_several_speakers(game: Game) -> None:
    for name in PEOPLE:
        did(game, "keep_journal", "say", text=f"By {name}.", characterName=name)
    tell(game, "By nobody.")

    def by(*named: str, **fields: Any) -> set[str]:
        told = read(game, "journal", names=list(named), **fields)
        return {name for name in (*PEOPLE, "nobody") if f"By {name}." in told}

    assert by("Elara", "Snurl") == {"Elara", "Snurl"} and by("gm", "Marra") == {"nobody", "Marra"}
    assert by("party") == {*HEROES} and by("Marra", actorName="gm") == {"nobody", "Marra"}
    assert by("Marra", "Snurl", query="snurl") == {"Snurl"}
    refused = ask(game, "read_campaign", "journal", names=["Thorin", "Mara"])
    assert refused["error"]["field"] == "names[1]" and refused["error"]["near"][0].startswith("Marra")
    with open_campaign(":memory:") as empty:
        assert ask(empty, "read_campaign", "journal", names=["party"])["error"]["code"] == "party_empty"
    others = ask(game, "read_campaign", "journal", player("Thorin"), names=["Thorin", "Elara"])
    assert (others["error"]["code"], others["error"]["field"]) == ("not_yours", "names[1]")
    assert by("Thorin", "gm", caller=player("Thorin")) == {"Thorin", "nobody"}


# ── the law ─────────────────────────────────────────────────────────────────────────────────────────────────────────

WHO = st.sampled_from(PEOPLE)
OF_PLAYERS: list[tuple[str, str, Answer]] = [
    ("read_campaign", "context", {"budget": 50_000}),
    ("read_campaign", "context", {"budget": 50_000, "since": 0}),
    ("read_campaign", "context", {"budget": 50_000, "forName": "Thorin"}),
    ("read_campaign", "recap", {"since": 0, "budget": 50_000}),
    *(("read_campaign", "journal", {"last": 50, **fields}) for fields in (
        {}, {"query": "word"}, {"since": 0}, {"actorName": "Thorin"}, {"actorName": "gm"}, {"names": ["gm", "party"]}, {"names": ["Thorin", "gm"]}, {"forName": "Thorin"}, {"entry": "tell"},
        *({"talkWith": name} for name in PEOPLE), {"roomName": "Lobby"},
    )),
    *(("read_campaign", operation, {}) for operation in ("party", "who", "rooms", "inventory", "quests", "exits")),
    ("read_campaign", "character", {"characterName": "Thorin"}),
    ("manage_room", "look", {}),
    ("manage_room", "map", {}),
]  # fmt: skip
"""The calls of a player of Thorin, and of a viewer, that read anything."""
DEEDS = st.lists(
    st.one_of(
        st.tuples(st.just("say"), WHO, st.sampled_from([None, "gm", *PEOPLE])),
        st.tuples(st.sampled_from(["note", "decide", "milestone"]), st.sampled_from([*PEOPLE, "gm"]), st.none()),
        st.tuples(st.just("say"), st.just("gm"), st.sampled_from([None, *PEOPLE])),
        st.tuples(st.just("focus"), st.sampled_from([None, *PEOPLE]), st.none()),
        st.tuples(st.just("tell"), st.lists(WHO, max_size=3, unique=True), st.none()),
        st.tuples(st.just("join"), WHO, st.sampled_from(ROOMS)),
        st.tuples(st.just("sleep"), WHO, st.booleans()),
        st.tuples(st.just("leave"), st.just("Elara"), st.booleans()),
    ),
    max_size=12,
)


@settings(max_examples=examples(60), deadline=None)
@given(deeds=DEEDS)
def test_no_word_reaches_who_did_not_hear_it(deeds: list[Deed]) -> None:
    """Through each reading call and a character's prompt, for the game master, players and viewers, after any joins, leaves and private
    talks. That the game master has begun a talk is nobody else's business.
    """
    with open_campaign(":memory:", seed=1) as game:
        populate(game)
        heard = _played(game, deeds)
        focus = next((one for kind, one, _ in reversed(deeds) if kind == "focus"), None)
        for name in PEOPLE:
            texts = [read(game, "journal", forName=name, last=50)]
            contexts = [read(game, "context", forName=name, budget=50_000), game.wrap(50_000, for_name=name).text]
            if name == "Thorin":
                texts += [read(game, "context", player(name), budget=50_000), read(game, "journal", player(name), last=50)]
            for text in (*texts, *([] if name == focus else contexts)):
                assert _words(text, deeds) == heard[name]
            for text in contexts:  # the talk that goes on is told alone to its partner
                assert _words(text, deeds) <= heard[name]
        assert _words(read(game, "history", ALOUD, last=50), deeds) <= heard["Thorin"] | heard["Elara"]
        for tool, operation, fields in OF_PLAYERS:
            for caller, known in ((player("Thorin"), heard["Thorin"]), (Caller("viewer"), set())):
                answer = str(ask(game, tool, operation, caller, **fields))
                assert _words(answer, deeds) <= known, (operation, fields, caller.role)
                assert "talk with" not in answer, (operation, fields, caller.role)
            assert "talk with" not in str(ask(game, tool, operation, ALOUD, **fields)), (operation, fields)
        assert "talk with" not in read(game, "history", ALOUD, last=50)


def _words(text: str, deeds: list[Deed]) -> set[int]:
    return {n for n in range(len(deeds)) if f"word{n}x" in text}


@dataclass
class Talk:
    """A private talk: its partner, the others who have spoken in it, and its other side, a hero or "gm"; None: nobody knows yet."""

    on: str
    talkers: set[str]
    second: str | None

    def takes_part(self, speaker: str, heroes: AbstractSet[str]) -> bool:
        return speaker in {"gm", self.on, *self.talkers} or self.second is None or speaker not in heroes

    def hearers(self, speaker: str, there: AbstractSet[str]) -> set[str]:
        """`there`: the heroes in the room who are awake."""
        is_open = self.second is None and not self.talkers and speaker in ("gm", self.on)
        lone = there - {self.on} if is_open and len(there - {self.on}) == 1 else set()
        return ({self.on, *self.talkers} - {speaker}) | lone

    def heard_from(self, speaker: str, heroes: AbstractSet[str]) -> None:
        if speaker in {"gm", self.on, *self.talkers}:
            return
        self.talkers.add(speaker)
        if speaker in heroes:
            self.second = speaker


def _played(game: Game, deeds: list[Deed]) -> dict[str, set[int]]:
    """The words that each said, or heard in the room while awake, or that were said to it, or belonged to its private talk."""
    at, asleep, heroes = dict.fromkeys(PEOPLE, "Lobby"), set[str](), {*HEROES}
    talk: Talk | None = None
    heard: dict[str, set[int]] = {name: set() for name in PEOPLE}
    for n, (kind, one, other) in enumerate(deeds):
        if kind == "join":
            did(game, "manage_room", "join", toName=other, names=[one])
            at[one] = other
        elif kind == "sleep":
            if (one in asleep) != other:
                did(game, "manage_condition", "apply" if other else "remove", characterName=one, condition="unconscious")
            asleep = asleep | {one} if other else asleep - {one}
        elif kind == "focus":
            ask(game, "keep_journal", "focus", **({"toName": one} if one else {}))
            talk = Talk(one, set(), "gm" if one in heroes else None) if one else None
        elif kind == "leave":
            did(game, "manage_character", "update", characterName=one, character={"party": other})
            heroes = heroes | {one} if other else heroes - {one}
        else:
            private = _private(game, talk, kind, one, other, {name: at[name] for name in heroes - asleep}, heroes, at)
            for name in _hearers(game, kind, one, other, f"word{n}x", {p: at[p] for p in PEOPLE if p not in asleep}, private):
                heard[name].add(n)
            if talk and kind == "say" and other in (None, talk.on) and talk.takes_part(one, heroes):
                talk.heard_from(one, heroes)
    return heard


def _private(
    game: Game,
    talk: Talk | None,
    kind: str,
    one: Any,
    other: str | None,
    awake: dict[str, str],
    heroes: AbstractSet[str],
    at: dict[str, str],
) -> set[str] | None:
    """Those who hear words of a private talk that are addressed to nobody in particular; None: the words belong to none."""
    speaker = "gm" if kind == "tell" else one
    if not talk or kind not in ("say", "tell") or other or (kind == "tell" and one) or not talk.takes_part(speaker, heroes):
        return None
    room = at[speaker] if speaker != "gm" else next((at[name] for name in HEROES if name in heroes and name in awake), at["Thorin"])
    return talk.hearers(speaker, {name for name, where in awake.items() if where == room})


def _hearers(
    game: Game, kind: str, one: Any, other: str | None, text: str, awake: dict[str, str], private: AbstractSet[str] | None = None
) -> set[str]:
    if kind == "tell":
        tell(game, text, **({"names": one} if one else {}))
        whole = {*one} or (_one_room(game, awake) if private is None else {*private})
        return whole & {*PEOPLE}
    to = {"toName": other} if other else {}
    did(game, "keep_journal", kind, characterName=one, text=text, **to)
    whole = {*private} if private is not None else _one_room(game, awake) if kind == "say" and not to else set()
    return ({one, other} | whole) & {*PEOPLE}


def _one_room(game: Game, awake: dict[str, str]) -> set[str]:
    """Those who heard the last entry: everybody awake in one of the rooms, apart from its author."""
    entry = last_entry(game)
    found = {*entry["heard"], entry.get("by")} & {*awake}
    assert found in [{name for name, room in awake.items() if room == each} for each in ROOMS]
    return found
