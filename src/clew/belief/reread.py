"""What was decided about a claim counts for the claim that a newer extractor reads off the same words.

A `reread` event names the older claim and the newer one (`as`), or none where the words yield no claim any more. The
ledger is never rewritten: its events are read under the newer names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from clew.belief.events import finding_id
from clew.model import Event, Json

_NAMES = ("old", "of")


def successors(events: Sequence[Event]) -> dict[str, str | None]:
    """Claim → the claim it is read as now, None where it is set aside; the last word counts, rings lead nowhere."""
    found: dict[str, str | None] = {}
    for event in events:
        if event.kind == "reread":
            new = event.data.get("as")
            found[event.target] = new if isinstance(new, str) else None
    direct = {old: new for old, new in found.items() if new != old}
    return {old: _end(direct, old) for old in direct}


def _end(direct: Mapping[str, str | None], start: str) -> str | None:
    seen = {start}
    at: str | None = direct[start]
    while at is not None and at in direct and at not in seen:
        seen.add(at)
        at = direct[at]
    return None if at in seen else at


def renamed(events: Sequence[Event], names: Mapping[str, str | None]) -> list[Event]:
    """The events as if they had spoken of the newer claims; those about a claim set aside say nothing."""
    digests = {str(e.data["was"]): str(e.data["now"]) for e in events if e.kind == "reread" and "was" in e.data}
    findings: dict[str, str] = {}
    out: list[Event] = []
    for event in events:
        if event.kind == "reread":
            continue
        if event.kind == "purge":  # what is gone for good is gone under its own name
            out.append(event)
            continue
        target = findings.get(event.target, event.target)
        if target in names:
            new = names[target]
            if new is None:
                continue
            target = new
        data = {key: _renamed(key, value, names) for key, value in event.data.items()}
        if data.get("digest") in digests and target != event.target:
            data["digest"] = digests[str(data["digest"])]
        if event.kind == "finding" and data.get("claims") != event.data.get("claims"):
            target = findings[event.target] = finding_id(str(data.get("kind")), data["claims"])
        out.append(replace(event, target=target, data=data))
    return out


def _renamed(key: str, value: Json, names: Mapping[str, str | None]) -> Json:
    if key in _NAMES and isinstance(value, str):
        return names.get(value, value) or value
    if key == "claims" and isinstance(value, list | tuple):
        return sorted({(names.get(item, item) or item) if isinstance(item, str) else item for item in value})
    return value
