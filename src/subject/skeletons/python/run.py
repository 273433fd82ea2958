"""What an agent can do in a run, and the counting that `idle` needs. You need not change this, but to add what comes
with a capability: timers, lines to the client, files. `hotseat protocol` has their messages."""

import model
import rpc


class Run:
    def __init__(self, scenario, address, queue):
        self.scenario = scenario
        self.address = address
        self.queue = queue
        self.heard = 0
        self.open = []  # the names of prompts that wait, and of tools that run
        self.sent = 0
        self.requests = []

    def deliver(self, hear, *what):
        """The agent hears something, and does all that follows from it; then it is idle."""
        self.heard += 1
        hear(*what)
        requests = {"sent": self.sent, "open": len(self.requests)}
        self.say("idle", scenario=self.scenario, heard=self.heard, open=self.open, requests=requests)

    def say(self, method, **params):
        rpc.send(method=method, params=params)

    def show(self, op, prompt):
        """Shows a prompt, or draws it again. It waits until it is settled or withdrawn."""
        if op not in self.open:
            self.open.append(op)
        self.say("prompt/show", op=op, prompt=prompt)

    def withdraw(self, op, why):
        self.settle(op)
        self.say("prompt/withdraw", op=op, why=why)

    def call_tool(self, op, call):
        """Has a tool of the host executed. It runs until it is settled or cancelled."""
        self.open.append(op)
        self.say("tool/call", op=op, call=call)

    def cancel_tool(self, op, why):
        self.settle(op)
        self.say("tool/cancel", op=op, why=why)

    def settle(self, op):
        """A prompt is answered, or a tool has ended."""
        self.open.remove(op)

    def ask_model(self, body):
        """Sends a request. That its reply was read, or has failed, is a delivery: `Agent.replied`."""
        self.sent += 1
        self.requests.append(model.Request(self.address, body, self.queue))

    def takes(self, request):
        """Whether a request that has ended is still waited for, which it is no longer."""
        if request not in self.requests:
            return False
        self.requests.remove(request)
        return True

    def give_up(self):
        """Gives up all requests: nothing of them is left afterwards."""
        for request in self.requests:
            request.give_up()
        self.requests.clear()
