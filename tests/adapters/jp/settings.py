"""Tool settings: layers, the on/off switch, directives, routing of questions."""

from __future__ import annotations

import copy
from typing import Any

import askuser
import rpc


class BadSettings(ValueError):
    """Settings that cannot be loaded, or a directive that cannot be obeyed."""


# ---------------------------------------------------------------- the switch

LEGACY = {
    "on": {"state": True, "allow_toggle": "any"},
    "off": {"state": False, "allow_toggle": "any"},
    "always": {"state": True, "allow_toggle": "never"},
    "explicit": {"state": False, "allow_toggle": "if_named"},
}
TOGGLES = ("any", "never", "if_named", "if_named_or_group")


def read_enable(doc: Any) -> dict:
    """Whatever a user may write for `enable`, as a table with the fields he set."""
    if doc is True:
        return dict(LEGACY["on"])
    if doc is False:
        return dict(LEGACY["off"])
    if isinstance(doc, str):
        if doc in LEGACY:
            return dict(LEGACY[doc])
        raise BadSettings(f"enable: unknown value {doc!r}")
    if not isinstance(doc, dict):
        raise BadSettings("enable must be true, false or a table")
    out = {}
    for key, value in doc.items():
        if value is None:
            continue
        if key == "state":
            if not isinstance(value, bool):
                raise BadSettings("enable.state must be true or false")
        elif key == "allow_toggle":
            if value not in TOGGLES or not isinstance(value, str):
                raise BadSettings(f"enable.allow_toggle: unknown value {value!r}")
        else:
            raise BadSettings(f"enable: unknown field {key!r}")
        out[key] = value
    return out


def read_target(doc: Any) -> Any:
    if isinstance(doc, dict):
        return doc
    if doc in ("user", "assistant") and isinstance(doc, str):
        return doc
    raise BadSettings(f"target must be \"user\", \"assistant\" or a table; got {doc!r}")


# ------------------------------------------------------------------- reading

RUN = ("ask", "unattended", "edit", "skip")
SOURCES = ("builtin", "local", "mcp")


def table(doc: Any, where: str) -> dict:
    if not isinstance(doc, dict):
        raise BadSettings(f"{where} must be a table")
    return {k: v for k, v in doc.items() if v is not None}


def at(where: str, read: Any, doc: Any) -> Any:
    try:
        return read(doc)
    except BadSettings as no:
        raise BadSettings(f"{where}: {no}") from no


def source_word(doc: Any) -> str:
    if isinstance(doc, dict):
        doc = doc.get("type", next(iter(doc), ""))
    if isinstance(doc, str) and doc.split(".", 1)[0] in SOURCES:
        return doc.split(".", 1)[0]
    raise BadSettings(f"unknown source {doc!r}")


def read_tool(doc: Any, where: str) -> dict:
    """A partial tool entry, checked; absent and null are the same."""
    out = copy.deepcopy(table(doc, where))
    if "enable" in out:
        out["enable"] = at(where + ".enable", read_enable, out["enable"])
    if "source" in out:
        at(where + ".source", source_word, out["source"])
    for key in ("run", "result"):
        if key in out and (out[key] not in RUN or not isinstance(out[key], str)):
            raise BadSettings(f"{where}.{key}: unknown value {out[key]!r}")
    for key in ("description", "summary", "cancellation_response"):
        if key in out and not isinstance(out[key], str):
            raise BadSettings(f"{where}.{key} must be text")
    if "style" in out:
        out["style"] = table(out["style"], where + ".style")
    if "parameters" in out:
        out["parameters"] = table(out["parameters"], where + ".parameters")
        for key, p in out["parameters"].items():
            here = f"{where}.parameters.{key}"
            out["parameters"][key] = p = table(p, here)
            if not isinstance(p.get("enum", []), list):
                raise BadSettings(here + ".enum must be a list")
            if not isinstance(p.get("type", ""), (str, list)):
                raise BadSettings(here + ".type must be text or a list")
            if not isinstance(p.get("required", False), bool):
                raise BadSettings(here + ".required must be true or false")
    if "questions" in out:
        out["questions"] = table(out["questions"], where + ".questions")
        for ident, q in out["questions"].items():
            here = f"{where}.questions.{ident}"
            out["questions"][ident] = q = table(q, here)
            if "target" in q:
                q["target"] = at(here + ".target", read_target, q["target"])
            if not isinstance(q.get("prompt_label", ""), str):
                raise BadSettings(here + ".prompt_label must be text")
    return out


