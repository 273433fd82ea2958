"""A small coding agent that speaks ACP v1 over stdin and stdout, on the official Python SDK."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import os
import threading
import urllib.parse
import uuid
from dataclasses import dataclass, field
from typing import Any

import acp
from acp.schema import (
    AgentCapabilities, Implementation, InitializeResponse, McpServerStdio, NewSessionResponse, PermissionOption,
    PromptResponse, ToolCallUpdate,
)

VERSION = "1.0.0"
LINE_LIMIT = 50 * 1024 * 1024
ASK_USER = {
    "name": "ask_user",
    "description": "Ask the user a question and get the answer. Not for passwords, keys or other secrets.",
    "parameters": {
        "type": "object",
        "properties": {
            "question": {"type": "string"},
            "options": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        },
        "required": ["question"],
    },
}
OPTIONS = [
    PermissionOption(option_id="allow-once", name="Allow once", kind="allow_once"),
    PermissionOption(option_id="allow-always", name="Allow always (same arguments)", kind="allow_always"),
    PermissionOption(option_id="reject-once", name="Reject once", kind="reject_once"),
    PermissionOption(option_id="reject-always", name="Reject always (same arguments)", kind="reject_always"),
]
KIND_OF_OPTION = {option.option_id: option.kind for option in OPTIONS}


class Failure(Exception):
    """Something went wrong in a way that can be told to the model or to the client."""


class ModelRequest:
    """One POST to the model in a thread of its own; closing its socket aborts it."""

    def __init__(self, body: dict[str, Any]) -> None:
        """Prepare the request; nothing is sent before `reply`."""
        self.body = json.dumps(body).encode()
        self.lock = threading.Lock()
        self.aborted = False
        url = urllib.parse.urlsplit(os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1"))
        self.path = url.path.rstrip("/") + "/chat/completions"
        kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        self.connection = kind(url.hostname or "localhost", url.port)

    def _send(self) -> dict[str, Any]:
        """Send the request and read the whole reply (in the thread)."""
        self.connection.connect()
        with self.lock:
            if self.aborted:
                raise Failure("the request was aborted")
        key = os.environ.get("OPENAI_API_KEY", "")
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        self.connection.request("POST", self.path, self.body, headers)
        response = self.connection.getresponse()
        text = response.read().decode("utf-8", "replace")
        if response.status != 200:
            raise Failure(f"the model answered with the status {response.status}: {text[:500]}")
        return json.loads(text)

    def abort(self) -> None:
        """Give the request up: nothing more is sent, and the socket is shut."""
        with self.lock:
            self.aborted = True
            if self.connection.sock is not None:
                try:
                    self.connection.sock.shutdown(2)
                except OSError:
                    pass

    async def reply(self) -> dict[str, Any]:
        """Send the request; if this task is cancelled, abort it."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[dict[str, Any]] = loop.create_future()

        def settle(result: dict[str, Any] | None, error: Exception | None) -> None:
            """Hand the outcome over to the event loop."""
            if not future.done():
                future.set_exception(error) if error else future.set_result(result or {})

        def run() -> None:
            """Run the request in the thread."""
            result, error = None, None
            try:
                result = self._send()
            except Exception as exc:
                error = exc if isinstance(exc, Failure) else Failure(f"the model cannot be reached: {exc!r}")
            finally:
                self.connection.close()
            try:
                loop.call_soon_threadsafe(settle, result, error)
            except RuntimeError:
                pass  # the loop is closed: nobody waits any more

        threading.Thread(target=run, daemon=True).start()
        try:
            return await future
        except asyncio.CancelledError:
            self.abort()
            raise


