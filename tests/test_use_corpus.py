"""Eight short documents about one trade; each question needs two or three of them, and none answers it alone."""

import pytest

from clew import app
from clew.use.ask import Options

DOCS = {
    "kiln": "# Kiln\n\nThe tunnel kiln fires the roof tiles at 1040 degrees. Its burners run on biogas.",
    "biogas": "# Biogas\n\nBiogas for the works comes from the digester at Holm farm. It ends in 2029.",
    "clay": "# Clay\n\nThe roof tiles are pressed from Ravn clay. Ravn clay shrinks by seven percent when it dries.",
    "press": "# Press\n\nThe Dorst press gives each roof tile its shape. Its moulds are larger, as Ravn clay shrinks.",
    "glaze": "# Glaze\n\nThe slate-grey glaze is called Nordlys. Nordlys melts at 1020 degrees and cools slowly.",
    "drying": "# Drying\n\nThe drying chamber runs on waste heat from the tunnel kiln. Tiles stay two days.",
    "orders": "# Orders\n\nThe school in Vester ordered 12,000 slate-grey roof tiles. They are due on 3 May.",
    "staff": "# Staff\n\nKarla Due looks after the Dorst press. Mads Iversen watches the tunnel kiln at night.",
}
ASKED = {
    "Which farm supplies the biogas that the burners of the tunnel kiln run on?": ("kiln", "biogas"),
    "Which glaze do the slate-grey tiles for the school in Vester get, and at what temperature does it melt?": (
        "orders",
        "glaze",
    ),
    "Why are the moulds of the Dorst press larger, and by how much does Ravn clay shrink?": ("press", "clay"),
    "Who looks after the Dorst press, whose moulds are cut for clay that shrinks?": ("staff", "press"),
    "What do the burners of the tunnel kiln run on, and which chamber gets its waste heat?": (
        "drying",
        "kiln",
    ),
    "Who watches the tunnel kiln at night, whose waste heat dries the tiles, and what do its burners run on?": (
        "staff",
        "drying",
        "kiln",
    ),
}


@pytest.fixture(scope="module")
def works(tmp_path_factory):
    folder = tmp_path_factory.mktemp("works")
    for name, text in DOCS.items():
        (folder / f"{name}.md").write_text(text, "utf-8")
    bundle = app.create(folder / "bundle", "Tile works")
    bundle.add([folder / f"{name}.md" for name in DOCS])
    yield bundle
    bundle.close()


@pytest.mark.parametrize("question", ASKED)
def test_a_question_that_needs_several_documents_gets_all_of_them_and_fewer_than_half_of_the_rest(works, question):
    block = works.context(question, Options(k=3))
    titles = {source.id: source.title.casefold() for source in works.sources()}
    served = {titles[evidence.source] for item in block.items for evidence in item.evidence}
    assert set(ASKED[question]) <= served
    assert len(served) < len(DOCS) / 2, served
