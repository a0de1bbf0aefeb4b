"""Sentences at the table are complete, and their numbers agree."""

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.parse import OTHER_WORDS
from rpg_lite.mud.session import Session
from rpg_lite.mud.verbs import SHORT, VERBS
from tests.rows import each_row


@each_row(
    ("lines", "told"),
    [
        ("use rope", "Bo has no 'rope' (has nothing)."),
        ("grant torch|use rope", "Bo has no 'rope' (has 1 thing)."),
        ("grant torch|grant dagger|use rope", "Bo has no 'rope' (has 2 different things)."),
        ("spawn goblin|fight|end", "The fight is over after 1 round. It is day 1, 08:00 +1 round."),
        ("create Attic toward up|lock up|unlock up by stealth", "Skill is 'stealth'; allowed: sleight of hand, athletics."),
        ("grant gold", "Bo gets Gold Piece."),
        ("stand up", "Stand Up works only while prone, and Bo is not."),
        ("buy torch", "There is no shop where Bo is."),
        ("take everything", "There is nothing to move to Bo. Nothing loose lies in Lobby."),
        ("say " + "x" * 4100, "The line has 4100 characters, and at most 4000 fit; nothing was kept."),
        ("grant all gold", "Write it like this: grant [N] ITEM [to NAME]"),
    ],
)
def test_what_is_said_is_a_sentence(lines: str, told: str):
    with open_campaign(seed=1) as game:
        session = Session(game)
        session.hear("hero Bo fighter")
        *before, last = lines.split("|")
        for line in before:
            session.hear(line)
        assert session.hear(last) == told


def test_a_word_that_is_read_as_a_verb_is_not_suggested_as_another() -> None:
    assert not [word for word in OTHER_WORDS if word in SHORT or (word in VERBS and not VERBS[word].is_on_squares)]
