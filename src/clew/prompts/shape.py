"""JSON Schemas of what models and agents hand in."""

from collections.abc import Mapping
from typing import get_args

from clew.model import KINDS, Act, Json

WORDS: Mapping[str, Json] = {"type": "string"}
MAYBE: Mapping[str, Json] = {"type": ["string", "null"]}
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def record(fields: Mapping[str, Json], required: tuple[str, ...] | None = None) -> dict[str, Json]:
    """An object with these fields and no others; all of them required unless said otherwise."""
    wanted = list(fields) if required is None else list(required)
    return {"type": "object", "properties": dict(fields), "required": wanted, "additionalProperties": False}


QUOTE = record({"part": {"type": "integer"}, "text": WORDS})
CLAIM: Mapping[str, Json] = {
    "kind": {"type": "string", "enum": list(KINDS)},
    "text": WORDS,
    "label": WORDS,
    "topic": WORDS,
    "quotes": {"type": "array", "items": QUOTE},
    "speaker": WORDS,
    "adopted": {"type": "boolean"},
    "act": {"type": "string", "enum": [act for act in get_args(Act) if act != "ask"]},
    "about": {"type": "array", "items": WORDS},
    "subject": MAYBE,
    "attribute": MAYBE,
    "value": MAYBE,
    "scope": MAYBE,
    "polarity": {"type": "string", "enum": ["+", "-"]},
    "valid_from": MAYBE,
    "valid_to": MAYBE,
}
EXTRACTED = record({"claims": {"type": "array", "items": record(CLAIM)}})
"""Reply to `extract`."""
PAIR = record(
    {
        "verdict": {
            "type": "string",
            "enum": ["duplicate", "refines", "compatible", "supersedes", "conflicts", "unrelated", "uncertain"],
        },
        "reason": WORDS,
    }
)
"""Reply to `pair`."""
SAME = record(
    {
        "answer": {"type": "string", "enum": ["same", "related", "different", "unsure"]},
        "reason": WORDS,
        "predicate": MAYBE,
    }
)
"""Reply to `same`."""

PARTS = record({"questions": {"type": "array", "items": WORDS}})
"""Reply to `parts`."""


def listed(key: str, fields: Mapping[str, Json]) -> dict[str, Json]:
    """A list of such records under one key."""
    return record({key: {"type": "array", "items": record(fields)}})


NUMBER: Mapping[str, Json] = {"type": "integer"}
LABELS = listed("labels", {"n": NUMBER, "label": WORDS})
"""Reply to `relabel`."""
TOPICS = listed("topics", {"n": NUMBER, "topic": WORDS})
"""Reply to `recategorise`."""
TIES = listed(
    "relations",
    {"subject": WORDS, "predicate": WORDS, "object": WORDS, "statements": {"type": "array", "items": NUMBER}},
)
"""Reply to `relations`."""
POLICY = record({"answer": {"type": "string", "enum": ["supersede", "fix"]}, "reason": WORDS})
"""Reply to `policy`."""


def candidates() -> dict[str, Json]:
    """What `clew extract --candidates` reads: claims of one source, or of several in turn."""
    claim = record(CLAIM, ("kind", "text", "quotes"))
    batch = record({"source": WORDS, "claims": {"type": "array", "items": claim}}, ("claims",))
    return {
        "$schema": DIALECT,
        "title": "Candidates for clew extract --candidates",
        "description": "One batch, or a list of batches. Every quote is looked up in the part it names, letter by "
        "letter; what is not found is lowered, never believed.",
        "anyOf": [batch, {"type": "array", "items": batch}],
    }
