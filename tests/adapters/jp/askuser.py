"""The built-in `ask_user`: its arguments, its question, its result, its definition."""

from __future__ import annotations

import json
from typing import Any

import mode
from question import Kind, NOTHING, Question

KINDS = ("text", "select", "boolean")
SLOT = "answer"

DESCRIPTION = (
    "Puts one question to the human who is running this session and hands their reply back to "
    "you. The reply is typed: a yes or no (boolean), one of the options you list (select), or "
    "free words (text). Call it only when something that you cannot proceed without is neither "
    "in the conversation nor within reach of your other tools, and this user can reasonably be "
    "expected to know it. When in doubt, do not ask: answer the user's original request "
    "directly. Avoid reflexive use; never call it to confirm obvious next steps or to clarify "
    "what you can derive from the context. Never ask for secrets such as passwords, API keys or "
    "SSH passphrases: every answer is sent to the model and is stored in the conversation."
)

PARAMETERS = {
    "default": {
        "type": ["string", "boolean"],
        "required": False,
        "description": "What the prompt starts from. Must fit answer_type.",
    },
    "options": {
        "type": "array",
        "items": {"type": "string"},
        "required": False,
        "description": "The choices. Needed with select; leave out otherwise.",
    },
    "answer_type": {
        "type": "string",
        "enum": ["text", "select", "boolean"],
        "required": False,
        "description": "What kind of reply you want. Text when left out.",
    },
    "context": {
        "type": "string",
        "required": False,
        "description": "Background, shown above the question. May have several lines.",
    },
    "question": {
        "type": "string",
        "required": True,
        "description": "The question, on a single line.",
    },
}


class Refusal(Exception):
    """The arguments (or the answer) cannot be accepted; the text is for the model."""


def resolve(args: Any) -> Question:
    """Checks the arguments and makes the one question out of them."""
    if not isinstance(args, dict):
        raise Refusal("ask_user takes an object with at least a `question`.")

    # Types first, so that what follows may rely on them.
    kind = args.get("answer_type")
    if kind is None:
        kind = "text"
    if isinstance(kind, str):
        kind = kind.lower()
    if kind not in KINDS or not isinstance(kind, str):
        raise Refusal(
            "`answer_type` must be one of \"boolean\", \"select\" or \"text\"; got "
            + json.dumps(args["answer_type"]) + "."
        )
    options = args.get("options")
    if isinstance(options, str) and not mode.STRICT:     # JSON in a string becomes what it says
        try:
            options = json.loads(options)
        except ValueError:
            pass
    if "options" in args:
        if not isinstance(options, list) or not all(isinstance(o, str) for o in options):
            raise Refusal("`options` must be a list of strings.")
        if len(set(options)) < len(options):
            raise Refusal("`options` names one choice twice; every option may stand there once.")

    if kind == "select" and not options:
        raise Refusal("A select needs `options` with at least one entry; add them or change `answer_type`.")
    if kind != "select" and options is not None:
        raise Refusal(
            "`options` may be given only with `answer_type`: \"select\"; "
            f"this call asks for {kind}. Remove `options` or set `answer_type` to select."
        )

    default = args.get("default")
    if default is not None:
        if kind == "boolean" and not isinstance(default, bool):
            raise Refusal("`default` must be true or false when `answer_type` is boolean.")
        if kind != "boolean" and not isinstance(default, str):
            raise Refusal(f"`default` must be a string when `answer_type` is {kind}.")
        if kind == "select" and default not in options:
            raise Refusal("`default` must be one of `options`, written exactly alike.")

    context = args.get("context")
    if context is not None and not isinstance(context, str):
        raise Refusal("`context` must be a string.")

    text = args.get("question")
    if text is None:
        raise Refusal("`question` is missing; say in one line what you want to know.")
    if isinstance(text, (int, float)) and not isinstance(text, bool):
        text = json.dumps(text)
    if not isinstance(text, str):
        raise Refusal("`question` must be a string.")
    if not text:
        raise Refusal("`question` is empty; say in one line what you want to know.")
    if "\n" in text or "\u2028" in text or "\u2029" in text:
        raise Refusal(
            "`question` has to fit on a single line. Keep it short and move the rest "
            "(several lines are fine there) into `context`."
        )

    return Question(
        ident=SLOT,
        text=text,
        kind=Kind(kind, [{"value": o} for o in options or []]),
        default=NOTHING if default is None else default,
        context=context,
        exclusive=True,
        persistence="none",
    )


def run(args: Any, answers: dict):
    """One execution. Returns ("ask", Question), ("ok", text) or ("error", text)."""
    try:
        q = resolve(args)
    except Refusal as no:
        return "error", str(no)
    if SLOT not in answers:
        return "ask", q
    given = answers[SLOT]
    if not q.kind.fits(given):
        return "error", "ask_user: the accumulated answer does not match the requested answer type."
    body = {"answer": given, "answer_type": q.kind.name}
    return "ok", json.dumps(body, ensure_ascii=False)
