"""Make a hero by questions: a name, a class, a species, a background, scores, and then the choices that are open."""

import re
from collections.abc import Callable, Generator, Mapping
from typing import Any, Final

from rpg_lite.mud.words import Ask
from rpg_lite.rules import names
from rpg_lite.rules.choice_names import ASI, SCORES
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import ABILITIES

Answerer = Callable[[Ask], dict[str, Any]]
Step = Generator[str, str, str]
"""Yields questions, takes the answers, and returns what they amount to."""
STOP: Final = ("stop", "quit", "cancel")
LATER: Final = ("later", "skip", "none")
METHODS: Final[Mapping[str, str]] = {"array": "standard_array", "buy": "point_buy", "roll": "roll"}
ASI_OPTIONS: Final = "str 2, or str 1 dex 1, or the name of a feat"
_POINTS: Final = re.compile(rf"({'|'.join(ABILITIES)}) ?([12])")
_LEFT_OUT: Final = "I leave that for later."
_NOBODY: Final = "No hero was made. Nothing was changed."


class HeroQuestions:
    """The questions, one after the other. `made`: the name of the new hero, once it exists; `is_over`: no question is open."""

    def __init__(self, answerer: Answerer, book: Rulebook) -> None:
        self._answer, self._book = answerer, book
        self._given: dict[str, Any] = {}
        self._steps = self._questions()
        self._open = next(self._steps)
        self.made: str | None = None
        self.is_over = False

    @property
    def question(self) -> str:
        return f"{self._open}\n(stop ends the questions)"

    def hear(self, line: str) -> str:
        """The next question, the same again with what was wrong, or the end."""
        text = line.strip()
        if names.fold(text) in STOP:
            self.is_over = True
            return f"{self.made} is ready; the sheet lists what is still open." if self.made else _NOBODY
        if not text:
            return self._open
        try:
            self._open = self._steps.send(text)
        except StopIteration as end:
            self.is_over = True
            return str(end.value)
        return self._open

    # ── the questions ───────────────────────────────────────────────────────────────────────────────────────────

    def _questions(self) -> Step:
        name = yield "What is the hero's name?"
        kind = yield from self._one_of("Which class?", list(self._book.classes))
        level = yield from self._level()
        race = yield from self._one_of("Which species?", list(self._book.races))
        background = yield from self._one_of("Which background?", list(self._book.backgrounds))
        said = ""
        while not self.made:
            abilities = yield from self._scores(said)
            character = {"classes": [f"{kind} {level}"], "race": race, "background": background, "party": True, **abilities.get("with", {})}
            made = {"operation": "create", "name": name, "method": abilities["method"], "kit": True, "character": character}
            answer = self._answer(Ask("manage_character", made))
            if answer["ok"]:
                self.made = name
                said = str(answer["text"]).partition(" Choose like this")[0]
            elif answer["error"]["field"].endswith("name"):
                name = yield f"{answer['text']}\nAnother name?"
            else:
                said = f"{answer['text']}\n"
        return (yield from self._choices(said))

    def _one_of(self, question: str, allowed: list[str]) -> Step:
        asked = f"{question} {', '.join(allowed)}. A number works, too."
        while True:
            text = yield asked
            if text.isdecimal() and 1 <= int(text) <= len(allowed):
                return allowed[int(text) - 1]
            if found := next((word for word in allowed if names.fold(word) == names.fold(text)), None):
                return found
            near = names.nearest(text, allowed, 1)
            asked = f"There is no {text!r}{f'; did you mean {near[0]}?' if near else '.'} {question} {', '.join(allowed)}."

    def _level(self) -> Step:
        asked = "Which level, 1 to 20?"
        while True:
            text = yield asked
            if text.isdecimal() and 1 <= int(text) <= 20:
                return text
            asked = f"{text!r} is no level. Which level, 1 to 20?"

    def _scores(self, said: str) -> Generator[str, str, dict[str, Any]]:
        """The method, and the six scores that the player buys or sets."""
        asked = (
            f"{said}How do you set the ability scores? array (15 14 13 12 10 8, as the class needs them), roll (4d6, the lowest dropped), "
            f"buy (27 points), or six numbers of the array in the order {' '.join(ABILITIES)}."
        )
        while True:
            text = names.fold((yield asked))
            if text in ("array", "roll"):
                return {"method": METHODS[text]}
            if text == "buy":
                text = names.fold(
                    (yield f"Write the six scores from 8 to 15 in the order {' '.join(ABILITIES)}, such as 15 14 13 10 10 10.")
                )
                return {"method": METHODS["buy"], "with": {"abilities": _six(text)}}
            if numbers := _six(text):
                return {"method": METHODS["array"], "with": {"abilities": numbers}}
            asked = f"{text!r} is neither array, roll, buy nor six numbers."

    def _choices(self, said: str) -> Step:
        """Each open choice with the words that it takes, until none is open or the player has left it for later."""
        skipped: set[str] = set()
        while choice := next((c for c in self._open_choices() if c["choice"] not in skipped), None):
            key, count = choice["choice"], choice.get("count", 1)
            options = self._options(key, count)
            many = f"{count} of them, with commas" if count > 1 else "with commas if there are several"
            text = yield f"{said}\n{choice['class']}: {key} ({many}; later leaves it open){f': {options}' if options else ''}".strip()
            if names.fold(text) in LATER:
                skipped.add(key)
                said = _LEFT_OUT
                continue
            answer = self._update({key: _chosen(key, text)})
            said = "" if answer["ok"] else str(answer["text"])
            if answer["ok"] and key in {c["choice"] for c in self._open_choices()} and count == 1:
                said = f"{key} takes more than that."
        return f"{said}\n{self.made} is ready. Begin with: look, or adventure.".strip()

    def _open_choices(self) -> list[dict[str, Any]]:
        found = self._answer(Ask("read_campaign", {"operation": "character", "characterName": self.made, "detail": "full"}))
        return list(found["results"][0]["openChoices"]) if found["ok"] else []

    def _options(self, key: str, count: int) -> str:
        """The words that fit, as a refusal of a word that fits nothing lists them."""
        if key == ASI:
            return ASI_OPTIONS
        answer = self._update({key: ["?"] * count if count > 1 else "?"}, dryRun=True)
        return ", ".join(map(str, answer["error"].get("allowed", ()))) if not answer["ok"] else ""

    def _update(self, choices: dict[str, Any], **more: Any) -> dict[str, Any]:
        changed = {"operation": "update", "characterName": self.made, "character": {"choices": choices}, **more}
        return self._answer(Ask("manage_character", changed))


def _six(text: str) -> dict[str, int]:
    """Six numbers as scores; empty for any other text."""
    found = re.findall(r"\d+", text)
    return dict(zip(ABILITIES, map(int, found), strict=True)) if len(found) == len(ABILITIES) else {}


def _chosen(key: str, text: str) -> Any:
    """The value of a choice: one word or several; for a better score, scores with numbers or the name of a feat."""
    if key in (ASI, SCORES):
        points: dict[str, Any] = {ability: int(number) for ability, number in _POINTS.findall(names.fold(text))}
        return points if points or key == SCORES else {"feat": text}
    found = [word.strip() for word in text.split(",") if word.strip()]
    return found if len(found) > 1 else found[0]
