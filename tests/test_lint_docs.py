"""The table of checks in the documentation is the one the program uses."""

import re
from pathlib import Path

from clew.lint import table

from golden import check

PAGE = Path(__file__).parent.parent / "docs" / "lint.md"
HEAD = """# What `clew lint` checks

Two verdicts that are never mixed. *Conformant* means that the deciding rules of Open Knowledge Format 0.2 hold: every
page has front matter that can be read, with a `type`, and `index.md` and `log.md` keep their form. Everything else is a
*finding*: an error, a warning or a note.

```
clew lint                              # for people; exit code 1 from a warning on
clew lint --fail-on error              # note, warning, error or never
clew lint --format github              # annotations on a forge; --json for programs
clew lint --fix                        # mends what loses nothing; --dry-run says what it would do
clew lint --schedule                   # a line for cron, and a workflow for the repository of the bundle
```

`--fix` leaves to a person what only a person can know: which page of a ring of successors holds, and front matter of an
unusual shape. It does at once what the next run would do, so a second run finds nothing to mend. `--schedule` writes
`.github/workflows/clew-lint.yml`; where the repository begins above the bundle, the workflow is printed for its root
instead. Clew is on no package index yet, so say what pip installs on the forge: `--install git+https://…` (or the path
of a wheel that lies in the repository), or the variable `CLEW` in the settings of the repository. Without either the
workflow stops and says so.

`doctor` asks whether the files are whole; `lint` asks whether the knowledge is healthy, and repeats what `doctor` sees
of evidence, ledger and pages.

"""


def test_the_table_of_checks_is_the_one_in_the_documentation() -> None:
    check(PAGE, HEAD + table.markdown().rstrip("\n") + "\n")


def test_every_check_has_a_name_and_a_sentence_of_its_own() -> None:
    assert len({c.sentence for c in table.CHECKS.values()}) == len(table.CHECKS)
    assert sum(len(group) for group in table.GROUPS.values()) == len(table.CHECKS)


def test_every_check_is_seen_in_a_test() -> None:
    tests = "".join(path.read_text("utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    assert [name for name in table.CHECKS if not re.search(rf"\b{name}\b", tests)] == []
