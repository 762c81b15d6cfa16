"""E-mail: single messages and mailboxes; what the sender wrote is told from what the mail quotes."""

import email
import email.errors
import email.header
import email.utils
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import Message
from typing import BinaryIO

from clew.model import Ignored, Problem, Reading
from clew.readers import markup
from clew.readers.blob import Blob
from clew.readers.markup import shown
from clew.readers.quoted import cut, unflow
from clew.readers.records import File, Item, Node, Piece, Tally, digest
from clew.readers.text import blank, clean, decode, tidy
from clew.readers.times import moment
from clew.readers.title import title_of
from clew.readers.tree import chain, grow

_HEADERS = re.compile(
    rb"^(from|to|subject|date|message-id|mime-version|received|return-path|content-type|delivered-to|cc|reply-to"
    rb"|in-reply-to|x-[\w-]+|dkim-signature|sender|references|content-transfer-encoding):[ \t]",
    re.I | re.M,
)
_START = re.compile(rb"(?:\xef\xbb\xbf)?[A-Za-z][A-Za-z0-9-]*:[ \t]*[^\r\n]*\r?\n")
_FROM_LINE = re.compile(rb"From [^\r\n]*\d{4}\s*\r?\n[A-Za-z][\w-]*:")
_ESCAPED = re.compile(rb"^>(>*From )", re.M)
MESSAGE_LIMIT = 1 << 26
"""Most bytes of one mail; attachments beyond it are not worth their memory."""


def single(head: bytes) -> bool:
    """Whether the bytes begin a mail: a header with a sender and two other known fields."""
    if not _START.match(head):
        return False
    top = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
    names = {found[1].lower() for found in _HEADERS.finditer(top)}
    return bool(names & {b"from", b"sender", b"return-path"}) and len(names) >= 3


def box(head: bytes) -> bool:
    """Whether the bytes begin a mailbox."""
    return _FROM_LINE.match(head) is not None


def read_single(blob: Blob) -> Iterator[Item]:
    """The mail as one source."""
    if blob.size > MESSAGE_LIMIT:
        yield Problem(blob.where, "too_large", f"A mail of {blob.size:,} bytes is too large.")
        return
    yield _mail(blob.read(), blob.where)


def read_box(blob: Blob) -> Iterator[Item]:
    """The mails of a box one at a time."""
    with blob.open() as stream:
        for number, raw in enumerate(_split(stream)):
            where = f"{blob.where}[{number}]"
            if len(raw) > MESSAGE_LIMIT:
                yield Problem(where, "too_large", f"A mail of more than {MESSAGE_LIMIT:,} bytes is too large.")
            else:
                yield _mail(_ESCAPED.sub(rb"\1", raw), where)


def _split(stream: BinaryIO) -> Iterator[bytes]:
    """Bytes of the mails; each begins with a `From ` line after an empty one. Too long ones are cut."""
    held: list[bytes] = []
    size = 0
    empty = True
    while line := stream.readline(1 << 20):
        if empty and line.startswith(b"From "):
            if held:
                yield b"".join(held)
            held, size = [], 0
        elif size <= MESSAGE_LIMIT:
            held.append(line)
            size += len(line)
        empty = not line.strip()
    if held:
        yield b"".join(held)


def _mail(raw: bytes, where: str) -> Item:
    try:
        message = email.message_from_bytes(raw)
        if "Snapshot-Content-Location" in message:
            return _snapshot(message, where)
        return _reading(message, where)
    except (email.errors.MessageError, ValueError, LookupError, TypeError, AttributeError, RecursionError) as fault:
        # the standard parser has no error of its own for headers it cannot bear
        return Problem(where, "bad_mail", f"The mail cannot be read ({fault}).")


def _reading(message: Message, where: str) -> Item:
    tally = Tally()
    name, address = email.utils.parseaddr(_words(message, "From"))
    sender = tidy(name) or address or None
    at = _date(message)
    pieces = list(_pieces(message, sender, tally))
    subject = _words(message, "Subject")
    to = tidy(_words(message, "To"), 400)
    id_ = _words(message, "Message-ID").strip("<> \t")
    nodes = [Node(str(n), None, at, (piece,)) for n, piece in enumerate(pieces, 1)]
    grown = grow(chain(nodes), None, tally)
    if not grown.parts:
        return Ignored(where, f"a mail without words ({tidy(subject) or 'without subject'})")
    return Reading(
        kind="document",
        provider="email",
        origin=id_ or digest(sender or "", subject, *(part.text for part in grown.parts)),
        title=title_of(subject, grown.parts),
        parts=grown.parts,
        at=at,
        where=where,
        counts=tally.result(),
        front={"to": to} if to else {},
    )


