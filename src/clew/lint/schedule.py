"""How a bundle is linted by itself: a line for cron, and a workflow for the forge that holds its repository."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass

from clew.errors import Refused

WORKFLOW = ".github/workflows/clew-lint.yml"
"""Where the forge looks for it, from the root of the repository."""
_MINUTE = "17 6 * * 1"
"""Monday morning, at an odd minute: full hours are crowded."""
VARIABLE = "CLEW"
"""The forge's own setting that says where Clew comes from, as long as nobody says so in the workflow."""
_UNSET = (
    f"say where Clew comes from: in the variable {VARIABLE} of this repository, or in the line CLEW of this workflow"
)


@dataclass(frozen=True, slots=True)
class Schedule:
    """What was made."""

    line: str
    """For `crontab -e`."""
    workflow: str
    """Text of the workflow."""
    within: str = ""
    """Where the bundle lies in its repository, `notes/`: empty at its root."""
    fresh: bool = True
    """Whether the workflow was not there yet."""


def cron(command: Sequence[str], root: str, days: int, fail_on: str) -> str:
    """A line for `crontab -e`: cron mails what the command prints.

    Raises:
        Refused: the path has a line end in it, which no such line can hold.
    """
    if not root.isprintable():
        raise Refused("the path of the bundle holds a character that a line for cron cannot hold")
    words = (*command, "--bundle", root, "lint", "--stale-days", str(days), "--fail-on", fail_on)
    # cron ends a command at a percent sign, quoted or not
    return f"{_MINUTE} {shlex.join(words)}".replace("%", "\\%")


def workflow(days: int, fail_on: str, within: str = "", install: str = "") -> bytes:
    """The workflow: on every push and once a week, findings as annotations.

    `install` is what pip is given; where nobody says it, the repository's variable is asked, for Clew cannot know a
    place that the forge reaches.
    """
    return f"""# Written by `clew lint --schedule`; change it as you like, Clew does not write it again.
name: clew lint
on:
  push:
  pull_request:
  schedule:
    - cron: "{_MINUTE}"
permissions:
  contents: read
env:
  # What pip installs: an address as in git+https://…, or the path of a wheel that lies in this repository.
  CLEW: {_scalar(install) if install else f"${{{{ vars.{VARIABLE} }}}}"}
  BUNDLE: {_scalar(within.rstrip("/") or ".")}
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: |
          test -n "$CLEW" || {{ echo "::error::{_UNSET}"; exit 1; }}
      - run: python -m pip install "$CLEW"
      - run: clew --bundle "$BUNDLE" lint --format github --stale-days {days} --fail-on {fail_on}
""".encode()


def _scalar(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
