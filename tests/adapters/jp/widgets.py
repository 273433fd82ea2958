"""Prompts: what they show, what they take, and what comes out of them.

`act` returns one of: ("refuse",), ("draw",), ("gone", how), ("value", value, remember).
"""

from __future__ import annotations

import unicodedata
from typing import Any

from question import NOTHING, Question

REFUSE, DRAW = ("refuse",), ("draw",)
CANCELS = ("cancel", "eof")


def plain(text: str) -> str:
    """Text that cannot steer a terminal: line breaks and tabs stay."""
    out = []
    for ch in text.replace("\r\n", "\n"):
        if ch in "\n\t":
            out.append(ch)
        elif unicodedata.category(ch) == "Cc" or ch in "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069":
            out.append("\N{REPLACEMENT CHARACTER}")
        else:
            out.append(ch)
    return "".join(out)


class Prompt:
    """Common part: cancelling, failing, and the head of the drawing."""

    def __init__(self, head: list, done: Any, gone: Any):
        self.head = [plain(h) for h in head]
        self.done, self.gone = done, gone
        self.op: str | None = None
        self.extra: list = []
        self.modal = True       # a question, a permission, a delivery

    def lines(self) -> list:
        return []

    def offers(self) -> dict:
        return {}

    def show(self) -> dict:
        text = "\n".join(self.head + self.lines() + self.extra)
        return {"offers": self.offers(), "text": text}

    def act(self, act: Any) -> tuple:
        if act in CANCELS or act == {"key": "Esc"} or act == {"key": "Ctrl-C"}:
            return ("gone", "cancelled")
        if act == "broken":
            return ("gone", "broken")
        if isinstance(act, dict):
            if "answer" in act:
                return self.answer(act["answer"], False)
            if "remember" in act:
                return self.answer(act["remember"], True)
            if "key" in act:
                return self.key(act["key"])
            if "paste" in act:
                return self.paste(act["paste"])
            if "choose" in act:
                return self.choose(act["choose"])
        if act == "submit":
            return self.submit()
        return REFUSE

    def answer(self, value: Any, remember: bool) -> tuple:
        return REFUSE

    def key(self, key: str) -> tuple:
        return REFUSE

    def paste(self, text: str) -> tuple:
        return REFUSE

    def choose(self, label: str) -> tuple:
        return REFUSE

    def submit(self) -> tuple:
        return REFUSE


class Letters(Prompt):
    """A row of single keys, each with a value; some may be remembered."""

    def __init__(self, head: list, rows: list, done: Any, gone: Any, preset: Any = NOTHING,
                 peek: str | None = None):
        super().__init__(head, done, gone)
        self.rows = rows            # (key, value, remember, what it means)
        self.preset = preset
        self.peek = peek            # text that `p` shows
        self.open_help = False
        self.also: dict = {}        # keys that are taken but not offered

    def lines(self) -> list:
        keys = "/".join(r[0] for r in self.rows)
        if self.preset is not NOTHING:
            first = next(r[0] for r in self.rows if r[1] == self.preset and not r[2])
            keys += f"   (Enter means {first})"
        out = [f"<{keys}>  h or ? explains"]
        if self.open_help:
            out += [f"   {r[0]}: {r[3]}" for r in self.rows]
        return out

    def offers(self) -> dict:
        keys = [r[0] for r in self.rows] + ["h", "?"]
        if self.peek is not None:
            keys.append("p")
        if self.preset is not NOTHING:
            keys.append("Enter")
        return {"keys": keys}

    def key(self, key: str) -> tuple:
        if key in ("h", "?"):
            self.open_help = True
            return DRAW
        if key == "p" and self.peek is not None:
            self.extra = [plain(self.peek)]
            return DRAW
        if key == "Enter" and self.preset is not NOTHING:
            return ("value", self.preset, False)
        for letter, value, remember, _ in self.rows:
            if key == letter:
                return ("value", value, remember)
        if key in self.also:
            return ("value", self.also[key], False)
        return REFUSE

    def answer(self, value: Any, remember: bool) -> tuple:
        fits = [r for r in self.rows if type(r[1]) is type(value) and r[1] == value]
        if not fits:
            return REFUSE
        return ("value", value, remember and any(r[2] for r in fits))

    def submit(self) -> tuple:
        return self.key("Enter")


