"""Documents that say they are replaced are shown as past, with what replaces them."""

import pytest

from clew import app

OLD = "# ADR 4: Orders wait in a table\n\n## Status\n\nSuperseded by [ADR 9](adr-9.md)\n\nOrders wait in a table.\n"
NEW = "# ADR 9: Orders go through a broker\n\n## Status\n\nAccepted\n\nOrders go through the Tern broker.\n"


@pytest.fixture
def bundle(tmp_path):
    with app.create(tmp_path / "bundle", title="Decisions") as made:
        yield made


def shown(bundle, question):
    block = bundle.context(question)
    return {item.text.strip(): (item.presented, item.badges) for item in block.items}


def test_a_replaced_document_is_past_and_names_its_successor(bundle, tmp_path):
    for name, text in (("adr-4.md", OLD), ("adr-9.md", NEW)):
        (tmp_path / name).write_text(text)
        bundle.add([tmp_path / name])
    found = shown(bundle, "Where do orders wait, in a table or a broker?")
    old = next(v for k, v in found.items() if "in a table." in k)
    new = next(v for k, v in found.items() if "Tern broker" in k)
    assert old == ("past", ("SUPERSEDED by ADR 9: Orders go through a broker",))
    assert new == ("current", ("STATED",))


def test_the_successor_may_come_later_than_the_statement(bundle, tmp_path):
    (tmp_path / "adr-4.md").write_text(OLD)
    bundle.add([tmp_path / "adr-4.md"])
    assert all(how == "current" for how, _ in shown(bundle, "Where do orders wait, in a table?").values())
    (tmp_path / "adr-9.md").write_text(NEW)
    bundle.add([tmp_path / "adr-9.md"])
    assert any(how == "past" for how, _ in shown(bundle, "Where do orders wait, in a table?").values())
