"""When a claim holds: "until the 14th", "from 15 March", "this week", relative to the time it was said."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, timedelta, tzinfo

from clew.text import regex as re
from clew.text.when import MONTHS

_MONTH = "|".join(sorted((re.escape(m) for m in MONTHS), key=len, reverse=True))
_DATE = (
    rf"(?:(?P<iso>\d{{4}}-\d\d-\d\d)|(?P<num>\d{{1,2}}\.\d{{1,2}}\.(?:\d{{4}}|\d\d)?)|(?:the "
    rf")?(?P<day>\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of)? (?P<month>{_MONTH})\b\.?(?:,? (?P<year>\d{{4}}))?|"
    rf"(?P<month2>{_MONTH})\b\.? (?:the )?(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (?P<year2>\d{{4}}))?|(?:end "
    rf"of |ende )?(?P<month3>{_MONTH})\b\.?(?: (?P<year3>\d{{4}}))?|the (?P<day4>\d{{1,2}})(?:st|nd|rd|th)\b|"
    r"(?P<weekday>mon|tues|wednes|thurs|fri|satur|sun|mon(?=tag)|diens|mitt|donners|frei|sams|sonn)(?:day|tag|woch|"
    r"s)?\b|(?P<word>(?:the )?end of (?:the |this )?(?:week|month|year)|ende (?:der woche|des monats|des jahres)|"
    r"tomorrow|morgen|tonight|heute|today|next week|nächste woche|next month|nächsten monat|new year|neujahr|"
    r"christmas|weihnachten|(?:19|20)\d\d))"
)
_UNTIL = re.compile(
    rf"\b(?:until|till?|through|up to and including|bis (?:zum|einschließlich)?|jusqu'(?:au|à)|hasta(?: el)?|"
    rf"ends? (?:on )?|expires? (?:on )?|endet (?:am )?)\s*{_DATE}",
    re.I,
)
_FROM = re.compile(
    rf"\b(?:from|starting(?: on| from)?|as of|effective|since|beginning|ab (?:dem )?|seit (?:dem )?|à partir du|"
    rf"desde(?: el)?|a partir del?)\s*{_DATE}",
    re.I,
)
_THIS = re.compile(
    r"\b(?P<week>this week|diese woche|cette semaine|esta semana)\b|\b(?P<month>this month|diesen monat|ce "
    r"mois(?:-ci)?|este mes)\b|\b(?P<day>(?:only )?today|nur heute|aujourd'hui|hoy)\b|\b(?P<year>this year|dieses "
    r"jahr|cette année|este año)\b",
    re.I,
)
_RANGE = re.compile(
    r"(?:\d|\b(?:mon|tues|wednes|thurs|fri|satur|sun)(?:day)?s?|\b(?:mon|diens|donners|frei|sams|sonn)tags?|"
    r"\bmittwochs?|\b(?:mo|di|mi|do|fr|sa|so))\s*$",
    re.I,
)
"""What stands before "until" in a range of days or hours (`Monday to Friday`, `8 bis 18`), which is no limit in "
"time."""
_WEEKDAYS = ("mon", "tues", "wednes", "thurs", "fri", "satur", "sun")
_WOCHENTAGE = ("mon", "diens", "mitt", "donners", "frei", "sams", "sonn")
_PASSING = re.compile(
    r"\b(?:until|till?|bis|from|since|ab|seit|this|diese[nrms]?|as of|starting|through|today|heute|hasta|jusqu|"
    r"desde|cette|esta|effective|ends?|expires?|endet)\b",
    re.I,
)


