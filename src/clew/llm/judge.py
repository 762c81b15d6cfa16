"""Models as second judges: of two claims, and of two names. What goes wrong is `uncertain`; nothing changes by it."""

from collections.abc import Callable
from typing import TypeVar

from clew.errors import ModelFailed
from clew.llm.client import Client
from clew.llm.extract import POISON
from clew.model import Claim
from clew.ports import Likeness, Named, Request
from clew.prompts import reply
from clew.prompts.material import pair, things
from clew.prompts.shape import PAIR, SAME
from clew.prompts.text import prompt

SHORT = 400
"""Tokens of a verdict with its reason."""
T = TypeVar("T")


class _Silenced:
    """A model that is asked again and again: once it cannot be used, it is not asked any more."""

    def __init__(self, chat: Client) -> None:
        self.chat = chat
        self.failed: ModelFailed | None = None
        """Why it is silent."""

    def _ask(self, request: Request, read: Callable[[str], T]) -> T:
        if self.failed:
            raise self.failed
        try:
            return self.chat.ask(request, read)
        except ModelFailed as error:
            if error.kind not in POISON:
                self.failed = error
            raise


class PairJudge(_Silenced):
    """Compares two claims; implements `ports.Judge`."""

    def verdict(self, old: Claim, new: Claim) -> str | None:
        """One of the seven verdicts, or ModelFailed: then nothing is decided."""
        told = prompt("pair")
        request = Request(told.text, pair(old, new), told.id, PAIR, f"{old.source} {new.source}", SHORT)
        return self._ask(request, lambda text: _choice(text, "verdict", PAIR["properties"]["verdict"]["enum"]))


class SameJudge(_Silenced):
    """Says whether two names mean one thing; implements `ports.Namer`."""

    def same(self, first: Named, second: Named) -> Likeness:
        """One of same, related, different, unsure with its reason, or ModelFailed: then nothing is decided."""
        told = prompt("same")
        sources = " ".join(dict.fromkeys((*first.sources, *second.sources)))
        return self._ask(Request(told.text, things(first, second), told.id, SAME, sources, SHORT), _likeness)


def _likeness(text: str) -> Likeness:
    answer = _choice(text, "answer", SAME["properties"]["answer"]["enum"])
    held = reply.value(text, "answer")
    reason, predicate = (held.get(name) for name in ("reason", "predicate"))
    return Likeness(
        answer,  # type: ignore[arg-type]  # one of the schema's words, which are those of the type
        " ".join(reason.split())[:300] if isinstance(reason, str) else "",
        " ".join(predicate.split())[:60] or None if isinstance(predicate, str) and answer == "related" else None,
    )


def _choice(text: str, key: str, known: list[str]) -> str:
    said = str(reply.value(text, key)[key]).strip().casefold()
    if said not in known:
        raise ValueError(f"`{key}` is {said[:40]!r}; it must be one of {', '.join(known)}")
    return said
