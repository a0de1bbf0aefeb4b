"""Settle the open choices of a hero by questions and answers: at the end of the questions about a new hero, and with the verb choose."""

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, Final

from rpg_lite.messages.render_context import many
from rpg_lite.mud import player_text
from rpg_lite.mud.choice_line_parsing import (
    Choice,
    as_points,
    by_choice,
    numbered,
    option_called,
    read_points,
    say_forms,
    split_words,
    written_forms,
)
from rpg_lite.mud.line_tokenizer import Ask, Unheard
from rpg_lite.rules import names, spell_choices
from rpg_lite.rules.choice_names import ASI, LANGUAGES, MAGIC_INITIATE, SCORES, choice_key
from rpg_lite.rules.choices import EXPERT, TRAINED
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import SKILLS

Answerer = Callable[[Ask], dict[str, Any]]
Step = Generator[str, str, str]
"""A generator that yields questions, takes the answers, and returns the result."""
LATER: Final = ("later", "skip", "none")
ASI_OPTIONS: Final = "str 2, or str 1 dex 1, or the name of a feat"
LEAVES_OPEN: Final = "later leaves it open"
LEFT_OUT: Final = "I leave that for later; choose asks again."
INITIATE: Final = (2, 1)
"""The cantrips and the spells of level 1 that Magic Initiate gives."""
UNFIT: Final = "{word!r} is none of these."
NOTHING_OPEN: Final = "{name} has nothing left to choose."
_BY_PROFICIENCY: Final = ("proficiency", "expertise")


STOP: Final = ("stop", "quit", "cancel")
HOW_TO_STOP: Final = "(stop ends the questions)"


class Questions:
    """Questions, one after the other. `made`, `id`: the name and the id of a new hero, once it exists; `is_over`: no question is open."""

    made: str | None = None
    id: str = ""
    is_over: bool = False

    def __init__(self) -> None:
        self._steps = self._questions()
        self._open = next(self._steps)

    @property
    def question(self) -> str:
        return f"{self._open}\n{HOW_TO_STOP}"

    def hear(self, line: str) -> str:
        """Return the next question, or the same question again with the fault, or the end."""
        text = line.strip()
        if names.fold(text) in STOP:
            self.is_over = True
            return self._stopped()
        if not text:
            return self._open
        if text.endswith("?") or names.fold(text) == "help":
            return self.question
        try:
            self._open = self._steps.send(text)
        except StopIteration as end:
            self.is_over = True
            return str(end.value)
        return self._open

    def _questions(self) -> Step:
        raise NotImplementedError

    def _stopped(self) -> str:
        raise NotImplementedError


class ChoiceQuestions(Questions):
    """The questions about the choices that a hero still has to make; there must be at least one."""

    def __init__(self, choices: "OpenChoices") -> None:
        self._choices = choices
        super().__init__()

    def _questions(self) -> Step:
        said = yield from self._choices.ask()
        return f"{said}\n{self._choices.what_is_open()}".strip()

    def _stopped(self) -> str:
        return self._choices.what_is_open()


