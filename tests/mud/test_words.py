"""Sentences at the table are complete, and their numbers agree."""

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.mud.session import Session
from tests.rows import each_row


@each_row(
    ("lines", "told"),
    [
        ("use rope", "Bo has no 'rope' (has nothing)."),
        ("grant torch|use rope", "Bo has no 'rope' (has 1 thing)."),
        ("grant torch|grant dagger|use rope", "Bo has no 'rope' (has 2 different things)."),
        ("spawn goblin|fight|end", "The fight is over after 1 round. It is day 1, 08:00 +1 round."),
        ("create Attic toward up|lock up|unlock up by stealth", "Skill is 'stealth'; allowed: sleight_of_hand, athletics."),
        ("grant gold", "Bo gets Gold Piece."),
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
