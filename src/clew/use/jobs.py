"""What waits for a model: sources not yet read by it, and those it failed at, with the reason and number of tries."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from clew.errors import ModelFailed
from clew.store import atomic


@dataclass(frozen=True, slots=True)
class Job:
    """One source and one extractor."""

    source: str
    extractor: str
    """Version, model and prompt."""
    state: Literal["waiting", "failed", "partly"]
    """Not begun; to be tried again by the next run; read save for parts that are tried again on demand only."""
    kind: str = ""
    """Stable word for the failure."""
    message: str = ""
    tries: int = 0
    at: str = ""
    """When it failed last."""
    unread: tuple[tuple[tuple[int, ...], str], ...] = ()
    """Parts that were passed over, with the kind of failure of each group."""


class Jobs:
    """The failures of one bundle, in one file of the person's data folder."""

    def __init__(self, home: Path, bundle: str) -> None:
        self._path = home / "jobs" / f"{bundle or 'unnamed'}.json"

    def failed(self) -> dict[tuple[str, str], Job]:
        """Jobs that failed, by source and extractor; a file that cannot be read holds none."""
        try:
            rows = json.loads(self._path.read_bytes())
            jobs = [Job(**{**row, "unread": ()}) for row in rows]
        except (OSError, ValueError, TypeError):
            return {}
        return {(job.source, job.extractor): job for job in jobs}

    def fail(self, source: str, extractor: str, error: ModelFailed, at: str) -> Job:
        """Keep that a job failed; one that a budget stopped counts no try."""
        before = self.failed().get((source, extractor))
        tries = (before.tries if before else 0) + (error.kind != "budget")
        job = Job(source, extractor, "failed", error.kind, str(error), tries, at)
        self._change(lambda jobs: jobs | {(source, extractor): job})
        return job

    def done(self, source: str, extractor: str) -> None:
        """Forget a failure that was made good."""
        if (source, extractor) in self.failed():
            self._change(lambda jobs: {key: job for key, job in jobs.items() if key != (source, extractor)})

    def forget(self, source: str) -> None:
        """Forget a source that was purged."""
        if any(key[0] == source for key in self.failed()):
            self._change(lambda jobs: {key: job for key, job in jobs.items() if key[0] != source})

    def _change(self, change: Callable[[dict[tuple[str, str], Job]], dict[tuple[str, str], Job]]) -> None:
        rows = [asdict(job) for _, job in sorted(change(self.failed()).items())]
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise atomic.failed("write", self._path, error) from error
        atomic.write(self._path, json.dumps(rows, ensure_ascii=False, indent=1).encode("utf-8", "replace"))
