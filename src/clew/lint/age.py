"""Checks by the clock: what has gone stale, and what nobody has touched for long."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from clew.core.badges import expired
from clew.lint.survey import Page, Survey, holds
from clew.model import Problem
from clew.pages import trust


def stale(survey: Survey) -> Iterator[Problem]:
    """Pages past their own `stale_after`."""
    for page in survey.pages.values():
        if page.doc.writable and not page.retired and trust.stale(page.doc.front, survey.now):
            limit = page.doc.front.get("stale_after")
            yield page.problem("stale", f"It counts as stale since {limit}; check it and move the date.")


def lapsed(survey: Survey) -> Iterator[Problem]:
    """Claims in force whose validity has ended, by source."""
    known, now = survey.knowledge, survey.now.isoformat()
    ended: dict[str, list[str]] = {}
    for ident, standing in known.standings.items():
        claim = known.claims[ident]
        if holds(standing) and expired(standing.valid_to or claim.valid_to, now):
            ended.setdefault(claim.source, []).append(ident)
    for source, found in sorted(ended.items()):
        text = f"{len(found)} in force, {found[0]} first, held only until a day that is past; say what holds now."
        yield Problem(f"sources/{source}.md", "lapsed", text)


def untouched(survey: Survey) -> Iterator[Problem]:
    """Pages that nobody has written, verified or said anything about for long; a page without any date has no age."""
    limit = survey.now - timedelta(days=survey.days)
    for page in survey.concepts:
        last = max(_times(survey, page), default=None)
        if last and last < limit and not page.retired and not trust.stale(page.doc.front, survey.now):
            yield page.problem(
                "untouched", f"Nothing happened here since {last:%Y-%m-%d}; look whether it still holds."
            )


def _times(survey: Survey, page: Page) -> Iterator[datetime]:
    front = page.doc.front
    words = [item.get("at") for item in trust.maps(front.get("generated"))]
    words += [event["at"] for event in trust.verified(front)]
    words += [front.get("timestamp"), survey.spoken.get(page.path)]
    yield from (at for at in (trust.instant(word)[0] for word in words) if at)
