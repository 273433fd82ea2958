"""Questions that a tool puts, in flight and as they are kept in the conversation."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

NOTHING = object()


class BadShape(ValueError):
    """A document does not have the shape it should have."""


@dataclass
class Kind:
    """The type of an answer: boolean, select, text or secret."""

    name: str
    options: list = field(default_factory=list)  # of {"value": ..., "description"?: ...}

    def values(self) -> list:
        return [o["value"] for o in self.options]

    def to_json(self) -> dict:
        if self.name == "select":
            return {"options": [dict(o) for o in self.options], "type": "select"}
        return {"type": self.name}

    def fits(self, value: Any) -> bool:
        if self.name == "boolean":
            return isinstance(value, bool)
        if not isinstance(value, str):
            return False
        return self.name != "select" or value in self.values()


def read_kind(doc: Any) -> Kind:
    if not isinstance(doc, dict) or not isinstance(doc.get("type"), str):
        raise BadShape("answer_type must be an object with a type")
    name = doc["type"]
    if name in ("boolean", "text", "secret"):
        return Kind(name)
    if name == "select":
        return Kind("select", read_options(doc.get("options")))
    raise BadShape("unknown answer_type: " + name)


def read_options(doc: Any) -> list:
    if not isinstance(doc, list):
        raise BadShape("a select needs a list of options")
    out = []
    for item in doc:
        if isinstance(item, dict):
            if "value" not in item:
                raise BadShape("an option lacks its value")
            one = {"value": item["value"]}
            if item.get("description") is not None:
                one["description"] = item["description"]
            out.append(one)
        else:
            out.append({"value": item})
    return out


def _flag(doc: dict, key: str) -> bool:
    value = doc.get(key, False)
    if not isinstance(value, bool):
        raise BadShape(key + " must be true or false")
    return value


def _policy(doc: dict) -> str:
    value = doc.get("persistence", "turn")
    if value not in ("none", "turn"):
        raise BadShape("persistence must be none or turn")
    return value


@dataclass
class Question:
    """One question in flight; `ident` is empty for a kept one."""

    ident: str
    text: str
    kind: Kind
    default: Any = NOTHING
    context: str | None = None
    exclusive: bool = False
    persistence: str = "turn"

    # Shape in flight (between a tool and the coordinator).
    def flight_json(self) -> dict:
        doc: dict = {"id": self.ident}
        if self.persistence != "turn":
            doc["persistence"] = self.persistence
        if self.exclusive:
            doc["exclusive"] = True
        kind = self.kind.to_json()
        if self.kind.name == "select":
            kind["options"] = self.kind.values()
        doc["answer_type"] = kind
        doc["default"] = None if self.default is NOTHING else self.default
        doc["context"] = self.context
        doc["text"] = self.text
        return doc

    # Shape kept in the conversation.
    def kept_json(self) -> dict:
        doc: dict = {}
        if self.persistence != "turn":
            doc["persistence"] = self.persistence
        if self.exclusive:
            doc["exclusive"] = True
        if self.context is not None:
            doc["context"] = self.context
        if self.default is not NOTHING:
            doc["default"] = self.default
        doc["answer_type"] = self.kind.to_json()
        doc["text"] = self.text
        return doc


def _common(doc: Any) -> Question:
    if not isinstance(doc, dict):
        raise BadShape("a question must be an object")
    if not isinstance(doc.get("text"), str):
        raise BadShape("a question needs its text")
    if "answer_type" not in doc:
        raise BadShape("a question needs its answer_type")
    context = doc.get("context")
    if context is not None and not isinstance(context, str):
        raise BadShape("context must be text")
    default = doc.get("default")
    return Question(
        ident="",
        text=doc["text"],
        kind=read_kind(doc["answer_type"]),
        default=NOTHING if default is None else default,
        context=context,
        exclusive=_flag(doc, "exclusive"),
        persistence=_policy(doc),
    )


def read_flight(doc: Any) -> Question:
    q = _common(doc)
    if not all(isinstance(v, str) for v in q.kind.values()):
        raise BadShape("options must be texts")
    ident = doc.get("id")
    if not isinstance(ident, str):
        raise BadShape("a question needs its id")
    q.ident = ident
    return q


def read_kept(doc: Any) -> Question:
    return _common(doc)
