"""How a bundle is linted by itself: a line for cron, and a workflow for the forge that holds its repository."""

import shlex

WORKFLOW = ".github/workflows/clew-lint.yml"
"""Where the forge looks for it."""
_MINUTE = "17 6 * * 1"
"""Monday morning, at an odd minute: full hours are crowded."""


def cron(root: str, days: int, fail_on: str) -> str:
    """A line for `crontab -e`: cron mails what the command prints."""
    return f"{_MINUTE} clew --bundle {shlex.quote(root)} lint --stale-days {days} --fail-on {fail_on}"


def workflow(days: int, fail_on: str) -> bytes:
    """The workflow: on every push and once a week, findings as annotations."""
    return f"""# Written by `clew lint --schedule`; change it as you like, Clew does not write it again.
name: clew lint
on:
  push:
  pull_request:
  schedule:
    - cron: "{_MINUTE}"
permissions:
  contents: read
jobs:
  lint:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install clew
      - run: clew --bundle . lint --format github --stale-days {days} --fail-on {fail_on}
""".encode()