class McpServer:
    """A client of one MCP server over stdio."""

    def __init__(self, name: str) -> None:
        """Make a client that is not yet connected."""
        self.name = name
        self.ids = itertools.count(1)
        self.pending: dict[int, asyncio.Future[Any]] = {}
        self.tools: list[dict[str, Any]] = []

    async def start(self, spec: McpServerStdio, cwd: str) -> None:
        """Start the server, initialize it and list its tools."""
        env = {**os.environ, **{variable.name: variable.value for variable in spec.env}}
        self.process = await asyncio.create_subprocess_exec(
            spec.command, *spec.args, cwd=cwd, env=env, limit=LINE_LIMIT,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)
        self.reader = asyncio.create_task(self._read())
        info = {"name": "sdk-py", "version": VERSION}
        await self.request("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info})
        self._write({"method": "notifications/initialized"})
        cursor = None
        while True:
            page = await self.request("tools/list", {"cursor": cursor} if cursor else {})
            self.tools += page.get("tools", [])
            cursor = page.get("nextCursor")
            if not cursor:
                return

    def _write(self, message: dict[str, Any]) -> None:
        """Write one message as a line."""
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    async def _read(self) -> None:
        """Read the server's messages until it ends."""
        try:
            while line := await self.process.stdout.readline():
                try:
                    message = json.loads(line)
                except ValueError:
                    continue
                if not isinstance(message, dict):
                    continue
                if "method" in message:
                    if "id" in message:
                        self._answer(message)
                elif (future := self.pending.pop(message.get("id"), None)) and not future.done():
                    if "error" in message:
                        future.set_exception(Failure(f"MCP error: {json.dumps(message['error'])}"))
                    else:
                        future.set_result(message.get("result"))
        finally:
            for future in self.pending.values():
                if not future.done():
                    future.set_exception(Failure(f"the MCP server {self.name} has ended"))

    def _answer(self, request: dict[str, Any]) -> None:
        """Answer a request of the server: a ping, or nothing that this client knows."""
        if request["method"] == "ping":
            self._write({"id": request["id"], "result": {}})
        else:
            self._write({"id": request["id"], "error": {"code": -32601, "message": "Method not found"}})

    async def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Send a request and await its result; if this task is cancelled, tell the server."""
        if self.reader.done():
            raise Failure(f"the MCP server {self.name} has ended")
        request_id = next(self.ids)
        future = self.pending[request_id] = asyncio.get_running_loop().create_future()
        self._write({"id": request_id, "method": method, "params": params})
        try:
            result = await future
        except asyncio.CancelledError:
            if future.done() and not future.cancelled() and future.exception() is None:
                result = future.result()  # it came at the same moment: it is not lost
            else:
                self.pending.pop(request_id, None)
                self._write({"method": "notifications/cancelled",
                             "params": {"requestId": request_id, "reason": "the turn was cancelled"}})
                raise
        if not isinstance(result, dict):
            raise Failure(f"the MCP server {self.name} answered without a result")
        return result

    def stop(self) -> None:
        """Stop the server."""
        if process := getattr(self, "process", None):
            process.stdin.close()
            if process.returncode is None:
                process.terminate()


@dataclass
class Call:
    """A tool call of the model, and what came of it."""

    id: str
    name: str
    arguments: Any
    result: str = "Not executed: the turn was cancelled before."
    failed: bool = True


@dataclass
class Session:
    """A conversation with its tools."""

    id: str
    servers: list[McpServer] = field(default_factory=list)
    tools: dict[str, tuple[McpServer, dict[str, Any]]] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)
    decisions: dict[str, bool] = field(default_factory=dict)
    call_ids: set[str] = field(default_factory=set)
    turn: asyncio.Task[str] | None = None
    cancelled: bool = False

    def cancel(self) -> None:
        """Cancel the turn under way, if there is one."""
        if self.turn is not None and not self.cancelled:
            self.cancelled = True
            self.turn.cancel()

    def fresh_id(self, wanted: Any) -> str:
        """Give a tool call id that is new in this session, the model's own if possible."""
        base = wanted if isinstance(wanted, str) and wanted else "call"
        candidates = itertools.chain([base], (f"{base}-{n}" for n in itertools.count(2)))
        call_id = next(c for c in candidates if c not in self.call_ids)
        self.call_ids.add(call_id)
        return call_id

    def offered_tools(self) -> list[dict[str, Any]]:
        """Give all tools as the model is offered them."""
        functions = [ASK_USER]
        for name, (_, tool) in self.tools.items():
            schema = tool.get("inputSchema") or {"type": "object", "properties": {}}
            functions.append({"name": name, "description": tool.get("description") or "", "parameters": schema})
        return [{"type": "function", "function": function} for function in functions]


class SmallAgent:
    """The agent: its sessions, turns and tools. (Not a subclass of acp.Agent: that would answer every method.)"""

    def __init__(self) -> None:
        """Make an agent without sessions."""
        self.sessions: dict[str, Session] = {}
        self.can_ask = False

    def on_connect(self, conn: acp.Client) -> None:
        """Keep the connection to the client."""
        self.client = conn

    async def initialize(self, protocol_version: int, client_capabilities: Any = None, **_: Any) -> InitializeResponse:
        """Answer with version 1, and note whether the client can show forms."""
        elicitation = client_capabilities and client_capabilities.elicitation
        self.can_ask = bool(elicitation and elicitation.form is not None)
        return InitializeResponse(
            protocol_version=1, agent_capabilities=AgentCapabilities(load_session=False),
            agent_info=Implementation(name="sdk-py", version=VERSION))

    async def new_session(self, cwd: str, mcp_servers: Any = None, **_: Any) -> NewSessionResponse:
        """Begin a session, and connect its MCP servers."""
        session = Session(uuid.uuid4().hex)
        try:
            for spec in mcp_servers or []:
                if not isinstance(spec, McpServerStdio):
                    raise acp.RequestError.invalid_params({"details": "only stdio MCP servers are supported"})
                server = McpServer(spec.name)
                session.servers.append(server)
                await server.start(spec, cwd)
                for tool in server.tools:
                    name = tool["name"]
                    taken = name in session.tools or name == ASK_USER["name"]
                    session.tools[f"{spec.name}_{name}" if taken else name] = (server, tool)
        except BaseException as exc:
            for server in session.servers:
                server.stop()
            if isinstance(exc, (Failure, OSError)):
                raise acp.RequestError.internal_error({"details": f"an MCP server does not start: {exc}"}) from exc
            raise
        self.sessions[session.id] = session
        return NewSessionResponse(session_id=session.id)

    def see(self, event: Any) -> None:
        """Note a `session/cancel` the moment it is read, before any response that is read after it."""
        message = event.message
        if event.direction.value == "incoming" and isinstance(message, dict) and message.get("method") == "session/cancel":
            params = message.get("params")
            session = self.sessions.get(str(params.get("sessionId"))) if isinstance(params, dict) else None
            if session and "id" not in message:
                session.cancel()

    async def cancel(self, session_id: str, **_: Any) -> None:
        """Cancel the turn of a session (again here, for a prompt that was read together with its cancel)."""
        if session := self.sessions.get(session_id):
            session.cancel()

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> PromptResponse:
        """Run a turn, and answer with its stop reason."""
        session = self.sessions.get(session_id)
        if session is None:
            raise acp.RequestError.invalid_params({"details": f"there is no session {session_id}"})
        if session.turn is not None:
            raise acp.RequestError.invalid_request({"details": "a turn of this session is under way"})
        session.cancelled = False
        turn = session.turn = asyncio.create_task(self._turn(session, "\n".join(map(block_text, prompt))))
        try:
            await asyncio.wait([turn])
        except asyncio.CancelledError:
            turn.cancel()  # the connection is closed
            raise
        finally:
            session.turn = None
        if session.cancelled:
            return PromptResponse(stop_reason="cancelled")
        try:
            return PromptResponse(stop_reason=turn.result())
        except Failure as exc:
            raise acp.RequestError.internal_error({"details": str(exc)}) from exc

    async def _turn(self, session: Session, text: str) -> str:
        """Ask the model and run its calls, until it makes none; give the stop reason."""
        before = len(session.history)
        session.history.append({"role": "user", "content": text})
        while True:
            reply = await ModelRequest({"model": os.environ.get("OPENAI_MODEL", "default"), "stream": False,
                                        "messages": session.history, "tools": session.offered_tools()}).reply()
            try:
                choice = reply["choices"][0]
                message, finish = choice["message"], choice.get("finish_reason")
                said, refusal, raw_calls = message.get("content"), message.get("refusal"), message.get("tool_calls") or []
                raw_calls = [(raw.get("id"), raw["function"]["name"], raw["function"].get("arguments")) for raw in raw_calls]
            except (KeyError, IndexError, TypeError, AttributeError) as exc:
                raise Failure(f"the model's reply is not understood: {exc!r}") from exc
            if said or refusal:
                await self._update(session, acp.update_agent_message_text(said or refusal))
            if refusal or finish == "content_filter":
                del session.history[before:]
                return "refusal"
            if finish == "length" or not raw_calls:
                session.history.append({"role": "assistant", "content": said or ""})
                return "max_tokens" if finish == "length" else "end_turn"
            await self._run_calls(session, said, raw_calls)

    async def _run_calls(self, session: Session, said: str | None, raw_calls: list[tuple[Any, str, Any]]) -> None:
        """Run all calls of one message at the same time; whatever happens, the history gets their results."""
        calls = [Call(session.fresh_id(raw_id), name, arguments) for raw_id, name, arguments in raw_calls]
        session.history.append({"role": "assistant", "content": said, "tool_calls": [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": call.arguments or "{}"}}
            for call in calls]})
        try:
            for call in calls:
                call.arguments = parse_arguments(call.arguments)
                await self._update(session, acp.start_tool_call(
                    call.id, call.name, kind="other", status="pending", raw_input=call.arguments))
            async with asyncio.TaskGroup() as group:
                for call in calls:
                    group.create_task(self._run_call(session, call))
        finally:
            session.history += [{"role": "tool", "tool_call_id": call.id, "content": call.result} for call in calls]

    async def _run_call(self, session: Session, call: Call) -> None:
        """Run one call, and report how it ended."""
        try:
            if call.arguments is None:
                raise Failure("the arguments are not a JSON object")
            if call.name in session.tools:
                await self._call_mcp(session, call)
            elif call.name == ASK_USER["name"]:
                await self._ask_user(session, call)
            else:
                raise Failure("there is no such tool")
        except Failure as exc:
            call.result, call.failed = f"Not done: {exc}.", True
        content = [acp.tool_content(acp.text_block(call.result))]
        await self._update(session, acp.update_tool_call(
            call.id, status="failed" if call.failed else "completed", content=content))

    async def _call_mcp(self, session: Session, call: Call) -> None:
        """Call a tool of an MCP server, if that is permitted."""
        await self._require_permission(session, call)
        await self._update(session, acp.update_tool_call(call.id, status="in_progress"))
        server, tool = session.tools[call.name]
        call.result = "Executed, but the turn was cancelled before the result was there; it may have had effects."
        try:
            result = await server.request("tools/call", {"name": tool["name"], "arguments": call.arguments})
        except Failure as exc:
            call.result = f"Executed, and it failed: {exc}"
            return
        parts = [p.get("text", "") if p.get("type") == "text" else json.dumps(p) for p in result.get("content") or []]
        if not parts and "structuredContent" in result:
            parts = [json.dumps(result["structuredContent"])]
        call.result, call.failed = "\n".join(parts), result.get("isError") is True

    async def _require_permission(self, session: Session, call: Call) -> None:
        """Ask whether a call may run; everything but a well-formed grant is a Failure."""
        key = json.dumps([call.name, call.arguments], sort_keys=True)
        if key not in session.decisions:
            update = ToolCallUpdate(tool_call_id=call.id, title=call.name, kind="other", status="pending",
                                    raw_input=call.arguments)
            try:
                response = await self.client.request_permission(session.id, update, OPTIONS)
            except (acp.RequestError, ValueError) as exc:  # ValueError: pydantic's ValidationError
                raise Failure("not executed, since the request for permission failed") from exc
            if response.outcome.outcome != "selected":
                raise Failure("not executed, since the request for permission was cancelled")
            kind = KIND_OF_OPTION.get(response.outcome.option_id)
            if kind is None:
                raise Failure("not executed, since the request for permission got no valid answer")
            if kind.endswith("always"):
                session.decisions[key] = kind.startswith("allow")
            if kind.startswith("allow"):
                return
        if not session.decisions.get(key, False):
            raise Failure("not executed, since the user rejected it")

    async def _ask_user(self, session: Session, call: Call) -> None:
        """Ask the user by a form, and make the answer the result."""
        question, options = call.arguments.get("question"), call.arguments.get("options")
        if not isinstance(question, str) or not question:
            raise Failure("`question` must be a text")
        if options is not None and not (isinstance(options, list) and options and all(isinstance(o, str) for o in options)):
            raise Failure("`options` must be a list of at least one text")
        if not self.can_ask:
            raise Failure("the client cannot show a form to the user, so the question was not asked")
        await self._update(session, acp.update_tool_call(call.id, status="in_progress"))
        choices = list(dict.fromkeys(options)) if options else None
        answer_field = {"type": "string", "title": "Answer", **({"enum": choices} if choices else {})}
        params = {"sessionId": session.id, "toolCallId": call.id, "mode": "form", "message": question,
                  "requestedSchema": {"type": "object", "properties": {"answer": answer_field}, "required": ["answer"]}}
        try:  # not by the SDK's create_elicitation: it drops the schema's `type`
            response = await self.client._conn.send_request("elicitation/create", params)
        except acp.RequestError as exc:
            raise Failure("the question got no answer, since the form failed") from exc
        action = response.get("action") if isinstance(response, dict) else None
        if action == "decline":
            raise Failure("the user declined to answer")
        if action == "cancel":
            raise Failure("the form was closed without an answer")
        content = response.get("content") if action == "accept" else None
        answer = content.get("answer") if isinstance(content, dict) else None
        if not isinstance(answer, str) or (choices and answer not in choices):
            raise Failure("the question got no valid answer")
        call.result, call.failed = f"The user answered: {answer}", False

    async def _update(self, session: Session, update: Any) -> None:
        """Send an update of a session, unless its turn was cancelled."""
        if session.cancelled:
            raise asyncio.CancelledError
        await self.client.session_update(session.id, update)


def parse_arguments(text: Any) -> dict[str, Any] | None:
    """Read the arguments of a call; None if they are no JSON object."""
    try:
        value = json.loads(text) if text else {}
    except (ValueError, TypeError):
        return None
    return value if isinstance(value, dict) else None


def block_text(block: Any) -> str:
    """Give a block of a prompt as text for the model."""
    if block.type == "text":
        return block.text
    if block.type == "resource_link":
        return f"[{block.name}]({block.uri})"
    if block.type == "resource":
        return getattr(block.resource, "text", block.resource.uri)
    return f"[{block.type}]"


def line_error(line: bytes) -> dict[str, Any] | None:
    """Give the error for a line that is no message: the SDK ignores such a line, or ends."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return acp.RequestError.parse_error().to_error_obj()
    known = isinstance(message, dict) and (isinstance(message.get("method"), str) or "result" in message or "error" in message)
    return None if known else acp.RequestError.invalid_request().to_error_obj()


def without_malformed(line: bytes) -> bytes:
    """Drop malformed elicitation capabilities, which count as absent, since the SDK refuses the whole request."""
    message = json.loads(line)
    params = message.get("params")
    capabilities = params.get("clientCapabilities") if isinstance(params, dict) else None
    if message.get("method") != "initialize" or not isinstance(capabilities, dict):
        return line
    if not isinstance(capabilities.get("elicitation"), dict):
        capabilities.pop("elicitation", None)
    for mode in ("form", "url"):
        if not isinstance(capabilities.get("elicitation", {}).get(mode, {}), dict):
            del capabilities["elicitation"][mode]
    return json.dumps(message).encode() + b"\n"


async def filter_lines(source: asyncio.StreamReader, target: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass the client's lines on to the SDK, and answer those that are no message."""
    try:
        while line := await source.readline():
            if not line.strip():
                continue
            if error := line_error(line):
                writer.write(json.dumps({"jsonrpc": "2.0", "id": None, "error": error}).encode() + b"\n")
            else:
                target.feed_data(without_malformed(line))
    finally:
        target.feed_eof()


async def main() -> None:
    """Serve the client until it closes stdin, then stop everything."""
    agent = SmallAgent()
    source, writer = await acp.stdio_streams(limit=LINE_LIMIT)
    target = asyncio.StreamReader(limit=LINE_LIMIT)
    lines = asyncio.create_task(filter_lines(source, target, writer))
    try:
        await acp.run_agent(agent, writer, target, observers=[agent.see])
    finally:
        lines.cancel()
        for session in agent.sessions.values():
            for server in session.servers:
                server.stop()


if __name__ == "__main__":
    asyncio.run(main())
