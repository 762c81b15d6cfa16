"""Requests made from the OpenAPI document, right ones and wrong ones: no 500, no answer outside the schema."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from clew.web.call import Call, Nothing
from clew.web.site import CALLS

from webapp import HOST, ORIGIN, App, served

schemathesis = pytest.importorskip("schemathesis", reason="no schemathesis: pip install schemathesis")
EXAMPLES = int(os.environ.get("CLEW_EXAMPLES", "4"))
"""Requests of each kind for each call; a long run names more in CLEW_EXAMPLES."""


@pytest.fixture(scope="module")
def shop(pontoon: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    """The app over one copy for all requests: what they change, the next ones find."""
    home = tmp_path_factory.mktemp("shop")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CONFIG", "DATA", "CACHE"):
            patch.setenv(f"XDG_{name}_HOME", str(home / name))
        patch.setenv("CLEW_NOW", "2026-06-01T12:00:00Z")
        yield from served(Path(shutil.copytree(pontoon, home / "bundle")))


@pytest.fixture(scope="module")
def described(shop: App) -> Any:
    """The document without its locks, which tests of their own turn: here every request is let in."""
    found = shop.browser().get("/api/openapi.json").json()
    del found["security"], found["components"]["securitySchemes"]
    schema = schemathesis.openapi.from_dict(found)
    schema.app = shop.anyone.app
    return schema


def modes() -> list[Any]:
    from schemathesis.generation import GenerationMode

    return list(GenerationMode)


def wanted() -> list[Any]:
    """Every call with right requests, and with wrong ones where there is something to get wrong."""
    pairs = (
        (call, mode) for call in CALLS for mode in modes() if mode.value == "positive" or call.takes is not Nothing
    )
    return [pytest.param(call, mode, id=f"{call.name}-{mode.value}") for call, mode in pairs]


@pytest.mark.parametrize(("call", "mode"), wanted())
def test_a_call_keeps_to_its_schema(call: Call, mode: Any, described: Any, shop: App) -> None:
    from schemathesis.specs.openapi.checks import positive_data_acceptance as no_such_day

    operation = described[call.path][call.method]
    browser = shop.browser()
    cookie = "; ".join(f"{name}={value}" for name, value in browser.cookies.items())
    headers = {"cookie": cookie, "origin": ORIGIN, "host": HOST}

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.generate,),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def asked(case: Any) -> None:
        # What a schema cannot say may still be refused: a text that is no day, an id of nothing.
        case.call_and_validate(headers=headers, excluded_checks=[no_such_day])

    asked()