def read_assistant(doc: Any, where: str) -> dict:
    out = copy.deepcopy(table(doc, where))
    model = out.get("model")
    if model is not None and not isinstance(model, (str, dict)):
        raise BadSettings(where + ".model must be text or a table")
    if not isinstance(out.get("system_prompt", ""), str):
        raise BadSettings(where + ".system_prompt must be text")
    if not isinstance(out.get("instructions", []), list):
        raise BadSettings(where + ".instructions must be a list")
    return out


def read_layer(value: Any) -> dict:
    """A whole layer with everything that is known in it checked."""
    out = copy.deepcopy(table(value, "the layer"))
    if "assistant" in out:
        out["assistant"] = read_assistant(out["assistant"], "assistant")
    if "conversation" in out:
        talk = out["conversation"] = table(out["conversation"], "conversation")
        if "inquiry" in talk:
            talk["inquiry"] = table(talk["inquiry"], "conversation.inquiry")
            if "assistant" in talk["inquiry"]:
                where = "conversation.inquiry.assistant"
                talk["inquiry"]["assistant"] = read_assistant(talk["inquiry"]["assistant"], where)
        if "tools" in talk:
            tools = talk["tools"] = table(talk["tools"], "conversation.tools")
            for name in tools:
                tools[name] = read_tool(tools[name], "conversation.tools." + name)
    return out


# ------------------------------------------------------------------ layering

def atom(path: tuple) -> bool:
    """Whether what stands at this path is replaced as a whole."""
    if len(path) >= 4 and path[:2] == ("conversation", "tools"):
        rest = path[3:]
        if rest[0] in ("source", "command"):
            return True
        if rest[0] == "questions":
            return len(rest) == 3 and rest[2] == "answer"
        if rest[0] == "parameters":
            return rest[-1] in ("type", "enum", "default") and len(rest) > 2
    return False


def overlay(low: Any, high: Any, path: tuple = ()) -> Any:
    """`high` over `low`: tables by key, everything else as a whole."""
    if atom(path) or not (isinstance(low, dict) and isinstance(high, dict)):
        return copy.deepcopy(high)
    out = dict(low)
    for key, value in high.items():
        out[key] = overlay(out[key], value, path + (key,)) if key in out else copy.deepcopy(value)
    return out


def changes(low: Any, high: Any, path: tuple = ()) -> dict:
    """What has to be laid over `low` to get `high`."""
    out = {}
    for key, value in high.items():
        here = path + (key,)
        if key not in low:
            out[key] = copy.deepcopy(value)
        elif isinstance(low[key], dict) and isinstance(value, dict) and not atom(here):
            inner = changes(low[key], value, here)
            if inner:
                out[key] = inner
        elif rpc.dump(low[key]) != rpc.dump(value):
            out[key] = copy.deepcopy(value)
    return out


BUILTINS = ("ask_user", "describe_tools")


def builtin_entries() -> dict:
    return {
        "ask_user": {
            "source": "builtin",
            "enable": {"state": True, "allow_toggle": "if_named"},
            "run": "unattended",
            "result": "unattended",
            "style": {"hidden": True},
            "description": askuser.DESCRIPTION,
            "parameters": copy.deepcopy(askuser.PARAMETERS),
            "questions": {"answer": {"prompt_label": "Assistant"}},
        },
        "describe_tools": {
            "source": "builtin",
            "enable": {"state": True, "allow_toggle": "never"},
            "run": "unattended",
            "result": "unattended",
            "style": {"hidden": True},
            "description": "Gives the long documentation of the tools whose names you pass.",
            "parameters": {
                "tools": {
                    "type": "array",
                    "items": {"type": "string"},
                    "required": True,
                    "description": "Names of tools.",
                }
            },
        },
    }


