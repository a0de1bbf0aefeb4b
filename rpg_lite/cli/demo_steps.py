"""The script of the demo: the game master's lines, the calls, and the texts that each answer must contain."""

from dataclasses import dataclass
from typing import Any, Final

Payload = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """`says`: the game master's line. `must`: the texts that the answer must contain. `refused`: the code of the expected refusal."""

    says: str
    payload: Payload
    must: tuple[str, ...] = ()
    tool: str = "manage_inventory"
    refused: str | None = None


def _thorin(operation: str, **rest: Any) -> Payload:
    return {"characterName": "Thorin", "operation": operation, **rest}


PARTY: Final = (
    Step(
        "Two strangers share a table at the Yawning Lantern: a dwarf in a patched cloak, and a wizard who reads while she eats.",
        {
            "operation": "create",
            "name": "Thorin",
            "character": {
                "classes": ["fighter 5"],
                "race": "dwarf",
                "abilities": {"str": 16, "dex": 14, "con": 14, "int": 8, "wis": 10, "cha": 10},
                "proficiencies": {
                    "armor": ["light", "medium", "heavy", "shield"],
                    "weapons": ["simple", "martial"],
                    "saves": ["str", "con"],
                    "skills": {"athletics": 1, "perception": 1},
                },
            },
        },
        ("Thorin",),
        "manage_character",
    ),
    Step(
        "She is Elara, and the book is about the vault below the inn.",
        {
            "operation": "create",
            "name": "Elara",
            "character": {
                "classes": ["wizard 5"],
                "race": "elf",
                "abilities": {"str": 8, "dex": 14, "con": 12, "int": 18, "wis": 12, "cha": 10},
                "spells": {"cantrips": ["Fire Bolt"], "prepared": ["Fireball", "Shield"]},
            },
        },
        ("Elara",),
        "manage_character",
    ),
    Step(
        "The innkeeper pays in advance, half to each, and adds a red flask for the one who looks as if he will need it.",
        {
            "batch": [
                {"characterName": "Thorin", "operation": "give", "item": {"name": "Gold", "type": "treasure", "quantity": 150}},
                {"characterName": "Elara", "operation": "give", "item": {"name": "Gold", "type": "treasure", "quantity": 150}},
                {
                    "characterName": "Thorin",
                    "operation": "give",
                    "item": {"name": "Healing Potion", "type": "consumable", "effect": "Heal 2d4+2 HP"},
                },
            ]
        },
        ("Thorin gets 150", "Elara gets 150", "Healing Potion"),
    ),
)

CHEST: Final = (
    Step("An iron chest stands in the vault.", {"bagName": "floor", "operation": "give", "template": "Chest"}, ("Chest",)),
    Step(
        "Its lid gives way.",
        {
            "bagName": "Chest",
            "operation": "give",
            "batch": [
                {"template": "Plate Armor"},
                {"template": "Chain Shirt"},
                {"template": "Shield"},
                {"template": "Longsword"},
                {"template": "Ring of Protection"},
                {"template": "Cloak of Protection"},
                {"template": "Gauntlets of Ogre Power"},
                {"template": "Amulet of Health"},
                {"template": "Potion of Healing", "quantity": 3},
                {"template": "gp", "quantity": 240},
            ],
        },
        ("Plate Armor", "240"),
    ),
)

LOOT: Final = Step(
    "They empty it: the wizard takes the flasks, the dwarf takes the iron, and they halve the coins.",
    {
        "bagName": "Chest",
        "operation": "transfer",
        "batch": [
            {"itemName": "gp", "quantity": 120, "toCharacterName": "Elara"},
            {"itemName": "potions of healing", "all": True, "toCharacterName": "Elara"},
            {"all": True, "toCharacterName": "Thorin"},
        ],
    },
    ("Elara", "Thorin"),
)

GEAR: Final = (
    Step("The mail shirt goes on quickly.", _thorin("equip", itemName="Chain Shirt"), ("Chain Shirt", "AC 12 → 15")),
    Step(
        "But the plate fits as if it had been made for him.",
        _thorin("equip", itemName="plate armour"),
        ("takes off Chain Shirt", "puts on Plate Armor", "AC 15 → 18"),
    ),
    Step(
        "Steel in one hand, the shield on the other arm.",
        _thorin("equip", batch=[{"itemName": "Longsword"}, {"itemName": "Shield"}]),
        ("Longsword", "AC 18 → 20"),
    ),
    Step("The ring is cold. Nothing happens.", _thorin("equip", itemName="Ring of Protection"), ("does not work until",)),
    Step("He sits down with it, and it grows warm.", _thorin("attune", itemName="Ring of Protection"), ("AC 20 → 21", "1 of 3")),
    Step(
        "The cloak and the gauntlets want the same from him.",
        _thorin(
            "equip",
            batch=[{"itemName": "Cloak of Protection", "attune": True}, {"itemName": "Gauntlets of Ogre Power", "attune": True}],
        ),
        ("AC 21 → 22", "STR 16 → 19"),
    ),
    Step(
        "He reaches for the amulet too. There is a limit to what one heart can hold.",
        _thorin("attune", itemName="Amulet of Health"),
        ("Ring of Protection", "Cloak of Protection", "Gauntlets of Ogre Power", "Nothing was changed"),
        refused="attunement_limit",
    ),
    Step(
        "Why is he so hard to hit?",
        {"operation": "character", "characterName": "Thorin", "stats": ["ac"]},
        ("AC 22", "18 Plate Armor", "2 Shield", "1 Ring of Protection", "1 Cloak of Protection"),
        "read_campaign",
    ),
)

