"""Ordinary text for measuring: chats in sentences, a few decisions each, about things that come up again.

Everything is drawn from a seeded generator, so the same seed gives the same bytes. Topics follow the usual law: what
was spoken of often is likely to come up again, and new things keep appearing, ever more rarely.
"""

from __future__ import annotations

import random
from collections.abc import Callable


def _each(text: str, between: str) -> list[str]:
    return text.split(between)


AREAS = _each(
    "billing search kitchen garden payroll onboarding newsletter warehouse website garage thesis choir "
    "wedding travel podcast bakery clinic library balcony studio festival office mobile analytics "
    "checkout catalogue inventory support training research archive insurance cargo heating school "
    "allotment bicycle harbour museum orchard printing radio recycling sailing solar tax theatre vineyard "
    "workshop yoga gallery laundry nursery pottery robotics server climbing camera",
    " ",
)
THINGS = _each(
    "database, budget, deadline, supplier, schedule, report, layout, pipeline, contract, backup, "
    "calendar, deposit, floor plan, logo, menu, storage, password, policy, roof, script, template, "
    "timetable, tracker, venue, wiring, queue, importer, dashboard, landing page, mailing list, price "
    "list, shift plan, reading group, test suite, cover letter, launch date, team size",
    ", ",
)
VALUES = _each(
    "Postgres SQLite Redis Figma Notion Trello Kafka Django Flask Svelte Hetzner Fastly Stripe Mollie "
    "Ghost Hugo Linear Zulip Grafana Ansible Terraform Docker Podman Nginx Caddy Keycloak Airtable "
    "Obsidian Zotero Overleaf Inkscape Blender",
    " ",
)
PEOPLE = _each(
    "Anna Boris Carla Deniz Elena Farid Greta Hugo Ines Jonas Katrin Luca Mira Nadia Oskar Paula Rafael Sofia",
    " ",
)
MONTHS = _each(
    "January February March April May June July August September October November December",
    " ",
)
QUALITIES = _each(
    "simple slow cheap reliable noisy fragile heavy modern clear quiet robust tidy cramped flexible "
    "brittle costly readable awkward pleasant uneven stable remote narrow generous",
    " ",
)
NOUNS = _each(
    "approach method number change margin result detail question version release rule limit figure habit "
    "draft mistake pattern reason step measure option review cost delay effort feature gap issue level "
    "note order part point process risk sample sign size source table term view week window year corner "
    "surface label market paragraph signal engine column branch letter harvest tenant recipe lesson "
    "session carrier ferry invoice refund filter shelf socket hinge ladder",
    " ",
)
VERBS = _each(
    "depends on, comes before, replaces, limits, explains, improves, delays, belongs to, follows from, "
    "helps with, adds to, stands beside, takes longer than, matters more than, works without, breaks, "
    "covers, needs, changes, reduces",
    ", ",
)
LINKS = _each(
    "For example,|In practice,|As a rule,|Usually|Most of the time|On the other hand,|In short,|Later "
    "on,|At first|Still,",
    "|",
)

Line = Callable[[random.Random, str], str]


def _said(pattern: str) -> Line:
    def line(rng: random.Random, topic: str) -> str:
        a, b = rng.sample(VALUES, 2)
        return pattern.format(
            topic=topic,
            a=a,
            b=b,
            who=rng.choice(PEOPLE),
            n=rng.randint(2, 90) * 5,
            day=rng.randint(1, 28),
            month=rng.choice(MONTHS),
            quality=rng.choice(QUALITIES),
            noun=rng.choice(NOUNS),
        )

    return line


DECISIONS = [
    _said(pattern)
    for pattern in (
        "We decided to use {a} for the {topic}.",
        "Let's go with {a} for the {topic}.",
        "We switched the {topic} from {a} to {b}.",
        "The {topic} now costs {n} euros a month.",
        "I prefer {a} over {b} for the {topic}.",
        "{who} is responsible for the {topic}.",
        "The {topic} is due on {day} {month}.",
        "We will not use {a} for the {topic} after all.",
        "The {topic} is limited to {n} entries.",
        "From now on the {topic} runs on {a}.",
        "{who} moved the {topic} to {month}.",
    )
]
ASKED = [
    _said(pattern)
    for pattern in (
        "How would you improve the {topic}?",
        "Can you explain what the {noun} means for the {topic}?",
        "Why is the {topic} so {quality}?",
        "What happens to the {topic} when the {noun} changes?",
        "Please write a {quality} {noun} about the {topic}.",
        "Could you compare {a} with {b}?",
        "Thanks, that helps.",
        "Can you make that shorter?",
        "Show me an example of a {quality} {noun}.",
        "Which {noun} should come first?",
    )
]


class Topics:
    """Things that chats are about: one in use comes up again in proportion to how often it did."""

    def __init__(self, rng: random.Random, fresh: int = 300) -> None:
        self._rng = rng
        self._fresh = fresh
        self._past: list[str] = []

    def next(self) -> str:
        """The topic of one more statement."""
        rng = self._rng
        if self._past and rng.random() > self._fresh / (len(self._past) + self._fresh):
            found = rng.choice(self._past)
        else:
            found = f"{rng.choice(AREAS)} {rng.choice(THINGS)}"
        self._past.append(found)
        return found


def explained(rng: random.Random, topic: str, sentences: int) -> str:
    """What an assistant writes: so many plain sentences in paragraphs."""
    out = []
    for number in range(sentences):
        noun, other, third = rng.choice(NOUNS), rng.choice(NOUNS), rng.choice(NOUNS)
        subject = f"the {topic}" if rng.random() < 0.2 else f"the {rng.choice(QUALITIES)} {noun}"
        words = f"{subject} {rng.choice(VERBS)} the {other}, because the {third} is {rng.choice(QUALITIES)}"
        linked = f"{rng.choice(LINKS)} {words}" if rng.random() < 0.4 else words[0].upper() + words[1:]
        out.append(f"{linked}." + ("\n\n" if number % 6 == 5 else " "))
    return "".join(out).strip()


def asked(rng: random.Random, topic: str, decide: float) -> str:
    """What a person writes in one turn: questions and requests, and with this chance a decision before them."""
    said = [rng.choice(DECISIONS)(rng, topic)] if rng.random() < decide else []
    return " ".join([*said, *(rng.choice(ASKED)(rng, topic) for _ in range(rng.randint(1, 3)))])