class OpenChoices:
    """The open choices of a hero. `hero`: the field that names the hero in a call; `name`: the hero's name for people; `by`: the end of a
    line that must name the hero.
    """

    def __init__(self, answerer: Answerer, book: Rulebook, hero: dict[str, Any], name: str, by: str = "") -> None:
        self._answer, self._book, self._hero, self.name, self._by = answerer, book, hero, name, by

    def ask(self, said: str = "") -> Step:
        """Ask for each open choice, with the words that it takes, until the player has made it or left it for later."""
        skipped: set[str] = set()
        while choice := next((c for c in self.open() if c["choice"] not in skipped), None):
            options = self._options(choice)
            text = yield f"{said}\n{self._question(choice, options)}".strip()
            if names.fold(text) in LATER:
                skipped.add(choice["choice"])
                said = LEFT_OUT
                continue
            before = self._left(choice["choice"])
            said = self._made([(choice, text)])
            if not said and self._left(choice["choice"]) == before:
                skipped.add(choice["choice"])  # the words were counted for another choice
        return said

    def take(self, text: str) -> str:
        """Make the choices that the words name ("languages Elvish, Orc; fighting style Defense"), or else those that alone take them. All
        of them are made, or none.
        """
        opened = self.open()
        if not opened:
            return NOTHING_OPEN.format(name=self.name)
        wanted = by_choice(text, opened) or self._fitting(split_words(text), opened)
        if not wanted:
            listed = "; ".join(f"choose {c['choice']} …{self._by}" for c in opened)
            return Unheard(f"Which choice of {self.name}? {listed}. choose{self._by} asks for each, with the words that fit.")
        return self._made(wanted) or self.what_is_open()

    def _fitting(self, words: Sequence[str], opened: Sequence[Choice]) -> list[tuple[Choice, str]]:
        """Each choice with the words that it alone takes; nothing if a word fits no choice or several."""
        options = [{*map(names.fold, self._options(choice))} for choice in opened]
        whole = [n for n, listed in enumerate(options) if {*map(names.fold, words)} <= listed]
        if len(whole) == 1:
            return [(opened[whole[0]], ", ".join(words))]
        found: dict[int, list[str]] = {}
        for word in words:
            fit = [n for n, listed in enumerate(options) if names.fold(word) in listed]
            if len(fit) != 1:
                return []
            found.setdefault(fit[0], []).append(word)
        return [(opened[n], ", ".join(of)) for n, of in found.items()]

    def open(self) -> list[Choice]:
        return list(self._sheet().get("openChoices", ()))

    def what_is_open(self) -> str:
        opened = dict.fromkeys(f"{c['class']} {c['choice']}" for c in self.open())
        return f"{self.name} still has to choose: {', '.join(opened)}." if opened else NOTHING_OPEN.format(name=self.name)

    # ── one choice ──────────────────────────────────────────────────────────────────────────────────────────────

    def _question(self, choice: Choice, options: Sequence[str]) -> str:
        key, count = choice["choice"], choice.get("count", 1)
        if choice_key(key) in _FORMS:
            numbers = "numbers work, too; " if choice_key(key) == _SCORES else ""
            return f"{choice['class']}: {key} ({numbers}{LEAVES_OPEN}): {say_forms(options, with_numbers=bool(numbers))}"
        how_many = f"{count} of them, with commas" if count > 1 else "one of them" if options else "a word"
        if choice_key(key) == _INITIATE:
            how_many = f"{' and '.join(_counted(*self._of_initiate(key)))}, with commas"
        numbers = "; numbers work, too" if options else ""
        return f"{choice['class']}: {key} ({how_many}{numbers}; {LEAVES_OPEN}){f': {numbered(options)}' if options else ''}"

    def _made(self, wanted: Sequence[tuple[Choice, str]]) -> str:
        """Add words to those already chosen for each choice, in one call; return the reason why this fails, or an empty text."""
        values: dict[str, Any] = {}
        forms: dict[str, Sequence[str]] = {}
        for choice, text in wanted:
            key, options = choice["choice"], self._options(choice)
            had = _listing(values[key]) if key in values else self._before(key)
            if choice_key(key) in _FORMS:
                forms[key] = options
                point = self._feat_or_points(key, option_called(text, written_forms(options)), options)
                values[key] = [*had, point] if choice_key(key) == _ASI else point
                continue
            words = [option_called(word, options) for word in split_words(text)]
            if fault := self._unfit(choice, words, options):
                return fault
            together = [*([] if choice_key(key) in spell_choices.KEYS and key not in values else had), *words]
            values[key] = together[0] if len(together) == 1 else together
        answer = self._update(values)
        return "" if answer["ok"] else _told(answer, forms)

    def _feat_or_points(self, key: str, text: str, options: Sequence[str]) -> dict[str, Any]:
        feat = self._book.feats.get(names.fold(text)) if choice_key(key) == _ASI else None
        return {"feat": feat.name} if feat else {**read_points(text, options)}

    def _unfit(self, choice: Choice, words: Sequence[str], options: Sequence[str]) -> str:
        """The reason why the hero cannot choose these words, as far as no call tells it; empty for none."""
        if had := next((w for w in words if self._has_already(choice, w, options)), None):
            return f"{self.name} has {had} already."
        if len(words) > (count := choice.get("count", 1)):
            return f"That is {len(words)}; {self.name} chooses {count} of them."
        if choice_key(choice["choice"]) == _INITIATE and words:
            left = self._of_initiate(choice["choice"])
            given = sum(map(self._is_cantrip, words)), sum(not self._is_cantrip(word) for word in words)
            if any(one > most for one, most in zip(given, left, strict=True)):
                return f"{self.name} chooses {' and '.join(_counted(*left))} here."
        strange = next((w for w in words if w not in options), None) if choice_key(choice["choice"]) == _LANGUAGES else None
        return UNFIT.format(word=strange) if strange else ""

    def _of_initiate(self, key: str) -> tuple[int, int]:
        """The cantrips and the spells of level 1 that are left to choose (SRD 5.2, Magic Initiate: two and one)."""
        had = [*map(str, self._before(key))]
        cantrips = sum(map(self._is_cantrip, had))
        return max(0, INITIATE[0] - cantrips), max(0, INITIATE[1] - (len(had) - cantrips))

    def _is_cantrip(self, word: str) -> bool:
        spell = self._book.spell(word)
        return spell is not None and spell.level == 0

    def _has_already(self, choice: Choice, word: str, options: Sequence[str]) -> bool:
        had = {*map(names.fold, map(str, self._before(choice["choice"])))}
        if choice_key(choice["choice"]) in map(choice_key, TRAINED) and word not in options:
            had |= {*map(names.fold, self._trained())}
        return names.fold(word) in had

    def _left(self, key: str) -> int:
        return sum(c.get("count", 1) for c in self.open() if c["choice"] == key)

    def _options(self, choice: Choice) -> list[str]:
        """The words that fit and that the hero does not have yet, taken from the refusal of a word that does not fit."""
        key, count = choice["choice"], choice.get("count", 1)
        if choice_key(key) == _ASI:
            return [ASI_OPTIONS]
        answer = self._update({key: ["?"] * count if count > 1 else "?"}, dryRun=True)
        listed = [] if answer["ok"] else list(map(str, answer["error"].get("allowed", ())))
        if choice_key(key) == _SCORES:
            return [as_points(form) for form in listed]
        if choice_key(key) == _LANGUAGES:
            spoken = {*map(names.fold, self._sheet().get("sheet", {}).get("languages", ()))}
            known = listed or (*self._book.advancement.languages, *self._book.advancement.rare_languages)
            return [word for word in known if names.fold(word) not in spoken]
        had = {*map(names.fold, map(str, self._before(key)))}
        fit = [word for word in listed if names.fold(word) not in had]
        if choice_key(key) == _INITIATE:
            cantrips, spells = self._of_initiate(key)
            return [word for word in fit if (cantrips if self._is_cantrip(word) else spells)]
        trained = self._trained() if set(fit) <= set(SKILLS) else set()
        expert = choice_key(key) in map(choice_key, EXPERT)
        narrowed = [word for word in fit if (word in trained) == expert] if trained else fit
        return narrowed if len(narrowed) >= count else fit

    # ── the hero ────────────────────────────────────────────────────────────────────────────────────────────────

    def _sheet(self) -> dict[str, Any]:
        found = self._answer(Ask("read_campaign", {"operation": "character", **self._hero, "detail": "full"}))
        return dict(found["results"][0]) if found["ok"] else {}

    def _trained(self) -> set[str]:
        stats = self._sheet().get("stats", {})
        lines = {skill: stats.get(f"skills.{skill}", {}).get("lines", ()) for skill in SKILLS}
        return {skill for skill, found in lines.items() if any(str(line["source"]).startswith(_BY_PROFICIENCY) for line in found)}

    def _before(self, key: str) -> list[Any]:
        """The words that were chosen under this name before."""
        found = self._answer(Ask("manage_character", {"operation": "export", **self._hero}))
        made = found["results"][0]["document"]["character"].get("choices", {}) if found["ok"] else {}
        value: Any = next((made[name] for name in made if choice_key(name) == choice_key(key)), [])
        return [value] if isinstance(value, str) else list(value) if isinstance(value, list) else []

    def _update(self, choices: dict[str, Any], **more: Any) -> dict[str, Any]:
        return self._answer(Ask("manage_character", {"operation": "update", **self._hero, "character": {"choices": choices}, **more}))


_ASI, _SCORES, _LANGUAGES, _INITIATE = map(choice_key, (ASI, SCORES, LANGUAGES, MAGIC_INITIATE))
_FORMS: Final = (_ASI, _SCORES)
"""Choices that are answered by scores with points, not by words of a list."""


def _told(answer: dict[str, Any], forms: Mapping[str, Sequence[str]]) -> str:
    """The refusal of a choice, in the words that people type. `forms`: the forms of choices that take points, by the name of the choice."""
    error = answer["error"]
    if error["code"] != "choice_unfit":
        return player_text.render(answer)
    of = next((key for key in forms if str(error["field"]).endswith(f".{key}")), None)
    return f"That does not fit; write {say_forms(forms[of])}." if of else UNFIT.format(word=error["details"]["wanted"])


def _counted(cantrips: int, spells: int) -> list[str]:
    """The numbers of both in words, without those of which none are left."""
    return [many(count, what) for count, what in ((cantrips, "cantrip"), (spells, "spell of level 1")) if count]


def _listing(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list) else [value]
