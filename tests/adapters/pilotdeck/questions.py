"""The tool `ask_user_question`: its definition, its arguments, its question, and its results.

Everything here is a function of its arguments. `agent.py` and `host.py` ask the person.
"""

import re

import js

NAME = "ask_user_question"
ALIASES = ["AskUserQuestion"]
HEADER_MAX = 12

# PD-05, PD-74: to the letter.
DESCRIPTION = (
    "Use this tool when you need to ask the user one or more multiple-choice questions during execution. "
    "It is suitable for gathering preferences or requirements, clarifying ambiguous instructions, "
    "getting decisions on implementation choices, or offering the user concrete directions to choose from. "
    "Usage notes: provide 1-4 questions, each with 2-4 options; set multiSelect to true when a question should allow "
    "multiple selections; phrase the choices yourself instead of using this tool for open-ended free-form "
    "clarification. In plan mode, use ask_user_question to clarify requirements or choose between approaches before "
    "finalizing your plan. Do not use it to ask for plan approval; use exit_plan_mode for that."
)


def _object(required, properties, description=None):
    """A closed object of the schema (PD-06 to PD-09)."""
    schema = {"type": "object", "additionalProperties": False, "properties": properties}
    if required:
        schema["required"] = required
    if description:
        schema["description"] = description
    return schema


# PD-06 to PD-10 and PD-72, PD-73: keys, types and limits; PD-75 to PD-77: the descriptions, to the letter.
_OPTION = _object(
    ["label", "description"],
    {
        "label": {
            "type": "string",
            "description": "Short display text for the option. This is what the user selects.",
        },
        "description": {
            "type": "string",
            "description": "Explanation of what the option means or what choosing it implies.",
        },
        "preview": {
            "type": "string",
            "description": "Optional host-specific preview content associated with this option. Hosts may surface it "
            "alongside the choice and may echo the selected preview back in annotations.",
        },
    },
)
_QUESTION = _object(
    ["question", "header", "options"],
    {
        "question": {
            "type": "string",
            "description": "The full question shown to the user. Keep it clear and specific; if multiSelect is true, "
            "phrase it as a multi-select question.",
        },
        "header": {
            "type": "string",
            "maxLength": HEADER_MAX,
            "description": f"Very short chip/tag label for the question (max {HEADER_MAX} chars).",
        },
        "options": {
            "type": "array",
            "minItems": 2,
            "maxItems": 4,
            "description": "Available choices for this question. Provide 2-4 distinct options; they should be "
            "mutually exclusive unless multiSelect is true.",
            "items": _OPTION,
        },
        "multiSelect": {
            "type": "boolean",
            "description": "Set to true to allow the user to select multiple options for this question instead of "
            "just one.",
        },
    },
)
INPUT_SCHEMA = _object(
    ["questions"],
    {
        "questions": {
            "type": "array",
            "minItems": 1,
            "maxItems": 4,
            "description": "Questions to ask the user. Provide 1-4 multiple-choice questions in one batch.",
            "items": _QUESTION,
        },
        "answers": {
            "type": "object",
            "description": "Optional pre-supplied answers keyed by question text. Values may be a single string or "
            "an array of strings for multi-select questions.",
        },
        "annotations": {
            "type": "object",
            "description": "Optional per-question annotation data keyed by question text, such as selected preview "
            "text or free-form user notes returned by the host.",
        },
        "metadata": _object(
            [],
            {
                "source": {
                    "type": "string",
                    "description": "Optional identifier describing why this question was asked, for host-side "
                    "analytics or routing.",
                },
            },
            "Optional metadata forwarded to the host with the elicitation request. Not displayed to the user.",
        ),
    },
)


class ToolError(Exception):
    """A call that fails: the code, the message and, for wrong arguments, the issues."""

    def __init__(self, code, message, issues=None):
        super().__init__(message)
        self.error = {"code": code, "message": message}
        if issues:
            self.error["issues"] = issues


