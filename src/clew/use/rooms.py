"""`Rooms`: what a bundle does beside asking and looking, each use case loaded when somebody first wants it.

A question needs none of them, and loading them all is a fifth of the start of `clew ask`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from clew.use.looking import Looking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from clew.search.brief import Brief
    from clew.use.answer import Answers
    from clew.use.atlas import Atlas
    from clew.use.draft import Drafts
    from clew.use.entity import Entities
    from clew.use.extract import Extraction
    from clew.use.guest import Guest
    from clew.use.lint import Linter
    from clew.use.pages import Pages
    from clew.use.places import Places
    from clew.use.rebuild import Rebuild
    from clew.use.resolve import Resolve
    from clew.use.shelf import Shelf
    from clew.use.since import Record
    from clew.use.summarise import Summaries
    from clew.use.tidy import Tidy
    from clew.use.timeline import Moment, Span


class Rooms(Looking):
    """The rest of `Bundle`, room by room."""

    @cached_property
    def linter(self) -> Linter:
        """Looks at the health of what is known."""
        from clew.use.lint import Linter

        return Linter(self._desk)

    @cached_property
    def rebuild(self) -> Rebuild:
        """Reads stored text again with today's extractor, and replays what was decided."""
        from clew.use.rebuild import Rebuild

        return Rebuild(self._desk)

    @cached_property
    def extraction(self) -> Extraction:
        """Reads stored sources with a model, or takes in what an agent found."""
        from clew.use.extract import Extraction

        return Extraction(self._desk)

    @cached_property
    def resolution(self) -> Resolve:
        """Says which names mean one thing, by a model or the rules."""
        from clew.use.resolve import Resolve

        return Resolve(self._desk, self.extraction)

    @cached_property
    def summaries(self) -> Summaries:
        """Sums pages up in a model's words, checked."""
        from clew.use.summarise import Summaries

        return Summaries(self._desk)

    @cached_property
    def answers(self) -> Answers:
        """Words for what retrieval found, by a model and checked."""
        from clew.use.answer import Answers

        return Answers(self._desk)

    @cached_property
    def tidy(self) -> Tidy:
        """What a model proposes about labels, topics, ties and pages."""
        from clew.use.tidy import Tidy

        return Tidy(self._desk)

    @cached_property
    def guest(self) -> Guest:
        """The way in for programs: nothing they bring comes into force."""
        from clew.use.guest import Guest

        return Guest(self._desk, self.extraction)

    @property
    def pages(self) -> Pages:
        """Pages as people keep them."""
        from clew.use.pages import Pages

        return Pages(self._desk)

    @property
    def drafts(self) -> Drafts:
        """Texts that wait in the person's own data folder."""
        from clew.use.draft import Drafts

        return Drafts(self._desk.home, self._desk.settings.id, self._desk.wiring.intake)

    @property
    def shelf(self) -> Shelf:
        """Pages as a reader takes them."""
        from clew.use.shelf import Shelf

        return Shelf(self._desk)

    @property
    def places(self) -> Places:
        """Where the person put the dots of the graph."""
        from clew.use.places import Places

        return Places(self._desk.home, self._desk.settings.id)

    @property
    def entities(self) -> Entities:
        """Things by name: what they are called, what they have to do with each other, which names mean one thing."""
        from clew.use.entity import Entities

        return Entities(self._desk)

    @property
    def atlas(self) -> Atlas:
        """The graph: what is near, what is related, how two things connect, what fits a pattern."""
        from clew.use.atlas import Atlas

        return Atlas(self._desk)

    @property
    def ledger(self) -> Record:
        """What the ledger tells: what changed since when, how everybody fared, what is refused."""
        from clew.use.since import Record

        return Record(self._desk)

    def brief(self, topics: Sequence[str] = (), budget: int | None = None) -> Brief:
        """Context without a question, of some topics or of everything, within a budget of tokens."""
        from clew.use.brief import brief

        return brief(self._desk, topics, budget)

    def timeline(self, name: str | None = None, span: Span | None = None) -> tuple[Moment, ...]:
        """Dated statements of everything or of one thing, oldest first."""
        from clew.use.timeline import Timeline

        return Timeline(self._desk).of(name, span)
