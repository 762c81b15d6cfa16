"""A model that splits a question into the smaller ones whose answers together answer it."""

from clew.llm.client import Client
from clew.model import Json
from clew.ports import Request
from clew.prompts import reply
from clew.prompts.material import question as told
from clew.prompts.shape import PARTS
from clew.prompts.text import prompt
from clew.text import regex as re

MOST = 4
"""Smaller questions that are asked."""
LONGEST = 300
"""Code points of one of them."""
REFERENCE = re.compile(r"#([1-9])\b")
"""Stands for the answer to an earlier question, as in Break (Wolfson et al. 2020)."""


class Splitter:
    """Implements `ports.Splitter`."""

    def __init__(self, chat: Client) -> None:
        self.chat = chat

    def parts(self, question: str) -> tuple[str, ...]:
        """Two to four smaller questions; none where the question asks for one thing."""
        instructions = prompt("parts")
        request = Request(instructions.text, told(question), instructions.id, PARTS, "", 500)
        return self.chat.ask(request, _read)


def _read(text: str) -> tuple[str, ...]:
    held: Json = reply.value(text, "questions")["questions"]
    if not isinstance(held, list) or not all(isinstance(one, str) for one in held):
        raise ValueError("`questions` must be a list of texts")
    found = list(dict.fromkeys(filter(None, (" ".join(one.split()) for one in held))))
    if len(found) > MOST or any(len(one) > LONGEST for one in found):
        raise ValueError(f"`questions` holds at most {MOST} questions of at most {LONGEST} characters")
    for n, one in enumerate(found, 1):
        if any(int(earlier) >= n for earlier in REFERENCE.findall(one)):
            raise ValueError(f"question {n} may refer to earlier ones only: {one[:60]!r}")
    return tuple(found) if len(found) > 1 else ()
