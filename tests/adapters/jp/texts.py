"""What the model is told, and small helpers for showing JSON."""

from __future__ import annotations

import json
from typing import Any

import mode

# Given by the documents, to the letter.
NO_TERMINAL = (
    "{t} cannot run because no interactive terminal is available. Do not retry this tool call "
    "in this turn; continue without user input or explain what information is missing."
)
HUMAN_ONLY = (
    "{t} requires a human answer and cannot be routed to the assistant. "
    "Do not retry this tool call in this turn."
)
SECRET_NO_TERMINAL = (
    "The tool '{t}' asked for a secret value, which requires an interactive prompt, but no "
    "interactive terminal is available."
)
SECRET_HUMAN_ONLY = (
    "The tool '{t}' asked for a secret value, which must be entered by a human and cannot be "
    "routed to the assistant."
)
INQUIRY_FAILED = (
    "The tool '{t}' asked a follow-up question (\"{x}\") that was routed to a secondary assistant "
    "for resolution, but the secondary assistant failed to provide a valid answer. "
    "Error: {e}. You may retry the tool call or end the turn."
)
CANCELLED = "Tool input cancelled by user."
STOPPED_WITH = "Tool run cancelled by user with a custom message:\n\n"
BAD_ID = (
    "tool produced an invalid inquiry: question id must be non-empty and must not contain '.'"
)
UNKNOWN_TOOL = "Tool not found: {t}"
if mode.TEXTS:
    INQUIRY_FAILED = "{t} wanted to know \u00bb{x}\u00ab, but the inquiry failed: {e}"
    CANCELLED = "No answer: the question was waved away."
    BAD_ID = "The id of a question may not be empty and has no dot."
    UNKNOWN_TOOL = "Nothing here is called {t}."

# Given only as an example; these words are our own.
BAD_STATIC = (
    "{t}: what conversation.tools.{t}.questions.{q}.answer holds is not an answer to this "
    "question. The call is not at fault: only the user can mend that setting, so do not retry."
)

# Our own.
BAD_QUESTION = "{t} put a question that cannot be read: {e}"
BROKEN_ARGUMENTS = "{t} was not run, since its arguments are not a JSON object. Write them anew."
SKIPPED = "{t} was not run: the user's settings skip this tool."
REFUSED = "The user did not let {t} run."
REFUSED_BECAUSE = "The user did not let {t} run, and says why: {r}"
WITHHELD = "{t} has run, but its result is kept from you."
PANICKED = "{t} broke off without a result."
SECRET_FROM_MCP = "{t} asked for a secret, which a tool of an MCP server may not do."


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


def as_object(value: Any) -> tuple:
    """(whether it is an object, the object)"""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except ValueError:
            return False, None
    return isinstance(value, dict), value
