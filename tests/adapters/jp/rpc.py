"""Lines of JSON in and out."""

from __future__ import annotations

import json
import sys
from typing import Any


def whole(value: Any) -> Any:
    """The same value without unpaired surrogates."""
    if isinstance(value, str):
        try:
            value.encode()
            return value
        except UnicodeEncodeError:
            return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [whole(v) for v in value]
    if isinstance(value, dict):
        return {whole(k): whole(v) for k, v in value.items()}
    return value


def parse(text: str) -> Any:
    def no_constant(name: str) -> Any:
        raise ValueError("not JSON: " + name)

    try:
        return whole(json.loads(text, parse_constant=no_constant))
    except RecursionError as error:
        raise ValueError("too deep") from error


def dump(value: Any) -> str:
    return json.dumps(whole(value), ensure_ascii=False, separators=(",", ":"))


def send(**message: Any) -> None:
    line = dump({**message, "jsonrpc": "2.0"}) + "\n"
    sys.stdout.buffer.write(line.encode())
    sys.stdout.buffer.flush()


def say(method: str, **params: Any) -> None:
    send(params=params, method=method)
