"""What a model is given to read: parts, statements and facts inside fences, with who said them and when."""

from collections.abc import Iterable, Mapping, Sequence

from clew.model import Claim, Part, Source
from clew.ports import Named
from clew.prompts.chunk import Chunk, Piece
from clew.prompts.fence import block, lines, single
from clew.prompts.statement import Statement


def conversation(source: Source, chunk: Chunk, owner: Sequence[str]) -> str:
    """A chunk as the text of a request."""
    names = ", ".join(single(name) for name in owner)
    head = [
        f"Kind: {source.kind}. Owner: {names}. Begun: {(source.at or 'unknown')[:10]}.",
        *([f"Title: {single(source.title)}"] if source.title else []),
    ]
    body: list[str] = []
    for mark, pieces in (("context, not to be reported", chunk.before), ("", chunk.own)):
        for piece in pieces:
            body += _part(piece, mark)
    return "\n".join([*head, block("data", body), "Give the assertions of the parts that are not context."])


def pair(old: Claim, new: Claim) -> str:
    """Two claims to be compared."""
    body = [*_claim("first", old), *_claim("second", new)]
    return f"{block('data', body)}\nHow does the second stand to the first?"


def things(first: Named, second: Named) -> str:
    """Two names, each followed by what is known of it."""
    body = [*_named("first", first), *_named("second", second)]
    return f"{block('data', body)}\nDo both names mean one thing?"


def facts(question: str, shown: Iterable[str]) -> str:
    """A question with the numbered lines it is to be answered from."""
    body = [f"| {line}" for line in shown]
    return f"{block('data', body)}\nQuestion: {single(question)}"


def question(text: str) -> str:
    """A question that is to be split."""
    return f"{block('data', lines(text))}\nWhich smaller questions answer it together?"


def statements(batch: Sequence[Statement], beside: Mapping[str, Sequence[str]], note: str) -> str:
    """Statements by number, with lists of what is known beside them, and what is wanted of them."""
    body = [line for name, words in beside.items() for line in (f"[{name}]", *lines("\n".join(words)))]
    for n, one in enumerate(batch, 1):
        body += [f"[{n}]" + (f" topic: {single(one.topic)}" if one.topic else ""), *lines(one.text)]
    return f"{block('data', body)}\n{note}"


def texts(old: str, new: str) -> str:
    """An old and a new text of one page."""
    body = ["[old]", *lines(old), "[new]", *lines(new)]
    return f"{block('data', body)}\nHow is the correction to be made?"


def _part(piece: Piece, mark: str) -> list[str]:
    part = piece.part
    told = (_speaker(part), (part.at or "")[:16], single(part.section or ""), mark)
    return [f"[{part.n}] " + " · ".join(text for text in told if text), *lines(piece.text)]


def _named(mark: str, thing: Named) -> list[str]:
    told = [thing.type, *(f"also {name}" for name in thing.aliases)]
    head = ", ".join(single(word) for word in told if word)
    return [f"[{mark}] {head}".rstrip(), *(line for text in (thing.name, *thing.about) for line in lines(text))]


def _speaker(part: Part) -> str:
    return single(part.name) if part.name else {"person": "user"}.get(part.author, part.author)


def _claim(mark: str, claim: Claim) -> list[str]:
    who = claim.speaker.name if claim.speaker.cls == "person" else claim.speaker.cls
    told = [f"said by {single(who)}", f"on {(claim.asserted_at or 'an unknown date')[:10]}", f"a {claim.kind}"]
    told += [f"for {single(claim.scope)}"] if claim.scope else []
    told += [f"until {claim.valid_to[:10]}"] if claim.valid_to else []
    quotes = [line for span in claim.evidence[:2] for line in lines(f"“{span.quote}”")]
    return [f"[{mark}] {', '.join(told)}", *lines(claim.text), *quotes]
