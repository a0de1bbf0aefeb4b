"""The examples run with pytest and Hypothesis alone, as their page says."""

import os
import subprocess
import sys

import pytest

from tests.cli.command_line import ROOT


@pytest.mark.slow
def test_the_examples_need_no_plugin_of_our_suite() -> None:
    words = ["-q", "-p", "no:asyncio", "-p", "no:timeout", "-p", "no:xdist", "examples/test_homebrew.py"]
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    done = subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT, env=clean, capture_output=True, text=True, timeout=110)
    assert done.returncode == 0 and "2 passed" in done.stdout, done.stdout + done.stderr


def test_the_lines_that_install_hypothesis_are_named_where_it_is_used() -> None:
    for page in ("docs/tutorial_tinkerer.md", "docs/own_content.md", "examples/README.md"):
        text = (ROOT / page).read_text("utf-8")
        assert "[testing]" in text, page