def validity(said: str, at: str | None) -> tuple[str | None, str | None]:
    """Start and end of the time for which a clause says it holds, as RFC 3339, with the offset of `at`."""
    if at is None or not _PASSING.search(said):
        return None, None
    try:
        now = datetime.fromisoformat(at)
    except ValueError:
        return None, None
    start = end = None
    found = _FROM.search(said)
    if found:
        day = _day(found, now.date(), after=not re.match(r"since|seit|as of", found.group(), re.I), last=False)
        start = _stamp(day, now.tzinfo, last=False) if day else None
    found = next((m for m in _UNTIL.finditer(said) if not _RANGE.search(said[: m.start()])), None)
    if found:
        day = _day(found, now.date(), after=True, last=True)
        end = _stamp(day, now.tzinfo, last=True) if day else None
    elif this := _THIS.search(said):
        end = _stamp(_close(this, now.date()), now.tzinfo, last=True)
    return start, end


def _close(found: re.Match[str], today: date) -> date:
    if found.group("week"):
        return today + timedelta(days=6 - today.weekday())
    if found.group("month"):
        return today.replace(day=monthrange(today.year, today.month)[1])
    if found.group("year"):
        return date(today.year, 12, 31)
    return today


def _stamp(day: date, zone: tzinfo | None, *, last: bool) -> str:
    moment = datetime(day.year, day.month, day.day, *((23, 59, 59) if last else (0, 0, 0)), tzinfo=zone)
    return moment.isoformat()


def _day(found: re.Match[str], today: date, *, after: bool, last: bool) -> date | None:
    """The day a date means; without a year the one that fits: next for coming, last for past ones."""
    parts = found.groupdict()
    try:
        if parts["iso"]:
            return date.fromisoformat(parts["iso"])
        if parts["num"]:
            bits = [int(b) for b in parts["num"].strip(".").split(".")]
            return _near(today, bits[1], bits[0], _century(bits[2]) if len(bits) > 2 else None, (after, last))
        for month, day, year in (("month", "day", "year"), ("month2", "day2", "year2"), ("month3", None, "year3")):
            if parts[month]:
                number = MONTHS[parts[month].casefold()]
                return _near(
                    today,
                    number,
                    int(parts[day]) if day else None,
                    int(parts[year]) if parts[year] else None,
                    (after, last),
                )
        if parts["day4"]:
            return _this_or_next_month(today, int(parts["day4"]))
        if parts["weekday"]:
            return _weekday(parts["weekday"].casefold(), today)
        return _word(parts["word"].casefold(), today, after)
    except ValueError:
        return None


def _century(year: int) -> int:
    return year + 2000 if year < 100 else year


def _near(today: date, month: int, day: int | None, year: int | None, way: tuple[bool, bool]) -> date:
    after, last = way

    def made(y: int) -> date:
        return date(y, month, (monthrange(y, month)[1] if last else 1) if day is None else day)

    if year is not None:
        return made(year)
    here = made(today.year)
    if after and (today - here).days > (7 if last else 60):
        return made(today.year + 1)
    if not after and (here - today).days > 60:
        return made(today.year - 1)
    return here


def _this_or_next_month(today: date, day: int) -> date:
    if day >= today.day:
        return today.replace(day=day)
    first = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
    return first.replace(day=day)


def _weekday(name: str, today: date) -> date:
    table = _WEEKDAYS if name in _WEEKDAYS else _WOCHENTAGE
    return today + timedelta(days=(table.index(name) - today.weekday()) % 7)


def _word(word: str, today: date, after: bool) -> date | None:
    if word.isdigit():
        return date(int(word), 12, 31) if after else date(int(word), 1, 1)
    if word in ("tomorrow", "morgen"):
        return today + timedelta(days=1)
    if word in ("today", "heute", "tonight"):
        return today
    if "week" in word or "woche" in word:
        shift = 7 if word.startswith(("next", "nächste")) else 0
        return today + timedelta(days=6 - today.weekday() + shift)
    if "month" in word or "monat" in word:
        first = (today.replace(day=1) + timedelta(days=32)).replace(day=1)
        base = first if word.startswith(("next", "nächste")) else today
        return base.replace(day=monthrange(base.year, base.month)[1])
    if word in ("christmas", "weihnachten"):
        return date(today.year, 12, 24)
    return date(today.year, 12, 31)
