"""The messages that an agent can send in a run, and the counts that `idle` needs. Change this only to add the messages
of a capability: timers, lines to the client, files. `hotseat protocol` describes them."""

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
        """Passes a delivery to the agent, which does everything that follows from it. Then says `idle`."""
        self.heard += 1
        hear(*what)
        requests = {"sent": self.sent, "open": len(self.requests)}
        self.say("idle", scenario=self.scenario, heard=self.heard, open=self.open, requests=requests)

    def say(self, method, **params):
        rpc.send(method=method, params=params)

    def show(self, op, prompt):
        """Shows a prompt, or draws it again. The prompt is open until it is settled or withdrawn."""
        if op not in self.open:
            self.open.append(op)
        self.say("prompt/show", op=op, prompt=prompt)

    def withdraw(self, op, why):
        self.settle(op)
        self.say("prompt/withdraw", op=op, why=why)

    def call_tool(self, op, call):
        """Has a tool of the host executed. The execution is open until it is settled or cancelled."""
        self.open.append(op)
        self.say("tool/call", op=op, call=call)

    def cancel_tool(self, op, why):
        self.settle(op)
        self.say("tool/cancel", op=op, why=why)

    def settle(self, op):
        """Closes a prompt that was answered, or an execution that has ended."""
        self.open.remove(op)

    def ask_model(self, body):
        """Sends a request. When its reply was read, or has failed, that is a delivery: `Agent.replied`."""
        self.sent += 1
        self.requests.append(model.Request(self.address, body, self.queue))

    def takes(self, request):
        """Removes a request that has ended. Returns whether it was not given up before."""
        if request not in self.requests:
            return False
        self.requests.remove(request)
        return True

    def give_up(self):
        """Gives up all requests. None of them is a delivery afterwards."""
        for request in self.requests:
            request.give_up()
        self.requests.clear()
