"""Captions of a recorded meeting (WebVTT, SubRip): cues of one speaker in a row are one turn."""

from collections.abc import Iterator
from html import unescape

from clew.model import Problem, Reading
from clew.readers.records import Item, Node, Piece, Tally, Text, digest
from clew.readers.roles import author_of
from clew.readers.title import title_of
from clew.readers.tree import chain, grow
from clew.text import regex as re

_TIMING = re.compile(r"(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}[ \t]*-->[ \t]*(?:\d+:)?\d{1,2}:\d{2}[.,]\d{1,3}[^\n]*")
_START = re.compile(r"\s*(?:WEBVTT\b|\d+\s*\n" + _TIMING.pattern + ")")
_VOICE = re.compile(r"<v(?:\.[^\s>]*)?[ \t]+([^>]+)>")
_TAG = re.compile(r"</?(?:[cibuv]|ruby|rt|lang|font|\d)[^>]*>")
_NAME = re.compile(r"([^\W\d_][^:：\n<>]{0,40})[:：][ \t]+(?=\S)")


def fits(text: str) -> bool:
    """Whether it begins like captions."""
    return _START.match(text) is not None and _TIMING.search(text) is not None


def read(text: str, where: str) -> Iterator[Item]:
    """Turns by speaker; captions without speakers are one document."""
    tally = Tally()
    turns: list[tuple[str | None, list[str]]] = []
    for cue in _cues(text):
        voice = _VOICE.match(cue)
        name = _NAME.match(cue) if voice is None else None
        who = (voice or name)[1].strip() if voice or name else None  # type: ignore[index]  # one of them matched
        words = unescape(_TAG.sub("", cue[(voice or name).end() :] if voice or name else cue))  # type: ignore[union-attr]  # as above
        words = " ".join(words.split())
        if turns and (who is None or who == turns[-1][0]):
            turns[-1][1].append(words)
        else:
            turns.append((who, [words]))
    speakers = any(name for name, _ in turns)
    nodes = [Node(str(n), None, None, (_piece(name, words, speakers),)) for n, (name, words) in enumerate(turns, 1)]
    grown = grow(chain(nodes), None, tally)
    if not grown.parts:
        yield Problem(where, "no_turns", "The captions hold no words.")
        return
    origin = digest(*(f"{part.name or ''}\n{part.text}" for part in grown.parts))
    kind = "chat" if speakers else "document"
    title = title_of(None, grown.parts)
    yield Reading(kind, "captions", origin, title, grown.parts, None, None, where, counts=tally.result())  # type: ignore[arg-type]  # a literal of two


def _piece(name: str | None, words: list[str], speakers: bool) -> Piece:
    text = " ".join(filter(None, words))
    if not speakers or name is None:
        return Piece("document", text)
    who = author_of(name)
    return Piece("person" if who.author == "tool" else who.author, text, name if who.named else None)


def _cues(text: str) -> Iterator[str]:
    for block in re.split(r"\n[ \t\r]*\n", text.replace("\r\n", "\n")):
        timing = _TIMING.search(block)
        if timing:
            yield block[timing.end() :].strip()


FORMAT = Text("captions", fits, read)
