"""The agent: one turn at a time, in which the model is asked, its calls are carried out, and it is asked again."""

import host
import model
import questions
from conversation import BadRecord, Conversation, Garbage
from host import Refused


class Agent:
    """One run. Each public method is one delivery; its effects are sent before it returns. A
    delivery that cannot be handled raises `Refused`."""

    def __init__(self, start, say, queue):
        self._say = say
        self._queue = queue
        self._run = start["scenario"]
        self._address = start["model"]
        self._tools = start["tools"]
        config = merged(layer["value"] for layer in start["config"])
        self._integers_first = config.get("js_key_order", True) is not False
        # The host draws on the terminal; without one there is no channel (PD-33).
        self._has_channel = start["terminal"]
        self._names = 0
        self._turn = None  # the id of the turn, while there is one
        self._calls = []  # the calls of the model's last message
        self._dialogs = {}  # op: (dialog, call), while the dialog is open
        self._executions = {}  # op: call, while the host's tool runs
        self._closed = set()  # the ops of dialogs that are not open any more
        self._request = None
        self._sent = 0
        self._stored = start["stored"]
        self._conversation = None

    def begin(self):
        """The run begins, or goes on after the process was killed."""
        try:
            self._conversation = Conversation(lambda event: self._say("event", event=event), self._stored)
        except BadRecord as error:
            self._say("notice", text=str(error))
            return
        # The calls of an earlier process were cut off: the model is told so, and no question is asked again (I-10).
        for call in self._conversation.unsettled():
            self._conversation.fail(call, {"code": "interrupted", "message": "The process ended before the call did."})

    def state(self):
        """The open operations, for `idle`."""
        return {
            "open": [*self._dialogs, *self._executions],
            "requests": {"sent": self._sent, "open": int(self._request is not None)},
        }

    def stop(self):
        """Ends everything."""
        if self._request is not None:
            self._request.cancel()
            self._request = None

    # Deliveries

    def user_message(self, text):
        """Begins a turn. While a turn runs, a message is ignored (PD-85). If the stored conversation could not be read,
        nothing follows; the user was told so at the start."""
        if self._conversation is None:
            raise Refused("idle")
        if self._turn is not None:
            raise Refused("busy")
        self._turn = self._name("turn")
        self._say("turn/began")
        self._conversation.user(text)
        self._ask_model()

    def hears(self, request):
        """Whether the end of this request is still of interest."""
        return request is self._request

    def reply(self, request):
        """The model's reply, or its failure."""
        self._request = None
        if request.failure is not None:
            # Nothing is asked again: the user sees what happened, and may say "go on".
            self._end_turn({"failed": request.failure})
            return
        self._calls = self._conversation.assistant(request.blocks)
        if not self._calls:
            self._end_turn("completed")
            return
        for call in self._calls:
            self._start(call)
        self._go_on()

    def prompt_act(self, op, act):
        """The person does something at a dialog."""
        if op not in self._dialogs:
            raise Refused("late" if op in self._closed else "foreign")
        dialog, call = self._dialogs[op]
        try:
            answer = dialog.act(act)
        except host.Broken as error:
            self._close(op)
            # PD-45, PD-91: an error of the channel is one of the tool.
            self._fail(call, "tool_execution_failed", str(error))
        else:
            if answer is None:
                self._say("prompt/show", op=op, prompt=dialog.prompt())
                return
            self._close(op)
            self._answered(call, answer)
        self._go_on()

    def tool_event(self, op, event):
        """An execution of a tool of the host ends. An aborted execution may still end; that is ignored."""
        call = self._executions.pop(op, None)
        if call is None:
            return
        if isinstance(event, dict) and "done" in event:
            self._conversation.succeed(call, [{"type": "text", "text": event["done"]}])
        elif isinstance(event, dict) and "error" in event:
            self._fail(call, "tool_execution_failed", event["error"])
        elif event == "panicked":
            self._fail(call, "tool_execution_failed", "The tool ended without a word.")
        else:
            self._fail(call, "tool_execution_failed", "Only ask_user_question asks the user here.")
        self._go_on()

    def client_line(self, line):
        """A client may ask for the tool's definition (PD-01 to PD-04), by its name or its alias. The answer is the same for
        any input (PD-03)."""
        if not isinstance(line, dict) or line.get("type") != "describe_tool":
            raise Refused("foreign")
        if not is_ours(line.get("name")):
            raise Refused("foreign")
        self._say("client/line", line={"type": "tool_definition", **questions.definition()})

    def client_attached(self):
        """The agent keeps nothing for a client."""

    def client_gone(self):
        """The agent does not depend on a client."""

    def signal(self, signal):
        """Every signal ends the turn. Dialogs are withdrawn, and their calls are cancelled (I-7)."""
        if self._turn is None:
            raise Refused("idle")
        self.stop()
        for op, (_, call) in list(self._dialogs.items()):
            self._say("prompt/withdraw", op=op, why="interrupted")
            self._close(op)
            self._answered(call, {"type": "cancelled", "reason": "aborted"})
        for op, call in self._executions.items():
            self._say("tool/cancel", op=op, why="interrupted")
            self._fail(call, "aborted", "The run was interrupted.")
        self._executions.clear()
        self._end_turn("interrupted")

    # The turn

    def _ask_model(self):
        ours = {
            "name": questions.NAME,
            "description": questions.DESCRIPTION,
            "input_schema": questions.INPUT_SCHEMA,
        }
        theirs = [
            {
                "name": tool["name"],
                "description": tool.get("description", ""),
                "input_schema": tool.get("parameters", {"type": "object"}),
            }
            for tool in self._tools
        ]
        body = {
            "model": "any",
            "max_tokens": 8192,
            "system": "You are an agent. Where a decision is the user's, ask.",
            "tools": [ours, *theirs],
            "messages": self._conversation.for_model(),
        }
        self._sent += 1
        self._request = model.Request(self._address, body, self._queue)

    def _start(self, call):
        """Starts a call. Questions and the host's tools run at the same time (PD-03)."""
        try:
            if isinstance(call.arguments, Garbage):
                raise questions.ToolError("invalid_tool_input", "The arguments are no JSON.")
            if any(tool["name"] == call.name for tool in self._tools):
                op = self._name("execution")
                self._executions[op] = call
                self._say("tool/call", op=op, call={"id": call.id, "name": call.name, "arguments": call.arguments})
            elif is_ours(call.name):
                self._ask_user(call)
            else:
                raise questions.ToolError("tool_not_found", f"There is no tool {call.name}.")
        except questions.ToolError as failure:
            self._conversation.fail(call, failure.error)

    def _ask_user(self, call):
        """`ask_user_question`: its rules, then whether there is a channel (PD-34), then the answers that the call
        brings (PD-35), and only then the host, once (PD-40). There is no limit of time (PD-89)."""
        questions.check(call.arguments)
        if not self._has_channel:
            raise questions.ToolError(
                "unsupported_tool", "ask_user_question requires a host elicitation channel (none registered)."
            )
        if questions.answered_already(call.arguments):
            result = questions.result_of_call(call.arguments, self._integers_first)
            self._conversation.succeed(call, **result)
            return
        dialog = host.Dialog(questions.request(call.arguments, self._turn))
        op = self._name("dialog")
        self._dialogs[op] = (dialog, call)
        self._say("prompt/show", op=op, prompt=dialog.prompt())

    def _answered(self, call, answer):
        """The host has answered, or cancelled."""
        try:
            result = questions.result_of_answer(call.arguments, answer, self._integers_first)
        except questions.ToolError as failure:
            self._conversation.fail(call, failure.error)
        except TypeError as error:  # an answer without answers
            self._fail(call, "tool_execution_failed", str(error))
        else:
            self._conversation.succeed(call, **result)

    def _fail(self, call, code, message):
        self._conversation.fail(call, {"code": code, "message": message})

    def _close(self, op):
        del self._dialogs[op]
        self._closed.add(op)

    def _go_on(self):
        """Asks the model again, once all its calls are settled."""
        if all(call.is_settled for call in self._calls):
            self._ask_model()

    def _end_turn(self, how):
        self._turn = None
        self._calls = []
        self._say("turn/ended", how=how)

    def _name(self, kind):
        """A name that no process of this scenario has used. The name of the run is another one after each kill."""
        self._names += 1
        return f"{kind}-{self._names}@{self._run}"


def is_ours(name):
    """Whether a name is the tool's own, or its alias (PD-01)."""
    return name == questions.NAME or name in questions.ALIASES


def merged(layers):
    """Layers of configuration as one; later layers win, and objects are merged."""
    config = {}
    for layer in layers:
        for key, value in layer.items() if isinstance(layer, dict) else ():
            both = isinstance(value, dict) and isinstance(config.get(key), dict)
            config[key] = merged([config[key], value]) if both else value
    return config
