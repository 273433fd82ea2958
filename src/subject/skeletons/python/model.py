"""Asks the model, over Anthropic Messages. Put your own client here if you want to test it, too. It must use
the address of the run, and must not retry by itself."""

import contextlib
import http.client
import socket
import threading
import urllib.parse

import rpc

HEADERS = {"content-type": "application/json", "x-api-key": "none", "anthropic-version": "2023-06-01"}


class Failure(Exception):
    """The reply failed. The text is one of the kinds in `turn/ended`."""


class Request:
    """A request, in a thread of its own. At its end it puts `("reply", self)` into the queue, with the reply's content
    in `blocks`, or else with the kind of failure in `failure`."""

    def __init__(self, address, body, queue):
        self.blocks = None
        self.failure = None
        self.url = urllib.parse.urlsplit(address["url"])
        self.is_streamed = address["streamed"]
        self.body = rpc.dump({**body, "stream": self.is_streamed})
        self.connection = http.client.HTTPConnection(self.url.hostname, self.url.port)
        self.connection.connect()
        self.socket = self.connection.sock  # the connection lets go of it when the reply has begun
        self.thread = threading.Thread(target=self.run, args=[queue], daemon=True)
        self.thread.start()

    def give_up(self):
        """Closes the connection. The model sees that, and the thread ends."""
        with contextlib.suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.thread.join()

    def run(self, queue):
        try:
            self.blocks = self.ask()
        except Failure as failure:
            self.failure = str(failure)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError):
            self.failure = "malformed"
        self.connection.close()
        queue.put(("reply", self))

    def ask(self):
        try:
            self.connection.request("POST", self.url.path + "/v1/messages", self.body, HEADERS)
            response = self.connection.getresponse()
        except (OSError, http.client.HTTPException) as error:
            raise Failure("dropped") from error
        if response.status != 200:
            raise Failure(kind_of(response.status))
        try:
            text = response.read().decode()
        except (OSError, http.client.HTTPException) as error:
            raise Failure("truncated") from error
        blocks = streamed(text) if self.is_streamed else rpc.parse(text)["content"]
        return [with_object(block) for block in blocks]


def kind_of(status):
    kinds = {429: "rate_limited", 529: "overloaded"}
    return kinds.get(status, "server" if status >= 500 else "rejected")


def streamed(text):
    """Builds the content from the events of a stream."""
    blocks, arguments, is_whole = [], {}, False
    for event in events(text):
        if event["type"] == "error":
            raise Failure("overloaded" if event["error"]["type"] == "overloaded_error" else "server")
        if event["type"] == "content_block_start":
            blocks.append(event["content_block"])
        elif event["type"] == "content_block_delta":
            at, delta = event["index"], event["delta"]
            if delta["type"] == "input_json_delta":
                arguments[at] = arguments.get(at, "") + delta["partial_json"]
            else:
                key = delta["type"].removesuffix("_delta")  # text, thinking, signature
                blocks[at][key] = blocks[at].get(key, "") + delta[key]
        elif event["type"] == "message_stop":
            is_whole = True
    if not is_whole:
        raise Failure("truncated")
    for at, written in arguments.items():
        blocks[at]["input"] = parsed(written)
    return blocks


def events(text):
    for event in text.replace("\r\n", "\n").split("\n\n"):
        data = [line.removeprefix("data:") for line in event.split("\n") if line.startswith("data:")]
        if data:
            yield rpc.parse("\n".join(data))


def parsed(arguments):
    try:
        return rpc.parse(arguments)
    except ValueError:
        return None


def with_object(block):
    """A model may write arguments that are no object or no JSON. We must send an object, so it is empty."""
    is_wrong = block["type"] == "tool_use" and not isinstance(block["input"], dict)
    return {**block, "input": {}} if is_wrong else block
