"""`Desk`: what every use case of a bundle works on, its files, index and knowledge, and the one lock for writing."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from secrets import token_hex

from clew.belief import events
from clew.belief.branches import Branches
from clew.belief.knowledge import Knowledge
from clew.core.settings import FORMAT, Settings
from clew.embed.behind import Behind
from clew.errors import ClewError, Damaged, Locked, ModelFailed, Refused, StorageFailed, UsageError
from clew.index.kept import Kept
from clew.index.sqlite import SqliteIndex
from clew.index.vault import VectorCache
from clew.llm.client import Client
from clew.llm.judge import PairJudge, SameJudge
from clew.llm.meter import Limits
from clew.llm.models import Models
from clew.llm.split import Splitter
from clew.model import Event, Finding, Part, Problem
from clew.ports import Embedder, Extractor, Intake
from clew.store import foreign, git, layout
from clew.store.files import Files
from clew.store.journal import interrupted
from clew.store.ledger import FileLedger
from clew.store.writer import Key, Turns, Writer
from clew.use import gather, memory
from clew.use.curate import Authority, Curate
from clew.use.heard import Heard
from clew.use.kinship import lend
from clew.use.look import Look
from clew.use.press import signed
from clew.use.printer import TURN, Printer
from clew.use.sync import Sync, Synced, tie
from clew.use.write import Session

MADE = "/index.md"
"""End of the path of the file that is made beside those that tell something."""
WAIT = 5.0
"""Seconds that the app and agents wait for whoever is writing, such as pages that follow."""


@dataclass(frozen=True, slots=True)
class Wiring:
    """What a bundle is built with."""

    settings: Settings
    problems: tuple[Problem, ...]
    authority: Authority
    clock: Callable[[], str]
    """The present, RFC 3339."""
    extractor: Extractor
    intake: Intake
    embedder: Callable[[], Embedder | None]
    """Loads the embedding model when it is first needed; None where there is none."""
    behind: Behind
    """Who fills in vectors when nobody waits for them."""
    index: Path
    """File of the index."""
    vectors: Path | None
    """File of the cache of vectors, shared by the person's bundles."""
    kept: Path | None
    """File of what is derived of a large bundle, in the person's cache: a bundle that was sent brings none along."""
    home: Path
    """Folder of the person's data, where the id of this clone is kept."""
    models: Models
    """The chat models of the person."""


@dataclass(frozen=True, slots=True)
class Lately:
    """What is worked out when nobody decides, as of a large bundle it takes long."""

    asked: Mapping[str, Finding]
    """Questions about names."""
    apart: int
    """How many claims of branches never met."""


