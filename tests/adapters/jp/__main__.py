"""The adapter: reads deliveries from stdin, hands each to the session."""

from __future__ import annotations

import queue
import sys
import threading

import mode
import rpc
from session import Session

CLAIMS = {
    "protocol": 1,
    "who": "jp-otherwise 1.0",
    "systems": [
        {"system": "jp-ask-user", "profiles": ["seed"] if mode.SEED else ["seed", "rfd082"]},
        {"system": "jp-inquiry",
         "profiles": ["seed"] if mode.SEED else ["seed", "rfd034", "rfd082"]},
    ],
    "capabilities": ["idle", "tools", "clock", "keys", "files", "kill"],
    "lanes": ["model", "tool", "prompt", "record", "client", "file", "clock", "turn"],
    "wires": ["anthropic"],
    "many": True,
}
START = {
    "scenario": str, "system": str, "profile": str, "terminal": bool, "argv": list,
    "config": list, "tools": list, "stored": list, "model": dict, "folder": str,
}


class Wrong(Exception):
    def __init__(self, code: int, text: str):
        super().__init__(text)
        self.code = code


def need(params: dict, **kinds: type) -> None:
    for key, kind in kinds.items():
        if not isinstance(params.get(key), kind):
            raise Wrong(-32602, f"{key} is missing or of the wrong type")


class Adapter:
    def __init__(self) -> None:
        self.queue: queue.Queue = queue.Queue()
        self.session: Session | None = None

    def read(self) -> None:
        first = True
        for raw in sys.stdin.buffer:
            if first:
                raw, first = raw.removeprefix(b"\xef\xbb\xbf"), False
            if raw.strip():
                self.queue.put(("line", raw))
        self.queue.put(("end", None))

    def run(self) -> None:
        threading.Thread(target=self.read, daemon=True).start()
        while True:
            kind, what = self.queue.get()
            if kind == "end":
                return
            if kind == "line":
                self.line(what)
            elif self.session is not None and what in self.session.requests:
                self.session.deliver(self.session.reply, what)

    def line(self, raw: bytes) -> None:
        try:
            message = rpc.parse(raw.decode())
        except ValueError:
            rpc.send(id=None, error={"message": "not JSON", "code": -32700})
            return
        ident = message.get("id") if isinstance(message, dict) else None
        try:
            if not isinstance(message, dict) or not isinstance(message.get("method"), str):
                raise Wrong(-32600, "no request")
            params = message.get("params") or {}
            if not isinstance(params, dict):
                raise Wrong(-32602, "params must be an object")
            self.hear(message["method"], params, ident)
        except Wrong as wrong:
            rpc.send(id=ident, error={"message": str(wrong), "code": wrong.code})

    def hear(self, method: str, params: dict, ident: object) -> None:
        s = self.session
        if method == "initialize":
            need(params, protocol=int)
            if params["protocol"] != 1:
                raise Wrong(-32602, "only protocol 1 is spoken here")
            rpc.send(id=ident, result=CLAIMS)
        elif method == "scenario/start":
            need(params, **START)
            self.session = s = Session(params, self.queue)
            rpc.send(id=ident, result={})
            s.deliver(s.start)
        elif method == "scenario/stop":
            if s is not None:
                s.stop()
            self.session = None
            rpc.send(id=ident, result={})
        elif method == "shutdown":
            rpc.send(id=ident, result={})
        elif method in ("user/message", "prompt/act", "tool/event", "timer/fired", "signal"):
            if s is None:
                raise Wrong(-32602, "no run")
            self.notice(s, method, params)
        else:
            raise Wrong(-32601, "unknown method " + method)

    @staticmethod
    def notice(s: Session, method: str, params: dict) -> None:
        if method == "user/message":
            need(params, text=str)
            s.deliver(s.user_message, params["text"])
        elif method == "prompt/act":
            need(params, op=str, act=(dict, str))
            s.deliver(s.desk.act, params["op"], params["act"])
        elif method == "tool/event":
            need(params, op=str, event=(dict, str))
            s.deliver(s.tool_event, params["op"], params["event"])
        elif method == "timer/fired":
            need(params, op=str)
            s.deliver(s.timer_fired, params["op"])
        else:
            need(params, signal=str)
            s.deliver(s.signal, params["signal"])


Adapter().run()
