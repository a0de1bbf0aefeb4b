"""What a game master in a box does not have is refused with what there is."""

from pathlib import Path

import pytest

from rpg_lite.cli import app
from tests.copies import begun


@pytest.mark.parametrize("tools", ["scene", ["holler"], ["rpg:fly"], "holler__sample"])
def test_tools_that_a_context_does_not_know(tools: str | list[str]) -> None:
    with pytest.raises(ValueError, match=r"No tool is called .*Tools: manage_inventory, .*\"all\", \"none\""):
        begun().wrap(tools=tools)


@pytest.mark.parametrize(
    ("words", "settings", "said"),
    [
        (["run", "script:foo"], "", "there is no 'script:foo'"),
        (["gm", "--check"], "[sandbox]\nseconds = 3\n", "sandbox.seconds: unknown key"),
        (["gm", "--check"], '[sandbox]\nnetwork = ["example.org"]\n', "allowed: none, all"),
        (["gm", "--check"], '[[servers]]\nid = "x"\ntransport = "a2a"\nurl = "http://127.0.0.1"\n', "transport"),
        (["gm", "--fork", "x"], "", "--fork"),
        (["fork"], "", "fork"),
    ],
)
def test_words_that_a_command_does_not_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], settings: str, said: str
) -> None:
    (tmp_path / "own.toml").write_text(settings, "utf-8")
    more = ["--db", str(tmp_path / "p.db")] if words[0] == "run" else ["--config", str(tmp_path / "own.toml")] if words[0] == "gm" else []
    code = app.main([*words, *more])
    told = capsys.readouterr()
    assert code in (1, 2) and said in told.err and "Traceback" not in told.err, told
    assert not (tmp_path / "p.db").exists() or words[0] == "run"
