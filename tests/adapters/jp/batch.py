"""Runs the tool calls of one model reply and settles the questions they put.

Nothing here waits: whoever drives a batch calls back with outcomes, answers and
inquiry results, in whatever order they come.
"""

from __future__ import annotations

from typing import Any

import mode
import texts
import widgets
from question import Question
from stream import answered, cancelled, redacted


class TurnState:
    """What lives as long as one turn."""

    minted = 0

    def __init__(self) -> None:
        self.remembered: dict = {}      # (tool, question id) -> answer
        self.permitted: dict = {}       # tool -> bool
        self.attempts: dict = {}        # (call id, question id) -> count

    def mint(self, call: str, ident: str) -> str:
        key = (call, ident)
        self.attempts[key] = self.attempts.get(key, 0) + 1
        if mode.IDS:
            TurnState.minted += 1
            return f"inq-{TurnState.minted}"
        return f"{call}.{ident}.{self.attempts[key]}"


class Item:
    """One call of the batch."""

    def __init__(self, index: int, call: dict, tool: Any):
        self.index, self.call, self.tool = index, call, tool
        self.name = call["name"]
        self.arguments = call["arguments"]
        self.answers: dict = {}
        self.response: tuple | None = None    # (text, is_error)
        self.asking: Question | None = None
        self.open_id: str | None = None       # inquiry without a response yet
        self.prompt: Any = None
        self.running: Any = None              # handle of the execution
        self.inquiry: Any = None              # handle of the inquiry


