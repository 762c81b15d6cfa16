"""Time expressions of a question, and instants that can be compared: no clock, `now` is always given."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache

from clew.text import regex as re

MONTHS = {
    name: number
    for number, forms in enumerate(
        (
            "january januar jänner jan janvier enero",
            "february februar feb février febrero",
            "march märz maerz mar mars marzo",
            "april apr avril abril",
            "may mai mayo",
            "june juni jun juin junio",
            "july juli jul juillet julio",
            "august aug août agosto",
            "september sept sep septembre septiembre",
            "october oktober oct okt octobre octubre",
            "november nov novembre noviembre",
            "december dezember dec dez décembre diciembre",
        ),
        start=1,
    )
    for name in forms.split()
}
_MONTH = "(?P<month>" + "|".join(sorted(MONTHS, key=len, reverse=True)) + r")\.?"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th|\.|er)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"\b{_YEAR}-(?P<m>\d\d)-(?P<day>\d\d)\b",
        rf"\b(?P<day>\d{{1,2}})\.\s?(?P<m>\d{{1,2}})\.\s?{_YEAR}\b",
        rf"\b{_DAY}\s+(?:of\s+|de\s+)?{_MONTH}(?:,?\s+(?:de\s+)?{_YEAR})?\b",
        rf"\b{_MONTH}\s+{_DAY}(?:,?\s+{_YEAR})?\b(?!\s*%)",
        rf"\b{_MONTH}\s+(?:of\s+|de\s+)?{_YEAR}\b",
        rf"\b{_YEAR}-(?P<m>\d\d)\b",
        rf"\b(?:in|of|during|im jahr|im jahre|en|back in|by)\s+(?:late\s+|early\s+)?{_YEAR}\b(?![-.]\d)",
    )
)
UNITS = {
    "day": 1, "days": 1, "tag": 1, "tage": 1, "tagen": 1, "jour": 1, "jours": 1, "día": 1, "días": 1,
    "week": 7, "weeks": 7, "woche": 7, "wochen": 7, "semaine": 7, "semaines": 7, "semana": 7, "semanas": 7,
    "month": 30, "months": 30, "monat": 30, "monate": 30, "monaten": 30, "mois": 30, "mes": 30, "meses": 30,
    "year": 365, "years": 365, "jahr": 365, "jahre": 365, "jahren": 365, "an": 365, "ans": 365, "año": 365, "años": 365,
}  # fmt: skip
COUNTS = {
    word: number
    for number, forms in enumerate(
        ("a an one einem einer un une una", "two zwei deux dos", "three drei trois tres", "four vier quatre cuatro",
         "five fünf cinq cinco", "six sechs seis", "seven sieben sept siete", "eight acht huit ocho"),
        start=1,
    )
    for word in forms.split()
}  # fmt: skip
_COUNT = r"(?P<n>\d{1,3}|" + "|".join(COUNTS) + ")"
_UNIT = "(?P<unit>" + "|".join(sorted(UNITS, key=len, reverse=True)) + ")"
AGO = re.compile(
    rf"\b{_COUNT}\s+{_UNIT}\s+(?:ago|earlier)\b|\b(?:vor|il y a|hace)\s+{_COUNT.replace('<n>', '<n2>')}\s+"
    rf"{_UNIT.replace('<unit>', '<unit2>')}\b",
    re.IGNORECASE,
)
NAMED_DAYS = {"yesterday": 1, "gestern": 1, "hier soir": 1, "ayer": 1, "vorgestern": 2, "the day before yesterday": 2}
LAST = re.compile(
    rf"\b(?:last|letzte[nrs]?|vorige[nrs]?)\s+(?:(?P<unit>week|month|year|woche|monat|jahr)|{_MONTH})\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Moment:
    """A time named in a text: the days it may mean and where it stands."""

    first: date
    last: date
    start: int
    end: int


@lru_cache(maxsize=1024)
def instant(text: str | None) -> float | None:
    """Seconds since 1970 of an RFC 3339 time or (partial) date; a missing zone counts as UTC, nonsense is None."""
    if not text:
        return None
    value = text.strip()
    if re.fullmatch(r"\d{4}", value):
        value += "-01-01"
    elif re.fullmatch(r"\d{4}-\d\d", value):
        value += "-01"
    try:
        moment = datetime.fromisoformat(value.replace("Z", "+00:00").replace("z", "+00:00"))
    except ValueError:
        return None
    try:
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (OverflowError, ValueError):
        return None


@lru_cache(maxsize=1024)
def ends(text: str | None) -> float | None:
    """Last second that a (partial) date covers: a day ends at midnight, a month with its last day."""
    start = instant(text)
    if start is None or text is None:
        return None
    value = text.strip()
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return start + 86399
    if re.fullmatch(r"\d{4}(-\d\d)?", value):
        day = datetime.fromtimestamp(start, UTC).date()
        last = _month_end(day) if "-" in value else date(day.year, 12, 31)
        return datetime.combine(last, time(23, 59, 59), UTC).timestamp()
    return start


def moments(text: str, now: str | None) -> tuple[Moment, ...]:
    """Times named in the text, in order; those that need a today are left out when `now` is None."""
    today = _day(now)
    found = [*_absolute(text, today), *(_relative(text, today) if today else ())]
    found.sort(key=lambda m: (m.start, -m.end))
    out: list[Moment] = []
    for moment in found:
        if not out or moment.start >= out[-1].end:
            out.append(moment)
    return tuple(out)


def noon(day: date) -> str:
    """The middle of a day in UTC: a day that has no hour means this."""
    return f"{day.isoformat()}T12:00:00Z"


def _day(now: str | None) -> date | None:
    seconds = instant(now)
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).date()


def _absolute(text: str, today: date | None) -> list[Moment]:
    out = []
    for shape in SHAPES:
        for match in shape.finditer(text):
            span = _days(match.groupdict(), today)
            if span:
                out.append(Moment(*span, match.start(), match.end()))
    return out


def _days(found: dict[str, str | None], today: date | None) -> tuple[date, date] | None:
    name, digits = found.get("month"), found.get("m")
    month = MONTHS[name.lower()] if name else int(digits) if digits else None
    year = int(found["year"] or 0) if found.get("year") else None
    day = int(found["day"] or 0) if found.get("day") else None
    try:
        if year is None:
            return _recent(month, day, today)
        if month is None:
            return date(year, 1, 1), date(year, 12, 31)
        if day is None:
            return date(year, month, 1), _month_end(date(year, month, 1))
        return date(year, month, day), date(year, month, day)
    except ValueError:
        return None


def _recent(month: int | None, day: int | None, today: date | None) -> tuple[date, date] | None:
    """A day without a year is the latest one that is not in the future."""
    if month is None or day is None or today is None:
        return None
    guess = date(today.year, month, day)
    if guess > today:
        guess = date(today.year - 1, month, day)
    return guess, guess


def _relative(text: str, today: date) -> list[Moment]:
    out = []
    for word, back in NAMED_DAYS.items():
        for match in re.finditer(rf"\b{word}\b", text, re.IGNORECASE):
            day = today - timedelta(days=back)
            out.append(Moment(day, day, match.start(), match.end()))
    for match in AGO.finditer(text):
        count, unit = match["n"] or match["n2"], match["unit"] or match["unit2"]
        back = (int(count) if count.isdigit() else COUNTS[count.lower()]) * UNITS[unit.lower()]
        day = today - timedelta(days=min(back, 36500))
        out.append(Moment(day, day, match.start(), match.end()))
    for match in LAST.finditer(text):
        first, last = _last(match["unit"], match["month"], today)
        out.append(Moment(first, last, match.start(), match.end()))
    return out


def _last(unit: str | None, month: str | None, today: date) -> tuple[date, date]:
    word = (unit or "").lower()
    if word in ("week", "woche"):
        monday = today - timedelta(days=today.weekday() + 7)
        return monday, monday + timedelta(days=6)
    if word in ("year", "jahr"):
        return date(today.year - 1, 1, 1), date(today.year - 1, 12, 31)
    if month:
        number = MONTHS[month.lower()]
        first = date(today.year - (number >= today.month), number, 1)
        return first, _month_end(first)
    last = today.replace(day=1) - timedelta(days=1)
    return last.replace(day=1), last


def _month_end(day: date) -> date:
    following = date(day.year + day.month // 12, day.month % 12 + 1, 1)
    return following - timedelta(days=1)
