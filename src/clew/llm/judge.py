"""Models as second judges: of two claims, and of two names. What goes wrong is `uncertain`; nothing changes by it."""

from clew.errors import ModelFailed
from clew.llm.client import Client
from clew.llm.extract import POISON
from clew.model import Claim
from clew.ports import Chat, Request
from clew.prompts import reply
from clew.prompts.material import pair, things
from clew.prompts.shape import PAIR, SAME
from clew.prompts.text import prompt

SHORT = 400
"""Tokens of a verdict with its reason."""


class PairJudge:
    """Compares two claims; implements `ports.Judge`."""

    def __init__(self, chat: Client) -> None:
        self.chat = chat
        self.failed: ModelFailed | None = None
        """Why it is silent: once the model cannot be used, it is not asked again."""

    def verdict(self, old: Claim, new: Claim) -> str | None:
        """One of the seven verdicts, or ModelFailed: then nothing is decided."""
        if self.failed:
            raise self.failed
        told = prompt("pair")
        request = Request(told.text, pair(old, new), told.id, PAIR, f"{old.source} {new.source}", SHORT)
        try:
            return self.chat.ask(request, lambda text: _choice(text, "verdict", PAIR["properties"]["verdict"]["enum"]))
        except ModelFailed as error:
            if error.kind not in POISON:
                self.failed = error
            raise


class SameJudge:
    """Says whether two names mean one thing."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat

    def same(self, first: tuple[str, ...], second: tuple[str, ...]) -> str:
        """One of same, related, different, unsure; each side is a name and what is known of it."""
        told = prompt("same")
        request = Request(told.text, things(first, second), told.id, SAME, longest=SHORT)
        return self._chat.ask(request, lambda text: _choice(text, "answer", SAME["properties"]["answer"]["enum"]))


def _choice(text: str, key: str, known: list[str]) -> str:
    said = str(reply.value(text, key)[key]).strip().casefold()
    if said not in known:
        raise ValueError(f"`{key}` is {said[:40]!r}; it must be one of {', '.join(known)}")
    return said
