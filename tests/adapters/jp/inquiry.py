"""Structured inquiries: the schema, the view of the conversation, the answer."""

from __future__ import annotations

from typing import Any

import mode
import rpc
from question import Question
from stream import close_calls, drop_orphans, visible

RETRIES = 5 if mode.RETRIES else 3


class InquiryError(Exception):
    pass


def answer_schema(q: Question) -> dict:
    if q.kind.name == "boolean":
        return {"type": "boolean"}
    if q.kind.name == "select":
        return {"enum": q.kind.values(), "type": "string"}
    return {"type": "string"}


def schema(q: Question, ident: str | None) -> dict:
    """With an id as the first inquiry document has it; without, as the later one."""
    props = {"answer": answer_schema(q)}
    if ident is not None:
        props["inquiry_id"] = {"const": ident, "type": "string"}
    return {
        "additionalProperties": False,
        "required": list(props),
        "properties": props,
        "type": "object",
    }


def view(events: list, call: str, q: Question, tool: str, form: dict) -> list:
    """A copy of the conversation with the paused call resolved and the question put."""
    out = list(visible(drop_orphans(events)))
    at = max(i for i, e in enumerate(out)
             if e["type"] == "tool_call_request" and e["id"] == call)
    while at + 1 < len(out) and out[at + 1]["type"] in ("tool_call_request", "tool_call_response"):
        at += 1
    out.insert(at + 1, {
        "type": "tool_call_response", "id": call, "is_error": False,
        "content": "Tool paused: " + ("it waits for you." if mode.TEXTS else q.text),
    })
    out = close_calls(out)
    out.append({
        "type": "chat_request", "schema": form,
        "content": q.text if mode.BARE else f"The tool `{tool}` requires additional input.\n\n{q.text}\n\n"
                   "Provide your answer based on the conversation context.",
    })
    return out


def extract(q: Question, data: Any) -> Any:
    if data is None:
        raise InquiryError("No structured data in the LLM response")
    why = "Failed to extract answer from structured response: "
    if not isinstance(data, dict) or "answer" not in data:
        raise InquiryError(why + "there is no `answer`")
    value = data["answer"]
    if value is None:
        raise InquiryError(why + "`answer` is null")
    if not q.kind.fits(value):
        raise InquiryError(why + "`answer` does not fit the question")
    return value


def backoff(attempt: int, retry_after: float | None) -> float:
    """Seconds before retry number `attempt` (from 1)."""
    if mode.RETRIES:
        return 0.25
    wait = float(2 ** (attempt - 1)) if retry_after is None else float(retry_after)
    return min(wait, 30.0)


def data_of(blocks: list) -> Any:
    """The structured data of a reply; text that is no JSON is kept as text."""
    text = "".join(b.get("text", "") for b in blocks if b["type"] == "text")
    if not text.strip():
        return None
    try:
        return rpc.parse(text)
    except ValueError:
        return text
