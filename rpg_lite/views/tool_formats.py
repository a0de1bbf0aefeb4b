"""Write the definitions of tools in the forms that models are trained on (JSON, Markdown, FunctionGemma), and read them back; read calls
and write answers in the form of FunctionGemma.
"""

import json
import re
from collections.abc import Sequence
from typing import Any, Final, Literal, get_args

from rpg_lite.views import gemma_values

Json = dict[str, Any]
Form = Literal["json", "markdown", "functiongemma"]
FORMS: Final[tuple[Form, ...]] = get_args(Form)
_DECLARED: Final = re.compile(r"<start_function_declaration>declaration:(.*?)<end_function_declaration>", re.DOTALL)
_CALLED: Final = re.compile(r"<start_function_call>call:(.*?)<end_function_call>", re.DOTALL)
_CHAPTER: Final = re.compile(r"^## (\S+)\n\n((?:>[^\n]*\n)+)\n```json\n(.*?)\n```$", re.DOTALL | re.MULTILINE)


def render(tools: Sequence[Json], form: Form) -> str:
    """The definitions ("name", "description", "inputSchema") in one text. Raises ValueError for an unknown form, or for a text that the
    form cannot hold.
    """
    match form:
        case "json":
            return json.dumps(list(tools), ensure_ascii=False, indent=2)
        case "markdown":
            return "\n\n".join(map(_chapter, tools))
        case "functiongemma":
            return "".join(map(_declaration, tools))
        case _:
            raise _unknown(form)


def parse(text: str, form: Form) -> list[Json]:
    """The definitions that `render` wrote. Raises ValueError with the place that cannot be read."""
    match form:
        case "json":
            return list(json.loads(text))
        case "markdown":
            found = list(_CHAPTER.finditer(text))
            if text.strip() and not found:
                raise ValueError("The text has no tool: each begins with a line `## name`, then its quoted description, then its schema.")
            return [_of_chapter(one) for one in found]
        case "functiongemma":
            return [_of_declaration(written) for written in _DECLARED.findall(text)]
        case _:
            raise _unknown(form)


def parse_calls(text: str) -> list[tuple[str, Json]]:
    """The calls in the text of a FunctionGemma model: the name of each tool, and its arguments at any depth. Raises ValueError with the
    place that cannot be read.

    >>> parse_calls("<start_function_call>call:execute_action{operation:<escape>roll<escape>,dice:{count:2}}<end_function_call>")
    [('execute_action', {'operation': 'roll', 'dice': {'count': 2}})]
    """
    return [gemma_values.read_named(written) for written in _CALLED.findall(text)]


def render_answer(tool: str, answer: Json) -> str:
    """The answer to a call, as a FunctionGemma model reads it.

    >>> render_answer("execute_action", {"ok": True, "total": 7})
    '<start_function_response>response:execute_action{ok:true,total:7}<end_function_response>'
    """
    return f"<start_function_response>response:{tool}{gemma_values.write(answer)}<end_function_response>"


def _unknown(form: object) -> ValueError:
    return ValueError(f"There is no form {form!r}; forms: {', '.join(FORMS)}.")


def _chapter(tool: Json) -> str:
    schema = json.dumps(tool["inputSchema"], ensure_ascii=False, indent=2)
    quoted = "\n".join(f"> {line}" for line in tool["description"].split("\n"))
    return f"## {tool['name']}\n\n{quoted}\n\n```json\n{schema}\n```"


def _of_chapter(found: re.Match[str]) -> Json:
    name, quoted, schema = found.groups()
    description = "\n".join(line[2:] for line in quoted.removesuffix("\n").split("\n"))
    return {"name": name, "description": description, "inputSchema": json.loads(schema)}


def _declaration(tool: Json) -> str:
    about = gemma_values.write({"description": tool["description"], "parameters": gemma_values.types_in(tool["inputSchema"], str.upper)})
    return f"<start_function_declaration>declaration:{tool['name']}{about}<end_function_declaration>"


def _of_declaration(written: str) -> Json:
    name, about = gemma_values.read_named(written)
    return {"name": name, "description": about["description"], "inputSchema": gemma_values.types_in(about["parameters"], str.lower)}