def _snapshot(message: Message, where: str) -> Item:
    """A web page that a browser saved in the form of a mail, its pictures and styles left behind."""
    leaves = [_leaf(part) for part in message.walk() if not part.is_multipart()]
    page = next((leaf for leaf in leaves if leaf.kind == "text/html"), None)
    found = list(markup.read(_text(page), where)) if page else []
    if not found:
        return Ignored(where, "a saved page without words")
    item = found[0]
    at = _date(message)
    return replace(item, at=item.at or at) if isinstance(item, Reading) else item


def _words(message: Message, field: str) -> str:
    """A header with its encoded words decoded."""
    raw = message.get(field)
    if raw is None:
        return ""
    shown = str(raw)
    if "=?" in shown:
        try:
            shown = str(email.header.make_header(email.header.decode_header(shown)))
        except (ValueError, LookupError, UnicodeError):
            shown = str(raw)
    return clean(shown).replace("\n", " ")


def _date(message: Message) -> str | None:
    said = _words(message, "Date")
    try:
        found = email.utils.parsedate_tz(said)
    except (ValueError, IndexError, TypeError):
        return None
    if found is None:
        return None
    east = found[9]
    zone = None if east is None else f"{'-' if east < 0 else '+'}{abs(east) // 3600:02d}:{abs(east) // 60 % 60:02d}"
    if said.rstrip().endswith("-0000"):
        zone = None
    return moment((found[0], found[1], found[2]), (found[3], found[4], found[5]), zone)


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A part that holds no others; its headers are read once, which the library does anew for every question."""

    part: Message
    kind: str
    charset: str
    flowed: bool
    joined: bool
    """Whether the space before a soft line end belongs to the flowing and not to the text."""
    file: str | None
    attached: bool


_PARAMETER = re.compile(r';\s*(charset|format|delsp)\s*=\s*"?([^";\s]*)', re.IGNORECASE)


def _leaf(part: Message) -> _Leaf:
    told = str(part.get("Content-Type") or "")
    place = str(part.get("Content-Disposition") or "")
    found = {name.lower(): value.lower() for name, value in _PARAMETER.findall(told)}
    return _Leaf(
        part,
        part.get_content_type(),
        found.get("charset") or part.get_content_charset() or "utf-8",
        found.get("format") == "flowed",
        found.get("delsp") == "yes",
        part.get_filename() if "name" in (told + place).lower() else None,
        place.strip().lower().startswith("attachment"),
    )


def _pieces(message: Message, sender: str | None, tally: Tally) -> Iterator[Piece]:
    leaves = [_leaf(part) for part in message.walk() if not part.is_multipart()]
    body, text = _body([leaf for leaf in leaves if not leaf.file])
    for leaf in leaves:
        words = leaf.kind.startswith("text/")
        if leaf is body:
            yield from _own(leaf, text, sender, tally)
        elif leaf.file and words:
            yield Piece("document", _text(leaf), section=str(leaf.file))
        elif leaf.file or not words:
            tally.add("attachment")


def _body(leaves: list[_Leaf]) -> tuple[_Leaf | None, str]:
    """The part that is the mail itself, with its text: plain where there is one, else HTML."""
    for wanted in ("text/plain", "text/html"):
        for leaf in leaves:
            text = _text(leaf) if leaf.kind == wanted and not leaf.attached else ""
            if not blank(text):
                return leaf, text
    return None, ""


def _own(leaf: _Leaf, text: str, sender: str | None, tally: Tally) -> Iterator[Piece]:
    if leaf.kind == "text/html":
        page = shown(text, quotes=False)
        tally.add("hidden node", page.hidden)
        tally.add("quoted mail", page.quoted)
        text = page.text
    elif leaf.flowed:
        text = unflow(text, delete_space=leaf.joined)
    for own, words in cut(text.replace("\r\n", "\n")):
        if blank(words):
            continue
        if not own:
            tally.add("quote or signature")
        yield Piece("person" if own else "injected", words, sender if own else "quoted")


def _text(leaf: _Leaf) -> str:
    """The text of a part; Latin-1 is read as what it nearly always is, Windows-1252."""
    raw = leaf.part.get_payload(decode=True)
    data = raw if isinstance(raw, bytes) else b""
    if leaf.charset in {"iso-8859-1", "latin-1", "latin1", "us-ascii", "ascii"}:
        return decode(data).text
    try:
        return data.decode(leaf.charset)
    except (LookupError, UnicodeDecodeError):
        return decode(data).text


SINGLE = File("email", single, read_single)
BOX = File("mailbox", box, read_box)
