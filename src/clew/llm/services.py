"""The services that have a client library of their own; each is imported when its first model is made."""

from collections.abc import Mapping
from typing import Any

import httpx2
from pydantic_ai.models import Model

from clew.llm.remote import Line, Maker

_WHOLE: Any = {"openai_chat_streaming_requires_finish_reason": True}
"""A stream that ends without saying why was cut off."""


def _openai(model: str, line: Line, http: httpx2.AsyncClient) -> Model[Any]:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIChatModel
    from pydantic_ai.providers.openai import OpenAIProvider

    client = AsyncOpenAI(base_url=line.url, api_key=line.key or "none", http_client=http, max_retries=0)
    return OpenAIChatModel(model, provider=OpenAIProvider(openai_client=client), profile=_WHOLE)


def _ollama(model: str, line: Line, http: httpx2.AsyncClient) -> Model[Any]:
    from openai import AsyncOpenAI
    from pydantic_ai.models.ollama import OllamaModel
    from pydantic_ai.providers.ollama import OllamaProvider

    url = f"{line.url.rstrip('/').removesuffix('/v1')}/v1"
    client = AsyncOpenAI(base_url=url, api_key=line.key or "none", http_client=http, max_retries=0)
    return OllamaModel(model, provider=OllamaProvider(openai_client=client), profile=_WHOLE)


def _anthropic(model: str, line: Line, http: httpx2.AsyncClient) -> Model[Any]:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(base_url=line.url, api_key=line.key, http_client=http, max_retries=0)
    return AnthropicModel(model, provider=AnthropicProvider(anthropic_client=client))


def _google(model: str, line: Line, http: httpx2.AsyncClient) -> Model[Any]:
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    return GoogleModel(model, provider=GoogleProvider(api_key=line.key or "none", base_url=line.url, http_client=http))


MAKERS: Mapping[str, Maker] = {"openai": _openai, "ollama": _ollama, "anthropic": _anthropic, "google": _google}
"""Kind of service → how one of its models is made."""
