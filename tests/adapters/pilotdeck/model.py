"""The model, over Anthropic Messages: one thread for each request, streamed or in one body."""

import http.client
import json
import socket
import threading
import urllib.parse

import conversation
import rpc


class Failure(Exception):
    """No reply came; `kind` is one of the protocol's kinds of failure."""

    def __init__(self, kind):
        super().__init__(kind)
        self.kind = kind


class Request:
    """A request under way. Its end comes as `("reply", self)` through the queue. `blocks` has the reply of the model, or
    `failure` the reason why there is none. The end of a cancelled request is not reported."""

    def __init__(self, address, body, queue):
        self.blocks = None
        self.failure = None
        self._url = urllib.parse.urlsplit(address["url"])
        self._body = rpc.write({**body, "stream": address["streamed"]})
        self._streamed = address["streamed"]
        self._queue = queue
        self._connection = http.client.HTTPConnection(self._url.hostname, self._url.port)
        self._lock = threading.Lock()  # over the two that follow
        self._socket = None
        self._is_cancelled = False
        self._thread = threading.Thread(target=self._run, name="model", daemon=True)
        self._thread.start()

    def cancel(self):
        """Cancels the request by closing its connection. Nothing of it is left when this returns."""
        with self._lock:
            self._is_cancelled = True
            if self._socket is not None:
                try:
                    # `shutdown` wakes the thread that reads; a `close` alone would not.
                    self._socket.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass  # the other side was faster
        self._thread.join()

    def _run(self):
        try:
            self.blocks = self._ask()
        except Failure as failure:
            self.failure = failure.kind
        finally:
            self._connection.close()
        self._queue.put(("reply", self))

    def _ask(self):
        try:
            self._connection.connect()
            with self._lock:
                if self._is_cancelled:
                    raise Failure("dropped")
                # The connection drops its socket after the last reply, so we keep the socket ourselves.
                self._socket = self._connection.sock
            self._connection.request(
                "POST",
                self._url.path.rstrip("/") + "/v1/messages",
                self._body,
                {"content-type": "application/json", "x-api-key": "none", "anthropic-version": "2023-06-01"},
            )
            response = self._connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            raise Failure("dropped") from error
        try:
            if response.status != 200:
                raise Failure(_kind_of_status(response.status))
            return _from_stream(response) if self._streamed else _from_body(response)
        except (OSError, http.client.HTTPException) as error:
            raise Failure("truncated") from error
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            raise Failure("malformed") from error


def _kind_of_status(status):
    if status == 429:
        return "rate_limited"
    if status == 529:
        return "overloaded"
    return "server" if status >= 500 else "rejected"


def _from_body(response):
    blocks = rpc.parse(response.read())["content"]
    return [_block(block, json.dumps(block.get("input"))) for block in blocks]


def _from_stream(response):
    """Puts the blocks together. The stream is read to its end, even after the event for its end."""
    blocks, arguments, is_complete = [], [], False
    for event in _events(response):
        kind = event["type"]
        if kind == "error":
            raise Failure("overloaded" if event["error"]["type"] == "overloaded_error" else "server")
        if kind == "content_block_start":
            blocks.append(event["content_block"])
            arguments.append("")
        elif kind == "content_block_delta":
            at, delta = event["index"], event["delta"]
            if delta["type"] == "input_json_delta":
                arguments[at] += delta["partial_json"]
            else:
                key = delta["type"].replace("_delta", "")  # text, thinking, signature
                blocks[at][key] = blocks[at].get(key, "") + delta[key]
        elif kind == "message_stop":
            is_complete = True
    if not is_complete:
        raise Failure("truncated")
    return [_block(block, text) for block, text in zip(blocks, arguments)]


def _events(response):
    """The data of each server-sent event."""
    data = []
    for line in response:
        line = line.rstrip(b"\r\n")
        if line.startswith(b"data:"):
            data.append(line[len(b"data:"):])
        elif not line and data:
            yield rpc.parse(b"\n".join(data))
            data = []


def _block(block, text):
    """A block of the reply, as it is stored; `text` is the JSON of its arguments, if it is a call."""
    if block["type"] == "tool_use":
        arguments = conversation.parsed(text)
        return {"type": "tool_call", "id": block["id"], "name": block["name"], "arguments": arguments}
    if block["type"] == "text":
        return {"type": "text", "text": block["text"]}
    return block
