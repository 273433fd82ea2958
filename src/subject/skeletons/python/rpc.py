"""JSON-RPC 2.0 on stdin and stdout, one message a line. You need not change this."""

import json
import math
import os
import re
import sys
import threading

NOT_JSON, INVALID_REQUEST, UNKNOWN_METHOD, INVALID_PARAMS = -32700, -32600, -32601, -32602


class Error(Exception):
    """The error that answers a message that cannot be handled."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def listen(queue):
    """Puts `("line", bytes)` into the queue for each line of stdin, and `("end", None)` at its end."""

    def read_all():
        # Not `sys.stdin`: a process that exits while a thread waits in there ends with a fault.
        rest = b""
        while chunk := os.read(0, 1 << 16):
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                queue.put(("line", line))
        queue.put(("end", None))

    threading.Thread(target=read_all, daemon=True).start()


def read(line):
    try:
        message = parse(line)
    except ValueError as error:
        raise Error(NOT_JSON, f"no JSON: {error}") from error
    if not isinstance(message, dict):
        raise Error(INVALID_REQUEST, "no message")
    return message


def need(params, name):
    """A required parameter."""
    if not isinstance(params, dict) or name not in params:
        raise Error(INVALID_PARAMS, f"there is no parameter {name}")
    return params[name]


def send(**message):
    sys.stdout.buffer.write(dump({"jsonrpc": "2.0", **message}) + b"\n")
    sys.stdout.buffer.flush()


def parse(text):
    """Parses JSON, without the numbers that only Python accepts, such as NaN. Raises `ValueError` for anything else."""

    def finite(number):
        if not math.isfinite(float(number)):
            raise ValueError(f"{number} is no number in JSON")
        return float(number)

    try:
        return json.loads(text, parse_constant=finite, parse_float=finite)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def dump(value):
    """JSON in UTF-8. UTF-8 cannot encode an unpaired surrogate, so U+FFFD replaces it."""
    return re.sub("[\ud800-\udfff]", "\ufffd", json.dumps(value, ensure_ascii=False)).encode()
