"""Session zero: the questions with which a campaign begins, and the calls that record the answers."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.content.map_files import SHELF
from rpg_lite.messages.render_context import join_names, many

OWN: Final = {"operation": "update", "bagName": "Lobby", "name": "…", "description": "…"}


def begin(party: Mapping[str, Any], is_open: bool) -> str:
    """Return the prompt for this campaign: `party` is the answer of read_campaign party in full. `is_open`: nothing has been recorded yet, so
    the campaign may still take another ruleset.
    """
    ruleset = party["ruleset"]
    heroes = [member["name"] for member in party["party"]]
    return "\n".join([*(_going_on(heroes) if heroes else _opening(ruleset, is_open)), *_questions(ruleset), _LAST])


def _opening(ruleset: str, is_open: bool) -> Iterator[str]:
    other = "5.1" if ruleset == "5.2" else "5.2"
    yield f"This is the first evening of a campaign (SRD {ruleset}). Ask the players these five questions, one at a time, and wait for each answer."
    if is_open:
        yield (
            f"Before the first of them, ask whether they play SRD {ruleset} or SRD {other}. For SRD {other} the prompt begin is sent again, with "
            f"ruleset {other}; that works until something is recorded."
        )


def _going_on(heroes: Sequence[str]) -> Sequence[str]:
    return (
        f"This campaign has begun: {join_names(heroes)} {'is' if len(heroes) == 1 else 'are'} in it already. "
        "To go on with it, use the prompt continue. To begin it properly all the same, ask whichever of these five questions are still open.",
    )


def _questions(ruleset: str) -> Sequence[str]:
    hero: dict[str, Any] = {
        "classes": ["fighter 1"],
        "race": "dwarf",
        "background": "Acolyte" if ruleset == "5.1" else "Soldier",
        "party": True,
    }
    return (
        "1. What kind of story should it be, and what is out of bounds? Record it: "
        + _call("keep_journal", operation="decide", question="What kind of story?", text="…", public=True),
        "2. Who plays whom: name, class, species, background? Make each hero with its gear, then settle what the answer lists under To choose, "
        "the spells of casters too: "
        + _call("manage_character", operation="create", name="Thorin", method="standard_array", kit=True, character=hero)
        + " "
        + _call(
            "manage_character", operation="update", characterName="Thorin", character={"choices": {"skills": ["athletics", "perception"]}}
        ),
        "3. What does each hero want most? Record it as a quest that everybody may know: "
        + _call("keep_journal", operation="quest", name="…", text="…", public=True),
        "4. Where does it begin? " + _places(),
        "5. How do the heroes know each other, and why are they there? Record it: "
        + _call("keep_journal", operation="decide", question="Why are we here?", text="…", public=True),
    )


def _places() -> str:
    """Return the lines about the adventures that come with rpg-lite, and about a place of your own."""
    known = [(stem, plan) for stem in SHELF.adventures() if (plan := SHELF.adventure(stem))]
    told = [
        f"{plan.name} ({many(len(plan.rooms), 'room')}): "
        + _call("manage_room", operation="import_map", adventure=stem)
        + ", then "
        + _call("manage_room", operation="join", toName=plan.start)
        for stem, plan in known
    ]
    return f"In an adventure that comes with rpg-lite: {'; '.join(told)}. Or in a place of your own: {_call('manage_room', **OWN)}"


_LAST: Final = (
    'When everything is recorded, set a mark with keep_journal {"operation":"checkpoint","name":"The beginning"}, read the first scene with '
    'manage_room {"operation":"look","forPlayers":true}, tell it, and ask what they do. Begin with the first question now.'
)


def _call(tool: str, **payload: Any) -> str:
    return f"{tool} {json.dumps(payload, ensure_ascii=False, separators=(',', ':'))}"
