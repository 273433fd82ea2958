"""Tools with everything resolved, and the directives that switch them."""

from __future__ import annotations

import copy
from typing import Any

import mode
from settings import BUILTINS, BadSettings, overlay, source_word


class Tool:
    """A tool with everything resolved."""

    def __init__(self, name: str, doc: dict, star: dict, host: dict | None):
        self.name, self.doc, self.star, self.host = name, doc, star, host

    def field(self, key: str, fallback: Any) -> Any:
        for layer in (self.doc, self.star):
            if key in layer:
                return layer[key]
        return fallback

    @property
    def state(self) -> bool:
        for layer in (self.doc, self.star):
            if "state" in layer.get("enable", {}):
                return layer["enable"]["state"]
        return True

    @property
    def toggle(self) -> str:
        for layer in (self.doc, self.star):
            if "allow_toggle" in layer.get("enable", {}):
                return layer["enable"]["allow_toggle"]
        return "any"

    @property
    def source(self) -> str:
        """builtin, local or mcp."""
        return source_word(self.doc["source"]) if "source" in self.doc else "local"

    @property
    def run(self) -> str:
        return self.field("run", "unattended" if self.host else "ask")

    @property
    def result(self) -> str:
        return self.field("result", "unattended")

    def question(self, ident: str) -> dict:
        return self.doc.get("questions", {}).get(ident, {})

    def label(self, ident: str):
        return self.question(ident).get("prompt_label")

    def to_assistant(self, ident: str) -> bool:
        return self.question(ident).get("target", "user") != "user"

    def overrides(self, ident: str) -> dict:
        target = self.question(ident).get("target")
        return target if isinstance(target, dict) else {}

    def schema(self) -> dict:
        """The parameters as a provider sees them."""
        params = self.doc.get("parameters", {})
        if self.host and self.name not in BUILTINS:
            out = copy.deepcopy(self.host.get("parameters") or {})
            out.setdefault("type", "object")
        else:
            out = {"required": [], "properties": {}, "type": "object"}
            if not mode.SCHEMA:
                out["additionalProperties"] = False
        for key, p in params.items():
            props = out.setdefault("properties", {})
            props[key] = overlay(props.get(key, {}), param_schema(p))
            if p.get("required") and key not in out.setdefault("required", []):
                out["required"].append(key)
        return out

    def docs(self) -> str:
        return self.doc.get("summary") or self.long_docs()

    def long_docs(self) -> str:
        text = self.doc.get("description")
        return text if text is not None else (self.host or {}).get("description", "")


def param_schema(p: dict) -> dict:
    out: dict = {}
    doc = p.get("summary") or p.get("description")
    if doc:
        out["description"] = doc
    for key in ("enum", "default"):
        if p.get(key) not in (None, []):
            out[key] = p[key]
    if p.get("items"):
        out["items"] = param_schema(p["items"])
    if p.get("properties"):
        out["properties"] = {k: param_schema(v) for k, v in p["properties"].items()}
        need = [k for k, v in p["properties"].items() if v.get("required")]
        out["required"] = need
        out["additionalProperties"] = False
    if "type" in p:
        out["type"] = p["type"]
    return out


class Tools:
    """All tools of a run. `tree` is the resolved `conversation.tools`."""

    def __init__(self, tree: dict, host: list):
        self.docs = {n: d for n, d in tree.items() if n != "*"}
        self.star = tree.get("*", {})
        self.host = {t["name"]: t for t in host}
        for name in self.host:
            self.docs.setdefault(name, {})

    def get(self, name: str) -> Tool | None:
        doc = self.docs.get(name)
        return None if doc is None else Tool(name, doc, self.star, self.host.get(name))

    def offered(self, forced: str | None) -> list:
        out = []
        for name in self.docs:
            tool = self.get(name)
            if tool.state or (name == forced and tool.toggle != "never"):
                out.append(tool)
        return out

    def check(self) -> None:
        for name, doc in self.docs.items():
            if "source" not in doc and name not in self.host:
                raise BadSettings(f"conversation.tools.{name}.source is missing")

    def flip(self, name: str, state: bool) -> None:
        doc = self.docs[name] = dict(self.docs[name])
        doc["enable"] = {**doc.get("enable", {}), "state": state}

    def direct(self, state: bool, name: str | None) -> None:
        """One `-t`/`-T`, with a name or bare."""
        if name is None:
            for n in list(self.docs):
                tool = self.get(n)
                if tool.toggle == "any" and tool.state != state:
                    self.flip(n, state)
            return
        tool = self.get(name)
        if tool is None:
            raise BadSettings(f"there is no tool named `{name}`")
        if tool.state == state:
            return
        if tool.toggle == "never":
            verb, lock = ("enable", "off") if state else ("disable", "on")
            raise BadSettings(
                f"cannot {verb} `{name}`: this tool is configured as locked-{lock}"
            )
        self.flip(name, state)
