"""One run: turns, requests to the model, executions, and what interrupts them."""

from __future__ import annotations

import pathlib
from typing import Any

import askuser
import export
import inquiry
import mode
import rpc
import texts
import wire
from batch import Batch, TurnState
from desk import Desk
from interrupt import Interrupts
from question import BadShape, read_flight
from settings import BadSettings
from setup import Arguments, Setup
from stream import Stream, close_calls, drop_orphans, visible


class Execution:
    def __init__(self, op: str, batch: Batch, item: Any):
        self.op, self.batch, self.item = op, batch, item


class Inquiry:
    """A structured request and its retries."""

    def __init__(self, body: dict):
        self.body = body
        self.request: Any = None
        self.timer: str | None = None
        self.tries = 0


class Session:
    def __init__(self, begin: dict, queue: Any):
        self.begin, self.queue = begin, queue
        self.scenario = begin["scenario"]
        self.heard = self.sent = self.named = 0
        self.open: list = []
        self.requests: list = []
        self.timers: dict = {}
        self.executions: dict = {}
        self.over_ops: set = set()
        self.desk = Desk(self)
        self.stream = Stream(lambda event: self.say("event", event=event))
        self.in_turn = self.exited = False
        self.trouble: str | None = None
        self.setup: Setup | None = None
        self.batch: Batch | None = None
        self.main: Inquiry | None = None
        self.state = TurnState()
        self.interrupts = Interrupts(self)
        self.called = False

    # ------------------------------------------------------------- plumbing

    def say(self, method: str, **params: Any) -> None:
        if not self.exited:
            rpc.say(method, **params)

    def name(self, kind: str) -> str:
        self.named += 1
        return f"{kind}/{self.named}"

    def deliver(self, hear: Any, *what: Any) -> None:
        self.heard += 1
        if not self.exited:
            hear(*what)
        rpc.say(
            "idle", requests={"open": len(self.requests), "sent": self.sent},
            open=list(self.open), heard=self.heard, scenario=self.scenario,
        )

    def stop(self) -> None:
        for request in self.requests:
            request.give_up()
        self.requests.clear()

    def exit(self, status: int) -> None:
        self.stop()
        self.say("exited", status=status)
        self.exited = True
        self.open.clear()

    # ------------------------------------------------------------ beginning

    def start(self) -> None:
        try:
            args = Arguments(self.begin["argv"])
            self.stream.load(self.begin["stored"])
            if args.export:
                self._export(args.export)
            else:
                self.setup = Setup(self.begin, self.stream, args)
        except (BadSettings, BadShape) as no:
            self.trouble = str(no)
            if self.begin["argv"][:1] == ["conversation"]:
                self._misconfigured()

    def _misconfigured(self) -> None:
        self.say("turn/began")
        self.say("notice", text="Cannot begin: " + self.trouble)
        self.say("turn/ended", how="misconfigured")

    def _export(self, form: str) -> None:
        name = "conversation.json" if form == "json" else "conversation.md"
        make = export.as_json if form == "json" else export.as_markdown
        text = make(self.stream.events)
        path = pathlib.Path(self.begin["folder"]) / name
        path.write_text(text, encoding="utf-8", newline="")
        self.say("file/written", path=name)
        self.say("turn/began")
        self.say("turn/ended", how="completed")

    def user_message(self, text: str) -> None:
        if self.in_turn:
            self.say("refused", why="busy")
            return
        if self.setup is None:
            if self.trouble is None:
                self.say("refused", why="idle")
            else:
                self._misconfigured()
            return
        self.in_turn = True
        self.state = TurnState()
        self.called = False
        self.interrupts.reset()
        self.say("turn/began")
        if self.setup.delta and not mode.SILENT:
            self.stream.add("config_delta", delta=self.setup.delta)
            self.setup.delta = {}
        self.stream.add("turn_start")
        self.stream.add("chat_request", content=text)
        self.ask_model()

    def end_turn(self, how: Any) -> None:
        self.in_turn = False
        self.batch = self.main = None
        self.say("turn/ended", how=how)

    # ------------------------------------------------------ requests, retries

    def history(self) -> list:
        return visible(close_calls(drop_orphans(self.stream.events)))

    def offered(self) -> list:
        return self.setup.tools.offered(self.setup.forced)

    def ask_model(self) -> None:
        choice = self.setup.wire_choice()
        if self.called and choice is not None and choice["type"] != "none":
            choice = None
        model, system = self.setup.voice()
        body = wire.body(self.history(), self.offered(), choice, model, system)
        self.main = Inquiry(body)
        self.post(self.main, self._main_reply)

    def post(self, job: Inquiry, then: Any) -> None:
        name = self.name("request")
        self.say("model/request", request=name)
        self.sent += 1
        job.request = wire.Request(self.begin["model"], job.body, name, self.queue)
        job.request.on_end = lambda: self._ended(job, then)
        self.requests.append(job.request)

    def reply(self, request: Any) -> None:
        self.requests.remove(request)
        request.on_end()

    def _ended(self, job: Inquiry, then: Any) -> None:
        request, job.request = job.request, None
        failure = request.failure
        if failure is not None and failure.passing and job.tries < inquiry.RETRIES:
            job.tries += 1
            wait = inquiry.backoff(job.tries, failure.retry_after)

            def again() -> None:
                job.timer = None
                self.post(job, then)

            job.timer = self.name("timer")
            self.timers[job.timer] = again
            self.open.append(job.timer)
            self.say("timer/set", after_ms=int(wait * 1000), op=job.timer)
            return
        then(request)

    def give_up(self, job: Inquiry) -> None:
        if job.request is not None:
            self.say("model/cancel", why="interrupted", request=job.request.name)
            job.request.give_up()
            self.requests.remove(job.request)
            job.request = None
        if job.timer is not None:
            self.timers.pop(job.timer)
            self.open.remove(job.timer)
            self.say("timer/clear", why="interrupted", op=job.timer)
            job.timer = None

    def timer_fired(self, op: str) -> None:
        if op not in self.timers:
            self.say("refused", why="late")
            return
        self.open.remove(op)
        self.timers.pop(op)()

    # ------------------------------------------------------------ the turn

    def _main_reply(self, request: Any) -> None:
        self.main = None
        if request.failure is not None:
            self.end_turn({"failed": request.failure.kind})
            return
        calls = []
        for block in request.blocks:
            kind = block["type"]
            if kind == "text" and block.get("text"):
                self.stream.add("chat_response", message=block["text"])
            elif kind == "thinking":
                self.stream.add("chat_response", reasoning=block.get("thinking", ""),
                                metadata={"signature": block.get("signature", "")})
            elif kind == "tool_use":
                broken = block["input"] is wire.BROKEN
                call = {"arguments": {} if broken else block["input"],
                        "name": block["name"], "id": block["id"]}
                self.stream.add("tool_call_request", **call)
                calls.append({**call, "broken": broken})
        if not calls:
            self.end_turn("completed")
            return
        self.called = True
        self.run_batch(calls)

    def run_batch(self, calls: list) -> None:
        self.interrupts.new_batch()
        self.batch = Batch(self, self.stream, self.state, self.begin["terminal"])
        self.batch.start(calls, self.setup.tools.get)

    def batch_done(self, batch: Batch) -> None:
        self.interrupts.batch_over()
        if batch.mode == "restart":
            self.run_batch([i.call for i in batch.items])
            return
        for item in batch.finished if mode.FINISHED else batch.items:
            text, is_error = item.response
            self.stream.add("tool_call_response", is_error=is_error, content=text,
                            id=item.call["id"])
        self.batch = None
        if self.interrupts.ends_turn(batch):
            self.end_turn("interrupted")
        else:
            self.ask_model()

    # ----------------------------------------------------------- executions

    def execute(self, batch: Batch, item: Any, answers: dict) -> Any:
        tool = item.tool
        if tool.source == "builtin":
            self._builtin(batch, item, answers)
            return None
        if tool.host is None:
            batch.outcome(item, "error", texts.UNKNOWN_TOOL.format(t=item.name))
            return None
        run = Execution(self.name("run"), batch, item)
        self.executions[run.op] = run
        self.open.append(run.op)
        self.say("tool/call", op=run.op, call={
            "answers": answers, "arguments": item.arguments, "name": item.name,
            "id": item.call["id"],
        })
        return run

    def _builtin(self, batch: Batch, item: Any, answers: dict) -> None:
        if item.name == "ask_user":
            kind, value = askuser.run(item.arguments, answers)
            batch.outcome(item, kind, value, {"source": "assistant"})
        elif item.name == "describe_tools":
            batch.outcome(item, *self._describe(item.arguments))
        else:
            batch.outcome(item, "error", texts.UNKNOWN_TOOL.format(t=item.name))

    def _describe(self, args: dict) -> tuple:
        names = args.get("tools")
        if isinstance(names, str):
            names = [names]
        if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
            return "error", "describe_tools needs `tools`: a list of the names of tools."
        on = {t.name: t for t in self.offered()}
        parts = [f"{n}\n{on[n].long_docs()}" if n in on else f"{n}\n(no such tool)" for n in names]
        return "ok", "\n\n".join(parts)

    def tool_event(self, op: str, event: Any) -> None:
        run = self.executions.pop(op, None)
        if run is None:
            self.say("refused", why="late" if op in self.over_ops else "foreign")
            return
        self.over_ops.add(op)
        self.open.remove(op)
        item, batch = run.item, run.batch
        if event == "panicked":
            batch.outcome(item, "error", texts.PANICKED.format(t=item.name))
        elif "done" in event:
            batch.outcome(item, "ok", event["done"])
        elif "error" in event:
            batch.outcome(item, "error", event["error"])
        else:
            self._asked(batch, item, event["asks"])
        self.desk.next()

    def _asked(self, batch: Batch, item: Any, doc: Any) -> None:
        try:
            q = read_flight(doc)
        except BadShape as no:
            batch.outcome(item, "error", texts.BAD_QUESTION.format(t=item.name, e=no))
            return
        if not q.ident or "." in q.ident:
            batch.outcome(item, "error", texts.BAD_ID)
        elif q.kind.name == "secret" and item.tool.source == "mcp":
            batch.outcome(item, "error", texts.SECRET_FROM_MCP.format(t=item.name))
        else:
            batch.outcome(item, "ask", q)

    def cancel_execution(self, item: Any) -> None:
        self.say("tool/cancel", why="interrupted", op=item.running.op)

    def forget_execution(self, item: Any) -> None:
        self.executions.pop(item.running.op)
        self.over_ops.add(item.running.op)
        self.open.remove(item.running.op)

    def cancellation(self, item: Any) -> str:
        fallback = "This call was stopped before it had finished."
        return item.tool.field("cancellation_response", fallback) if item.tool else fallback

    # ------------------------------------------------------------ inquiries

    def inquire(self, batch: Batch, item: Any, ident: str, q: Any) -> Inquiry:
        with_id = self.begin["profile"] != "rfd034"
        form = inquiry.schema(q, ident if with_id else None)
        events = inquiry.view(self.stream.events, item.call["id"], q, item.name, form)
        over = item.tool.overrides(q.ident) if item.tool else {}
        model, system = self.setup.voice(self.setup.inquirer, over)
        tools = [] if mode.BARE else self.offered()
        job = Inquiry(wire.body(events, tools, {"type": "none"}, model, system, form))

        def then(request: Any) -> None:
            value, error = None, None
            if request.failure is not None:
                error = "LLM provider error: " + request.failure.kind
            else:
                try:
                    value = inquiry.extract(q, inquiry.data_of(request.blocks))
                except inquiry.InquiryError as no:
                    error = str(no)
            batch.inquiry_done(item, value, error)

        self.post(job, then)
        return job

    def cancel_inquiry(self, item: Any) -> None:
        self.give_up(item.inquiry)

    def signal(self, which: str) -> None:
        self.interrupts.signal(which)