class Desk:
    """A bundle's folder with everything that reads and writes it; use cases take one, faces see only `Bundle`."""

    def __init__(self, root: Path, wiring: Wiring) -> None:
        self.root = root
        self.wiring = wiring
        self.settings = wiring.settings
        self.files = Files(root)
        self.index = SqliteIndex(wiring.index)
        self.cache = VectorCache(wiring.vectors) if wiring.vectors else None
        self.kept = Kept(wiring.kept)
        self.wait = 0.0
        """Seconds that a writing waits for somebody else's."""
        self.patient = False
        """Whether pages of a large bundle may be brought up to date a moment after a decision, by `catch_up`."""
        self.trailing = False
        """Whether they wait for that."""
        self.made: tuple[str, ...] = ()
        """Paths of the pages and derived files that the last writing made anew."""
        self._known: tuple[str, Knowledge] | None = None
        self._steady: Knowledge | None = None
        self._found: tuple[Problem, ...] = ()
        self.unread: dict[str, Problem] = {}
        """Stored texts that somebody looked at and that are gone or damaged."""

    def close(self) -> None:
        """Let go of the index; nothing is left unwritten."""
        with suppress(ClewError):
            self.catch_up()
        self.keep()
        self.wiring.models.close()
        self.index.close()
        if self.cache:
            self.cache.close()

    def keep(self) -> None:
        """Spare the next process what took this one long: what is known of a large bundle is kept in the cache."""
        if self._known is not None:
            memory.keep(self.kept, *self._known, self._found)

    def forget(self) -> None:
        """Let what is known be read from the files again, and leave no word of it in the cache."""
        self._known = None
        self.kept.forget()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Faults of settings and of whatever was read so far."""
        return (*self.wiring.problems, *self._found, *self.unread.values())

    @property
    def now(self) -> str:
        """The present, RFC 3339."""
        return self.wiring.clock()

    @property
    def authority(self) -> Authority:
        """Who acts, and through which channel."""
        return self.wiring.authority

    @property
    def home(self) -> Path:
        """Folder of the person's own data."""
        return self.wiring.home

    def stored(self, ident: str) -> Sequence[Part]:
        """The text of a source, as far as its file has it; what is missing of one is among `unread`."""
        held = self.files.held(ident)
        purged = self._known is not None and ident in self._known[1].purged()
        self.unread |= {fault.path: fault for fault in held.problems if not purged}
        return held.values

    def look(self, knowledge: Knowledge | None = None) -> Look:
        """Questions that knowledge and the stored text answer."""
        return Look(knowledge or self.knowledge(), self.stored, self.now)

    def judge(self, name: str | None = None, limits: Limits | None = None) -> PairJudge | None:
        """The second judge that is named or set, asked about what rules leave open; None where there is none."""
        chat = self._second("judge", name, limits)
        return PairJudge(chat) if chat else None

    def namer(self, name: str | None = None, limits: Limits | None = None) -> SameJudge | None:
        """The second opinion on names that is named or set as `models.resolve`; None where there is none."""
        chat = self._second("resolve", name, limits)
        return SameJudge(chat) if chat else None

    def splitter(self, name: str | None = None) -> Splitter | None:
        """Who splits questions, named or set as `models.decompose`; None where there is none, or `none` is named."""
        chat = None if name == "none" else self._second("decompose", name, None)
        return Splitter(chat) if chat else None

    def _second(self, use: str, name: str | None, limits: Limits | None) -> Client | None:
        models = self.wiring.models
        chosen = name or models.uses.get(use)
        if not chosen:
            return None
        try:
            # a pair that stays open is no loss: it is not waited for long
            return models.client(chosen, limits or Limits(usd=self.settings.spend or None), tries=2)
        except ModelFailed:
            if name:
                raise
            return None  # a key that is missing today must not stop what needs no model

    def decide(
        self, verb: Callable[[Curate], tuple[Event, ...]], *, reason: str | None = None, dry_run: bool = False
    ) -> tuple[Event, ...]:
        """Carry out one verb of `Curate`; returns the events, which a dry run does not write."""
        if dry_run:
            return verb(Curate(self.knowledge(), self.authority))
        with self.writing() as session:
            fresh = verb(Curate(session.knowledge, self.authority))
            done = session.commit(session.stamp(fresh, reason))
            session.follow()
            return done

    def trail(self) -> Lately:
        """Bring pages up to date in short turns, so that nobody who decides meanwhile waits for all of them.

        Returns what takes long to work out, for whoever goes on with what was known before.

        Raises:
            Locked: somebody decided meanwhile; what is written by then is right, the rest follows later.
        """
        knowledge = self.knowledge()
        stamp = self._stamp()
        key = Key(self.settings.id, self.settings.salt)
        turns = Turns(
            lambda: Writer(self.files, key, self.home, WAIT, self.settings.git), lambda: self._stamp() == stamp
        )
        write = partial(turns.transaction, "op" + token_hex(5))
        Printer(self.files, self.index, knowledge, write, self.settings.links == "absolute", TURN).publish()
        self._record(turns)
        self.index.set_meta("settled", stamp)
        knowledge.renew()
        tie(self.index, knowledge)
        return Lately(knowledge.about_names(), Branches(knowledge).many())

    def trailed(self, lately: Lately) -> None:
        """Take note that somebody brought pages up to date, with what was worked out beside it."""
        if self.index.meta("settled") == self._stamp():
            self.trailing = False
            self.knowledge().renew(lately.asked, lately.apart)

    def catch_up(self) -> None:
        """Bring pages up to date where decisions have left them behind; whoever writes next does it too."""
        if self.trailing:
            with self.writing() as session:
                session.publish()
            self.knowledge().renew()
            tie(self.index, self.knowledge())

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Hold the lock with fresh knowledge; whatever fails inside leaves files and memory as they were.

        Raises:
            Refused: other hands made this folder, and nobody has adopted it.
        """
        if not foreign.ours(self.root):
            adopt = f"clew init {shlex.quote(str(self.root))} --here"
            raise Refused(f"{self.root} is no bundle of Clew's yet, so nothing is written; adopt it: {adopt}")
        self._steady = None
        key = Key(self.settings.id, self.settings.salt)
        with Writer(self.files, key, self.home, self.wait, self.settings.git) as writer:
            self._found = (*self._found, *writer.problems)
            self._renew(writer)
            session = Session(writer, self.index, self.knowledge(), self.authority, self.now, self.settings)
            try:
                yield session
            except BaseException:
                self._known = None
                raise
            self.made = session.made
            self._record(writer)
            stamp = self._stamp()
            self._known = (stamp, session.knowledge)
            self.trailing = session.knowledge.patient and not session.published
            if not self.trailing:
                self.index.set_meta("settled", stamp)

    def _record(self, writer: Writer | Turns) -> None:
        """Commit to git what was written, where the person's own configuration asks for it."""
        if not (self.settings.git and writer.wrote):
            return
        did = ", ".join(f"{count} {kind}" for kind, count in sorted(writer.did.items())) or "pages renewed"
        try:
            git.commit(self.root, writer.wrote, f"clew: {did}")
        except (StorageFailed, UsageError) as error:
            self._found = (*self._found, Problem(str(self.root), "not_committed", str(error)))

    def migrate(self, dry_run: bool = False) -> tuple[str, ...]:
        """Bring an older layout up to date, as the next writing would; returns the files that change."""
        planned = tuple(layout.changes(self.files, self.settings.format)) if foreign.ours(self.root) else ()
        if planned and not dry_run:
            with self.writing() as session:
                session.publish()
            self.sync()
        return planned

    def _renew(self, writer: Writer) -> None:
        """Bring an older layout up to date, before anything is written in the newer one."""
        old = self.settings.format
        if old >= FORMAT:
            return
        who = self.authority
        with writer.transaction("op" + token_hex(5)) as transaction:
            for path, data in layout.changes(self.files, old).items():
                transaction.remove(path) if data is None else transaction.write(path, data)
            told = events.stamp((events.migrate(old, FORMAT),), who.actor, who.channel, self.now)
            transaction.commit(told)
        self.settings = replace(self.settings, format=FORMAT)
        self._known = None

    def _settle(self) -> None:
        """Finish what a crash or a merge left behind: roll back what was cut off, renew pages that are behind.

        Nothing happens to a bundle without a ledger or of an older layout, to one on a read-only disk, or while
        somebody else writes.
        """
        if not foreign.ours(self.root) or self.settings.format < FORMAT or self.trailing:
            return
        cut_off = interrupted(self.files)
        if not cut_off and self.index.meta("settled") == self._stamp():
            return
        # Looking at a bundle whose ledger has lost lines renews nothing: pages would lose what they rest on.
        if not cut_off and FileLedger(self.files.ledger, self.settings.salt).verify():
            return
        with suppress(Locked, StorageFailed):
            if cut_off or self.knowledge().events:
                with self.writing() as session:
                    session.publish()

    def knowledge(self) -> Knowledge:
        """Sources, claims, events and standings as the files say now."""
        if self._steady is not None:
            return self._steady
        stamp = self._stamp()
        if self._known is None or self._known[0] != stamp:
            held = memory.recalled(self.kept, stamp)
            knowledge, self._found = held or gather.gather(self.files, self.settings.salt, self.kept)
            if held:
                gather.prepare(knowledge, self.files)
            lend(knowledge, Heard(self.index).read)
            knowledge.patient = self.patient and len(knowledge.claims) >= memory.MANY
            if knowledge.late and not knowledge.patient:
                knowledge.renew()
            self._known = (stamp, knowledge)
        return self._known[1]

    @contextmanager
    def steady(self) -> Iterator[None]:
        """For one piece of reading: files are looked at once, and not anew for every claim that is shown."""
        self._steady = self.knowledge()
        try:
            yield
        finally:
            self._steady = None

    def _stamp(self) -> str:
        """Digest of what files that tell something are like; what is made of them beside them tells nothing."""
        return signed(it for it in self.files.written() if not it[0].endswith(MADE))

    def sync(self) -> Synced:
        """Bring the index up to date with the files; nothing happens when nothing changed."""
        self._settle()
        work = Sync(self.files, self.index, self.knowledge)
        try:
            done = work.run()
        except Damaged:
            # A damaged index has deleted itself and is empty now: it is filled again from the files.
            done = work.run()
        except StorageFailed as error:
            done = Synced(problems=(Problem(str(self.index.path), "index_behind", f"{error}; answers may be behind"),))
        self._found = tuple(dict.fromkeys((*self._found, *done.problems)))
        return done
