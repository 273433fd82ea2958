"""Writes the stored conversation, repaired, as JSON or as readable history."""

from __future__ import annotations

import json

from stream import close_calls, drop_orphans


def repaired(events: list) -> list:
    return close_calls(drop_orphans(events))


def as_json(events: list) -> str:
    return json.dumps(repaired(events), ensure_ascii=False, indent=1) + "\n"


def compact(value) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def as_markdown(events: list) -> str:
    out = ["# A conversation", ""]

    def part(head: str, *lines: str) -> None:
        out.extend(["**" + head + "**", "", *lines, ""])

    for e in repaired(events):
        kind = e.get("type")
        if kind == "turn_start":
            out.extend(["---", ""])
        elif kind == "chat_request":
            part("User", e["content"])
        elif kind == "chat_response":
            if "message" in e:
                part("Assistant", e["message"])
            elif "data" in e:
                part("Assistant (data)", compact(e["data"]))
            else:
                part("Assistant (thinking)", str(e.get("reasoning", "")))
        elif kind == "tool_call_request":
            part("Call of " + e["name"], compact(e["arguments"]))
        elif kind == "tool_call_response":
            part("Failure" if e["is_error"] else "Result", e["content"])
        elif kind == "inquiry_request":
            q = e["question"]
            part("Inquiry", *([q["context"]] if "context" in q else []), q["text"])
        elif kind == "inquiry_response":
            if e["outcome"] == "answered":
                part("Reply", "Answer: " + compact(e["answer"]))
            elif e["outcome"] == "redacted":
                part("Reply", "Answer: <redacted>")
            else:
                part("Reply", f"Cancelled ({e['reason']})")
    return "\n".join(out)
