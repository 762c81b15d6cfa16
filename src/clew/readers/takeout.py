"""The activity log of Gemini in a Google Takeout, as JSON and as a web page.

The log has no conversation ids, so every prompt with its answers is a source of its own: threads are
not invented.
"""

from collections.abc import Iterator

from clew.model import Ignored, Json
from clew.readers.draft import Draft
from clew.readers.markup import shown
from clew.readers.records import Format, Item, Node, Piece, Tally, Text, digest, mapping, sequence, string
from clew.readers.times import stamp, written
from clew.text import regex as re

# the verb before a prompt, in the languages of the activity page; it is stripped once
_PROMPTED = re.compile(
    r"(?:Prompted|Asked|Said|Live Prompt|Skickade prompten|Skrev prompten|Frågade|Spurte|Spurte om|Sendte ledeteksten"
    r"|Spurgte|Skrev prompten|Gefragt|Prompt gesendet|Eingegebener Prompt|Prompt eingegeben|A demandé|Requête envoyée"
    r"|Vous avez demandé|Prompt envoyé|Preguntaste|Has preguntado|Petición enviada|Indicación enviada|Hai chiesto"
    r"|Prompt inviato|Você perguntou|Comando enviado|Perguntou|Gevraagd|Prompt gestuurd|Zapytano|Wysłano prompta"
    r"|Запрос|Вы спросили|Отправлен запрос|İstem gönderildi"
    r"|送信したメッセージ|プロンプト|프롬프트|提示|提问|已发送提示)"
    r"(?:\s*[:：])?[\s\u00a0]+",
    re.I,
)
_ACTIVITY = re.compile(r"(?:Created|Used|Selected preferred draft|Gave feedback|Visited|Viewed|Opened|Shared)\b")
_CELL = re.compile(r'<div[^>]*class="[^"]*\bouter-cell\b')
_CONTENT = re.compile(r"\bcontent-cell\b[^>]*>(.*?)(?:<div[^>]*\bcontent-cell\b|\Z)", re.S)
_BREAK = re.compile(r"<br\s*/?>", re.I)


def activity(record: Json) -> bool:
    """Whether a record is a row of the activity log."""
    return isinstance(record, dict) and {"header", "title", "time"} <= record.keys() and (
        "products" in record or "activityControls" in record
    )  # fmt: skip


def read_activity(record: Json, where: str) -> Iterator[Item]:
    """A prompt with its answers; other activity is no conversation."""
    answers = [shown(string(mapping(item).get("html"))).text for item in sequence(record.get("safeHtmlItem"))]
    files = len(sequence(record.get("attachedFiles"))) or int(bool(record.get("imageFile")))
    spoken = [string(mapping(row).get("name")) for row in sequence(record.get("subtitles"))]
    yield _exchange(string(record.get("title")), stamp(record.get("time")), answers, (files, spoken, where))


def _exchange(title: str, at: str | None, answers: list[str], rest: tuple[int, list[str], str]) -> Item:
    files, spoken, where = rest
    tally = Tally()
    verb = _PROMPTED.match(title)
    if verb is None and (_ACTIVITY.match(title) or not answers) and title != "Live Prompt":
        return Ignored(where, f"activity that is no prompt ({title[:40]})")
    prompt = title[verb.end() :] if verb else "\n".join(spoken) if title == "Live Prompt" else title
    if verb is None and title != "Live Prompt":
        tally.add("unknown verb")
    tally.add("attached file", files)
    if not answers:
        tally.add("no answer in export")
    nodes = [Node("prompt", None, at, (Piece("person", prompt),))]
    nodes += [Node(f"draft-{n}", "prompt", at, (Piece("assistant", text),)) for n, text in enumerate(answers, 1)]
    if len(answers) > 1:
        tally.add("other draft", len(answers) - 1)
    draft = Draft("gemini", where, digest(at or "", prompt), None, at)
    return draft.tree(nodes, "draft-1" if answers else "prompt", tally)


def page(text: str) -> bool:
    """Whether a text is the activity log as a web page."""
    return _CELL.search(text[:200_000]) is not None and "content-cell" in text[:200_000]


def read_page(text: str, where: str) -> Iterator[Item]:
    """Each cell of the page."""
    for number, cell in enumerate(_CELL.split(text)[1:]):
        content = _CONTENT.search(cell)
        lines = _BREAK.split(content[1], 2) if content else []
        place = f"{where}[{number}]"
        if len(lines) < 2:
            yield Ignored(place, "a cell without content")
            continue
        title = shown(lines[0]).text.replace("\u00a0", " ").strip()
        at = written(shown(lines[1]).text.replace("\u202f", " ").strip())
        answer = shown(lines[2]).text if len(lines) > 2 else ""
        yield _exchange(title, at, [answer] if answer.strip() else [], (0, [], place))


ACTIVITY = Format("gemini activity", activity, read_activity)
PAGE = Text("gemini activity page", page, read_page)
