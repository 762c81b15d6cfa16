"""Are true quotes found and altered ones refused, and is the sentence around them read rightly?

Reads `quotes.json` in two forms: quotes with `label` (1 true, 0 altered) and `turn_text`, and quotes with
`expected` (exact, folded, absent, ambiguous), `context` and `source`. The plain arms beside ours: `exact` is
a substring search after lower-casing and joining spaces, `context` there is always `ok`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clew.proof.context import TAKEN_BACK, read
from clew.proof.quote import locate

from common import Report, need, parser

# The set knows no grade for a quote that differs in case alone: to it, such a quote is absent.
GRADES: dict[str, str] = {"none": "absent", "casefolded": "absent"}
Item = dict[str, Any]


def main() -> None:
    """Score both forms, whichever the folder holds."""
    args = parser(__doc__ or "", "quotes").parse_args()
    files = [args.data / "quotes.json"]
    pairs = args.data.parent / "pairs" / "quotes.json"
    if args.data.name == "quotes" and pairs.exists():
        files.append(pairs)
    need(files[0])
    report = Report("quotes", files, args.json)
    items = [item for file in files for item in load(file)][: args.limit]
    altered(report, [item for item in items if "label" in item])
    graded(report, [item for item in items if "expected" in item])
    report.close(len(items))


def load(file: Path) -> list[Item]:
    found: list[Item] = json.loads(file.read_text(encoding="utf-8"))
    return found


def altered(report: Report, items: list[Item]) -> None:
    """`altered_accepted` and `true_accepted` as counts, with the rates beside them."""
    if not items:
        return
    for arm, accepts in (("", found), ("exact", plainly)):
        true = [float(accepts(x["quote"], x["turn_text"])) for x in items if x["label"]]
        wrong = [float(accepts(x["quote"], x["turn_text"])) for x in items if not x["label"]]
        report.add({"altered_accepted": int(sum(wrong)), "altered": len(wrong)}, arm)
        report.rate("true_accepted", [[value] for value in true], arm)
        report.add({"true": len(true), "true_missed": len(true) - int(sum(true))}, arm)


def graded(report: Report, items: list[Item]) -> None:
    """`match_right` over all, `context_right` over those with one true place, misses listed."""
    if not items:
        return
    grades = GRADES if all(item["expected"] != "casefolded" for item in items) else {"none": "absent"}
    matches, contexts, plain_matches, plain_contexts = [], [], [], []
    for item in items:
        place = locate(item["quote"], item["source"])
        match = grades.get(place.match, place.match)
        matches.append([float(match == item["expected"])])
        plain_matches.append(
            [float(plainly(item["quote"], item["source"]) == (item["expected"] in ("exact", "folded")))]
        )
        wrong = match != item["expected"]
        if item["expected"] in ("exact", "folded"):
            shown = surroundings(item["source"], place.start, place.end)
            contexts.append([float(shown == item["context"] and not wrong)])
            plain_contexts.append([float(item["context"] == "ok")])
            wrong = wrong or shown != item["context"]
            match = f"{match}/{shown}"
        if wrong:
            print(f"wrong: {item.get('id')} {match} for {item['expected']}/{item['context']}: {item['quote']}")
    report.rate("match_right", matches)
    report.rate("context_right", contexts)
    report.rate("match_right", plain_matches, "exact")
    report.rate("context_right", plain_contexts, "exact")
    report.add({"graded": len(matches), "contexts": len(contexts)})


def found(quote: str, text: str) -> bool:
    return locate(quote, text).match != "none"


def plainly(quote: str, text: str) -> bool:
    return " ".join(quote.lower().split()) in " ".join(text.lower().split())


def surroundings(text: str, start: int, end: int) -> str:
    """The product's reading in the words of the set."""
    reading = read(text, start, end)
    return "reversed_by_neighbour" if reading.ground in TAKEN_BACK else reading.context


if __name__ == "__main__":
    main()
