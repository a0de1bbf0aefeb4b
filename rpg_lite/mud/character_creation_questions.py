"""Make a hero by questions: a name, a class, a species, a background, scores, and then the open choices."""

import re
from collections.abc import Collection, Generator, Mapping
from typing import Any, Final

from rpg_lite.mud import one_line_hero, player_text, verbs
from rpg_lite.mud.choice_line_parsing import numbered
from rpg_lite.mud.line_tokenizer import Ask
from rpg_lite.mud.open_choices import HOW_TO_STOP, Answerer, OpenChoices, Questions, Step
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import ABILITIES

METHODS: Final[Mapping[str, str]] = {"array": "standard_array", "buy": "point_buy", "roll": "roll"}
_ARRAY: Final = [8, 10, 12, 13, 14, 15]
"""The standard array; any other six numbers are bought."""
NO_BACKGROUND: Final = "none"
_NOBODY: Final = "No hero was made. Nothing was changed."


class HeroQuestions(Questions):
    """The questions about a new hero. `taken`: the names of the party."""

    def __init__(self, answerer: Answerer, book: Rulebook, taken: Collection[str] = ()) -> None:
        self._answer, self._book, self._names = answerer, book, {*map(names.fold, taken)}
        super().__init__()

    def _stopped(self) -> str:
        return f"{self.made} is ready; choose asks for what is still open." if self.made else _NOBODY

    def _questions(self) -> Step:
        name = yield from self._name("What is the hero's name?")
        kind = yield from self._one_of("Which class?", list(self._book.classes))
        level = yield from self._level()
        race = yield from self._one_of("Which species?", list(self._book.races))
        background = yield from self._one_of("Which background?", [*self._book.backgrounds, NO_BACKGROUND])
        origin = {"race": race} | ({} if background == NO_BACKGROUND else {"background": background})
        said = ""
        while not self.made:
            abilities = yield from self._scores(said)
            character = {"classes": [f"{kind} {level}"], **origin, "party": True, **abilities.get("with", {})}
            kit = {"kit": True} if one_line_hero.has_kit(character, self._book) else {}
            made = {"operation": "create", "name": name, "method": abilities["method"], **kit, "character": character}
            answer = self._answer(Ask("manage_character", made))
            if answer["ok"]:
                self.made, self.id = name, answer["results"][0]["made"][0]
                said = player_text.render({**answer, "text": str(answer["text"]).partition(" To choose: ")[0]})
            elif answer["error"]["field"].endswith("name"):
                name = yield from self._name(f"{player_text.render(answer)}\nAnother name?")
            else:
                said = f"{player_text.render(answer)}\n"
        choices = OpenChoices(self._answer, self._book, {"characterId": self.id}, name)
        said = yield from choices.ask(said)
        is_ready = f"{choices.what_is_open()} choose asks again." if choices.open() else f"{self.made} is ready."
        return f"{said}\n{is_ready} Begin with: look, or adventure.".strip()

    def _name(self, question: str) -> Step:
        """Ask for a name that no member of the party has yet and that is not a verb."""
        while names.fold(name := (yield question)) in self._names or names.fold(name) in verbs.VERBS:
            is_verb = names.fold(name) not in self._names
            question = f"{name} is a verb. Another name? {HOW_TO_STOP}" if is_verb else f"{name} is in the party already. Another name?"
        return name

    def _one_of(self, question: str, allowed: list[str]) -> Step:
        listed = numbered(allowed)
        asked = f"{question} {listed}. A number works, too."
        while True:
            text = yield asked
            if text.isdecimal() and 1 <= int(text) <= len(allowed):
                return allowed[int(text) - 1]
            if found := next((word for word in allowed if names.fold(word) == names.fold(text)), None):
                return found
            near = names.nearest(text, allowed, 1)
            asked = f"There is no {text!r}{f'; did you mean {near[0]}?' if near else '.'} {question} {listed}. {HOW_TO_STOP}"

    def _level(self) -> Step:
        asked = "Which level, 1 to 20?"
        while True:
            text = yield asked
            if text.isdecimal() and 1 <= int(text) <= 20:
                return text
            asked = f"{text!r} is not a level. Which level, 1 to 20? {HOW_TO_STOP}"

    def _scores(self, said: str) -> Generator[str, str, dict[str, Any]]:
        """Ask for the method, and the six scores that the player buys or sets."""
        asked = (
            f"{said}How do you set the ability scores? array (15 14 13 12 10 8, as the class needs them), roll (4d6, the lowest dropped), "
            f"buy (27 points), or six numbers in the order {' '.join(ABILITIES)}."
        )
        while True:
            text = names.fold((yield asked)).removeprefix("point ")
            if text in ("array", "roll"):
                return {"method": METHODS[text]}
            if text == "buy":
                text = names.fold(
                    (yield f"Write the six scores from 8 to 15 in the order {' '.join(ABILITIES)}, such as 15 14 13 10 10 10.")
                )
                return {"method": METHODS["buy"], "with": {"abilities": _six(text)}}
            if numbers := _six(text):
                method = "array" if sorted(numbers.values()) == _ARRAY else "buy"
                return {"method": METHODS[method], "with": {"abilities": numbers}}
            asked = f"{text!r} is neither array, roll, buy nor six numbers. {HOW_TO_STOP}"


def _six(text: str) -> dict[str, int]:
    """Return six numbers as scores; empty for any other text."""
    found = re.findall(r"\d+", text)
    return dict(zip(ABILITIES, map(int, found), strict=True)) if len(found) == len(ABILITIES) else {}
