"""A client of the Model Context Protocol in plain Python. What the user does, and what the model calls, comes on stdin."""

import base64
import datetime
import http.client
import json
import queue
import re
import socket
import subprocess
import sys
import threading
import urllib.parse

ROUNDS = "2026-07-28"
KINDS = ("string", "number", "integer", "boolean")
RELATED_TASK = "io.modelcontextprotocol/related-task"
ROUNDS_MAX = 10
ASKS_MAX = 20


def choices(field):
    titled = field.get("oneOf") or field.get("anyOf") or []
    return [one["const"] for one in titled] or field.get("enum")


def has_format(kind, text):
    try:
        if kind == "date":
            datetime.date.fromisoformat(text)
        elif kind == "date-time":
            datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return False
    shape = {"email": r"[^@\s]+@[^@\s]+", "uri": r"[A-Za-z][A-Za-z0-9+.-]*:\S+"}.get(kind)
    return shape is None or re.fullmatch(shape, text) is not None


def fits_field(field, value):
    within = lambda size, least, most: field.get(least, size) <= size <= field.get(most, size)
    kind = field["type"]
    if kind == "boolean":
        return isinstance(value, bool)
    if kind in ("integer", "number"):
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        return is_number and (kind == "number" or value == int(value)) and within(value, "minimum", "maximum")
    if kind == "array":
        is_list = isinstance(value, list) and within(len(value), "minItems", "maxItems")
        return is_list and all(pick in choices(field["items"]) for pick in value)
    if not isinstance(value, str) or not within(len(value), "minLength", "maxLength"):
        return False
    return value in (choices(field) or [value]) and has_format(field.get("format"), value)


def fits(schema, content):
    fields = schema.get("properties", {})
    has_all = all(name in content for name in schema.get("required", []))
    return has_all and all(fits_field(fields[name], value) for name, value in content.items() if name in fields)


def say(line):
    print(json.dumps(line), flush=True)


def messages(answer):
    """The messages of an answer of HTTP, as they come."""
    kind = answer.getheader("content-type", "").split(";")[0]
    if kind == "application/json":
        yield json.loads(answer.read())
    data = []
    while kind == "text/event-stream" and (line := answer.readline()):
        name, _, value = line.decode().rstrip("\r\n").partition(":")
        if name == "data":
            data.append(value.removeprefix(" "))
        elif not name and not value and data:
            yield json.loads("\n".join(data))
            data = []


class Program:
    """A server that is started, and speaks on its stdin and stdout."""

    def __init__(self, command, heard):
        self.command, self.heard = command, heard
        self.server = None

    def start(self):
        self.server = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=read, args=(self.server.stdout, self.heard, "hear"), daemon=True).start()

    def write(self, line):
        if not self.server:
            self.start()
        self.server.stdin.write(json.dumps(line) + "\n")
        self.server.stdin.flush()

    def opened(self):
        pass

    def give_up(self, line):
        self.write(line)

    def ended(self):
        """It is started anew for the next request."""
        self.server.wait()
        self.server = None

    def close(self):
        if self.server:
            self.server.stdin.close()
            self.server.wait()


class Address:
    """A server that is asked over streamable HTTP."""

    def __init__(self, url, version, heard):
        self.url, self.version, self.heard = urllib.parse.urlsplit(url), version, heard
        self.session = None
        self.sockets = {}  # where a request is under way, by its id

    def headers(self, line):
        headers = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
        if self.session:
            headers["Mcp-Session-Id"] = self.session
        if line.get("method") != "initialize":
            headers["MCP-Protocol-Version"] = self.version
        if self.version == ROUNDS and "method" in line:
            headers["Mcp-Method"] = line["method"]
            if line["method"] == "tools/call":
                name = line["params"]["name"]
                is_plain = name.isascii() and name.isprintable() and name == name.strip() and not name.startswith("=?")
                encoded = base64.b64encode(name.encode()).decode()
                headers["Mcp-Name"] = name if is_plain else f"=?base64?{encoded}?="
        return headers

    def ask(self, method, line):
        """Sends a request of HTTP. What comes later is read by others."""
        connection = http.client.HTTPConnection(self.url.netloc)
        connection.connect()
        if "id" in line and "method" in line:
            self.sockets[line["id"]] = connection.sock
        body = json.dumps(line).encode() if line else None
        connection.request(method, self.url.path, body, self.headers(line))
        return connection

    def write(self, line):
        connection = self.ask("POST", line)
        if "id" in line and "method" in line:
            threading.Thread(target=self.hear, args=(connection, line), daemon=True).start()
        else:
            connection.getresponse().read()

    def hear(self, connection, line):
        try:
            answer = connection.getresponse()
            self.session = answer.getheader("mcp-session-id", self.session)
            for message in messages(answer):
                self.heard.put(("hear", message))
        except (OSError, ValueError, http.client.HTTPException):
            pass  # the connection was closed here, or there
        if self.sockets.pop(line.get("id"), None):
            # Where it has broken off without a response, the request has failed. After a response, nobody waits for this.
            broken = {"code": -32603, "message": "the connection has broken off"}
            self.heard.put(("hear", {"id": line["id"], "error": broken}))

    def opened(self):
        """What belongs to no request comes on a stream of its own."""
        threading.Thread(target=self.hear, args=(self.ask("GET", {}), {}), daemon=True).start()

    def give_up(self, line):
        if self.version != ROUNDS:
            return self.write(line)
        under_way = self.sockets.pop(line["params"]["requestId"], None)
        if under_way:
            under_way.shutdown(socket.SHUT_RDWR)

    def close(self):
        if self.session:
            self.ask("DELETE", {}).getresponse().read()


