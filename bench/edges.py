"""What the claims engine makes of long chats: which updates are chained, which contradictions become questions.

Each chat is read in memory into a bundle of its own, by rules alone. A pair counts as chained when a claim of the
updated message stands behind a claim of the original one; a contradiction counts when a question joins claims of its
two statements.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from clew.belief.conflict import Policy
from clew.belief.knowledge import Knowledge
from clew.model import Claim, Finding, Part, Reading
from clew.rules.extract import Rules as Extractor
from clew.use.ingest import Ingest, Rules

import common

ROLES: dict[str, Any] = {"user": "person", "assistant": "assistant"}


def flat(value: Any) -> list[int]:
    """All ids in a nested gold value."""
    if isinstance(value, dict):
        return [i for part in value.values() for i in flat(part)]
    return [i for part in value or () for i in (flat(part) if isinstance(part, dict | list) else [part])]


def reading(chat: dict[str, Any]) -> Reading:
    """The chat as a reader would give it; the time anchor of a session dates all its messages."""
    at: str | None = None
    parts: list[Part] = []
    for n, message in enumerate(chat["messages"], 1):
        if message.get("time_anchor"):
            at = datetime.strptime(f"{message['time_anchor']} +0000", "%B-%d-%Y %z").strftime("%Y-%m-%dT09:00:00Z")
        before = parts[-1].id if parts else None
        parts.append(Part(n, str(message["id"]), before, ROLES[message["role"]], None, at, message["content"]))
    return Reading("chat", "bench", chat["chat"], chat["chat"], tuple(parts))


@dataclass(frozen=True, slots=True)
class Link:
    """One claim that took the place of another."""

    old: Claim
    new: Claim


class Believed:
    """One chat with what the engine believes after reading it."""

    def __init__(self, chat: dict[str, Any]) -> None:
        self.known = Knowledge()
        self.ids: list[int] = [message["id"] for message in chat["messages"]]
        rules = Rules(Policy(), (), "2026-01-01T00:00:00Z")
        Ingest(self.known, Extractor(), rules, lambda _: ()).take(reading(chat))

    def messages(self, claim: Claim) -> set[int]:
        """Ids of the messages that a claim rests on."""
        return {self.ids[span.part - 1] for span in claim.evidence}

    def links(self) -> list[Link]:
        """Every supersession."""
        claims, standings = self.known.claims, self.known.standings
        return [Link(claims[i], claims[s.claim]) for s in standings.values() for i in s.predecessors]

    def questions(self) -> list[Finding]:
        """Every contradiction that waits for a person."""
        return [f for f in self.known.waiting().values() if f.kind == "contradiction"]

    def chained(self, original: Iterable[int], updated: Iterable[int]) -> bool:
        """Whether a claim of the updated message stands in a chain behind one of the original, or behind its like."""
        new, old = set(updated), set(original)
        for claim in self.known.claims.values():
            if self.messages(claim) & new:
                chain = self.known.chain(claim.id)
                if any(self._said(link) & old for link in chain[: chain.index(claim.id)]):
                    return True
        return False

    def _said(self, link: str) -> set[int]:
        """Messages that say a link of a chain, or say it again."""
        same = (link, *self.known.standings[link].restated_by)
        return {message for i in same for message in self.messages(self.known.claims[i])}

    def asked(self, first: Iterable[int], second: Iterable[int]) -> bool:
        """Whether a question joins a claim of one statement with another of the other."""
        a, b = set(first), set(second)
        for found in self.questions():
            one, *others = [self.messages(self.known.claims[i]) for i in found.claims]
            if any((one & a and other & b) or (one & b and other & a) for other in others):
                return True
        return False


def figures(chats: Sequence[dict[str, Any]], questions: Iterable[dict[str, Any]]) -> dict[str, common.Figure]:
    """Pairs chained and contradictions asked about, and how many edges that takes."""
    known = {chat["chat"]: Believed(chat) for chat in chats}
    chained: list[list[float]] = []
    asked: list[list[float]] = []
    for question in questions:
        ids, one = question["source_chat_ids"], known[question["chat"]]
        if question["ability"] == "knowledge_update":
            chained.append([float(one.chained(flat(ids.get("original_info")), flat(ids.get("updated_info"))))])
        elif question["ability"] == "contradiction_resolution":
            asked.append([float(one.asked(flat(ids["first_statement"]), flat(ids["second_statement"])))])
    links = sum(len(one.links()) for one in known.values())
    open_ = sum(len(one.questions()) for one in known.values())
    messages = sum(len(chat["messages"]) for chat in chats)
    return {
        **common.interval("ku_chained", chained),
        **common.interval("contradiction_findings", asked),
        "edges_per_1000": 1000 * (links + open_) / messages,
        "links": links,
        "questions_open": open_,
        "claims_per_1000": 1000 * sum(len(one.known.claims) for one in known.values()) / messages,
    }


def main() -> None:
    args = common.parser(__doc__ or "", "beam").parse_args()
    files = [args.data / "chats.json", args.data / "questions.json"]
    common.need(*files)
    report = common.Report("edges", files, args.json)
    chats = json.loads(files[0].read_text("utf-8"))[: args.limit]
    names = {chat["chat"] for chat in chats}
    questions = [q for q in json.loads(files[1].read_text("utf-8")) if q["chat"] in names]
    report.add(figures(chats, questions))
    report.close(len(chats))


if __name__ == "__main__":
    main()