def definition():
    """The answer to a client that asks for the tool (PD-01 to PD-04). The flags are the same for any input."""
    return {
        "name": NAME,
        "aliases": ALIASES,
        "description": DESCRIPTION,
        "kind": "session",
        "shouldDefer": True,
        "maxResultBytes": 100_000,
        "inputSchema": INPUT_SCHEMA,
        "isReadOnly": True,
        "isConcurrencySafe": True,
        "requiresUserInteraction": True,
    }


# Checks before the question


def check(arguments):
    """Raises a `ToolError` if a call must not reach the person (I-4).

    The tool's own rules go first. In this profile they find that `questions` is missing (PD-12). They do not check for a
    missing header (PD-83); the schema does.
    """
    if not isinstance(arguments, dict):
        raise ToolError("invalid_tool_input", "The arguments must be a JSON object with questions.")
    issue = validate_input(arguments)
    if issue:
        raise ToolError("invalid_tool_input", issue["message"], [issue])
    # `answers` and `annotations` are open objects, so their content is not checked (PD-10), not even for `null` (PD-37).
    issues = list(_schema_issues(
        {key: value for key, value in arguments.items() if key not in ("answers", "annotations")}, INPUT_SCHEMA, "$"
    ))
    if issues:
        raise ToolError("invalid_tool_input", "; ".join(issue["message"] for issue in issues), issues)


def validate_input(arguments):
    """The first issue, or None (PD-20, PD-24), in the order PD-12, PD-13, PD-14 for all questions, then question by
    question PD-15, PD-16, and option by option PD-17, PD-18 (PD-21, PD-80). Only questions, headers, labels and
    previews are checked (PD-82), and texts are compared as they are (PD-81)."""
    questions = arguments.get("questions")
    if not isinstance(questions, list) or not questions:
        return _issue("questions", "Provide 1-4 questions")
    if len(questions) > 4:
        return _issue("questions", "At most 4 questions allowed")
    for question in questions:
        options = _get(question, "options")
        if not isinstance(options, list) or not 2 <= len(options) <= 4:
            return _issue("questions[].options", f'Question "{_shown(question, "question")}" must have 2-4 options')
    texts = []
    for question in questions:
        text, shown = _get(question, "question"), _shown(question, "question")
        if text in texts:
            return _issue("questions", f'Question texts must be unique: "{shown}"')
        texts.append(text)
        header = _get(question, "header")
        if isinstance(header, str) and js.length(header) > HEADER_MAX:
            return _issue("questions[].header", f'header for "{shown}" exceeds {HEADER_MAX} chars')
        labels = []
        for option in question["options"]:
            label = _get(option, "label")
            if label in labels:
                return _issue("questions[].options", f'Option labels must be unique within question "{shown}"')
            labels.append(label)
            fault = preview_fault(_get(option, "preview"))
            if fault is not None:
                message = f'Option "{_shown(option, "label")}" in question "{shown}": {fault}'
                return _issue("questions[].options[].preview", message)
    return None


def _issue(path, message):
    """An issue of the tool's own (PD-19, PD-79): the path has no index, and the code is always the same."""
    return {"path": path, "code": "invalid_schema", "message": message}


def _get(value, key):
    return value.get(key) if isinstance(value, dict) else None


def _shown(value, key):
    """A field as it stands in a message."""
    return js.text(value[key]) if isinstance(value, dict) and key in value else "undefined"


# The white space of JavaScript, which differs from that of Python and of Unicode.
_BLANKS = "[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]*"
# `re.ASCII`, so that words and cases are those of ASCII here, too.
_DOCUMENT = re.compile(f"<{_BLANKS}(?:html|body|!doctype)\\b", re.ASCII | re.IGNORECASE)
_ACTIVE = re.compile(f"<{_BLANKS}(?:script|style)\\b", re.ASCII | re.IGNORECASE)
_TAG = re.compile("<[a-z][^>]*>", re.ASCII | re.IGNORECASE)


def preview_fault(preview):
    """The mistake in a preview, or None (PD-26 to PD-32, PD-84). The schema finds a preview that is not a text."""
    if not isinstance(preview, str):
        return None
    if _DOCUMENT.search(preview):
        return "preview must be an HTML fragment, not a full document (no <html>, <body>, or <!DOCTYPE>)"
    if _ACTIVE.search(preview):
        return (
            "preview must not contain <script> or <style> tags. "
            "Use inline styles via the style attribute if needed."
        )
    if not _TAG.search(preview):
        return (
            'preview must contain HTML (previewFormat is set to "html"). '
            "Wrap content in a tag like <div> or <pre>."
        )
    return None


