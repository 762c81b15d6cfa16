"""The log of events: by place, by id, by kind and by what they speak of."""

from clew.belief import events
from clew.belief.log import Log
from clew.model import Event


def event(kind: str, target: str, writer: str, n: int, **data: object) -> Event:
    return Event(kind, target, "2026-01-01T00:00:00Z", "clew", "import", data, writer=writer, n=n, clock=n)


def test_events_are_found_by_id_whoever_wrote_them_in_whatever_order():
    log = Log()
    written = [event("accept", f"c{n}", writer, n) for n, writer in ((1, "a"), (1, "b"), (2, "b"), (2, "a"), (7, "a"))]
    for one in written:
        log.add(one)

    assert [log.find(one.id) for one in written] == written
    assert [log.find(name) for name in ("a-3", "c-1", "a-x", "a", "", "a-01")] == [None] * 6


def test_staged_events_become_the_written_ones_where_they_stand():
    log = Log()
    log.add(event("accept", "c0", "a", 1))
    staged = [event("accept", "c1", "\uffff", 1), event("supersede", "c1", "\uffff", 2, old="c0")]
    for one in staged:
        log.add(one)
    written = [event("accept", "c1", "a", 2), event("supersede", "c1", "a", 3, old="c0")]

    log.confirm(staged, written)

    assert list(log) == [event("accept", "c0", "a", 1), *written]
    assert log.touching("c0") == [log[0], log[2]]
    assert log.find("a-3") == written[1]
    assert log.find(staged[0].id) is None


def test_events_are_found_by_kind_and_read_like_a_list():
    log = Log()
    for n in range(4):
        log.add(event("undo" if n % 2 else "hide", f"c{n}", "a", n + 1))

    assert [e.target for e in log.of("undo", "hide")] == ["c0", "c1", "c2", "c3"]
    assert [e.target for e in log.of("undo", "bind")] == ["c1", "c3"]
    assert [e.target for e in log[1:3]] == ["c1", "c2"]
    assert log[-1].target == "c3"
    assert [e.target for e in reversed(log)] == ["c3", "c2", "c1", "c0"]
    assert len(log) == 4
    assert events.accept("c9") not in log
