"""An adapter for Hotseat: it connects an agent to Hotseat over stdin and stdout.

One queue brings everything, one thing at a time: a line from Hotseat, or a reply of the model. Most of them are
deliveries: the agent hears each, and `idle` follows. Nothing here waits for a clock.
"""

import queue
import sys

import rpc
from agent import CLAIMS, Agent
from run import Run

# The claims that do not depend on the agent.
ADAPTER = {"protocol": 1, "wires": ["anthropic"], "many": True}

# The deliveries: the agent's method for each, and its parameters. Add `timer/fired` here when you claim `clock`, and
# `client/line`, `client/attached` and `client/gone` when you claim `client`.
DELIVERIES = {
    "user/message": (Agent.user_message, ["text"]),
    "prompt/act": (Agent.prompt_act, ["op", "act"]),
    "tool/event": (Agent.tool_event, ["op", "event"]),
    "signal": (Agent.signal, ["signal"]),
}


class Adapter:
    def __init__(self):
        self.queue = queue.SimpleQueue()
        self.run = None
        self.agent = None

    def hear(self):
        """Hears one thing after another, until `shutdown` or the end of stdin."""
        rpc.listen(self.queue)
        while True:
            kind, what = self.queue.get()
            if kind == "end":
                return
            if kind == "reply" and self.run is not None and self.run.takes(what):
                self.run.deliver(self.agent.replied, what.blocks, what.failure)
            if kind == "line" and self.line(what) == "shutdown":
                return

    def line(self, line):
        """Handles one line and returns its method."""
        asked = None
        try:
            message = rpc.read(line)
            asked = message.get("id")
            return self.message(message.get("method"), message.get("params", {}), asked)
        except rpc.Error as error:
            rpc.send(id=asked, error={"code": error.code, "message": str(error)})

    def message(self, method, params, asked):
        if method in DELIVERIES:
            hear, names = DELIVERIES[method]
            needed = [rpc.need(params, name) for name in names]
            if self.run is not None:
                self.run.deliver(hear, self.agent, *needed)
        elif method == "initialize":
            rpc.send(id=asked, result={**ADAPTER, **CLAIMS})
        elif method == "scenario/start":
            run = Run(rpc.need(params, "scenario"), rpc.need(params, "model"), self.queue)
            agent = Agent(run, params)
            self.stop()
            self.run, self.agent = run, agent
            rpc.send(id=asked, result={})  # before any other message
            self.run.deliver(self.agent.start)
        elif method in ("scenario/stop", "shutdown"):
            self.stop()
            rpc.send(id=asked, result={})
        else:
            raise rpc.Error(rpc.UNKNOWN_METHOD, f"there is no method {method}")
        return method

    def stop(self):
        if self.run is not None:
            self.run.give_up()
        self.run = self.agent = None


if __name__ == "__main__":
    Adapter().hear()
    sys.exit(0)  # the threads that read stdin and the replies end with the process
