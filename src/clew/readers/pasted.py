"""Transcripts pasted as text: who spoke is read from the lines that begin a turn."""

from collections.abc import Iterator

from clew.model import Problem, Reading
from clew.readers.draft import loose, named
from clew.readers.markers import Marker, find
from clew.readers.records import Item, Node, Piece, Tally, Text, digest
from clew.readers.text import blank
from clew.readers.times import written
from clew.readers.title import title_of
from clew.readers.tree import chain, grow
from clew.text import regex as re

# what chat pages leave between the turns when they are copied
_THOUGHT = re.compile(
    r"\s*(?:Thought for|Reasoned for|Nachgedacht für|Réflexion durant|Razonó durante)"
    r"[^\n]{1,40}(?:\n|$)"
)
# a bare number is never taken for the name of a model: it may be the answer
_MODEL = re.compile(
    r"\n[ \t]*(?:GPT-\d(?:\.\d)?o?|\do|o\d|\d(?:\.\d)?(?=[ -][a-z]))(?:[ -](?:mini|nano|pro|high|thinking|instant))?$",
    re.I,
)
_BUTTON = re.compile(r"\n[ \t]*(?:Copy(?: code)?|Edit|Share|Regenerate|Retry|Read aloud|Sources)$")
# what the phone puts in place of a picture or a call
_NOTICE = re.compile(
    r"[\u200e\u200f]*\s*(?:<?(?:image|video|audio|sticker|GIF|document|contact card|media|Medien?) "
    r"(?:omitted|ausgeschlossen)>?"
    r"|<?(?:Bild|Video|Audio|Sticker|GIF|Dokument|Kontaktkarte) weggelassen>?"
    r"|<?(?:image|vidéo|audio|sticker|GIF|document) (?:absente?|omise?)>?|<Médias omis>"
    r"|<?(?:imagen|video|audio|sticker|GIF|documento) omitid[oa]>?|<Multimedia omitido>"
    r"|<?(?:immagine|video|audio|sticker|GIF|documento) omess[oa]>?|<Media omess[io]>"
    r"|<?(?:imagem|vídeo|áudio|figurinha|GIF|documento) (?:ocultad[oa]|omitid[oa])>?|<(?:Arquivo de m|M)ídia ocult[oa]>"
    r"|<?(?:afbeelding|video|audio|sticker|GIF|document|Media) weggelaten>?"
    r"|<Media omitted>|<Medien ausgeschlossen>|Messages(?: and calls)? are end-to-end encrypted.*"
    r"|You deleted this message\.?|This message was deleted\.?|Du hast diese Nachricht gelöscht\.?"
    r"|Diese Nachricht wurde gelöscht\.?|Missed (?:voice|video) call.*)\s*",
    re.S,
)
_DATE = re.compile(r"(\d{1,4})([./-])(\d{1,2})[./-](\d{2,4})")
_CLOCK = re.compile(r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?[\s\u202f]*([ap])?\.?m?", re.I)


def fits(text: str) -> bool:
    """Whether two speakers at least take turns in it."""
    return find(text) is not None


def read(text: str, where: str) -> Iterator[Item]:
    """The turns in order; what stands before the first one is kept as a document part."""
    found = find(text)
    if found is None:
        return
    style, markers = found
    tally = Tally()
    order = _day_order(markers)
    nodes: list[Node] = []
    preface = text[: markers[0].start]
    if not blank(re.sub(r"^#[^\n]*$", "", preface, flags=re.M)):
        nodes.append(Node("preface", None, None, (Piece("document", preface.strip()),)))
    for marker, end in zip(markers, [m.start for m in markers[1:]] + [len(text)], strict=True):
        words = _words(text[marker.text : end], style, tally)
        at = _when(marker, order, tally)
        nodes.append(Node("", None, at, (Piece(marker.author, words, marker.name),)))
    grown = grow(chain(named(nodes)), None, tally)
    if not grown.parts:
        yield Problem(where, "no_turns", f"None of its {len(nodes)} turns has words.")
        return
    origin = digest(*(f"{part.author}\n{part.name or ''}\n{part.text}" for part in grown.parts))
    heading = re.search(r"^#[ \t]+([^\n]+)$", preface, flags=re.M)
    title = title_of(heading[1] if heading else None, grown.parts)
    starts = min(filter(None, (p.at for p in grown.parts)), default=None)
    yield loose(Reading("chat", "pasted", origin, title, grown.parts, None, starts, where, counts=tally.result()))


def _words(text: str, style: str, tally: Tally) -> str:
    if style == "said":
        text, thoughts = _THOUGHT.subn("", text, count=1) if _THOUGHT.match(text) else (text, 0)
        for residue in (_MODEL, _BUTTON, _MODEL):
            text, more = residue.subn("", text.rstrip())
            thoughts += more
        tally.add("interface residue", thoughts)
    if style == "stamped" and _NOTICE.fullmatch(text):
        tally.add("media or notice")
        return ""
    return text.strip("\n\r\t \u200e\u200f")


def _day_order(markers: list[Marker]) -> str | None:
    """Whether day or month comes first in the dates of a file; None when they do not tell, or disagree."""
    told = set()
    for marker in markers:
        date = _DATE.search(marker.when or "")
        if date and len(date[1]) < 4:
            if int(date[1]) > 12:
                told.add("day")
            elif int(date[3]) > 12:
                told.add("month")
    return told.pop() if len(told) == 1 else None


def _when(marker: Marker, order: str | None, tally: Tally) -> str | None:
    """The time of a turn; a date that can be read two ways is kept as unknown, never guessed."""
    if not marker.when:
        return None
    date, clock = _DATE.search(marker.when), None
    if date is None:
        return written(marker.when)
    first, mark, second, last = date.groups()
    rest = marker.when[: date.start()] + " " + marker.when[date.end() :]
    clock = _CLOCK.search(rest)
    if len(first) == 4:
        year, month, day = int(first), int(second), int(last)
    else:
        which = "day" if mark == "." else order
        if which is None and first != second:
            tally.add("ambiguous date")
            return None
        year = int(last) + (2000 if len(last) == 2 else 0)
        day, month = (int(first), int(second)) if which != "month" else (int(second), int(first))
    hour, minute, second_ = (int(clock[1]), clock[2], clock[3] or "00") if clock else (0, "00", "00")
    if clock and clock[4]:
        hour = hour % 12 + (12 if clock[4].lower() == "p" else 0)
    return written(f"{year:04d}-{month:02d}-{day:02d}T{hour:02d}:{minute}:{second_}")


FORMAT = Text("pasted transcript", fits, read)
