"""The table of commands, and what it takes to answer from it."""

import subprocess
import sys

from clew.cli.rows import TABLE
from clew.cli.tree import Root, read

from pages import commands

LINES = [line for line in TABLE.split("\n") if line and not line.startswith("#")]


def test_every_line_of_the_table_fits_on_a_terminal() -> None:
    assert [line for line in LINES if len(line.split("  ")[-1]) > 62] == []


def test_every_command_of_the_table_can_be_loaded() -> None:
    assert len([name for name, _ in commands()]) == len(LINES) + 1


def test_verbs_stand_under_their_noun() -> None:
    found = read("# A\nfish  -  Fish.\nfish eat  fish:eat  Eat it.\n")

    assert found["A"]["fish"].verbs["eat"].help == "Eat it."


def test_names_are_completed_without_loading_the_rest() -> None:
    code = (
        "import sys; from clew.cli.main import cli; import typer; root = typer.main.get_command(cli);"
        "ctx = typer.Context(root, info_name='clew'); names = [c.value for c in root.shell_complete(ctx, 'hi')];"
        "print(names, [m for m in sys.modules if m.startswith(('clew.bundle', 'clew.app', 'numpy', 'rich'))])"
    )

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert said.strip() == "['history'] []"


def test_headings_stand_in_the_order_of_use() -> None:
    assert next(iter(Root.sections)) == "Every day"


def test_the_arithmetic_of_vectors_is_loaded_only_when_a_question_needs_it() -> None:
    code = "import sys, clew.app; print([m for m in ('numpy', 'onnxruntime', 'tokenizers') if m in sys.modules])"

    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert said.strip() == "[]"