FIGHT: Final = (
    Step(
        "Something with too many legs drops from the ceiling, and it bites.",
        _thorin("damage", amount=19, damageType="piercing"),
        ("HP 44 → 25",),
        "execute_action",
    ),
    Step("He bites off the cork and drinks.", _thorin("use", itemName="Healing Potion"), ("used up", "2d4+2", "HP 25 →")),
    Step(
        "It flees, and Thorin hands the shield to Elara. No, wait: he never said that.",
        _thorin("transfer", itemName="Shield", toCharacterName="Elara"),
        ("Shield", "AC 22 → 20"),
    ),
    Step("Back to where we were.", {"operation": "undo"}, ("taken back", "AC 20 → 22")),
)

_GOBLINS: Final = ("Goblin 1", "Goblin 2", "Goblin 3", "Goblin 4")

ON_SQUARES: Final = (
    Step(
        "It did not hunt alone. Four goblins slide down its ropes and land in a heap.",
        {"operation": "create", "template": "Goblin", "count": 4},
        ("Goblin 1", "Goblin 4"),
        "manage_character",
    ),
    Step(
        "The vault is eighty feet long, with two pillars, and a long bookcase between them.",
        {
            "operation": "update",
            "ground": {
                "size": "16x8",
                "features": [{"is": "pillar", "at": "F3 F6"}, {"is": "furniture", "at": "H4-H5", "called": "bookcase"}],
            },
        },
        ("16 × 8 squares", "2 pillars", "bookcase"),
        "manage_room",
    ),
    Step(
        "Everybody stands somewhere, and words say where. The players have rolled their own dice.",
        {
            "operation": "start_fight",
            "names": ["party", *_GOBLINS],
            "places": {"Thorin": "D4", "Elara": "C5", "Goblin 1": "N4", "Goblin 2": "N5", "Goblin 3": "O4", "Goblin 4": "next to Thorin"},
            "d20": {"Elara": 20, "Thorin": 15, "Goblin 1": 2, "Goblin 2": 3, "Goblin 3": 4, "Goblin 4": 5},
        },
        ("The fight begins", "Elara's turn", "Elara at C5", "Goblin 4"),
        "execute_action",
    ),
    Step("So the record draws it.", {"operation": "map", "ground": True}, ("A Thorin", "B Elara", "4 Goblin 4", "= bookcase"), "manage_room"),
    Step(
        "Elara shuts the book on a finger and says one word. The three in the back, and not the one at Thorin's throat.",
        {
            "operation": "cast",
            "characterName": "Elara",
            "spell": "Fireball",
            "catch": ["Goblin 1", "Goblin 2", "Goblin 3"],
            "spare": ["Thorin", "Goblin 4"],
        },
        ("slot 3, 1 of 2 left", "8d6", "DEX save DC 15", "Goblin 3", "fire damage"),
        "execute_action",
    ),
    Step("Thorin is next.", {"operation": "next_turn"}, ("Thorin's turn", "Thorin at D4", "Goblin 4 5 ft"), "execute_action"),
    Step(
        "He has one eye on the bookcase. What would that cost him?",
        {"operation": "move", "characterName": "Thorin", "to": "behind bookcase", "dryRun": True},
        ("Dry run", "Goblin 4 may strike", "its reach"),
        "execute_action",
    ),
    Step(
        "He stays, and swings.",
        {"operation": "attack", "characterName": "Thorin", "targetName": "Goblin 4"},
        ("Thorin attacks Goblin 4 with Longsword",),
        "execute_action",
    ),
    Step("The rest have seen enough.", {"operation": "end_fight"}, ("fight is over",), "execute_action"),
)

SPELLS: Final = (
    Step(
        "Thorin coughs, laughs and gets his breath back.",
        {"operation": "act", "characterName": "Thorin", "act": "Second Wind"},
        ("second wind, 0 of 1 left", "1d10+5", "regains"),
        "execute_action",
    ),
    Step(
        "What she learned tonight is not in the book: Elara rises to level 6.",
        {"operation": "level_up", "characterName": "Elara", "class": "wizard", "hp": "average"},
        ("level 6 wizard", "HP maximum 27 → 32", "slots 4/3/2 of 4/3/3"),
        "manage_character",
    ),
    Step(
        "What can she still cast?",
        {"operation": "character", "characterName": "Elara"},
        ("Prepared: Fireball", "slots 4/3/2 of 4/3/3"),
        "read_campaign",
    ),
)

