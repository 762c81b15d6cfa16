"""`lint`: is the knowledge healthy? Two verdicts, never mixed: conformant to the format, and findings."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from clew.belief import events
from clew.errors import Refused
from clew.kin.vocabulary import Vocabulary
from clew.lint import own, schedule, table
from clew.lint.mend import Mended, mend
from clew.lint.survey import DAYS, Survey, Term, pages
from clew.lint.table import SEVERITIES, Severity
from clew.model import Problem
from clew.pages import front, place
from clew.store import atomic, git, walk
from clew.text.when import instant
from clew.use import check, kinship, lexis, predicate
from clew.use.cast import authored
from clew.use.desk import Desk
from clew.use.moves import changed, mark
from clew.use.publish import Filing


@dataclass(frozen=True, slots=True)
class Report:
    """What `lint` found."""

    pages: int
    breaches: tuple[Problem, ...]
    """What keeps the bundle from being conformant."""
    findings: tuple[Problem, ...]
    """Everything else, worst first."""

    @property
    def conformant(self) -> bool:
        """Whether the bundle keeps every deciding rule of the format."""
        return not self.breaches

    @property
    def counts(self) -> Mapping[str, int]:
        """Findings by severity, worst first."""
        found = Counter(table.severity(p) for p in self.findings)
        return {name: found[name] for name in reversed(SEVERITIES)}

    def fails(self, at: Severity) -> bool:
        """Whether something is at least this bad; a breach counts as an error."""
        level = SEVERITIES.index(at)
        return bool(self.breaches) or any(SEVERITIES.index(table.severity(p)) >= level for p in self.findings)


class Linter:
    """Looks at everything a bundle holds, and mends what is safe to mend."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def look(self, days: int = DAYS) -> Report:
        """Both verdicts; nothing is written."""
        survey = self._survey(days)
        return Report(len(survey.pages), own.breaches(survey), table.findings(survey))

    def mend(self, dry_run: bool = False, reason: str | None = None) -> Mended:
        """Mend what loses nothing and means nothing new, in one transaction; an edit in between is a conflict."""
        planned = mend(self._survey(DAYS))
        if not dry_run:
            self.write(planned, reason)
        return planned

    def write(self, planned: Mended, reason: str | None = None) -> None:
        """Write what was planned.

        Raises:
            Conflict: a page changed since it was looked at; nothing was written.
        """
        if planned.changes:
            with self._desk.writing() as session:
                told = [changed(path, *change) for path, change in planned.changes.items()]
                files = {path: (atomic.digest(old), new) for path, (old, new) in planned.changes.items()}
                session.commit(session.stamp(told, reason), files=files)
                session.publish()
            self._desk.sync()

    def rename(self, old: str, new: str, *, reason: str | None = None, dry_run: bool = False) -> predicate.Renamed:
        """Write another predicate wherever pages write this one, and teach the vocabulary the old name."""
        return predicate.rename(self._desk, old, new, reason=reason, dry_run=dry_run)

    @property
    def within(self) -> str:
        """Where the bundle lies in its repository, `notes/`: empty at its root, and without one."""
        return git.within(self._desk.root)

    def schedule(
        self,
        days: int,
        fail_on: str,
        dry_run: bool = False,
        command: Sequence[str] = ("clew",),
        install: str = "",
    ) -> schedule.Schedule:
        """A line for cron, and the workflow, written where the repository begins with the bundle.

        `install` is what pip installs on the forge.

        Raises:
            Refused: there is another workflow at its place.
        """
        line, within = schedule.cron(command, str(self._desk.root.resolve()), days, fail_on), self.within
        files, path, data = self._desk.files, schedule.WORKFLOW, schedule.workflow(days, fail_on, within, install)
        held = None if within else files.current(path)
        if held not in (None, data):
            raise Refused(f"{path} is there already and differs; remove it first if it should be written anew")
        if held is None and not within and not dry_run:
            with self._desk.writing() as session:
                made = events.page(f"/{path}", digest=mark(front.parse(data, path)))
                session.commit(session.stamp((made,)), files={path: (atomic.ABSENT, data)})
                session.publish()
        return schedule.Schedule(line, data.decode(), within, held is None)

    def _survey(self, days: int) -> Survey:
        desk = self._desk
        desk.sync()
        knowledge = desk.knowledge()
        names = place.known(walk.names(desk.root))
        shelf = Filing(knowledge, desk.settings.links == "absolute", authored(desk.files))
        documents = [front.parse(desk.files.current(path) or b"", path) for path in desk.files.pages().paths]
        known_words, faults = lexis.read(desk.files)
        diagnosis = check.diagnose(desk.files, desk.settings, knowledge, desk.problems)
        return Survey(
            pages=pages(documents, names),
            names=names,
            terms=_terms(known_words),
            knowledge=knowledge,
            now=datetime.fromtimestamp(instant(desk.now) or 0.0, UTC),
            days=days,
            salt=desk.settings.salt,
            joined=tuple(finding.claims for finding in kinship.joined(knowledge).values()),
            faults=(*diagnosis.problems, *faults),
            spoken={f"/{path}": day for path in shelf if (day := _last(shelf, path))},
        )


def _terms(vocabulary: Vocabulary) -> dict[str, Term]:
    """Every name, inverse and synonym of the vocabulary with what it means."""
    out: dict[str, Term] = {}
    for name, one in vocabulary.predicates.items():
        own = lexis.shipped().predicates.get(name) != one
        if one.inverse and not one.symmetric:
            out.setdefault(one.inverse, Term(one.inverse, name, own=own))
        term = Term(name, one.inverse or None, bool(one.single), one.words, own)
        out |= {word: term for word in one.words if word not in vocabulary.predicates} | {name: term}
    return out


def _last(shelf: Filing, path: str) -> str:
    """The last day on which something that a page holds was said."""
    view = shelf.view(path)
    return max((line.when or "" for line in (*view.current, *view.disputed, *view.history)), default="")
