"""Anthropic Messages: requests out of the conversation, replies into plain blocks."""

from __future__ import annotations

import http.client
import socket
import threading
import urllib.parse
from typing import Any

import rpc

BROKEN = object()   # arguments that are no JSON object


class Failure(Exception):
    def __init__(self, kind: str, retry_after: float | None = None):
        super().__init__(kind)
        self.kind, self.retry_after = kind, retry_after

    @property
    def passing(self) -> bool:
        return self.kind in ("rate_limited", "overloaded", "server", "dropped", "truncated")


class Request:
    """One request; its end is put into the queue as ("reply", self)."""

    def __init__(self, address: dict, body: dict, name: str, queue: Any):
        self.name, self.queue = name, queue
        self.blocks: list = []
        self.stop: str | None = None
        self.failure: Failure | None = None
        self.on_end: Any = None
        self.streamed = address["streamed"]
        url = urllib.parse.urlsplit(address["url"])
        self.link = http.client.HTTPConnection(url.hostname, url.port)
        payload = rpc.dump({**body, "stream": self.streamed}).encode()
        self.sock = None
        try:
            self.link.connect()
            self.sock = self.link.sock
            self.link.request("POST", url.path + "/v1/messages", payload, {
                "content-type": "application/json",
                "anthropic-version": "2023-06-01",
                "x-api-key": "unused",
                "hotseat-request": name,
            })
        except OSError:
            self.failure = Failure("dropped")
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def give_up(self) -> None:
        try:
            if self.sock is not None:
                self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.thread.join()
        self.link.close()

    def _read(self) -> None:
        try:
            if self.failure is None:
                self._reply()
        except Failure as failure:
            self.failure = failure
        except (KeyError, IndexError, TypeError, ValueError, AttributeError):
            self.failure = Failure("malformed")
        self.link.close()
        self.queue.put(("reply", self))

    def _reply(self) -> None:
        try:
            response = self.link.getresponse()
        except (OSError, http.client.HTTPException) as error:
            raise Failure("dropped") from error
        if response.status != 200:
            raise Failure(kind_of(response.status), seconds(response.getheader("retry-after")))
        try:
            raw = response.read()
        except http.client.IncompleteRead as error:
            raw = error.partial
            if not self.streamed:
                raise Failure("truncated") from error
        except (OSError, http.client.HTTPException) as error:
            raise Failure("truncated") from error
        if self.streamed:
            self._stream(raw)
        else:
            body = rpc.parse(raw.decode())
            if body.get("type") == "error":
                raise Failure(error_kind(body["error"].get("type")))
            self.stop = body.get("stop_reason")
            self.blocks = [settle(b) for b in body["content"]]

    def _stream(self, raw: bytes) -> None:
        text = raw.decode(errors="replace").replace("\r\n", "\n")
        frames = text.split("\n\n")
        frames.pop()                      # what no blank line ends is not an event
        blocks: dict = {}
        written: dict = {}
        whole = False
        for frame in frames:
            data = [l[5:].removeprefix(" ") for l in frame.split("\n") if l.startswith("data:")]
            if not data:
                continue
            event = rpc.parse("\n".join(data))
            kind = event["type"]
            if kind == "error":
                raise Failure(error_kind(event["error"].get("type")))
            if kind == "content_block_start":
                blocks[event["index"]] = dict(event["content_block"])
            elif kind == "content_block_delta":
                at, delta = event["index"], event["delta"]
                if delta["type"] == "input_json_delta":
                    written[at] = written.get(at, "") + delta["partial_json"]
                elif delta["type"] in ("text_delta", "thinking_delta", "signature_delta"):
                    key = delta["type"][:-6]
                    blocks[at][key] = blocks[at].get(key, "") + delta[key]
            elif kind == "message_delta":
                self.stop = event["delta"].get("stop_reason", self.stop)
            elif kind == "message_stop":
                whole = True
        if not whole:
            raise Failure("truncated")
        for at, text in written.items():
            if text:
                try:
                    blocks[at]["input"] = rpc.parse(text)
                except ValueError:
                    blocks[at]["input"] = BROKEN
        self.blocks = [settle(blocks[i]) for i in sorted(blocks)]


def settle(block: dict) -> dict:
    if block["type"] == "tool_use" and not isinstance(block.get("input"), dict):
        block = {**block, "input": BROKEN}
    return block


def seconds(text: str | None) -> float | None:
    try:
        return max(0.0, float(text)) if text is not None else None
    except ValueError:
        return None


def kind_of(status: int) -> str:
    if status == 429:
        return "rate_limited"
    if status == 529:
        return "overloaded"
    return "server" if status >= 500 else "rejected"


def error_kind(name: str | None) -> str:
    return {
        "overloaded_error": "overloaded", "rate_limit_error": "rate_limited",
        "api_error": "server", "timeout_error": "server",
    }.get(name or "", "rejected")


# ------------------------------------------------------------------- requests

def messages(events: list) -> list:
    """The visible events as messages; neighbours of one role are one message."""
    out: list = []

    def put(role: str, block: dict) -> None:
        if not out or out[-1]["role"] != role:
            out.append({"role": role, "content": []})
        out[-1]["content"].append(block)

    for e in events:
        kind = e["type"]
        if kind == "chat_request":
            put("user", {"text": e["content"], "type": "text"})
        elif kind == "tool_call_response":
            block = {"tool_use_id": e["id"], "content": e["content"], "type": "tool_result"}
            if e["is_error"]:
                block["is_error"] = True
            put("user", block)
        elif kind == "tool_call_request":
            put("assistant", {"input": e["arguments"], "name": e["name"], "id": e["id"], "type": "tool_use"})
        elif "message" in e:
            if e["message"]:
                put("assistant", {"text": e["message"], "type": "text"})
        elif "reasoning" in e:
            sign = (e.get("metadata") or {}).get("signature", "")
            put("assistant", {"signature": sign, "thinking": e["reasoning"], "type": "thinking"})
        elif "data" in e:
            put("assistant", {"text": rpc.dump(e["data"]), "type": "text"})
    return out


def body(events: list, tools: list, choice: dict | None, model: str, system: str,
         form: dict | None = None) -> dict:
    out: dict = {"max_tokens": 8000, "model": model, "messages": messages(events)}
    if tools:
        out["tools"] = [
            {"input_schema": t.schema(), "description": t.docs(), "name": t.name} for t in tools
        ]
        if choice is not None:
            out["tool_choice"] = choice
    if system:
        out["system"] = system
    if form is not None:
        out["output_config"] = {"format": {"schema": form, "type": "json_schema"}}
    return out
