"""Adds as jobs of the API: begun with one call, followed with another."""

from dataclasses import dataclass

from clew.app import clock
from clew.core.given import line
from clew.model import Channel
from clew.use.report import AddReport
from clew.web import api
from clew.web.adds import Adding, State
from clew.web.call import Call, Fault, Nothing
from clew.web.deeds import Pasted, added
from clew.web.room import Room


@dataclass(frozen=True, slots=True)
class Job:
    """One add, as far as it is."""

    id: str
    title: str
    begun: str
    state: State
    dry_run: bool
    read: int
    """Conversations, notes and documents that were handled."""
    last: str
    """Title of the latest of them."""
    report: AddReport | None
    """What it did, once it is done."""
    fault: Fault | None
    """Why it failed."""


@dataclass(frozen=True, slots=True)
class OneJob:
    """A job by its id."""

    name: str = line(40)


def job(adding: Adding) -> Job:
    """An add as it goes out."""
    done, failed = adding.state == "done", adding.failure
    return Job(
        adding.id,
        adding.title,
        adding.at,
        adding.state,
        adding.dry_run,
        adding.read,
        adding.last,
        adding.future.result() if done else None,
        api.fault(failed) if failed else None,
    )


def _begin(room: Room, channel: Channel, given: Pasted) -> Job:
    title = given.text.strip().partition("\n")[0][:120]
    data = given.text.encode("utf-8", "replace")
    adding = Adding(title, clock(), given.dry_run)
    return job(room.adds.start(channel, adding, lambda bundle, tell: added(bundle, data, given, tell), patience=0))


def _jobs(room: Room, channel: Channel, given: Nothing) -> tuple[Job, ...]:
    return tuple(map(job, room.adds.list()))


def _job(room: Room, channel: Channel, given: OneJob) -> Job:
    return job(room.adds.get(given.name))


JOBS = (
    Call(
        "begin",
        "POST",
        "/api/jobs",
        "Begin to add a text; answers with the job to follow.",
        _begin,
        Pasted,
        Job,
        "room",
    ),
    Call("jobs", "GET", "/api/jobs", "Adds of this server, newest first.", _jobs, Nothing, tuple[Job, ...], "room"),
    Call("job", "GET", "/api/jobs/{name}", "How far an add is: until `done` or `failed`.", _job, OneJob, Job, "room"),
)
