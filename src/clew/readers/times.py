"""Times as exports have them → RFC 3339 in UTC, whole seconds.

An explicit zone is converted to UTC (`Z`), so that the strings of all sources sort in the order of
saying. A time without a zone keeps its digits and gets `-00:00`, which RFC 3339 defines as "local
offset unknown". What is no date is None, never now.
"""

from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache

from clew.model import Json
from clew.text import regex as re

_ISO = re.compile(
    r"(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?)?"
    r"\s*(Z|z|UTC|GMT|[+-]\d{2}:?\d{2}|[+-]\d{2})?"
)
_CLOCK = re.compile(r"(?<!\d)(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([ap])?\.?\s*(?:m\b\.?)?", re.I)
_DOTS = re.compile(r"(?<![\d.])(\d{1,2})\.(\d{2})\.(\d{2})()(?![\d.])")
"""A time of day as it is written in the north: 10.15.00."""
_DOTTED = re.compile(r"(?<![\d.])(\d{1,2})\. ?(\d{1,2})\. ?((?:19|20)\d{2})(?![.\d])")
_YEAR = re.compile(r"(?<![\d:])((?:19|20)\d{2})(?![\d:])")
_DAY = re.compile(r"(?<![\d:])(\d{1,2})(?:st|nd|rd|th|\.|º|日)?(?![\d:])")
_CJK = re.compile(r"((?:19|20)\d{2})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일]")
_OFFSET = re.compile(r"(?:GMT|UTC)?\s*([+-]|\u2212)(\d{1,2}):?(\d{2})?\b")
_ZONES = {
    "utc": 0, "gmt": 0, "z": 0, "wet": 0, "west": 60, "bst": 60, "cet": 60, "mez": 60, "cest": 120, "mesz": 120,
    "eet": 120, "eest": 180, "msk": 180, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420,
    "mdt": -360, "pst": -480, "pdt": -420, "jst": 540, "kst": 540, "aest": 600, "aedt": 660,
}  # fmt: skip
# stems of month names, January first; a word is a month when it begins with one of them
_STEMS = (
    "jan gen ene led янв styc sty tammi ocak jän janv", "feb fév fev únor фев lut helmi şub",
    "mar mär maa břez мар mrt", "apr avr abr dub апр kwi huhti nis", "may mai mag maj mei kvě май мая touko mayıs",
    "jun jui giu červ июн cze kesä haz juin",
    "jul lug červen июл lip heinä tem juil", "aug aoû ago srp авг sie elo ağu",
    "sep set zář сен wrz syys eyl", "oct okt ott out říj окт paź loka eki", "nov listopad ноя marras kas",
    "dec dez dic déc pros дек gru joulu ara des",
)  # fmt: skip
_MONTHS = sorted(((stem, n) for n, stems in enumerate(_STEMS, 1) for stem in stems.split()), key=lambda m: -len(m[0]))
_MINUTES = [f"T{minute // 60:02d}:{minute % 60:02d}:" for minute in range(1440)]
_SECONDS = [f"{second:02d}Z" for second in range(60)]
_WORD = re.compile(r"[^\W\d_]+")


def stamp(value: Json) -> str | None:
    """The time a value of an export means: epoch numbers (unit by magnitude), ISO and written-out dates."""
    if isinstance(value, float | int):
        return None if isinstance(value, bool) else epoch(value)
    if isinstance(value, str):
        return written(value.strip()) if value else None
    if isinstance(value, dict):  # MongoDB's extended JSON
        inner = value.get("$date", value.get("$numberLong"))
        return None if inner is None or inner is value else stamp(inner)
    return None


def epoch(value: float) -> str | None:
    """Seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by their size."""
    if not 0 < value < 1e20:  # also false for NaN
        return None
    unit = 1 if value < 1e11 else 1e3 if value < 1e14 else 1e6 if value < 1e17 else 1e9
    days, second = divmod(int(value / unit), 86_400)
    return _day(days) + _MINUTES[second // 60] + _SECONDS[second % 60]


@lru_cache(maxsize=4096)
def _day(days: int) -> str:
    return (date(1970, 1, 1) + timedelta(days=days)).isoformat()


def written(text: str) -> str | None:
    """The time a string means: ISO 8601, a number in quotes, or a date in words."""
    found = _ISO.fullmatch(text)
    if found:
        year, month, day, hour, minute, second, zone = found.groups()
        return moment((int(year), int(month), int(day)), (int(hour or 0), int(minute or 0), int(second or 0)), zone)
    if len(text) > 80:
        return None
    if text.isascii() and text.replace(".", "", 1).isdigit():
        return epoch(float(text)) if len(text) >= 9 else None
    return spoken(text)


def spoken(text: str) -> str | None:
    """The time of a date in words, `March-15-2024`, `5. nov. 2025, 01:34:47 CEST`; None unless all of it is there."""
    clock = _CLOCK.search(text) or _DOTS.search(text)
    rest = text if clock is None else f"{text[: clock.start()]} , {text[clock.end() :]}"
    zone = offset(rest)
    east, dotted = _CJK.search(rest), _DOTTED.search(rest)
    if east:
        year, month, day = (int(group) for group in east.groups())
    elif dotted:
        day, month, year = (int(group) for group in dotted.groups())
    else:
        found = _YEAR.search(rest)
        named = next((n for n in map(month_of, _WORD.findall(rest)) if n), None)
        if found is None or named is None:
            return None
        other = _DAY.search(rest[: found.start()] + " " + _OFFSET.sub(" ", rest[found.end() :]))
        if other is None:
            return None
        year, month, day = int(found[1]), named, int(other[1])
    hour, minute, second = _hours(clock)
    return moment((year, month, day), (hour, minute, second), zone)


def month_of(word: str) -> int | None:
    """Number of the month a word names in one of some twenty languages."""
    low = word.casefold()
    return next((n for stem, n in _MONTHS if low.startswith(stem)), None) if len(low) >= 3 else None


def offset(text: str) -> str | None:
    """Zone that stands in a written date, as an ISO offset."""
    found = _OFFSET.search(text) if re.search(r"GMT|UTC|[+\u2212]\d", text) else None
    if found:
        sign = "-" if found[1] != "+" else "+"
        return f"{sign}{int(found[2]):02d}:{found[3] or '00'}"
    for word in _WORD.findall(text):
        minutes = _ZONES.get(word.casefold()) if word.isupper() else None
        if minutes is not None:
            return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"
    return None


def moment(day: tuple[int, int, int], clock: tuple[int, int, int], zone: str | None) -> str | None:
    """RFC 3339 of a date, a time of day and a zone; None when there is no such moment."""
    try:
        naive = datetime(*day, clock[0], clock[1], min(clock[2], 59))  # noqa: DTZ001  # the zone may be unknown
        if zone is None:
            return naive.isoformat() + "-00:00"
        aware = naive.replace(tzinfo=timezone(_delta(zone))).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return aware.isoformat()[:19] + "Z"


def _delta(zone: str) -> timedelta:
    digits = zone.lstrip("+-").replace(":", "")
    if not digits.isdigit():
        return timedelta(0)
    size = timedelta(hours=int(digits[:2]), minutes=int(digits[2:] or 0))
    return -size if zone.startswith("-") else size


def _hours(clock: re.Match[str] | None) -> tuple[int, int, int]:
    if clock is None:
        return 0, 0, 0
    hour, half = int(clock[1]), (clock[4] or "").lower()
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return hour, int(clock[2]), int(clock[3] or 0)
