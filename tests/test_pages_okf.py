"""Bundles are judged by the format's own rules, and everything else is a finding."""

from pathlib import Path

import pytest

from clew.pages import front, okf

# Per adversarial bundle: is it conformant, and what is found besides. The rulings behind the doubtful ones:
# `type` must be text (08, 10, 11); YAML forbids a key twice (12); aliases are YAML even where we do not
# write them out (19); form and order of index and log are warnings except for date headings (51, 54, 55);
# `.MD` is no page (57); hidden folders are not the bundle's (58).
CASES: dict[str, tuple[bool, list[str]]] = {
    "02_bom": (True, ["byte_order_mark"]),
    "03_crlf": (True, []),
    "04_latin1": (False, ["bad_utf8"]),
    "05_no_frontmatter_readme": (False, ["no_front_matter"]),
    "06_empty_type": (False, ["no_type"]),
    "07_type_null": (False, ["no_type"]),
    "08_type_int": (False, ["no_type"]),
    "10_type_list": (False, ["no_type"]),
    "11_type_whitespace": (False, ["no_type"]),
    "12_dup_key": (False, ["duplicate_key"]),
    "13_tab_indent": (False, ["tab_indent"]),
    "16_unterminated": (False, ["front_unclosed"]),
    "17_fm_is_list": (False, ["front_not_mapping"]),
    "19_billion_laughs": (True, ["too_many_aliases"]),
    "20_bad_timestamp_value": (True, ["bad_time"]),
    "22_stale_instant": (True, []),
    "23_stale_no_offset": (True, ["bad_time"]),
    "24_verified_bare": (True, []),
    "26_verified_no_by": (True, ["verified_without_by"]),
    "28_generated_no_at": (True, []),
    "29_generated_no_by": (True, ["generated_without_by"]),
    "30_sources_no_resource": (True, ["source_without_resource"]),
    "31_sources_mapping": (True, ["sources_no_list"]),
    "32_sources_string_items": (True, ["source_no_mapping"]),
    "33_status_unknown": (True, ["unknown_status"]),
    "34_tags_string": (True, ["tags_no_list"]),
    "35_tags_norway": (True, ["tags_no_text"]),
    "36_footnote_orphan": (True, ["footnote_unknown"]),
    "38_link_title": (True, []),
    "41_link_reference_style": (True, []),
    "42_link_in_code_fence": (True, []),
    "43_link_escape_root": (True, ["link_outside"]),
    "44_wikilink": (True, ["wikilink"]),
    "45_broken_link": (True, ["link_broken"]),
    "46_link_dir": (True, ["link_from_root"]),
    "47_root_index_okf": (True, []),
    "48_root_index_extra_key": (False, ["index_front_matter"]),
    "49_okf_version_float": (True, ["version_unquoted"]),
    "50_nested_index_fm": (False, ["index_front_matter", "link_from_root"]),
    "51_index_prose": (True, ["index_form"]),
    "52_log_ok": (True, []),
    "53_log_bad_date": (False, ["log_date", "log_form"]),
    "54_log_oldest_first": (True, ["log_order"]),
    "55_log_frontmatter": (True, ["log_front_matter"]),
    "57_upper_ext": (True, ["not_read"]),
    "58_hidden_dir": (True, []),
    "60_ac_no_runtime": (True, ["computation_without_runtime"]),
    "61_ac_no_computation": (True, ["computation_unclear"]),
    "62_unknown_nested_keys": (True, []),
    "64_path_field_rootrel": (True, ["link_from_root"]),
    "65_leading_blank_line": (False, ["no_front_matter"]),
    "66_dots_close": (False, ["front_unclosed"]),
    "67_nul_byte": (False, ["nul_byte"]),
}


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def page(front_matter: str = "type: Note", body: str = "x\n") -> bytes:
    return f"---\n{front_matter}\n---\n{body}".encode()


def found(data: bytes, path: str = "a.md", **others: bytes) -> list[str]:
    verdict = okf.bundle({path: data, **{name.replace("_", "/") + ".md": content for name, content in others.items()}})
    assert verdict.conformant, verdict.breaches
    return [problem.code for problem in verdict.findings]


@pytest.mark.parametrize("name", sorted(CASES))
def test_each_adversarial_bundle_gets_its_verdict(shared: Path, name: str) -> None:
    verdict = okf.bundle(files(shared / "okf/cases" / name))
    assert (verdict.conformant, [p.code for p in (*verdict.breaches, *verdict.findings)]) == CASES[name]


def test_no_adversarial_bundle_is_left_out(shared: Path) -> None:
    assert {folder.name for folder in (shared / "okf/cases").iterdir()} == set(CASES)


@pytest.mark.parametrize("name", ["acme_retail", "crypto_bitcoin", "ga4", "stackoverflow"])
def test_the_official_bundles_are_conformant(shared: Path, name: str) -> None:
    bundle = files(shared / "okf/official" / name)
    assert bundle
    assert okf.bundle(bundle).breaches == ()


@pytest.mark.parametrize(
    ("path", "role"),
    [
        ("a.md", "concept"),
        ("sub/README.md", "concept"),
        ("index.md", "index"),
        ("sub/index.md", "index"),
        ("sub/log.md", "log"),
        ("AGENTS.md", "concept"),
        (".obsidian/a.md", "other"),
        ("sub/.x.md", "other"),
        ("a.MD", "other"),
        ("a.txt", "other"),
        ("/a.md", "concept"),
    ],
)
def test_a_path_has_a_role(path: str, role: str) -> None:
    assert okf.role(path) == role


