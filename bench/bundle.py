"""How fast a bundle of many pages is indexed, and how little it costs when nothing, or one page, has changed.

Pages are generated: fifteen lines of front matter, five links, about 150 words. Floors are measured on the same files.
"""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import ryaml

from clew import app

import common

TEXT = (
    "river mill stone bridge lantern harbour copper willow ledger signal garden tower orchard kettle anchor ribbon "
    "marble saddle candle meadow furnace paddle quarry thimble velvet walnut beacon cellar drift ember fable grove"
)
WORDS = tuple(TEXT.split())
ROUNDS = 7


def generate(root: Path, n: int, seed: int = 7) -> None:
    """Write the pages; the same seed gives the same bytes."""
    dice = random.Random(seed)  # pages, not secrets
    for i in range(n):
        place = root / f"entities/{i % 100:02d}/page-{i:05d}.md"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(page(dice, i, n), "utf-8")


def page(dice: random.Random, i: int, n: int) -> str:
    """One page."""
    text = " ".join(dice.choice(WORDS) for _ in range(150))
    ends = [dice.randrange(n) for _ in range(5)]
    links = " ".join(f"[p{j}](../{j % 100:02d}/page-{j:05d}.md)" for j in ends)
    tags = ", ".join(dice.sample(WORDS, 3))
    return f"""---
type: Thing
title: Page {i} of the {dice.choice(WORDS)}
description: About {dice.choice(WORDS)} and {dice.choice(WORDS)}.
tags: [{tags}]
aliases: [P{i}]
status: stable
generated: {{by: generator/1, at: "2026-01-01T00:00:00Z"}}
stale_after: "2027-01-01T00:00:00Z"
resource: "https://example.org/{i}"
relations:
  - {{predicate: near, object: "/entities/{ends[0] % 100:02d}/page-{ends[0]:05d}.md"}}
  - {{predicate: part_of, object: "/entities/{ends[1] % 100:02d}/page-{ends[1]:05d}.md"}}
extra: {dice.random():.6f}
---

{text}

{links}
"""


def timed(act: Callable[[], object]) -> float:
    """Seconds that one call takes."""
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def bare(root: Path) -> int:
    """The floor of seeing that nothing changed: every file found and looked at once."""
    return sum(os.stat(os.path.join(folder, name)).st_size for folder, _, names in os.walk(root) for name in names)  # noqa: PTH116, PTH118  # the barest way


def parsed(root: Path) -> int:
    """The floor of indexing: every file read, every front matter parsed by the C or Rust parser."""
    texts = (path.read_text("utf-8") for path in root.rglob("*.md"))
    return sum(len(str(ryaml.loads(text.split("---\n")[1]))) for text in texts)  # type: ignore[attr-defined, misc]  # its stub leaves it out


def measured(root: Path, n: int) -> dict[str, common.Figure]:
    """All figures of one bundle."""
    app.create(root, "Many pages").close()
    generate(root, n)
    pages = root / "entities"
    read = min(timed(lambda: parsed(pages)) for _ in range(2))
    with app.open_bundle(root) as bundle:
        full = timed(bundle.sync)
        # Floor and measure take turns, so that a busy machine slows both.
        pairs = [(timed(lambda: bare(root)), timed(bundle.sync)) for _ in range(ROUNDS)]
        changed = [timed_change(pages, bundle.sync, i) for i in range(ROUNDS)]
    # The least of several: whatever else the machine does only adds to a time.
    stat, quiet = (min(column) for column in zip(*pairs, strict=True))
    one = min(changed)
    return {
        "full_s": full,
        "floor_read_parse_s": read,
        "full_to_floor": full / read,
        "stat_walk_s": stat,
        "no_change_s": quiet,
        "no_change_to_stat": quiet / stat,
        "one_page_s": one,
        "one_page_to_full": one / full,
    }


def timed_change(pages: Path, sync: Callable[[], object], i: int) -> float:
    """Seconds until one changed page is indexed."""
    place = pages / f"{i:02d}/page-{i:05d}.md"
    place.write_text(place.read_text("utf-8") + "\nOne more sentence.\n", "utf-8")
    return timed(sync)


def main() -> None:
    """Generate, measure, report."""
    options = common.parser(__doc__ or "", ".").parse_args()
    n = options.limit or 10_000
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CONFIG_HOME"] = os.environ["XDG_CACHE_HOME"] = os.environ["XDG_DATA_HOME"] = f"{folder}/home"
        report = common.Report("bundle", [], options.json)
        report.add(measured(Path(folder) / "bundle", n))
        report.close(n)


if __name__ == "__main__":
    main()
