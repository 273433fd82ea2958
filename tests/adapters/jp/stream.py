"""The conversation as it is kept: events, reading old files, pairing, views."""

from __future__ import annotations

import copy
import hashlib
from collections import Counter
from typing import Any

from question import BadShape, read_kept

VISIBLE = ("chat_request", "chat_response", "tool_call_request", "tool_call_response")
KNOWN = VISIBLE + ("turn_start", "config_delta", "inquiry_request", "inquiry_response")
REASONS = (
    "user", "backend_error", "no_prompt_backend",
    "assistant_routing_denied", "invalid_static_answer",
)


def _need(doc: dict, key: str, kind: type) -> Any:
    value = doc.get(key)
    if not isinstance(value, kind) or (kind is not bool and isinstance(value, bool)):
        raise BadShape(f"{doc.get('type', 'event')}: `{key}` is missing or malformed")
    return value


# ---------------------------------------------------------- inquiry responses

def answered(ident: str, value: Any) -> dict:
    return {"id": ident, "answer": value, "outcome": "answered"}


def cancelled(ident: str, reason: str) -> dict:
    return {"id": ident, "reason": reason, "outcome": "cancelled"}


def redacted(ident: str) -> dict:
    return {"id": ident, "outcome": "redacted"}


def read_response(doc: dict) -> dict:
    ident = _need(doc, "id", str)
    outcome = doc.get("outcome")
    if outcome is None:
        if "answer" not in doc:
            raise BadShape("inquiry_response has neither outcome nor answer")
        return answered(ident, doc["answer"])
    if outcome == "answered":
        if "answer" not in doc:
            raise BadShape("an answered inquiry_response lacks its answer")
        return answered(ident, doc["answer"])
    if outcome == "cancelled":
        reason = doc.get("reason")
        if reason is None:
            reason = "unspecified"
        if not isinstance(reason, str):
            raise BadShape("reason must be text")
        return cancelled(ident, reason)
    if outcome == "redacted":
        return redacted(ident)
    raise BadShape(f"unknown outcome {outcome!r}")


def read_source(doc: Any) -> dict:
    if not isinstance(doc, dict):
        raise BadShape("source must be an object")
    tag = doc.get("source")
    if tag in ("assistant", "user"):
        return {"source": tag}
    if tag in ("tool", "other"):
        return {"name": _need(doc, "name", str), "source": tag}
    raise BadShape(f"unknown source {tag!r}")


def read_request(doc: dict) -> dict:
    return {
        "id": _need(doc, "id", str),
        "question": read_kept(doc.get("question")).kept_json(),
        "source": read_source(doc.get("source")),
    }


# --------------------------------------------------------------------- events

def read_event(doc: Any) -> dict:
    """One event as loaded. Unknown kinds are kept as they are."""
    if not isinstance(doc, dict) or not isinstance(doc.get("type"), str):
        raise BadShape("an event must be an object with a type")
    kind = doc["type"]
    if kind not in KNOWN:
        return copy.deepcopy(doc)
    rest: dict
    if kind == "inquiry_request":
        rest = read_request(doc)
    elif kind == "inquiry_response":
        rest = read_response(doc)
    elif kind == "tool_call_request":
        args = doc.get("arguments", {})
        if not isinstance(args, dict):
            raise BadShape("tool_call_request: arguments must be an object")
        args = {k: copy.deepcopy(v) for k, v in args.items() if k != "tool_answers"}
        rest = {"id": _need(doc, "id", str), "name": _need(doc, "name", str), "arguments": args}
    elif kind == "tool_call_response":
        rest = {
            "id": _need(doc, "id", str),
            "content": _need(doc, "content", str),
            "is_error": _need(doc, "is_error", bool),
        }
    elif kind == "chat_request":
        rest = {"content": _need(doc, "content", str)}
        rest.update({k: doc[k] for k in ("schema", "author") if k in doc})
    elif kind == "chat_response":
        rest = {k: copy.deepcopy(doc[k]) for k in ("message", "reasoning", "data") if k in doc}
        if not rest:
            raise BadShape("chat_response has no content")
    elif kind == "config_delta":
        rest = {"delta": copy.deepcopy(_need(doc, "delta", dict))}
    else:
        rest = {}
    out = {"type": kind}
    for extra in ("timestamp", "event_id", "request_id", "metadata"):
        if extra in doc:
            out[extra] = copy.deepcopy(doc[extra])
    out.update(rest)
    return out


def turns(events: list) -> list:
    """Ranges (start, end) of the turns; whatever precedes the first is a turn too."""
    starts = [i for i, e in enumerate(events) if e.get("type") == "turn_start"]
    if not starts or starts[0] != 0:
        starts = [0] + starts
    return [(a, b) for a, b in zip(starts, starts[1:] + [len(events)]) if a < b]


def drop_orphans(events: list) -> list:
    """Removes inquiry events that have no partner in their turn; pairs by count."""
    keep = []
    for a, b in turns(events):
        part = events[a:b]
        waiting: dict = {}
        gone = set()
        for i, e in enumerate(part):
            if e.get("type") == "inquiry_request":
                waiting.setdefault(e["id"], []).append(i)
            elif e.get("type") == "inquiry_response":
                if waiting.get(e["id"]):
                    waiting[e["id"]].pop(0)
                else:
                    gone.add(i)
        for left in waiting.values():
            gone.update(left)
        keep += [e for i, e in enumerate(part) if i not in gone]
    return keep


def visible(events: list) -> list:
    return [e for e in events if e.get("type") in VISIBLE]


def close_calls(events: list) -> list:
    """Every call gets exactly one response: surplus ones go, lacking ones are made up."""
    out: list = []
    for a, b in turns(events):
        part = events[a:b]
        waiting: dict = {}
        gone = set()
        for i, e in enumerate(part):
            if e.get("type") == "tool_call_request":
                waiting.setdefault(e["id"], []).append(i)
            elif e.get("type") == "tool_call_response":
                if waiting.get(e["id"]):
                    waiting[e["id"]].pop(0)
                else:
                    gone.add(i)
        after: dict = {}
        for i in sorted(i for left in waiting.values() for i in left):
            end = i
            while end + 1 < len(part) and part[end + 1].get("type") not in ("chat_request", "chat_response"):
                end += 1
            after.setdefault(end, []).append({
                "type": "tool_call_response", "id": part[i]["id"], "is_error": True,
                "content": "Tool call was interrupted.",
            })
        for i, e in enumerate(part):
            if i not in gone:
                out.append(e)
            out += after.get(i, [])
    return out


class Stream:
    """The events of one conversation. `store` is told of each new one."""

    def __init__(self, store):
        self.events: list = []
        self.store = store

    def add(self, kind: str, **rest: Any) -> dict:
        if kind == "inquiry_response":
            self._check(rest["id"])
        name = hashlib.sha1(str(len(self.events)).encode()).hexdigest()[:7]
        event = {"event_id": name, **rest, "type": kind}
        self.events.append(event)
        self.store(event)
        return event

    def _check(self, ident: str) -> None:
        a, b = turns(self.events)[-1] if self.events else (0, 0)
        seen = Counter(e["type"] for e in self.events[a:b] if e.get("id") == ident)
        if seen["inquiry_response"] >= seen["inquiry_request"]:
            raise BadShape(f"no open inquiry_request `{ident}` in this turn")

    def load(self, docs: list) -> None:
        for i, doc in enumerate(docs, 1):
            try:
                self.events.append(read_event(doc))
            except BadShape as no:
                raise BadShape(f"stored event {i}: {no}") from no
