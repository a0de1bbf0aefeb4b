"""What the texts say of zones, written down from them and not from the data: when a zone acts, upon whom, what its ground is, and its squares.

SRD 5.1 and 5.2, Spell Descriptions, Monsters, Adventuring Gear, and the features of classes.
"""

from typing import Final, NamedTuple

from rpg_lite.vocabulary import RULESETS, Ruleset


class Text(NamedTuple):
    """A zone as its text has it.

    `shape`: its word and its feet; "around 1" lies around a space of 1 square, "aura" around whoever makes it, and a wall runs north of its point.
    `when`: what makes it act. `appear`: whoever stands there as it appears; `enter`: first on a turn; `each`: each time; `own`: each time,
    in a turn of one's own; `sweep`: as it comes over somebody; `start`, `end`: whose turn starts or ends there. `once`: all of it once per turn.
    `spares`: whom it leaves alone; `ground`: difficult, heavy (obscured so that nobody sees into it).
    """

    name: str
    shape: str
    when: str
    once: bool = False
    ground: str = ""
    spares: str = ""
    ruleset: Ruleset = "5.1"

    def __str__(self) -> str:
        return f"{self.ruleset}-{self.name}"

    def has(self, word: str) -> bool:
        return word in self.when.split()

    def is_so(self, word: str) -> bool:
        return word in self.ground.split()


IN_BOTH: Final = (
    Text("Black Tentacles", "cube 20", "enter start", ground="difficult"),
    Text("Forbiddance", "cube 200", "enter start"),
    Text("Sleet Storm", "cylinder 40", "enter start", ground="difficult heavy"),
    Text("Zone of Truth", "sphere 15", "enter start"),
    Text("Grease", "cube 10", "appear each end", ground="difficult"),
    Text("Entangle", "cube 20", "appear", ground="difficult"),
    Text("Flaming Sphere", "around 1 5", "end"),
    Text("Ice Storm", "cylinder 20", "appear", ground="difficult"),
    Text("Stinking Cloud", "sphere 20", "start", ground="heavy"),
    Text("Fog Cloud", "sphere 20", "", ground="heavy"),
    Text("Wall of Fire", "wall 60", "appear enter end", ground="heavy"),
    Text("Wall of Thorns", "wall 60", "appear enter end"),
    Text("Wind Wall", "wall 50", "appear"),
    Text("Oil", "cube 5", "enter end", once=True),
    Text("Holy Nimbus", "aura 30", "start", spares="friends"),
)
ONLY_5_1: Final = (
    Text("Blade Barrier", "wall 100", "enter start", ground="difficult"),
    Text("Cloudkill", "sphere 20", "enter start", ground="heavy"),
    Text("Moonbeam", "cylinder 5", "enter start"),
    Text("Spirit Guardians", "aura 15", "enter start", spares="friends"),
    Text("Guardian of Faith", "around 2 10", "enter", spares="friends"),
    Text("Gust of Wind", "line 60", "start"),
    Text("Incendiary Cloud", "sphere 20", "appear enter end", ground="heavy"),
    Text("Insect Plague", "sphere 20", "appear enter end", ground="difficult"),
    Text("Web", "cube 20", "own start", ground="difficult"),
    Text("Caltrops", "cube 5", "each"),
    Text("Ball Bearings", "cube 10", "each"),
    Text("Djinni", "cylinder 5", "each"),
    Text("Dretch", "aura 10", "start"),
    Text("Kraken", "aura 60", "end", ground="heavy"),
    Text("Draconic Presence", "aura 60", "start", spares="friends"),
)
ONLY_5_2: Final = (
    Text("Black Tentacles", "cube 20", "appear enter end", once=True, ground="difficult"),
    Text("Blade Barrier", "wall 100", "appear enter end", once=True, ground="difficult"),
    Text("Cloudkill", "sphere 20", "appear enter sweep end", once=True, ground="heavy"),
    Text("Conjure Animals", "around 2 10", "enter sweep end", once=True, spares="friends"),
    Text("Conjure Woodland Beings", "aura 10", "enter sweep end", once=True, spares="friends"),
    Text("Forbiddance", "cube 200", "enter end"),
    Text("Guardian of Faith", "around 2 10", "enter start", spares="friends"),
    Text("Gust of Wind", "line 60", "appear end"),
    Text("Incendiary Cloud", "sphere 20", "appear enter sweep end", once=True, ground="heavy"),
    Text("Insect Plague", "sphere 20", "appear enter end", once=True, ground="difficult"),
    Text("Moonbeam", "cylinder 5", "appear enter sweep end", once=True),
    Text("Sleet Storm", "cylinder 20", "enter start", ground="difficult heavy"),
    Text("Spirit Guardians", "aura 15", "enter sweep end", once=True, spares="friends"),
    Text("Wall of Thorns", "wall 60", "appear enter end", once=True),
    Text("Web", "cube 20", "enter start", ground="difficult"),
    Text("Caltrops", "cube 5", "enter"),
    Text("Ball Bearings", "cube 10", "enter"),
)


def texts() -> list[Text]:
    """Every zone of both rulesets; what is said of one ruleset alone comes before what is said of both."""
    said = {"5.1": ONLY_5_1, "5.2": ONLY_5_2}
    own = [text._replace(ruleset=ruleset) for ruleset in RULESETS for text in said[ruleset]]
    names = {(text.name, text.ruleset) for text in own}
    both = [text._replace(ruleset=ruleset) for ruleset in RULESETS for text in IN_BOTH if (text.name, ruleset) not in names]
    return sorted([*own, *both], key=str)
