"""Citation marks in ChatGPT's answers: private-use characters that only its own page can draw."""

from clew.model import Json
from clew.readers.records import Tally, mapping, sequence, string
from clew.text import regex as re

_MARK = re.compile("\ue200([^\ue200\ue201]*)\ue201?")
_STRAY = re.compile("[\ue200-\ue20f]")
_OLD = re.compile(r"【\d+(?::\d+)?†[^】\n]{0,120}】")
# entity marks wrap words of the answer; what they wrap stays
_ENTITY = re.compile(r'^entity\ue202?\s*\[\s*"[^"]*"\s*,\s*"((?:[^"\\]|\\.)*)"')


def resolve(text: str, extra: dict[str, Json], tally: Tally) -> str:
    """The text without marks; where a mark names a web page, its link stands in place of it."""
    if text.isascii() or ("【" not in text and not _STRAY.search(text)):
        return text
    links = _links(extra)

    def shown(found: re.Match[str]) -> str:
        tally.add("citation mark")
        entity = _ENTITY.match(found[1])
        if entity:
            return entity[1]
        target = links.get(found[0])
        return f" ({target})" if target else ""

    kept, old = _OLD.subn("", _MARK.sub(shown, text))
    tally.add("citation mark", old)
    return _STRAY.sub("", kept)


def _links(extra: dict[str, Json]) -> dict[str, str]:
    """Mark → address, from the references beside the message; an item may hold the only address."""
    found: dict[str, str] = {}
    for reference in map(mapping, sequence(extra.get("content_references"))):
        items = [*sequence(reference.get("items")), *sequence(reference.get("fallback_items")), reference]
        address = next((string(mapping(item).get("url")) for item in items if mapping(item).get("url")), "")
        if address.startswith(("http://", "https://")):
            found[string(reference.get("matched_text"))] = address
    return found