class Batch:
    def __init__(self, host: Any, stream: Any, state: TurnState, tty: bool):
        self.host, self.stream, self.state, self.tty = host, stream, state, tty
        self.items: list = []
        self.finished: list = []
        self.mode: str | None = None      # None, "stop", "restart", "shutdown"
        self.message: str | None = None   # what a stop tells the model
        self.started = self.over = False

    # ------------------------------------------------------------ beginning

    def start(self, calls: list, lookup: Any) -> None:
        self.items = [Item(i, c, lookup(c["name"])) for i, c in enumerate(calls)]
        for item in self.items:
            self._prepare(item)
        self.started = True
        self._settle()

    def _prepare(self, item: Item) -> None:
        if item.tool is None:
            self.finish(item, texts.UNKNOWN_TOOL.format(t=item.name), True)
        elif item.call.get("broken"):
            self.finish(item, texts.BROKEN_ARGUMENTS.format(t=item.name), True)
        elif item.tool.run == "skip":
            self.finish(item, texts.SKIPPED.format(t=item.name), False)
        elif item.tool.run == "ask" and self.tty:
            known = self.state.permitted.get(item.name)
            if known is None:
                self._ask_permission(item)
            else:
                self._permitted(item, known)
        elif item.tool.run == "edit" and self.tty:
            self._edit_arguments(item)
        else:
            self.execute(item)

    def execute(self, item: Item) -> None:
        item.running = self.host.execute(self, item, dict(item.answers))

    # ------------------------------------------------------------ permission

    def _put(self, item: Item, prompt: Any) -> None:
        item.prompt = prompt
        self.host.desk.put(prompt)

    def _ask_permission(self, item: Item) -> None:
        source = {"builtin": "built-in"}.get(item.tool.source, item.tool.source)
        rows = [
            ("n", False, False, "no, not this call"),
            ("N", False, True, "no, and none of this tool until the turn ends"),
            ("y", True, False, "yes, this call"),
            ("Y", True, True, "yes, and all of this tool until the turn ends"),
            ("r", "reason", False, "no, and tell the assistant why"),
            ("e", "edit", False, "change the arguments first"),
        ]

        def done(value: Any, remember: bool) -> None:
            item.prompt = None
            if value == "reason":
                self._ask_reason(item)
            elif value == "edit":
                self._edit_arguments(item)
            else:
                if remember:
                    self.state.permitted[item.name] = value
                self._permitted(item, value)

        self._put(item, widgets.Letters(
            [f"Run {source} {item.name} tool?"], rows, done,
            lambda how: self._permitted(item, False), peek=texts.pretty(item.arguments),
        ))

    def _permitted(self, item: Item, yes: bool) -> None:
        item.prompt = None
        if yes:
            self.execute(item)
        else:
            self.finish(item, texts.REFUSED.format(t=item.name), False)

    def _ask_reason(self, item: Item) -> None:
        def done(value: str, remember: bool) -> None:
            item.prompt = None
            self.finish(item, texts.REFUSED_BECAUSE.format(t=item.name, r=value), False)

        self._put(item, widgets.Line(
            ["Why not?"], done,
            lambda how: self._permitted(item, False),
        ))

    def _edit_arguments(self, item: Item) -> None:
        def done(value: dict, remember: bool) -> None:
            item.prompt = None
            item.arguments = value
            self.execute(item)

        self._put(item, widgets.Line(
            [f"Arguments of {item.name}"], done,
            lambda how: self._permitted(item, False),
            preset=texts.compact(item.arguments), check=texts.as_object,
        ))

    # -------------------------------------------------------------- outcomes

    def outcome(self, item: Item, kind: str, value: Any, source: dict | None = None) -> None:
        """What an execution gave: ("ok"|"error", text), ("ask", Question)."""
        item.running = None
        if item.response is not None:
            return
        if kind == "ask":
            self._ask(item, value, source or {"name": item.name, "source": "tool"})
        elif self.mode in ("stop", "restart"):
            self.finish(item, *self._stopped(item))
        elif self.mode == "shutdown":
            self.finish(item, value, kind == "error")
        else:
            self._deliver(item, value, kind == "error")

    def _deliver(self, item: Item, text: str, is_error: bool) -> None:
        how = item.tool.result if item.tool else "unattended"
        if how == "skip":
            self.finish(item, texts.WITHHELD.format(t=item.name), False)
            return
        if how == "unattended" or not self.tty:
            self.finish(item, text, is_error)
            return

        def kept(_how: str = "") -> None:
            item.prompt = None
            self.finish(item, texts.WITHHELD.format(t=item.name), False)

        def edited(value: str, remember: bool) -> None:
            item.prompt = None
            self.finish(item, value, is_error)

        def edit() -> None:
            self._put(item, widgets.Line(
                [f"Result of {item.name}"], edited, kept, preset=text))

        def done(value: Any, remember: bool) -> None:
            item.prompt = None
            if value == "edit":
                edit()
            elif value:
                self.finish(item, text, is_error)
            else:
                kept()

        if how == "edit":
            edit()
            return
        rows = [("n", False, False, "keep it"), ("y", True, False, "send it"),
                ("e", "edit", False, "change it first")]
        self._put(item, widgets.Letters(
            [f"Deliver the result of the {item.name} tool?"], rows, done, kept))

    def finish(self, item: Item, text: str, is_error: bool) -> None:
        if item.response is None:
            item.response = (text, is_error)
            self.finished.append(item)
            self._settle()

    def _settle(self) -> None:
        if not self.started or self.over or any(i.response is None for i in self.items):
            return
        self.over = True
        self.host.batch_done(self)

    def close(self, item: Item, response: dict) -> None:
        """The one terminal response of the open inquiry."""
        if item.open_id is not None:
            item.open_id = None
            if mode.LATE:
                self.stream.add("inquiry_request", **item.request)
            self.stream.add("inquiry_response", **response)

    # ------------------------------------------------------------- questions

    def _ask(self, item: Item, q: Question, source: dict) -> None:
        name = item.name
        ident = self.state.mint(item.call["id"], q.ident)
        item.request = {"source": source, "question": q.kept_json(), "id": ident}
        if not mode.LATE:
            self.stream.add("inquiry_request", **item.request)
        item.asking, item.open_id = q, ident
        secret = q.kind.name == "secret"
        assistant = item.tool is not None and item.tool.to_assistant(q.ident)
        human = q.exclusive or secret

        if self.mode is not None:      # too late: the batch was cancelled
            self.close(item, cancelled(ident, "user"))
            by_assistant = not human and (assistant or not self.tty)
            self.finish(item, *self._stopped(item, by_assistant))
            return

        key = (name, q.ident, q.text if mode.REUSE else None)
        if q.persistence == "turn" and not secret and key in self.state.remembered:
            self._answer(item, self.state.remembered[key])
            return

        entry = item.tool.question(q.ident) if item.tool else {}
        if "answer" in entry:
            if q.kind.fits(entry["answer"]):
                self._answer(item, entry["answer"])
            else:
                self.close(item, cancelled(ident, "invalid_static_answer"))
                self.finish(item, texts.BAD_STATIC.format(t=name, q=q.ident), True)
        elif assistant and human:
            self.close(item, cancelled(ident, "assistant_routing_denied"))
            text = texts.HUMAN_ONLY if q.exclusive else texts.SECRET_HUMAN_ONLY
            self.finish(item, text.format(t=name), True)
        elif not assistant and self.tty and q.kind.name == "select" and not q.kind.options:
            self._prompt_gone(item)       # there is nothing that could be shown
        elif not assistant and self.tty:
            label = item.tool.label(q.ident) if item.tool else None
            self._put(item, widgets.for_question(
                q, label,
                lambda value, remember: self._prompt_answered(item, value, remember),
                lambda how: self._prompt_gone(item),
            ))
        elif not assistant and human:
            self.close(item, cancelled(ident, "no_prompt_backend"))
            text = texts.NO_TERMINAL if q.exclusive else texts.SECRET_NO_TERMINAL
            self.finish(item, text.format(t=name), True)
        else:
            item.inquiry = self.host.inquire(self, item, ident, q)

    def _answer(self, item: Item, value: Any) -> None:
        q = item.asking
        if q.kind.name == "secret":
            self.close(item, redacted(item.open_id))
        else:
            self.close(item, answered(item.open_id, value))
        item.asking = None
        item.answers[q.ident] = value
        self.execute(item)

    def _prompt_answered(self, item: Item, value: Any, remember: bool) -> None:
        item.prompt = None
        q = item.asking
        if remember and q.persistence == "turn" and q.kind.name != "secret":
            self.state.remembered[(item.name, q.ident, q.text if mode.REUSE else None)] = value
        self._answer(item, value)

    def _prompt_gone(self, item: Item) -> None:
        """The user cancelled the prompt, or the prompt failed."""
        item.prompt = None
        self.close(item, cancelled(item.open_id, "user"))
        self.finish(item, texts.CANCELLED, mode.FLAG)

    def inquiry_done(self, item: Item, value: Any, error: str | None) -> None:
        item.inquiry = None
        if error is None:
            self._answer(item, value)
            return
        self.close(item, cancelled(item.open_id, "backend_error"))
        self.finish(item, texts.INQUIRY_FAILED.format(t=item.name, x=item.asking.text, e=error), True)

    # ------------------------------------------------------------ interrupts

    def waits_for_somebody(self) -> bool:
        return any(i.prompt is not None or i.inquiry is not None for i in self.items)

    def _stopped(self, item: Item, by_assistant: bool = False) -> tuple:
        """What a call answers that was cut off."""
        if self.mode == "stop" and self.message:
            return texts.STOPPED_WITH + self.message, False
        if self.mode == "shutdown" and item.asking is not None:
            if by_assistant:
                return texts.INQUIRY_FAILED.format(
                    t=item.name, x=item.asking.text, e="Inquiry cancelled"), True
            return texts.CANCELLED, False
        return self.host.cancellation(item), False

    def cut(self, how: str, message: str | None = None) -> None:
        """Cancels whatever is not finished; running executions are waited for."""
        again = self.mode is not None
        if self.mode != "shutdown":
            self.mode = how
            self.message = message if message is not None else self.message
        if again:
            self._settle()
            return
        self.started = False
        for item in self.items:
            if item.response is not None:
                continue
            if item.running is not None:
                self.host.cancel_execution(item)
                if mode.ABRUPT:
                    self.host.forget_execution(item)
                    item.running = None
                    self.finish(item, *self._stopped(item))
                continue
            by_assistant = item.inquiry is not None
            if item.prompt is not None:
                self.host.desk.drop(item.prompt)
                item.prompt = None
            if item.inquiry is not None:
                self.host.cancel_inquiry(item)
                item.inquiry = None
            if item.open_id is not None:
                self.close(item, cancelled(item.open_id, "user"))
            self.finish(item, *self._stopped(item, by_assistant))
        self.started = True
        self._settle()