def read(stream, heard, name):
    for line in stream:
        heard.put((name, json.loads(line)))
    heard.put((name, None))


class Client:
    def __init__(self, begin, heard):
        self.version, self.capabilities = begin["version"], begin["capabilities"]
        self.server = Address(begin["url"], self.version, heard) if "url" in begin else Program(begin["server"], heard)
        self.sent = 0
        self.waiting = {}  # what is done with the response to a request, by its id
        self.asked = 0
        self.asks = {}  # what is done with the answer of the user, and the server's id, by our own id
        self.requests = {}  # the request under way for a call, by the id of the call
        self.rounds = {}  # the asks of a call that has asked by a result
        self.task_tools = set()  # the tools that are called as tasks
        self.tasks = {}  # the task of a call, by the id of the call

    def write(self, line):
        self.server.write({"jsonrpc": "2.0", **line})

    def request(self, method, params, then):
        if self.version == ROUNDS:
            params["_meta"] = {
                "io.modelcontextprotocol/protocolVersion": self.version,
                "io.modelcontextprotocol/clientInfo": {"name": "plain", "version": "1"},
                "io.modelcontextprotocol/clientCapabilities": self.capabilities,
            }
        self.sent += 1
        self.waiting[self.sent] = then
        self.write({"id": self.sent, "method": method, "params": params})
        return self.sent

    def open(self):
        if self.version == ROUNDS:
            return self.request("server/discover", {}, self.list)
        info = {"name": "plain", "version": "1"}
        params = {"protocolVersion": self.version, "capabilities": self.capabilities, "clientInfo": info}
        self.request("initialize", params, self.opened)

    def opened(self, answer):
        self.write({"method": "notifications/initialized"})
        self.server.opened()
        self.list(answer)

    def list(self, answer):
        self.request("tools/list", {}, self.listed)

    def listed(self, answer):
        tools = answer["result"]["tools"]
        can_be = ("required", "optional") if "tasks" in self.capabilities else ("required",)
        self.task_tools = {tool["name"] for tool in tools if tool.get("execution", {}).get("taskSupport") in can_be}
        say({"ready": {"tools": tools}})

    def call(self, call, more=None, times=0):
        params = {"name": call["name"], "arguments": call["arguments"], **(more or {})}
        if call["name"] in self.task_tools:
            params["task"] = {}
        then = lambda answer: self.called(call, answer, times)
        self.requests[call["id"]] = self.request("tools/call", params, then)

    def ends(self, call, text, is_error):
        self.requests.pop(call["id"], None)
        self.tasks.pop(call["id"], None)
        say({"result": {"id": call["id"], "text": text, "isError": is_error}})

    def called(self, call, answer, times):
        error, result = answer.get("error"), answer.get("result", {})
        wanted = (error.get("data") or {}).get("elicitations") if error and error["code"] == -32042 else None
        if wanted and self.may_ask("url"):
            pages = {str(number): page for number, page in enumerate(wanted)}
            return self.round(call, pages, {}, times, is_error=True)
        if error:
            return self.ends(call, error["message"], True)
        if call["name"] in self.task_tools and "task" in result:
            task = self.tasks[call["id"]] = result["task"]["taskId"]
            then = lambda answer: self.called(call, answer, times)
            self.requests[call["id"]] = self.request("tasks/result", {"taskId": task}, then)
            return
        kind = result.get("resultType", "complete")
        if kind == "input_required":
            entries = result.get("inputRequests", {})
            is_ask = lambda entry: isinstance(entry, dict) and entry.get("method") == "elicitation/create"
            asks = {key: entry["params"] for key, entry in entries.items() if is_ask(entry)}
            can = all(self.can_show(params) for params in asks.values()) and len(asks) == len(entries)
            state = {"requestState": result["requestState"]} if "requestState" in result else {}
            if can and (asks or state):
                return self.round(call, asks, state, times)
            return self.ends(call, "the server asks what cannot be shown", True)
        if kind != "complete":
            return self.ends(call, "a result of an unknown type", True)
        text = "\n".join(part["text"] for part in result["content"] if part["type"] == "text")
        self.ends(call, text, result.get("isError", False))

    def round(self, call, asks, state, times, is_error=False):
        if times == ROUNDS_MAX:
            return self.ends(call, "the server asks for ever", True)
        answers = {}

        def answered(key, answer):
            answers[key] = answer
            if answer["action"] != "accept":
                # What the user does not want needs no further round.
                self.withdraw(self.rounds.pop(call["id"]))
                return self.ends(call, f"the user answered with {answer['action']}", True)
            if len(answers) < len(asks):
                return
            self.rounds.pop(call["id"], None)
            more = None if is_error else {"inputResponses": {key: answers[key] for key in asks}, **state}
            self.call(call, more, times + 1)

        self.requests.pop(call["id"], None)
        if len(self.asks) + len(asks) > ASKS_MAX:
            return self.ends(call, "the server asks too much at once", True)
        self.rounds[call["id"]] = [self.ask(params, None, lambda answer, key=key: answered(key, answer)) for key, params in asks.items()]
        if not asks:
            self.call(call, state, times + 1)

    def may_ask(self, mode):
        declared = self.capabilities.get("elicitation")
        if not isinstance(declared, dict):
            return False
        return mode in declared or (mode == "form" and "url" not in declared)

    def can_show(self, params):
        mode = params.get("mode", "form")
        if not self.may_ask(mode):
            return False
        fields = params.get("requestedSchema", {}).get("properties", {}).values() if mode == "form" else []
        is_list = lambda field: field.get("type") == "array" and {"enum", "anyOf"} & field.get("items", {}).keys()
        return all(field.get("type") in KINDS or is_list(field) for field in fields)

    def ask(self, params, server_id, then):
        self.asked += 1
        self.asks[str(self.asked)] = (then, server_id, params.get("requestedSchema", {}))
        say({"ask": {"id": str(self.asked), "params": params}})
        return str(self.asked)

    def hear(self, line):
        if "method" not in line:
            then = self.waiting.pop(line["id"], None)
            return then and then(line)
        if line["method"] == "notifications/cancelled":
            named = line.get("params", {}).get("requestId")
            if named is None:
                return
            same = [ask for ask, (_, own, _) in self.asks.items() if own == named and type(own) is type(named)]
            return self.withdraw(same)
        if "id" not in line or self.version == ROUNDS:
            return
        params = line.get("params", {})
        if line["method"] == "ping":
            self.write({"id": line["id"], "result": {}})
        elif len(self.asks) >= ASKS_MAX:
            self.write({"id": line["id"], "error": {"code": -32603, "message": "too much is asked at once"}})
        elif line["method"] == "elicitation/create" and self.can_show(params):
            # The answer belongs to the task that has asked, if one has.
            task = params.get("_meta", {}).get(RELATED_TASK)
            meta = {"_meta": {RELATED_TASK: task}} if task else {}
            self.ask(params, line["id"], lambda answer: self.write({"id": line["id"], "result": {**answer, **meta}}))
        else:
            self.write({"id": line["id"], "error": {"code": -32602, "message": "this cannot be shown"}})

    def lost(self):
        """The server has died. In the last version a request brings all that it needs, so another process can go on."""
        if self.version != ROUNDS:
            return False
        self.server.ended()
        waiting, self.waiting = self.waiting, {}
        for then in waiting.values():
            then({"error": {"code": -32603, "message": "the server has died"}})
        return True

    def withdraw(self, asks):
        for ask in asks:
            if self.asks.pop(ask, None):
                say({"withdrawn": {"id": ask}})

    def answered(self, answer):
        ask = answer.pop("id")
        if ask not in self.asks:
            return
        then, _, schema = self.asks[ask]
        if "content" in answer:
            defaults = {name: field["default"] for name, field in schema.get("properties", {}).items() if "default" in field}
            answer["content"] = {**defaults, **answer["content"]}
            if not fits(schema, answer["content"]):
                return say({"refused": {"id": ask}})
        del self.asks[ask]
        then(answer)

    def told(self, line):
        if "call" in line:
            self.call(line["call"])
        elif "answer" in line:
            self.answered(line["answer"])
        elif "cancel" in line:
            call = line["cancel"]["id"]
            request = self.requests.pop(call, None)
            if request:
                self.waiting.pop(request, None)
            task = self.tasks.pop(call, None)
            if task:
                self.request("tasks/cancel", {"taskId": task}, lambda answer: None)
            elif request:
                params = {"requestId": request}
                self.server.give_up({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
            self.withdraw(self.rounds.pop(call, None) or list(self.asks))


def main():
    heard = queue.Queue()
    client = Client(json.loads(sys.stdin.readline())["begin"], heard)
    threading.Thread(target=read, args=(sys.stdin, heard, "told"), daemon=True).start()
    client.open()
    while True:
        name, line = heard.get()
        if line is not None:
            getattr(client, name)(line)
        elif name == "told" or not client.lost():
            break
    client.server.close()


main()
