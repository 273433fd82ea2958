"""JSON-RPC 2.0 over stdin and stdout, one message a line.

The reader has a thread of its own and puts what it reads into the one queue that the main loop takes from. Only the
main loop writes, so that lines cannot run into one another.
"""

import json
import os
import re
import threading

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
UNKNOWN_METHOD = -32601
INVALID_PARAMS = -32602

_HALF_A_PAIR = re.compile("[\ud800-\udfff]")


class Malformed(ValueError):
    """A line that is not JSON."""


def parse(text):
    """Parses standard JSON, without `NaN` and `Infinity`, from a text or from UTF-8. JSON that is nested too deep for
    Python is refused, too."""

    def refuse(name):
        raise Malformed(f"{name} is no JSON")

    try:
        text = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(text, parse_constant=refuse)
    except (ValueError, RecursionError) as error:
        raise Malformed(str(error)) from error


def write(value):
    """A value as one line of JSON in UTF-8.

    A JSON escape and a Python text can contain half a surrogate pair, but UTF-8 has no bytes for it. U+FFFD replaces
    it.
    """
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _HALF_A_PAIR.sub("\ufffd", line).encode("utf-8")


class Peer:
    """The harness, at the other end of stdin and stdout."""

    def __init__(self, queue, stdin=0, stdout=1):
        self._queue = queue
        self._stdin = stdin
        self._stdout = stdout

    def listen(self):
        """Puts `("line", bytes)` for each line into the queue, and `("end", None)` at the end."""
        threading.Thread(target=self._read, name="stdin", daemon=True).start()

    def _read(self):
        # `os.read` instead of a file object: this thread would hold the lock of a buffered stdin while it waits, and an
        # interpreter that exits meanwhile would fail on that lock.
        rest = b""
        while True:
            try:
                chunk = os.read(self._stdin, 1 << 16)
            except OSError:
                chunk = b""
            if not chunk:
                break
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                self._queue.put(("line", line))
        self._queue.put(("end", None))

    def notify(self, method, **params):
        """Sends a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def answer(self, to, result):
        """Answers a request."""
        self._send({"jsonrpc": "2.0", "id": to, "result": result})

    def fail(self, to, code, message):
        """Answers a request with an error, even one that could not be read."""
        self._send({"jsonrpc": "2.0", "id": to, "error": {"code": code, "message": message}})

    def _send(self, message):
        line = memoryview(write(message) + b"\n")
        while line:
            line = line[os.write(self._stdout, line):]