_TYPES = {"object": dict, "array": list, "string": str, "boolean": bool}


def _schema_issues(value, schema, path):
    """Missing keys, unknown keys and wrong types. Limits are not checked here (PD-11)."""
    if not isinstance(value, _TYPES[schema["type"]]):
        yield {"path": path, "code": "invalid_type", "message": f"{path} must be of the type {schema['type']}"}
    elif schema["type"] == "object":
        for key in schema.get("required", []):
            if key not in value:
                yield {"path": f"{path}.{key}", "code": "required", "message": f"{path}.{key} is required"}
        for key, field in value.items():
            if key in schema["properties"]:
                yield from _schema_issues(field, schema["properties"][key], f"{path}.{key}")
            else:
                yield {"path": f"{path}.{key}", "code": "unknown_property", "message": f"{path}.{key} is unknown"}
    elif schema["type"] == "array":
        for at, item in enumerate(value):
            yield from _schema_issues(item, schema["items"], f"{path}[{at}]")


# The question and its results


def answered_already(arguments):
    """Whether the call brings its own answers, with any content (PD-35, PD-36). `{}` and `null` are not answers
    (PD-37)."""
    answers = arguments.get("answers")
    return isinstance(answers, (dict, list, str)) and bool(answers)


def request(arguments, turn):
    """The arguments of `askUser` (PD-38): the id of the turn instead of the id of the call (PD-39), the questions as
    they are (PD-24), and metadata if there are any (PD-86). The call's answers and annotations are left out (PD-87)."""
    asked = {"toolCallId": turn, "toolName": NAME, "questions": arguments["questions"]}
    if arguments.get("metadata") is not None:
        asked["metadata"] = arguments["metadata"]
    return asked


def result_of_call(arguments, integers_first=True):
    """The result of a call that brings its answers (PD-35), written like any other (PD-101)."""
    return _result(arguments["questions"], arguments["answers"], arguments.get("annotations"), integers_first)


def result_of_answer(arguments, answer, integers_first=True):
    """The result of the channel's answer. Only the channel's annotations count (PD-43, PD-94). Everything that is not
    cancelled is answered (PD-88). A cancel is an error, and its other content is dropped (PD-41, PD-92)."""
    if answer.get("type") == "cancelled":
        reason = answer.get("reason")
        because = f" ({js.text(reason)})" if reason else ""
        raise ToolError("unsupported_tool", f"User declined to answer questions{because}")
    return _result(arguments["questions"], answer.get("answers"), answer.get("annotations"), integers_first)


def _result(questions, answers, annotations, integers_first):
    """Content and data (PD-42): one block of text (PD-98), and neither metadata nor unset annotations (PD-93)."""
    data = {"questions": questions, "answers": answers}
    if annotations is not None:
        data["annotations"] = annotations
    text = sentence(answers, annotations, integers_first)
    return {"content": [{"type": "text", "text": text}], "data": data}


def sentence(answers, annotations, integers_first=True):
    """The text for the model (PD-46): entries in the order of the answers (PD-47, PD-50), nothing escaped (PD-49),
    and nothing checked (PD-44)."""
    told = []
    for question, answer in js.entries(answers, integers_first):
        shown = js.join(answer, ", ") if isinstance(answer, list) else js.text(answer)
        entry = f'"{question}"="{shown}"'
        # PD-48, PD-97: empty parts add nothing; PD-52, PD-100: an annotation belongs to exactly this key.
        annotation = _get(annotations, question)
        if _get(annotation, "preview"):
            entry += f" selected preview:\n{js.text(annotation['preview'])}"
        if _get(annotation, "notes"):
            entry += f" user notes: {js.text(annotation['notes'])}"
        told.append(entry)
    return (
        f"User has answered your questions: {', '.join(told)}. "
        "You can now continue with the user's answers in mind."
    )