def test_F10_hidden_temporary_names_are_no_pages() -> None:
    assert okf.role(".x.md.tmp123") == "other"
    assert okf.role("x.md.tmp123") == "other"


def test_a_breach_has_path_and_line() -> None:
    breach = okf.file("sub/log.md", b"# Log\n\n## May 22\n* x\n").breaches[0]
    assert (breach.path, breach.line) == ("sub/log.md", 3)


@pytest.mark.parametrize(
    ("log", "conformant"),
    [
        (b"# Log\n\n## 2026-05-22\n* x\n", True),
        (b"## 2026-05-22\n\n### Details\n", True),
        (b"# 2026-05-22\n\n# 2026-05-21\n", True),
        (b"## 2026-02-30\n", False),
        (b"# Log\n\n# May\n", False),
        (b"", True),
        (b"\xff", False),
    ],
)
def test_date_headings_decide_about_a_log(log: bytes, conformant: bool) -> None:
    assert okf.file("log.md", log).conformant is conformant


@pytest.mark.parametrize(
    ("index", "conformant"),
    [
        (b'---\nokf_version: "0.2"\n---\n', True),
        (b"---\n---\n", True),
        (b"---\nokf_version: 1\nok: 1\n---\n", False),
        (b"---\na: [\n---\n", False),
        (b"# A\n\n* [a](a.md)\n", True),
    ],
)
def test_the_root_index_may_only_name_the_version(index: bytes, conformant: bool) -> None:
    assert okf.file("index.md", index).conformant is conformant


def test_conflicts_and_nul_in_a_body_do_not_break_conformance() -> None:
    assert found(page(body="<<<<<<< a\n=======\n>>>>>>> b\n")) == ["conflict_markers"]
    assert found(page(body="a\0b")) == ["nul_byte"]


def test_U21_names_that_some_file_systems_merge_are_reported() -> None:
    verdict = okf.bundle({"Caf\u00e9.md": page(), "Cafe\u0301.md": page(), "caf\u00c9.md": page()})
    assert [problem.code for problem in verdict.findings] == ["name_clash", "name_clash"]


@pytest.mark.parametrize(
    ("front_matter", "code"),
    [
        ("type: Note\nstale_after: 2026-01-01", "date_only"),
        ("type: Note\nsources: [{resource: x y, last_modified: soon}]", "bad_time"),
        ("type: Note\nusage_window: {from: '2026-01-01T00:00:00', to: '2026-01-02T00:00:00Z'}", "bad_time"),
        ("type: Note\nsources: [{id: a, resource: x y}, {id: a, resource: z z}]", "source_id_twice"),
        ("type: Note\nsources: [{resource: /nope.md}]", "path_broken"),
        ("type: Note\nresource: ../../x", "path_outside"),
        (
            "type: Note\nverified: {by: x, at: '2026-01-01T00:00:00Z'}\ngenerated: {by: a, at: '2026-01-02T00:00:00Z'}",
            "verification_outdated",
        ),
    ],
)
def test_soft_rules_are_findings(front_matter: str, code: str) -> None:
    assert found(page(front_matter)) == [code]


def test_paths_in_front_matter_are_read_from_page_then_root() -> None:
    data = page("type: Note\nsources: [{resource: c.md}]")
    assert found(data, "sub/a.md", sub_c=page()) == []
    assert found(data, "sub/a.md", c=page()) == ["path_from_root"]


def test_a_finding_in_a_body_has_its_line_in_the_file() -> None:
    verdict = okf.bundle({"a.md": page("type: Note\ntitle: T", "\n[x](nope.md)\n")})
    assert verdict.findings[0].line == 6


def test_footnotes_are_matched_with_sources_by_id() -> None:
    sources = "type: Note\nsources: [{id: pol, resource: a b}]"
    assert found(page(sources, "a[^pol]\n\n[^pol]: P\n")) == []
    assert found(page(sources, "a[^pol]\n")) == ["footnote_undefined"]
    assert found(page(sources, "a[^other]\n\n[^other]: P\n")) == ["footnote_unknown"]


def test_a_computation_stands_in_a_block_or_behind_a_path() -> None:
    head = "type: Attested Computation\nruntime: python"
    block = "# Computation\n\n```python\n1\n```\n"
    assert found(page(head, block)) == []
    assert found(page(f"{head}\ncomputation: ./b.md"), b=page()) == []
    assert found(page(f"{head}\ncomputation: ./b.md", block), b=page()) == ["computation_unclear"]


@pytest.mark.parametrize(
    ("data", "title"),
    [
        (b"---\ntitle: Plan\n---\n# Other\n", "Plan"),
        (b"---\ntitle: 2025\n---\n", "2025"),
        (b"---\ntitle: ~\n---\ntext\n\n# From heading\n", "From heading"),
        (b"---\ntitle: ' '\n---\nx", "my note"),
        (b"# H\n", "H"),
    ],
)
def test_Y03_a_missing_title_comes_from_heading_or_file_name(data: bytes, title: str) -> None:
    assert okf.title(front.parse(data, "sub/my note.md")) == title
