"""E-mail: single messages and mailboxes; what the sender wrote is told from what the mail quotes."""

import email
import email.errors
import email.utils
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import Message
from typing import BinaryIO

from clew.model import Ignored, Problem, Reading
from clew.readers import markup
from clew.readers.blob import Blob
from clew.readers.header import decoded, field, readable
from clew.readers.markup import shown
from clew.readers.quoted import cut, unflow
from clew.readers.records import File, Item, Node, Piece, Tally, digest
from clew.readers.text import blank, tidy
from clew.readers.times import moment, written
from clew.readers.title import title_of
from clew.readers.tree import chain, grow
from clew.text import regex as re

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
_DAY = 86_400


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
        why = "its parts are nested too deeply" if isinstance(fault, RecursionError) else fault
        return Problem(where, "bad_mail", f"The mail cannot be read ({why}).")


def _reading(message: Message, where: str) -> Item:
    tally = Tally()
    name, address = email.utils.parseaddr(field(message, "From"))  # a decoded name may hold a comma
    sender = tidy(readable(name)) or address or None
    at = _date(message)
    pieces = list(_pieces(message, sender, tally))
    subject = _words(message, "Subject")
    to = tidy(_words(message, "To"), 400)
    id_ = _words(message, "Message-ID").strip("<> \t")
    nodes = [Node(str(n), None, at, (piece,)) for n, piece in enumerate(pieces, 1)]
    grown = grow(chain(nodes), None, tally)
    if not grown.parts:
        return Ignored(where, f"a mail without words ({tidy(subject) or 'without subject'})")
    said = [part.text.strip() for part in grown.parts]
    return Reading(
        kind="document",
        provider="email",
        # a mail never changes: other words under its id are another mail, whichever of them comes first
        origin=f"{id_} {digest(*said)[:8]}" if id_ else digest(sender or "", subject, *said),
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
    found = list(markup.read(page.text, where)) if page else []
    if not found:
        return Ignored(where, "a saved page without words")
    item = found[0]
    at = _date(message)
    return replace(item, at=item.at or at) if isinstance(item, Reading) else item


def _words(message: Message, name: str) -> str:
    """A header with its encoded words decoded."""
    return readable(field(message, name))


def _date(message: Message) -> str | None:
    said = _words(message, "Date")
    try:
        found = email.utils.parsedate_tz(said)
    except (ValueError, IndexError, TypeError):
        return None
    if found is None:
        return written(said)  # no form of mails
    east = found[9] if found[9] is None or abs(found[9]) < _DAY else None
    zone = None if east is None else f"{'-' if east < 0 else '+'}{abs(east) // 3600:02d}:{abs(east) // 60 % 60:02d}"
    if said.rstrip().endswith("-0000"):
        zone = None
    return moment((found[0], found[1], found[2]), (found[3], found[4], found[5]), zone)


@dataclass(frozen=True, slots=True)
class _Leaf:
    """A part that holds no others; its headers are read once, which the library does anew for every question."""

    text: str
    """Empty where the part is no text."""
    kind: str
    flowed: bool
    joined: bool
    """Whether the space before a soft line end belongs to the flowing and not to the text."""
    file: str | None
    attached: bool
    inner: str = ""
    """Subject of the attached mail that it belongs to."""


_PARAMETER = re.compile(r';\s*(charset|format|delsp)\s*=\s*"?([^";\s]*)', re.IGNORECASE)


def _leaves(part: Message, inner: str = "") -> Iterator[_Leaf]:
    """The parts that hold words or files; of the forms in which one thing is said, the first that has any."""
    held = part.get_payload() if part.is_multipart() else None
    children = [child for child in held if isinstance(child, Message)] if isinstance(held, list) else None
    if children is None:
        yield _leaf(part, inner)
    elif part.get_content_type() == "multipart/alternative":
        forms = [list(_leaves(child, inner)) for child in children]
        yield from min(forms, key=_poor, default=[])
    else:
        subject = part.get_content_type() == "message/rfc822"
        for child in children:
            yield from _leaves(child, (_words(child, "Subject") or "attached mail") if subject else inner)


def _poor(form: list[_Leaf]) -> int:
    """How little one form of a text is worth: plain words are read as they are, others are converted."""
    kinds = {leaf.kind for leaf in form if leaf.kind.startswith("text/") and not leaf.file and not blank(leaf.text)}
    return 0 if "text/plain" in kinds else 1 if "text/html" in kinds else 2


def _leaf(part: Message, inner: str = "") -> _Leaf:
    told = str(part.get("Content-Type") or "")
    place = str(part.get("Content-Disposition") or "")
    found = {name.lower(): value.lower() for name, value in _PARAMETER.findall(told)}
    kind = part.get_content_type()
    kind = "text/plain" if kind.startswith("multipart/") else kind  # of no parts: its borders are missing
    charset = found.get("charset") or part.get_content_charset() or "utf-8"
    raw = part.get_payload(decode=True) if kind.startswith("text/") else None
    return _Leaf(
        decoded(raw, charset) if isinstance(raw, bytes) else "",
        kind,
        found.get("format") == "flowed",
        found.get("delsp") == "yes",
        part.get_filename() if "name" in (told + place).lower() else None,
        place.strip().lower().startswith("attachment"),
        inner,
    )


def _pieces(message: Message, sender: str | None, tally: Tally) -> Iterator[Piece]:
    leaves = list(_leaves(message))
    body = _body([leaf for leaf in leaves if not (leaf.file or leaf.attached or leaf.inner)])
    for leaf in leaves:
        if any(leaf is one for one in body):
            yield from _own(leaf, sender, tally)
        elif leaf.kind.startswith("text/") and (leaf.file or leaf.attached or leaf.inner):
            text = shown(leaf.text, quotes=True).text if leaf.kind == "text/html" else leaf.text
            yield Piece("document", text, section=leaf.file or leaf.inner or None)
        elif leaf.kind.startswith("text/"):
            tally.add("other form of the text", 0 if blank(leaf.text) else 1)
        else:
            tally.add("attachment")


def _body(leaves: list[_Leaf]) -> list[_Leaf]:
    """The parts that are the mail itself: plain ones where there are any, else HTML."""
    said = [leaf for leaf in leaves if leaf.kind in ("text/plain", "text/html") and not blank(leaf.text)]
    return [leaf for leaf in said if leaf.kind == "text/plain"] or said


def _own(leaf: _Leaf, sender: str | None, tally: Tally) -> Iterator[Piece]:
    text = leaf.text
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


SINGLE = File("email", single, read_single)
BOX = File("mailbox", box, read_box)
