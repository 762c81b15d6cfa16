"""Numbers, units, dates and times of day in a text, in a form in which notations do not matter.

"5k" is "5,000", "0.6 seconds" is "600 ms", "3 May 2024" is "2024-05-03", "a quarter" is "25 %". What a number
counts is part of it: 12 exits and 12 stops are different things.
"""

from dataclasses import dataclass

from clew.core.held import held
from clew.text import regex as re
from clew.text.spelt import spelt
from clew.text.units import CURRENCIES, MONTHS, SCALES, SIGNS, UNITS, WEEKDAYS, WORDS, ZONES


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number with its dimension in base units."""

    dim: str
    """`length`, `time`, `money:eur`, `percent`, `n` for a bare count, …"""
    value: float
    noun: str = ""
    """The word after a bare count: what is counted."""
    per: str = ""
    """What it is counted for: seat, month, head."""
    bound: str = ""
    """`<`, `>` for "fewer than", "at least" …, `~` for "about"."""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class Date:
    """A day, month or year; parts that the text leaves out are 0."""

    year: int = 0
    month: int = 0
    day: int = 0
    side: str = ""
    """`<` for "until", `>` for "from" and "after"."""
    start: int = 0
    end: int = 0

    @property
    def key(self) -> tuple[int, int, int]:
        """Sorts by day."""
        return (self.year, self.month, self.day)

    def agrees(self, other: "Date") -> bool:
        """Whether both can name the same day."""
        pairs = ((self.year, other.year), (self.month, other.month), (self.day, other.day))
        return all(a == b or not a or not b for a, b in pairs)


@dataclass(frozen=True, slots=True)
class Measures:
    """All that a text measures, and the places where it does."""

    quantities: tuple[Quantity, ...]
    dates: tuple[Date, ...]
    times: tuple[int, ...]
    """Times of day in minutes after midnight UTC where a zone is named, else local."""
    weekdays: frozenset[int]
    masked: str
    """The text with every number, unit and date blanked out."""


_MONTH = r"(?P<name>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?(?!\w)"
_LONG_UNIT = "|".join(re.escape(u) for u in sorted({*UNITS, *CURRENCIES}, key=len, reverse=True) if len(u) > 1)
_YEAR = r"(?P<y>1[5-9]\d\d|20\d\d)"
_DATES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        r"(?<![\w.])(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)(?!\d)",
        r"(?<![\w.])(?P<d>[0-3]?\d)\.\s?(?P<m>[01]?\d)\.(?:\s?(?P<y>\d{4}))?(?!\d)",
        r"(?<![\w.])(?P<d>[0-3]?\d)/(?P<m>[01]?\d)/(?P<y>\d{4})(?!\d)",
        r"(?:(?P<y>\d{4})년\s?)?(?P<m>\d{1,2})월(?:\s?(?P<d>\d{1,2})일)?",
        r"(?P<y>\d{4})년",
        rf"(?<![\w.])(?P<d>[0-3]?\d)(?:st|nd|rd|th|er|\.|\. )?\s(?:of\s|de\s)?{_MONTH}(?:,?\s(?:de\s)?{_YEAR})?(?!\d)",
        rf"(?<!\w){_MONTH}\s(?P<d>[0-3]?\d)(?:st|nd|rd|th)?(?:\s?[-–]\s?[0-3]?\d)?(?:,?\s{_YEAR})?(?![\d:.,]\d|\w)",
        rf"(?<!\w){_MONTH},?\s(?:of\s|de\s)?{_YEAR}(?!\d)",
        rf"(?<!\w)(?:in|im|en|by|until|since|late|early|mid|end of|bis|ab|seit|nach|vor|ende|anfang|fin)\s{_MONTH}",
        rf"(?<![\w.,:/-]){_YEAR}(?![\w:/%]|[.,]\d|-\d| ?[€$£]|\s?(?:{_LONG_UNIT})\b)",
    )
)
_ZONE = "|".join(sorted(ZONES, key=len, reverse=True))
_TIME = re.compile(
    rf"(?<![\w.,:])(?:(?P<h>[01]?\d|2[0-4])(?:[:h]|\.(?=[0-5]\d\suhr))(?P<m>[0-5]\d)(?:\s?(?P<ap>[ap]\.?m\.?))?"
    rf"|(?P<h2>[01]?\d|2[0-4])\s?(?:(?P<ap2>[ap]\.?m\.?)|uhr|시|o'clock)|(?P<h3>0\d)(?P<m3>[0-5]\d))"
    rf"(?!\w|[.,:]\d)(?:\suhr)?"
    rf"(?:\s(?P<zone>{_ZONE}))?(?!\w)",
    re.IGNORECASE,
)
_HOURS = sorted((w for w, n in WORDS.items() if n in range(1, 13)), key=len, reverse=True)
_CLOCK = re.compile(
    r"(?<!\w)(?P<part>half past|quarter past|quarter to|halb|viertel nach|viertel vor)\s"
    rf"(?P<hour>1[0-2]|[1-9]|{'|'.join(_HOURS)})"
    r"(?![\w:]|[.,]\d)",
    re.IGNORECASE,
)
_PARTS = {
    "half past": 30, "quarter past": 15, "quarter to": -15, "halb": -30, "viertel nach": 15, "viertel vor": -15,
}  # fmt: skip
"""Spelt parts of an hour → minutes they add to it."""
_UNIT = "|".join(re.escape(u) for u in sorted({*UNITS, *CURRENCIES}, key=len, reverse=True))
_NUMBER = re.compile(
    r"(?<![\w.,])(?P<sign>[€$£¥]|[-−–](?=\d))?\s?"
    r"(?P<num>\d+(?:[.,'’ ]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)?)"
    rf"(?:\s?(?P<scale>{'|'.join(sorted(SCALES, key=len, reverse=True))})(?!\w))?"
    rf"(?:[\s-]?(?P<unit>{_UNIT})(?![\w]))?",
    re.IGNORECASE,
)
_RATIO = re.compile(r"(?<![\w/.,])(\d{1,3})/([1-9]\d{0,2})(?![\w/]|[.,]\d)")
"""Some of so many: 8/10 correct."""
_SPELT_UNIT = re.compile(rf"[\s-](?P<unit>{_UNIT})(?!\w)", re.IGNORECASE)
"""A unit after a number in words."""
_BOUND = (
    ("<", re.compile(r"(?:fewer than|less than|under|below|at most|no more than|up to|max(?:imum)?|weniger als|unter|"
                     r"höchstens|maximal|bis zu|moins de|au plus|menos de|como mucho)\W*$", re.IGNORECASE)),
    (">", re.compile(r"(?:more than|over|above|at least|no fewer than|min(?:imum)?|mehr als|über|mindestens|plus de|"
                     r"au moins|más de|al menos)\W*$", re.IGNORECASE)),
    ("~", re.compile(r"(?:about|around|roughly|approximately|nearly|almost|circa|ca\.?|etwa|rund|ungefähr|knapp|"
                     r"environ|unos|unas|cerca de|약)\W*$|~$", re.IGNORECASE)),
)  # fmt: skip
_BOUND_AFTER = (
    (
        "<",
        re.compile(
            r"\s(?:at (?:the )?(?:very )?most|or (?:less|fewer)|max(?:imum)?\b|höchstens|au plus|como mucho)",
            re.IGNORECASE,
        ),
    ),
    (
        ">",
        re.compile(
            r"\s(?:at (?:the )?(?:very )?least|or more|min(?:imum)?\b|mindestens|au moins|como mínimo)", re.IGNORECASE
        ),
    ),
)
_DAYNAME = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})(?![^\W가-힣])", re.IGNORECASE)
_NEXT = re.compile(r"\W{0,3}((?:[^\W\d_]|[-'])+)" + 2 * r"(?:\s+((?:[^\W\d_]|[-'])+))?")

_PER = re.compile(r"\s?(?:(?:per|pro|je|par|por|an?|the|die)\s|/\s?)([^\W\d_]{2,})", re.IGNORECASE)
_COUNTED = re.compile(r"[\s-](?!of\b|is\b|was\b|has\b|who\b|that\b|in\b|on\b|and\b|or\b|can\b)[^\W\d_]")
_VERSION = re.compile(
    r"(?<![\w.])(?!\d\d?\.\d\d?\.\d{4}(?!\d))v?\d+\.\d+\.\d+(?:[.-]\w+)*(?!\w)|(?<!\w)v\d+(?:\.\d+)*(?!\w)"
)
_NOT_NUMBER = re.compile(r"(?:\bno|\bthe|\bthis|\bthat|\beach|\bany|\bwhich|\bevery|\bsome)\s$", re.IGNORECASE)
_FRACTION = re.compile(r"quarter|half|viertel|hälfte|moitié|mitad|three-q|dreiv", re.IGNORECASE)
_PART = re.compile(r"\s(?:of|the|der|des|de|du)\b", re.IGNORECASE)
_WHEN = frozenset(
    (
        "in",
        "im",
        "am",
        "auf",
        "bei",
        "this",
        "last",
        "since",
        "today",
        "yesterday",
        "now",
        "heute",
        "gestern",
        "seit",
        "diese",
        "diesen",
    )
)
_LINKING = frozenset(
    (
        *("to", "and", "of", "or", "in", "on", "at", "for", "by", "a", "an", "the", "is", "are", "was", "were", "per"),
        *("der", "die", "das", "den", "dem", "des", "im", "am"),
        *("from", "with", "all", "it", "that", "bis", "und", "von", "pro", "à", "et", "de", "y", "por", "en"),
    )
)

_SIDE = (
    ("<", re.compile(r"\b(?:until|till?|before|through|bis(?: zum)?|vor dem|jusqu['’]au|avant le|hasta el)"
                     r"\s(?:the\s|\w+ )?$", re.IGNORECASE)),
    (">", re.compile(r"\b(?:from|after|since|starting|ab(?: dem)?|nach dem|seit(?: dem)?|à partir du|après le|"
                     r"depuis le|a partir del|desde el)\s(?:the\s|\w+ )?$", re.IGNORECASE)),
)  # fmt: skip


def number(text: str) -> float:
    """Value of digits with separators: three digits after one are thousands, anything else is a fraction."""
    plain = re.sub(r"['’ ]", "", text)
    if "," in plain and "." in plain:
        last = max(plain.rfind(","), plain.rfind("."))
        return float(re.sub(r"[.,]", "", plain[:last]) + "." + plain[last + 1 :])
    match = re.fullmatch(r"([1-9]\d{0,2})((?:[.,]\d{3})+)", plain)
    if match:
        return float(re.sub(r"[.,]", "", plain))
    return float(plain.replace(",", "."))


@held(1024)
def measures(text: str) -> Measures:
    """Everything measured in a text."""
    masked = _VERSION.sub(lambda m: " " * len(m.group()), text)
    dates: list[Date] = []
    for shape in _DATES:
        for match in shape.finditer(masked):
            found = _date(match)
            if found:
                dates.append(found)
                masked = _blank(masked, match.start(), match.end())
    times: list[int] = []
    for match in _TIME.finditer(masked):
        times.append(_minutes(match))
        masked = _blank(masked, match.start(), match.end())
    for match in _CLOCK.finditer(masked):
        hour = int(match["hour"]) if match["hour"].isdigit() else int(WORDS[match["hour"].casefold()])
        times.append((hour * 60 + _PARTS[match["part"].casefold()]) % 1440)
        masked = _blank(masked, match.start(), match.end())
    quantities, masked = _quantities(masked)
    days = frozenset(WEEKDAYS[m.group().casefold()] for m in _DAYNAME.finditer(masked))
    masked = _DAYNAME.sub(lambda m: " " * len(m.group()), masked)
    dates.sort(key=lambda d: d.start)
    return Measures(tuple(quantities), tuple(dates), tuple(times), days, masked)


def _blank(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


def _date(match: re.Match[str]) -> Date | None:
    groups = match.groupdict()
    name = groups.get("name")
    month = MONTHS[name.casefold()] if name else int(groups.get("m") or 0)
    day, year = int(groups.get("d") or 0), int(groups.get("y") or 0)
    if month > 12 or day > 31:
        return None
    side = next((s for s, shape in _SIDE if shape.search(match.string[: match.start()])), "")
    return Date(year, month, day, side, match.start(), match.end())


def _minutes(match: re.Match[str]) -> int:
    hour, minute = int(match["h"] or match["h2"] or match["h3"]), int(match["m"] or match["m3"] or 0)
    half = (match["ap"] or match["ap2"] or "").casefold()[:1]
    if half == "p" and hour < 12:
        hour += 12
    if half == "a" and hour == 12:
        hour = 0
    shift = ZONES[match["zone"].casefold()] if match["zone"] else 0
    return int(hour * 60 + minute - shift * 60) % 1440


_MILLIONS = re.compile(
    r"\d+(?:[.,]\d+)?m (?:(?:a|per|each) (?:day|week|month|year)|[a-z]{3,}s)\b(?! (?:high|wide|long|deep|tall))"
)
"""`2.4m scans`, `3m a year`: a count in millions, no length."""


def _quantities(text: str) -> tuple[list[Quantity], str]:
    out: list[Quantity] = []
    masked = text
    for match in _RATIO.finditer(text):
        share = int(match[1]) / int(match[2])
        out.append(Quantity("ratio", share, "", "", "", match.start(), match.end()))
        masked = _blank(masked, match.start(), match.end())
    for match in _NUMBER.finditer(masked):
        value = number(match["num"]) * SCALES.get((match["scale"] or "").casefold(), 1)
        millions = _MILLIONS.match(text, match.start())
        sign = match["sign"] or ""
        if sign in ("-", "−", "–") and not re.search(r"[\w)]$", text[: match.start()]):
            value = -value
        unit = SIGNS.get(sign) or (match["unit"] or "").casefold()
        if millions and unit == "m":
            value, unit = value * 1e6, ""
        out.append(_quantity(text, match.span(), value, unit))
        masked = _blank(masked, match.start(), match.end())
    for found in list(spelt(masked)):
        if found.last == "one" and found.value == 1 and not _COUNTED.match(masked, found.end):
            continue
        if _NOT_NUMBER.search(masked[: found.start]) or (
            _FRACTION.match(found.last) and not _PART.match(masked, found.end)
        ):
            continue
        after = _SPELT_UNIT.match(masked, found.end)
        unit = after["unit"].casefold() if after else ""
        value = found.value
        if value < 1 and not unit:
            value, unit = value * 100, "%"
        span = found.start, after.end() if after else found.end
        out.append(_quantity(masked, span, value, unit))
        masked = _blank(masked, *span)
    return sorted(out, key=lambda q: q.start), masked


def _quantity(text: str, span: tuple[int, int], value: float, unit: str) -> Quantity:
    start, end = span
    before = text[max(0, start - 24) : start]
    bound = next((sign for sign, shape in _BOUND if shape.search(before)), "")
    bound = bound or next((sign for sign, shape in _BOUND_AFTER if shape.match(text, end)), "")
    each = _PER.match(text, end)
    per = each[1].casefold() if each else ""
    if unit in CURRENCIES:
        return Quantity(f"money:{CURRENCIES[unit]}", value, "", per, bound, start, end)
    if unit:
        dim, factor, shift = UNITS[unit]
        return Quantity(dim, round(value * factor + shift, 6), "", per, bound, start, end)
    after = None if each else _NEXT.match(text, end)
    words = [w.casefold() for w in after.groups() if w] if after else []
    if words and words[0] in _WHEN:
        words = []  # "set to 30 this morning": the morning is not counted
    return Quantity("n", value, " ".join(w for w in words if w not in _LINKING), per, bound, start, end)


def equal(a: Quantity, b: Quantity) -> bool:
    """Whether two quantities are the same value, whatever they count."""
    return a.dim == b.dim and abs(a.value - b.value) <= 1e-6 * max(1.0, abs(a.value), abs(b.value))


def within(rough: Quantity, exact: Quantity) -> bool:
    """Whether an exact value fits a rougher one: "about 10 miles" and 16.2 km, "fewer than 100" and 87."""
    if rough.dim != exact.dim:
        return False
    if rough.bound == exact.bound and rough.bound in ("<", ">"):
        return False
    if rough.bound == "<":
        return exact.value <= rough.value
    if rough.bound == ">":
        return exact.value >= rough.value
    slack = 0.05 if rough.bound == "~" or exact.bound == "~" else 1e-6
    return abs(rough.value - exact.value) <= slack * max(abs(rough.value), abs(exact.value), 1e-9)