class Pick(Prompt):
    """One of a list; typing narrows the list down."""

    def __init__(self, head: list, options: list, done: Any, gone: Any, preset: Any = NOTHING):
        super().__init__(head, done, gone)
        self.options = options
        self.at = options.index(preset) if preset in options else 0
        self.preset = preset if preset in options else NOTHING
        self.filter = ""

    def seen(self) -> list:
        low = self.filter.casefold()
        return [i for i, o in enumerate(self.options) if low in o.casefold()]

    def lines(self) -> list:
        out = [f"narrowed by: {plain(self.filter)}"] if self.filter else []
        for i in self.seen():
            mark = "*" if i == self.at else "-"
            tail = "  (preset)" if self.options[i] == self.preset else ""
            out.append(f" {mark} {plain(self.options[i])}{tail}")
        return out + ["Up and Down move, letters narrow, Enter takes the one with the star"]

    def offers(self) -> dict:
        return {"choices": list(self.options), "keys": ["Up", "Down", "Enter"], "typing": "echoed"}

    def key(self, key: str) -> tuple:
        seen = self.seen()
        if key in ("Up", "Down"):
            if seen:
                step = -1 if key == "Up" else 1
                here = seen.index(self.at) if self.at in seen else 0
                self.at = seen[(here + step) % len(seen)]
            return DRAW
        if key == "Enter":
            return ("value", self.options[self.at], False) if self.at in seen else REFUSE
        if key == "Backspace":
            self.filter = self.filter[:-1]
        elif key == "Space":
            self.filter += " "
        elif len(key) == 1:
            self.filter += key
        else:
            return REFUSE
        return self._narrowed()

    def _narrowed(self) -> tuple:
        seen = self.seen()
        if seen and self.at not in seen:
            self.at = seen[0]
        return DRAW

    def paste(self, text: str) -> tuple:
        self.filter += text
        return self._narrowed()

    def choose(self, label: str) -> tuple:
        if label not in self.options:
            return REFUSE
        self.at, self.filter = self.options.index(label), ""
        return DRAW

    def submit(self) -> tuple:
        return self.key("Enter")

    def answer(self, value: Any, remember: bool) -> tuple:
        if isinstance(value, str) and value in self.options:
            return ("value", value, False)
        return REFUSE


class Line(Prompt):
    """Text. A preset is there as if selected: the first key replaces it."""

    def __init__(self, head: list, done: Any, gone: Any, preset: str = "", hidden: bool = False,
                 check: Any = None):
        super().__init__(head, done, gone)
        self.text, self.fresh, self.hidden = preset, bool(preset), hidden
        self.check = check

    def lines(self) -> list:
        if self.hidden:
            return ["(what you type is not shown)"]
        return ["= " + plain(self.text).replace("\n", "\n| "), "Enter sends"]

    def offers(self) -> dict:
        return {"typing": "hidden" if self.hidden else "echoed", "keys": ["Enter"]}

    def put(self, more: str) -> tuple:
        self.text = more if self.fresh else self.text + more
        self.fresh = False
        return DRAW

    def key(self, key: str) -> tuple:
        if key == "Enter":
            return self.take(self.text)
        if key == "Backspace":
            self.text = "" if self.fresh else self.text[:-1]
            self.fresh = False
            return DRAW
        if key == "Space":
            return self.put(" ")
        if key in ("Newline", "Ctrl-Enter"):
            return self.put("\n")
        return self.put(key) if len(key) == 1 else REFUSE

    def paste(self, text: str) -> tuple:
        return self.put(text)

    def submit(self) -> tuple:
        return self.take(self.text)

    def take(self, value: Any) -> tuple:
        if self.check is not None:
            ok, value = self.check(value)
            if not ok:
                return REFUSE
        return ("value", value, False)

    def answer(self, value: Any, remember: bool) -> tuple:
        if not isinstance(value, str) and self.check is None:
            return REFUSE
        return self.take(value)


def for_question(q: Question, label: str | None, done: Any, gone: Any) -> Prompt:
    """The prompt of a tool's question: context, who asks, the question, the rest."""
    head = []
    if q.context is not None:
        head += q.context.split("\n")
    if label is not None:
        head.append(f"[{label}]")
    head.append(q.text)
    default = None if q.default is NOTHING else q.default
    if q.kind.name == "boolean":
        rows = [("n", False, False, "no, for now")]
        if q.persistence == "turn":
            rows.append(("N", False, True, "no, and the same until the turn ends"))
        rows.append(("y", True, False, "yes, for now"))
        if q.persistence == "turn":
            rows.append(("Y", True, True, "yes, and the same until the turn ends"))
        preset = default if isinstance(default, bool) else NOTHING
        prompt = Letters(head, rows, done, gone, preset)
        if q.persistence == "none":
            prompt.also = {"Y": True, "N": False}
        return prompt
    if q.kind.name == "select":
        preset = default if isinstance(default, str) else NOTHING
        return Pick(head, q.kind.values(), done, gone, preset)
    hidden = q.kind.name == "secret"
    preset = default if isinstance(default, str) and not hidden else ""
    return Line(head, done, gone, preset, hidden)
