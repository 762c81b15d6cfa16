"""`Looking`: what a bundle answers from its files alone, claims, sources, findings, runs and the ledger by name."""

from collections.abc import Mapping

from clew.belief.knowledge import Knowledge
from clew.errors import Ambiguous, NotFound
from clew.model import Event, Finding, Part, Source
from clew.text.fold import canonical
from clew.text.moment import said
from clew.use import record, withdraw
from clew.use.curate import Curate
from clew.use.desk import WAIT, Desk, Lately
from clew.use.look import Filter, Status, Thread, View, Why
from clew.use.naming import names_of


class Looking:
    """The reading half of `Bundle`; no index is needed for any of it but pages by their titles."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def knowledge(self) -> Knowledge:
        """Sources, claims, events and standings as the files say now."""
        return self._desk.knowledge()

    def show(self, name: str) -> Why | Thread | Source | str:
        """One thing whole: a claim's evidence, a source, the text of a page, or a topic's chains.

        A page is known by its path, title or alias; a topic of that name goes before the page that was made of it.
        """
        source = self.knowledge().sources.get(name.removeprefix("source:"))
        path = name.removeprefix("page:").lstrip("/")
        if source or path.endswith(".md"):
            return source or self._desk.files.read(path).decode("utf-8", "replace")
        look = self._desk.look()
        try:
            return look.why(name.removeprefix("claim:"))
        except NotFound:
            pass
        try:
            return look.history(name)
        except (NotFound, Ambiguous):
            page = self._page(name)
            if not page:
                raise
            return self._desk.files.read(page).decode("utf-8", "replace")

    def _page(self, name: str) -> str:
        """Path of the one page with this title or alias; empty where there is none.

        Raises:
            Ambiguous: several have it.
        """
        self._desk.sync()
        nodes = self._desk.index.get(self._desk.index.titles(name))
        found = sorted(ref for ref, node in nodes.items() if canonical(name) in map(canonical, names_of(node)))
        if len(found) > 1:
            shown = ", ".join(ref.removeprefix("page:") for ref in found[:5])
            raise Ambiguous(f"{name!r} is the name of {len(found)} pages: {shown}; name one by its path")
        return found[0].removeprefix("page:/") if found else ""

    def source(self, name: str) -> Source:
        """The source that a unique beginning of an id names."""
        return withdraw.source(self.knowledge(), name)

    def sources(self) -> tuple[Source, ...]:
        """All sources, by id."""
        return tuple(source for _, source in sorted(self.knowledge().sources.items()))

    def parts(self, source: str) -> tuple[Part, ...]:
        """The text of a source."""
        return tuple(self._desk.stored(source))

    def claims(self) -> tuple[View, ...]:
        """Every claim with its standing, rejected, proposed and discarded ones too."""
        look = self._desk.look()
        return tuple(look.view(i) for i in self.knowledge().claims)

    def view(self, name: str) -> View:
        """One claim with its standing."""
        look = self._desk.look()
        return look.view(look.claim(name))

    def list(self, which: Filter) -> tuple[View, ...]:
        """Claims that pass a filter, newest assertion first."""
        return self._desk.look().list(which)

    def history(self, name: str) -> Thread:
        """The chains of a claim or topic, oldest link first."""
        return self._desk.look().history(name)

    def why(self, name: str) -> Why:
        """Evidence of a claim in its surroundings, its events and findings."""
        return self._desk.look().why(name)

    def status(self) -> Status:
        """What is here and what waits for a person."""
        return self._desk.look().status()

    def queue(self) -> tuple[View, ...]:
        """Claims that wait for a person, durable kinds first, oldest said first."""
        return self._desk.look().queue()

    def resolve(self, name: str) -> str:
        """Id of the claim that a unique beginning of an id names."""
        return self._desk.look().claim(name)

    def topic(self, name: str) -> str:
        """Key of the topic that a name means."""
        return self._desk.look().topic(name)

    def topics(self) -> Mapping[str, int]:
        """Topics with the number of claims that are shown, largest first."""
        return self._desk.look().topics()

    def of_topic(self, name: str) -> tuple[str, ...]:
        """Ids of the claims of a topic that are shown."""
        return tuple(view.claim.id for view in self.list(Filter(topic=name)))

    def findings(self, settled: bool = False) -> tuple[Finding, ...]:
        """What waits for a person; with `settled` also what was decided."""
        known = self.knowledge()
        return tuple((known.findings() | known.waiting() if settled else known.waiting()).values())

    def finding(self, name: str) -> tuple[Finding, tuple[View, ...]]:
        """A finding and its claims side by side, oldest first."""
        known = self.knowledge()
        found = Curate(known, self._desk.authority).finding(name)
        look = self._desk.look(known)
        views = (look.view(i) for i in found.claims if i in known.claims)
        return found, tuple(sorted(views, key=lambda v: said(v.claim)))

    def runs(self) -> tuple[Event, ...]:
        """Manifests of the runs of extractors, newest first."""
        return tuple(reversed([e for e in self.knowledge().events if e.kind == "run"]))

    def run(self, name: str) -> Event:
        """The manifest of one run; `latest` is the newest."""
        found = [e for e in self.runs() if name in ("latest", e.target, e.id)]
        if not found:
            raise NotFound(f"no run is called {name!r}; list them with: clew runs list")
        return found[0]

    def log(self) -> record.Operations:
        """Operations of the ledger, newest first."""
        return record.Operations(self.knowledge().events)

    def operation(self, name: str) -> record.Operation | None:
        """One operation of the ledger by its whole id."""
        known = self.knowledge().events
        return record.Operations(known).named(name) if name in known.operations else None

    # A bundle that stays open

    def patient(self) -> None:
        """From now on let pages of a large bundle follow a moment after a decision: see `trailing` and `catch_up`."""
        self._desk.patient = True
        self.line_up()

    def line_up(self) -> None:
        """From now on wait a moment where somebody else is writing, instead of saying so at once."""
        self._desk.wait = WAIT

    @property
    def trailing(self) -> bool:
        """Whether pages wait to be brought up to date."""
        return self._desk.trailing

    def keep(self) -> None:
        """Keep what is known of a large bundle for whoever opens it next."""
        self._desk.keep()

    def trail(self) -> Lately:
        """Bring pages up to date in short turns, beside somebody who decides; returns what else takes long."""
        return self._desk.trail()

    def trailed(self, lately: Lately) -> None:
        """Take note that somebody brought pages up to date."""
        self._desk.trailed(lately)

    def warm(self) -> None:
        """Work out what every look at a bundle needs, and keep it for the next process."""
        self.status()
        self._desk.keep()
