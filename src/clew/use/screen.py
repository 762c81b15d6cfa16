"""What stands between a reader and the bundle: secrets and private passages go before anything is stored."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from clew.model import Json, Part, Problem, Reading
from clew.text import secrets


@dataclass(frozen=True, slots=True)
class Screen:
    """How secrets are treated: the words of `policy.secrets`, and the salt of the bundle's digests."""

    policy: str
    salt: str

    def one(self, reading: Reading) -> Reading | Problem:
        """The reading as it may be stored, what was taken out among its counts; a Problem where that is refused."""
        found: Counter[str] = Counter()
        parts = tuple(self._parts(reading.parts, found))
        named: Counter[str] = Counter()
        title = self._words(reading.title, named)
        front = {key: self._value(value, named) for key, value in reading.front.items()}
        found |= named  # a title mostly repeats the first words
        kinds = {kind: many for kind, many in found.items() if kind != "private passage"}
        if kinds and self.policy == "refuse":
            told = ", ".join(f"{many} {kind}" for kind, many in sorted(kinds.items()))
            message = f"It holds secrets ({told}) and `policy.secrets` is `refuse`; take them out and add it again."
            return Problem(reading.where, "secret", message)
        if not found:
            return reading
        word = "secret kept" if self.policy == "keep" else "secret redacted"
        counts = Counter(reading.counts)
        for kind, many in found.items():
            counts[kind if kind == "private passage" else f"{word}: {kind}"] += many
        # bytes that hold what was taken out would keep it after all
        original = reading.original if self.policy == "keep" and "private passage" not in found else None
        left_out = dict(sorted(counts.items()))
        return replace(reading, parts=parts, title=title, front=front, counts=left_out, original=original)

    def _parts(self, parts: Iterable[Part], found: Counter[str]) -> Iterator[Part]:
        """Parts without secrets; what is private in one piece of a message stays so in its further pieces."""
        message, inside = "", False
        for part in parts:
            base = part.id.split("#")[0]
            text, count, inside = secrets.unprivate(part.text, inside and base == message)
            message = base
            found["private passage"] += count
            text = self._words(text, found)
            name = self._words(part.name, found) if part.name else part.name
            section = self._words(part.section, found) if part.section else part.section
            same = text == part.text and name == part.name and section == part.section
            yield part if same else replace(part, text=text, name=name, section=section)
        if not found["private passage"]:
            del found["private passage"]

    def _value(self, value: Json, found: Counter[str]) -> Json:
        if isinstance(value, list):
            return [self._value(one, found) for one in value]
        if isinstance(value, dict):
            return {key: self._value(one, found) for key, one in value.items()}
        return self._words(value, found) if isinstance(value, str) else value

    def _words(self, text: str, found: Counter[str]) -> str:
        screened = secrets.redact(text, self.salt)
        found.update(screened.found)
        return text if self.policy == "keep" else screened.text
