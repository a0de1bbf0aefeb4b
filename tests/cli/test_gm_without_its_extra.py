"""`rpg-lite gm` without the packages of its extra says what to install, whichever way people play and whichever part needs the model."""

import sys
from pathlib import Path

import pytest

from rpg_lite.cli.gm import gm
from rpg_lite.terminal.command_io import Stop
from tests.cli.command_line import ROOT

ADAPTER = ROOT / "examples" / "telnet_adapter.py"


@pytest.fixture(autouse=True)
def without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every import of pydantic_ai fail."""
    for name in [name for name in sys.modules if name.partition(".")[0] == "pydantic_ai" or name.startswith("rpg_lite.agent.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pydantic_ai", None)


@pytest.mark.parametrize("model", ["test", "script:answers.json", "ollama:llama3.1", "openai:x", "anthropic:x"])
@pytest.mark.parametrize("way", [{"adapter": ADAPTER}, {"http": 0}, {"adapter": ADAPTER, "check": True}])
def test_a_model_without_its_package_names_the_line_that_adds_it(tmp_path: Path, model: str, way: dict[str, object]) -> None:
    with pytest.raises(Stop) as told:
        gm(model=model, db=str(tmp_path / "p.db"), **way)  # type: ignore[arg-type]
    assert "pydantic-ai-slim" in str(told.value) and "install" in str(told.value)
    assert not (tmp_path / "p.db").exists()


@pytest.mark.parametrize("key", ["parser", "judge"])
def test_a_parser_and_a_judge_need_it_too(tmp_path: Path, key: str) -> None:
    settings = tmp_path / "rpg-lite.toml"
    settings.write_text(f'[agent]\n{key} = "test"\n')
    with pytest.raises(Stop, match=f"agent.{key}: test needs the package"):
        gm(config=settings, adapter=ADAPTER, db=str(tmp_path / "p.db"))
