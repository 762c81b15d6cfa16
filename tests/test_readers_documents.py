"""Documents: PDF, Word, e-books, notebooks, tables; each built here."""

import csv
import io
import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from clew import app
from clew.bundle import Bundle
from clew.model import Problem, Reading
from clew.readers import pdf as reader
from clew.readers.intake import Readers

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'


def pdf(*pages: list[str], title: str = "") -> bytes:
    """A PDF whose pages have these lines; a page without lines has no text layer."""
    kids = " ".join(f"{4 + 2 * i} 0 R" for i in range(len(pages)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for i, lines in enumerate(pages):
        body = "BT /F1 12 Tf 14 TL 72 720 Td " + " ".join(f"({line}) Tj T*" for line in lines) + " ET"
        font = "/Resources << /Font << /F1 3 0 R >> >>"
        objects.append(f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] {font} /Contents {5 + 2 * i} 0 R >>")
        objects.append(f"<< /Length {len(body)} >>\nstream\n{body}\nendstream")
    objects.append(f"<< /Title ({title}) /CreationDate (D:20260110120000Z) >>")
    out = b"%PDF-1.4\n"
    places = []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode()
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    end = f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info {len(objects)} 0 R >>\nstartxref\n{len(out)}\n%%EOF"
    return out + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{end}".encode()


def zipped(**members: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        for name, text in members.items():
            file.writestr(name, text)
    return buffer.getvalue()


def docx(body: str, **more: str) -> bytes:
    styles = f'<w:styles {W}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style></w:styles>'
    members = {"[Content_Types].xml": "<Types/>", "word/styles.xml": styles, **more}
    return zipped(**members, **{"word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>"})


def epub(*chapters: str, opf: str = "") -> bytes:
    items = "".join(f'<item id="c{i}" href="c{i}.xhtml"/>' for i in range(len(chapters)))
    spine = "".join(f'<itemref idref="c{i}"/>' for i in reversed(range(len(chapters))))
    head = "<metadata><title>Tides</title></metadata>"
    package = f"<package>{head}<manifest>{items}</manifest><spine>{spine}</spine></package>"
    container = '<container><rootfiles><rootfile full-path="OEBPS/b.opf"/></rootfiles></container>'
    pages = {f"OEBPS/c{i}.xhtml": f"<html><body>{text}</body></html>" for i, text in enumerate(chapters)}
    return zipped(
        mimetype="application/epub+zip",
        **{"META-INF/container.xml": container, "OEBPS/b.opf": opf or package, **pages},
    )


def read(data: bytes) -> list[Any]:
    return list(Readers().read_bytes(data, "in"))


def one(data: bytes) -> Reading:
    (found,) = read(data)
    assert isinstance(found, Reading), found
    return found


def fault(data: bytes) -> str:
    (found,) = read(data)
    assert isinstance(found, Problem), found
    return found.code


def words(run: str) -> str:
    return f"<w:p><w:r><w:t>{run}</w:t></w:r></w:p>"


needs_pdf = pytest.mark.skipif(reader._library() is None, reason="needs the extra clew[documents]")


@needs_pdf
def test_a_pdf_has_one_part_a_page_with_title_and_date() -> None:
    found = one(pdf(["We host the shop", "on Hetzner."], ["Page two says more."], title="Hosting"))
    assert [(p.section, p.text, p.author) for p in found.parts] == [
        ("page 1", "We host the shop\non Hetzner.", "document"),
        ("page 2", "Page two says more.", "document"),
    ]
    assert (found.kind, found.provider, found.title, found.at) == ("document", "pdf", "Hosting", "2026-01-10T12:00:00Z")
    assert found.original is not None


@needs_pdf
def test_a_hyphen_at_the_end_of_a_line_is_a_soft_one() -> None:
    assert one(pdf(["The infor-", "mation is here."])).parts[0].text.replace("\u00ad", "") == "The information is here."


@needs_pdf
def test_O08_a_pdf_without_text_layer_says_so() -> None:
    assert fault(pdf([], [])) == "no_text_layer"
    assert one(pdf([], ["words here"])).counts == {"page without text layer": 1}


@needs_pdf
def test_headers_that_repeat_on_pages_are_no_content() -> None:
    found = one(pdf(*(["Report 2026", f"Fact {i} is so.", "More.", f"{i}"] for i in range(1, 5))))
    assert [p.text for p in found.parts] == [f"Fact {i} is so.\nMore." for i in range(1, 5)]
    assert found.counts == {"repeated header or footer": 8}


@needs_pdf
def test_what_a_program_calls_a_file_without_a_title_is_no_title() -> None:
    titles = [one(pdf(["We moved the regatta."], title=name)).title for name in ("untitled", "Microsoft Word - Plan")]
    assert titles == ["We moved the regatta.", "Plan"]


@needs_pdf
def test_a_pdf_of_too_many_pages_is_refused_and_not_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "PAGES", 1)
    assert fault(pdf(["a"], ["b"])) == "too_large"
    assert len(one(pdf(["a"])).parts) == 1


@needs_pdf
def test_a_broken_pdf_is_a_problem() -> None:
    assert fault(b"%PDF-1.7 and nothing more") == "bad_document"


def test_without_the_extra_a_pdf_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_library", lambda: None)
    (found,) = read(pdf(["x"]))
    assert found.code == "needs_extra"
    assert "clew[documents]" in found.message


def test_O06_tracked_deletions_of_a_word_file_are_no_content() -> None:
    changed = (
        "<w:p><w:r><w:t>We do </w:t></w:r><w:del><w:r><w:delText>not </w:delText></w:r></w:del>"
        "<w:ins><w:r><w:t>still </w:t></w:r></w:ins><w:r><w:t>host it.</w:t></w:r></w:p>"
    )
    found = one(docx(changed))
    assert found.parts[0].text.strip() == "We do still host it."
    assert found.counts == {"tracked deletion": 1}


def test_headings_lists_tables_and_notes_of_a_word_file_are_read() -> None:
    heading = '<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Hosting</w:t></w:r></w:p>'
    item = "<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>one</w:t></w:r></w:p>"
    row = "<w:tr><w:tc>{}</w:tc><w:tc>{}</w:tc></w:tr>"
    table = f"<w:tbl>{row.format(words('a'), words('b'))}{row.format(words('1'), words('2'))}</w:tbl>"
    notes = f"<w:footnotes {W}>{words('A footnote.')}</w:footnotes>"
    found = one(docx(words("Before.") + heading + item + table, **{"word/footnotes.xml": notes}))
    assert [(p.section, p.text.strip()) for p in found.parts] == [
        (None, "Before."),
        ("Hosting", "# Hosting\n\n- one\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\nA footnote."),
    ]
    assert (found.provider, found.kind, found.title) == ("docx", "document", "Hosting")


def test_hidden_text_and_comments_of_a_word_file_are_counted_and_left_out() -> None:
    hidden = "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>secretly</w:t></w:r><w:r><w:t>shown</w:t></w:r></w:p>"
    comments = f"<w:comments {W}><w:comment>{words('why?')}</w:comment></w:comments>"
    found = one(docx(hidden, **{"word/comments.xml": comments}))
    assert (found.parts[0].text.strip(), found.counts) == ("shown", {"comment": 1, "hidden text": 1})


def test_a_document_that_declares_entities_is_refused() -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa">]>'
    data = zipped(
        **{"[Content_Types].xml": "<Types/>", "word/document.xml": f"{bomb}<w:document {W}><w:body/></w:document>"}
    )
    assert fault(data) == "bad_document"


@pytest.mark.parametrize("body", ["<w:p>", "<"])
def test_a_broken_word_file_is_a_problem(body: str) -> None:
    assert fault(docx(body)) == "bad_document"


@pytest.mark.parametrize(
    "data", [docx("<w:p><w:r><w:drawing/></w:r></w:p>"), epub('<img src="a.png"/>')], ids=["docx", "epub"]
)
def test_a_document_of_pictures_says_that_it_has_no_text(data: bytes) -> None:
    assert fault(data) == "no_text_layer"


def test_words_in_headers_and_footers_of_a_word_file_are_counted() -> None:
    header = {"word/header1.xml": f"<w:hdr {W}>{words('Draft')}</w:hdr>", "word/footer1.xml": f"<w:ftr {W}/>"}
    assert one(docx(words("We moor at the east pier."), **header)).counts == {"header or footer": 1}
    (problem,) = read(docx("", **header))
    assert "1 header or footer" in problem.message


def test_a_table_in_a_table_is_read_once() -> None:
    inner = f"<w:tbl><w:tr><w:tc>{words('red')}</w:tc><w:tc>{words('blue')}</w:tc></w:tr></w:tbl>"
    table = f"<w:tbl><w:tr><w:tc>{words('Rope')}</w:tc><w:tc>{words('40')}{inner}</w:tc></w:tr></w:tbl>"
    assert one(docx(table)).parts[0].text == "| Rope | 40 red blue |\n| --- | --- |"


def test_a_spreadsheet_is_named_as_not_read() -> None:
    assert fault(zipped(**{"[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<x/>"})) == "unsupported"


def test_chapters_of_an_e_book_are_read_in_the_order_of_its_spine() -> None:
    found = one(epub("<h1>Second</h1><p>Low tide.</p>", '<h1>First</h1><p>High tide.</p><p hidden="">no</p>'))
    assert [(p.section, p.text.strip()) for p in found.parts] == [
        ("First", "# First\n\nHigh tide."),
        ("Second", "# Second\n\nLow tide."),
    ]
    assert (found.provider, found.title, found.counts) == ("epub", "Tides", {"hidden node": 1})


def test_an_e_book_without_a_package_is_a_problem() -> None:
    assert fault(epub("x", opf="<broken")) == "bad_document"
    assert fault(zipped(mimetype="x", **{"META-INF/container.xml": "<container/>"})) == "bad_document"


def package(spine: str) -> str:
    manifest = (
        '<item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>'
        '<item id="a" href="c0.xhtml" media-type="application/xhtml+xml"/>'
        '<item id="b" href="c1.xhtml" media-type="application/xhtml+xml"/>'
    )
    return f"<package><manifest>{manifest}</manifest><spine>{spine}</spine></package>"


@pytest.mark.parametrize(
    ("spine", "said", "counts"),
    [
        ("", "Ebb.\n\nFlood.", {}),
        ('<itemref idref="b"/><itemref idref="b"/><itemref idref="a"/>', "Flood.\n\nEbb.", {}),
        ('<itemref idref="a"/><itemref idref="x"/>', "Ebb.", {"missing chapter": 1}),
    ],
)
def test_the_order_of_an_e_book_may_be_missing_repeat_itself_or_name_what_is_not_there(
    spine: str, said: str, counts: dict[str, int]
) -> None:
    book = one(epub("Ebb.", "Flood.", opf=package(spine)))
    assert ("".join(part.text for part in book.parts), book.counts) == (said, counts)


def test_chapters_with_copy_protection_are_never_read_as_words() -> None:
    def locked(*names: str) -> bytes:
        marks = "".join(f'<CipherData><CipherReference URI="OEBPS/{n}.xhtml"/></CipherData>' for n in names)
        buffer = io.BytesIO(epub("\x8f\u03a9\x12", "Flood."))
        with zipfile.ZipFile(buffer, "a") as file:
            file.writestr("META-INF/encryption.xml", f"<encryption>{marks}</encryption>")
        return buffer.getvalue()

    half = one(locked("c0"))
    assert ([part.text for part in half.parts], half.counts) == (["Flood."], {"encrypted chapter": 1})
    (problem,) = read(locked("c0", "c1"))
    assert "encrypted" in problem.message


def test_cells_of_a_notebook_are_document_and_what_they_print_is_a_tools() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Tides\n", "We measure daily."]},
        {
            "cell_type": "code",
            "source": "print(1)",
            "outputs": [
                {"output_type": "stream", "text": ["1\n"]},
                {"output_type": "display_data", "data": {"image/png": "aaaa"}},
            ],
        },
        {"cell_type": "widget", "source": "x"},
    ]
    found = one(json.dumps({"cells": cells, "nbformat": 4, "metadata": {}}).encode())
    assert [(p.section, p.author, p.text) for p in found.parts] == [
        ("cell 1", "document", "# Tides\nWe measure daily."),
        ("cell 2", "document", "```python\nprint(1)\n```"),
        ("cell 2", "tool", "1\n"),
    ]
    assert found.title == "Tides"
    assert found.counts == {"output without text": 1, "unknown cell widget": 1}


def test_a_table_is_read_row_by_row_with_the_names_of_its_columns() -> None:
    found = one(b'name,city\r\nKim,Oslo\r\n"Lee, J","Bergen\r\n(south)"\r\n')
    assert [p.text for p in found.parts] == ["name: Kim; city: Oslo\nname: Lee, J; city: Bergen (south)"]
    assert (found.provider, found.title, found.parts[0].section) == ("table", "Table of name, city", "rows 1-2")


def test_a_table_in_shift_jis_with_semicolons_is_read() -> None:
    found = one("なまえ;すまい\nさとうさん;とうきょうのまち\nみきさん;おおさかのまち\n".encode("shift_jis"))
    assert (
        found.parts[0].text == "なまえ: さとうさん; すまい: とうきょうのまち\nなまえ: みきさん; すまい: おおさかのまち"
    )


@pytest.mark.parametrize(
    "text",
    [
        "Dear Anna, hello\nI came, late\nWe left, soon\n",
        "one\ntwo\nthree\n",
        "| a | b |\n|---|---|\n| 1 | 2 |\n",
        "1,2\n3,4\n5,6\n",
    ],
)
def test_prose_with_commas_is_no_table(text: str) -> None:
    assert one(text.encode()).provider == "text"


def test_a_long_table_has_parts_of_fifty_rows() -> None:
    buffer = io.StringIO()
    csv.writer(buffer).writerows([["n", "word"], *([i, f"w{i}"] for i in range(120))])
    assert [p.section for p in one(buffer.getvalue().encode()).parts] == ["rows 1-50", "rows 51-100", "rows 101-120"]


@pytest.fixture
def bundle(tmp_path: Path, person: None) -> Iterator[Bundle]:
    with app.create(tmp_path / "b", "Test") as made:
        yield made


def test_original_bytes_are_kept_and_a_purge_takes_them(bundle: Bundle) -> None:
    data = docx(words("We decided to host the shop on Hetzner."))
    bundle.add([data])
    (source,) = bundle.sources()
    kept = bundle.root / "references" / "raw" / f"{source.origin}.docx"
    assert kept.read_bytes() == data
    bundle.purge(source.id)
    assert not kept.exists()


def test_original_bytes_with_a_secret_in_them_are_not_kept(bundle: Bundle) -> None:
    report = bundle.add([docx(words("The password is hunter2x."))])
    assert report.skipped == {"secret redacted: password": 1}
    assert list((bundle.root / "references" / "raw").glob("*.docx")) == []


def test_a_document_again_is_unchanged(bundle: Bundle) -> None:
    data = epub("<p>We host the shop on Hetzner.</p>")
    bundle.add([data])
    assert bundle.add([data]).counts["unchanged"] == 1


SNAPSHOT = (
    b"From: <Saved by a browser>\r\nSnapshot-Content-Location: https://example.org/pier\r\nSubject: Pier rules\r\n"
    b"Date: Mon, 2 Mar 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\n"
    b'Content-Type: multipart/related; type="text/html"; boundary="--b"\r\n\r\n'
    b"----b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n"
    b"<html><head><title>Pier rules</title></head><body><p>Boats moor on the east side =\r\nonly.</p></body></html>\r\n"
    b"----b\r\nContent-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n----b--\r\n"
)


def test_a_page_that_a_browser_saved_as_one_file_is_a_document_and_no_mail() -> None:
    reading = one(SNAPSHOT)

    assert (reading.kind, reading.provider, reading.title) == ("document", "html", "Pier rules")
    assert [(p.author, p.text.strip()) for p in reading.parts] == [("document", "Boats moor on the east side only.")]
    assert reading.at == "2026-03-02T09:00:00Z"


def test_a_document_nested_without_end_is_named_in_plain_words() -> None:
    (found,) = read(docx("<w:p>" * 20_000 + "</w:p>" * 20_000))
    assert isinstance(found, Problem)
    assert "nested too deeply" in found.message
