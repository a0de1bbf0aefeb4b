"""Parts that few documents have and whose validators take long to build; each validator is built when the first value appears."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from typing import Any

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter, ValidationInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import core_schema


class Late:
    """The mark of such a part: `Annotated[tuple[Act, ...], Late()]`. Faults and schema are those of the type itself."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        shown = {"pydantic_js_functions": [partial(_schema, source)]}
        return core_schema.with_info_plain_validator_function(partial(_validate, source), metadata=shown)


@cache
def _adapter(source: Any) -> TypeAdapter[Any]:
    return TypeAdapter(source)


def _validate(source: Any, written: Any, info: ValidationInfo) -> Any:
    return _adapter(source).validate_python(written, context=info.context)


_IS_SHOWN: ContextVar[bool] = ContextVar("is_shown", default=True)


@contextmanager
def not_shown() -> Iterator[None]:
    """The context in which a schema shows these parts as plain lists of objects, because showing their form would build their validators."""
    token = _IS_SHOWN.set(False)
    try:
        yield
    finally:
        _IS_SHOWN.reset(token)


def _schema(source: Any, _: core_schema.CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
    return handler(_adapter(source).core_schema) if _IS_SHOWN.get() else {"type": "array", "items": {"type": "object"}}
