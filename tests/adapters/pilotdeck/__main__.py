"""An adapter that puts a small agent into the hot seat: PilotDeck's `ask_user_question`, written from its
requirements, with the standard library alone.

    hotseat run --system pilotdeck --subject 'python3 tests/adapters/pilotdeck'

This module is the loop. Messages of the harness and replies of the model come from one queue, one at a time. After each of
them come the effects of the agent, and `idle`. Nothing here waits for a clock. The other modules are

    rpc.py           lines in, lines out
    model.py         the requests to the model
    agent.py         the turn
    conversation.py  the conversation, for the store and for the model
    questions.py     the tool
    host.py          the page that the person answers on
    js.py            the rules of JavaScript that the tool's requirements use
"""

import queue
import sys

import rpc
from agent import Agent
from host import Refused

CLAIMS = {
    "protocol": 1,
    "who": "pilotdeck-in-python 0.1.0",
    "systems": [{"system": "pilotdeck", "profiles": ["seed", "js_key_order"]}],
    "capabilities": ["idle", "tools", "keys", "client", "kill"],
    "wires": ["anthropic"],
    # With `--fresh`, the adapter acts like an implementation that cannot play two scenarios in one process.
    "many": "--fresh" not in sys.argv,
}

# The deliveries that are notifications: the agent's method, and the parameters that it takes.
DELIVERIES = {
    "user/message": (Agent.user_message, ["text"]),
    "prompt/act": (Agent.prompt_act, ["op", "act"]),
    "tool/event": (Agent.tool_event, ["op", "event"]),
    "client/line": (Agent.client_line, ["line"]),
    "client/attached": (Agent.client_attached, []),
    "client/gone": (Agent.client_gone, []),
    "signal": (Agent.signal, ["signal"]),
}


class Adapter:
    """The protocol around the agent: requests are answered, deliveries are counted and followed by `idle`."""

    def __init__(self):
        self._queue = queue.SimpleQueue()
        self._peer = rpc.Peer(self._queue)
        self._agent = None
        self._scenario = None
        self._heard = 0

    def run(self):
        """Handles one event after another, until `shutdown` or the end of stdin."""
        self._peer.listen()
        while True:
            kind, what = self._queue.get()
            if kind == "end":
                return
            if kind == "reply":
                if self._agent is not None and self._agent.hears(what):
                    self._deliver(Agent.reply, what)
            elif self._line(what) == "shutdown":
                return

    def _line(self, line):
        """Takes one line; returns its method."""
        try:
            message = rpc.parse(line)
        except rpc.Malformed as error:
            self._peer.fail(None, rpc.PARSE_ERROR, f"no JSON: {error}")
            return None
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            self._peer.fail(None, rpc.INVALID_REQUEST, "no message")
            return None
        method, params, asked = message["method"], message.get("params", {}), message.get("id")
        if method == "initialize":
            self._peer.answer(asked, CLAIMS)
        elif method == "scenario/start":
            self._start(params, asked)
        elif method in DELIVERIES and self._agent is not None:
            act, names = DELIVERIES[method]
            try:
                arguments = [params[name] for name in names]
            except (KeyError, TypeError):
                self._peer.fail(asked, rpc.INVALID_PARAMS, f"{method} takes {', '.join(names)}")
            else:
                self._deliver(act, *arguments)
        elif method in ("scenario/stop", "shutdown"):
            self._stop()
            self._peer.answer(asked, {})
        else:
            self._peer.fail(asked, rpc.UNKNOWN_METHOD, f"{method} is unknown")
        return method

    def _start(self, params, asked):
        """Begins a run, which is also a delivery."""
        self._stop()
        try:
            agent = Agent(params, self._peer.notify, self._queue)
            self._scenario = params["scenario"]
        except (AttributeError, KeyError, TypeError):
            self._peer.fail(asked, rpc.INVALID_PARAMS, "scenario/start lacks something")
            return
        self._agent, self._heard = agent, 0
        self._peer.answer(asked, {})  # before anything else is said
        self._deliver(Agent.begin)

    def _stop(self):
        if self._agent is not None:
            self._agent.stop()
            self._agent = None

    def _deliver(self, act, *arguments):
        """Handles one delivery: the effects of the agent, then `idle`."""
        self._heard += 1
        try:
            act(self._agent, *arguments)
        except Refused as refused:
            self._peer.notify("refused", why=str(refused))
        self._idle()

    def _idle(self):
        self._peer.notify("idle", scenario=self._scenario, heard=self._heard, **self._agent.state())


if __name__ == "__main__":
    try:
        Adapter().run()
    except BrokenPipeError:
        sys.exit(1)  # no reader is left
    # Threads that still wait for stdin or the model are daemons: they end with the process.
    sys.exit(0)