END: Final = Step(
    "This is the party after the first ten minutes of the evening:",
    {"operation": "party"},
    ("Thorin", "Elara", "slots 4/3/2 of 4/3/3", "660 gp"),
    "read_campaign",
)


def _go(says: str, direction: str, *must: str) -> Step:
    return Step(says, {"operation": "go", "direction": direction}, must, "manage_room")


COUNTING_ROOM: Final = (
    _go("They go and look.", "south", "Ford", "closed door to Jetty House"),
    _go("The door swings inwards.", "north", "opening the door", "Marra Ashgrove"),
    _go("Marra nods them through to the yard.", "north", "Toll Court", "Stone Scale"),
    _go("Straight ahead are the great doors, and behind them a smell of ink.", "north", "Weigh Hall", "secret door to Clerk's Niche"),
    Step(
        "The last clerk to count here locked up behind him.",
        {"operation": "go", "direction": "east"},
        ("locked", "Verdigris Key", "Nothing was changed"),
        "manage_room",
        refused="door_locked",
    ),
    Step(
        "Nobody hides a key where he eats. They go back, past the rats that sleep under the bunks.",
        {"operation": "go", "batch": [{"direction": "south"}, {"direction": "west"}, {"direction": "north"}]},
        ("Guard Room", "Latrine", "Verdigris Key"),
        "manage_room",
    ),
    Step(
        "It lies on the ledge below the left hole. Thorin has the longer arm and the shorter straw.",
        {"bagName": "floor", "operation": "transfer", "itemName": "Verdigris Key", "toCharacterName": "Thorin"},
        ("Verdigris Key", "Thorin"),
    ),
    Step(
        "Which way was it?",
        {"operation": "route", "toName": "Weigh Hall"},
        ("south (Guard Room)", "3 minutes"),
        "manage_room",
    ),
    Step(
        "The lock has been waiting nine winters for this.",
        {
            "batch": [
                {"operation": "go", "direction": "south"},
                {"operation": "go", "direction": "east"},
                {"operation": "go", "direction": "north"},
                {"operation": "unlock", "direction": "east"},
                {"operation": "go", "direction": "east"},
            ]
        },
        ("with Verdigris Key", "Counting Room", "Strongbox"),
        "manage_room",
    ),
)

STRONGBOX: Final = (
    Step(
        "The strongbox under the desk is another matter.",
        {"bagName": "Strongbox", "operation": "transfer", "all": True, "toCharacterName": "Elara"},
        ("Clerk's Key", "Nothing was changed"),
        refused="bag_locked",
    ),
    Step(
        "A clerk does not walk far with his key. Elara taps the panels of the hall.",
        {"batch": [{"operation": "go", "direction": "west"}, {"operation": "search"}, {"operation": "go", "direction": "west"}]},
        ("Clerk's Niche", "Clerk's Key"),
        "manage_room",
    ),
    Step(
        "There it hangs, on a nail of its own.",
        {"bagName": "floor", "operation": "transfer", "itemName": "Clerk's Key", "toCharacterName": "Elara"},
        ("Clerk's Key", "Elara"),
    ),
    Step(
        "Two rooms back, one turn of the key.",
        {
            "batch": [
                {"operation": "go", "direction": "east"},
                {"operation": "go", "direction": "east"},
                {"operation": "unlock", "bagName": "Strongbox"},
            ]
        },
        ("Strongbox", "Clerk's Key"),
        "manage_room",
    ),
    Step(
        "A hundred and twenty in gold, and a flask that glows.",
        {"bagName": "Strongbox", "operation": "transfer", "all": True, "toCharacterName": "Elara"},
        ("120", "Potion of Greater Healing"),
    ),
    Step("They draw what they have seen.", {"operation": "map"}, ("@ Counting Room",), "manage_room"),
)


WEEK_LATER: Final = (
    Step(
        "It is late, and one thing is agreed before the candles go out.",
        {"operation": "decide", "characterName": "Elara", "text": "We carry the toll book to the duke, and the gold stays with us."},
        ("toll book",),
        "keep_journal",
    ),
    Step(
        "A week later nobody remembers where they stood. One call does, in the room that a small model has left.",
        {"operation": "context", "budget": 800},
        ("Elara", "wizard 6", "slots", "Counting Room", "toll book", "eft out"),
        "read_campaign",
    ),
)


def import_of(document: Payload) -> Step:
    """Return the step that joins the first adventure to the Lobby; `document`: its plan."""
    return Step(
        "South of the inn lies the ford, and beyond it a house where every barge once paid in salt.",
        {"operation": "import_map", "document": document, "direction": "south"},
        ("15 rooms", "south from Lobby leads to Ford", "Nothing is wrong with the map"),
        "manage_room",
    )
