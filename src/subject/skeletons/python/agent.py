"""The agent: REPLACE THIS BY YOUR AGENT.

Keep the methods that `adapter.py` calls, and have each call your agent. The agent here is a very simple one. It sends
the user's messages to the model. A reply without calls ends the turn. A call of `ask_user_question` asks the person, and
the answer is the call's result. Any other call is a tool of the host.
"""

import rpc

# The claims: what you implement. `hotseat list --systems` names the systems, and `hotseat protocol` the capabilities.
CLAIMS = {
    "who": "my-agent 0.1.0",
    "systems": [{"system": "pilotdeck", "profiles": ["seed"]}],
    "capabilities": ["idle", "tools"],
}

# The tool with which the model asks: REPLACE THIS by its real definition.
QUESTION_TOOL = {
    "name": "ask_user_question",
    "description": "Asks the user one to four questions.",
    "input_schema": {"type": "object", "properties": {"questions": {"type": "array"}}, "required": ["questions"]},
}


class Agent:
    def __init__(self, run, begin):
        """`begin` has the parameters of `scenario/start`, with the configuration and the stored events."""
        self.run = run
        self.tools = rpc.need(begin, "tools")  # the host's: each with `name`, `description` and `parameters`
        self.has_terminal = rpc.need(begin, "terminal")
        self.messages = []
        self.turns = 0
        self.in_turn = False
        self.calls = []  # the calls of the model's last reply; each has its `result` once it is settled
        self.waiting = {}  # the calls that wait for a prompt or a tool, by the name of that
        self.names = 0

    # The deliveries. Each method does everything that follows from one before it returns.

    def start(self):
        """The run begins."""

    def user_message(self, text):
        if self.in_turn:
            self.run.say("refused", why="busy")
            return
        self.in_turn = True
        self.turns += 1
        self.run.say("turn/began")
        self.add("user", [{"type": "text", "text": text}])
        self.ask_model()

    def replied(self, blocks, failure):
        """The model's reply has arrived, or has failed."""
        if failure is not None:
            self.end_turn({"failed": failure})
            return
        if blocks:
            self.add("assistant", blocks)
        self.calls = [{**block, "result": None} for block in blocks if block["type"] == "tool_use"]
        if not self.calls:
            self.end_turn("completed")
            return
        for call in self.calls:
            self.begin(call)
        self.go_on()

    def prompt_act(self, op, act):
        """The person does something at a prompt."""
        if op not in self.waiting:
            self.run.say("refused", why="late")
            return
        call = self.waiting[op]
        answers = answers_of(act, call["input"]["questions"])
        if answers is None and not is_cancel(act):
            self.run.say("refused", why="not_offered")
            return
        self.run.settle(op)
        del self.waiting[op]
        if answers is None:
            self.fail(call, "unsupported_tool", "User declined to answer questions")
        else:
            data = {"questions": call["input"]["questions"], "answers": answers}
            self.succeed(call, sentence(answers), data)
        self.go_on()

    def tool_event(self, op, event):
        """An execution of one of the host's tools ends."""
        if op not in self.waiting:
            return  # a cancelled execution may still end
        call = self.waiting.pop(op)
        self.run.settle(op)
        if isinstance(event, dict) and "done" in event:
            self.succeed(call, event["done"])
        else:
            message = event.get("error") if isinstance(event, dict) else None
            self.fail(call, "tool_execution_failed", message or "The tool ended without a result.")
        self.go_on()

    def signal(self, _signal):
        """Every signal ends the turn."""
        if not self.in_turn:
            self.run.say("refused", why="idle")
            return
        self.run.give_up()
        for op, call in self.waiting.items():
            if call["name"] == QUESTION_TOOL["name"]:
                self.run.withdraw(op, "interrupted")
            else:
                self.run.cancel_tool(op, "interrupted")
            self.fail(call, "aborted", "The run was interrupted.")
        self.waiting.clear()
        self.hand_back()
        self.end_turn("interrupted")

    # The effects.

    def ask_model(self):
        theirs = [
            {"name": tool["name"], "description": tool["description"], "input_schema": tool["parameters"]}
            for tool in self.tools
        ]
        self.run.ask_model(
            {"model": "any", "max_tokens": 4096, "messages": self.messages, "tools": [QUESTION_TOOL, *theirs]}
        )

    def begin(self, call):
        """Asks the person, or has the tool executed."""
        name, arguments = call["name"], call["input"]
        if name == QUESTION_TOOL["name"]:
            prompt = prompt_of(arguments, f"turn_{self.turns}")
            if prompt is None:
                self.fail(call, "invalid_tool_input", "Provide 1-4 questions")
            elif not self.has_terminal:
                self.fail(call, "unsupported_tool", f"{name} requires a host elicitation channel (none registered).")
            else:
                self.run.show(self.wait(call), prompt)
        elif any(tool["name"] == name for tool in self.tools):
            self.run.call_tool(self.wait(call), {"id": call["id"], "name": name, "arguments": arguments})
        else:
            self.fail(call, "tool_not_found", f"There is no tool {name}.")

    def wait(self, call):
        """Makes a name that was not used in this run before."""
        self.names += 1
        op = f"op-{self.names}"
        self.waiting[op] = call
        return op

    def succeed(self, call, text, data=None):
        call["result"] = {"type": "tool_result", "tool_use_id": call["id"], "content": text}
        record = {"content": [{"type": "text", "text": text}]}
        if data is not None:
            record["data"] = data
        self.store({"type": "tool_result", "toolCallId": call["id"], "toolName": call["name"], **record})

    def fail(self, call, code, message):
        text = f"{call['name']} failed, {code}: {message}"
        call["result"] = {"type": "tool_result", "tool_use_id": call["id"], "content": text, "is_error": True}
        error = {"code": code, "message": message}
        self.store({"type": "tool_error", "toolCallId": call["id"], "toolName": call["name"], "error": error})

    def go_on(self):
        """Asks the model again when every call has its result."""
        if all(call["result"] is not None for call in self.calls):
            self.hand_back()
            self.ask_model()

    def hand_back(self):
        """Sends the results back as the next message."""
        if self.calls:
            self.messages.append({"role": "user", "content": [call["result"] for call in self.calls]})
        self.calls = []

    def add(self, role, blocks):
        self.messages.append({"role": role, "content": blocks})
        self.store({"role": role, "content": blocks})

    def store(self, event):
        """Stores an event of the conversation, in the system's own shape."""
        self.run.say("event", event=event)

    def end_turn(self, how):
        self.in_turn = False
        self.run.say("turn/ended", how=how)


# The questions: REPLACE THESE by your tool. A real tool checks its arguments before it asks, for example.


def prompt_of(arguments, turn):
    """The prompt, or None if the arguments have no valid questions."""
    questions = arguments.get("questions")
    if not isinstance(questions, list) or not questions or not all(map(is_question, questions)):
        return None
    lines = []
    for question in questions:
        lines += [question["question"], *(f"  - {option['label']}" for option in question["options"])]
    return {
        "text": "\n".join(lines),
        "offers": {"choices": [option["label"] for option in questions[0]["options"]], "reject": True},
        "request": {"toolCallId": turn, "toolName": QUESTION_TOOL["name"], "questions": questions},
    }


def is_question(value):
    if not isinstance(value, dict) or not isinstance(value.get("options"), list):
        return False
    options = value["options"]
    labels = [option.get("label") if isinstance(option, dict) else None for option in options]
    return all(isinstance(text, str) for text in [value.get("question"), *labels])


def is_cancel(act):
    if isinstance(act, dict):
        return isinstance(act.get("answer"), dict) and act["answer"].get("type") == "cancelled"
    return act in ("cancel", "reject", "eof", "broken")


def answers_of(act, questions):
    """The answers by question, or None if the act answers nothing."""
    if is_cancel(act) or not isinstance(act, dict):
        return None
    answer = act.get("answer")
    if isinstance(answer, dict) and "type" in answer:
        answer = answer.get("answers")
    if isinstance(answer, dict):
        return answer
    if isinstance(answer, (str, list)) and len(questions) == 1:
        return {questions[0]["question"]: answer}
    return None


def sentence(answers):
    """The sentence that tells the model the answers."""
    told = (f'"{question}"="{written(answer)}"' for question, answer in answers.items())
    return f"User has answered your questions: {', '.join(told)}. You can now continue with the user's answers in mind."


def written(answer):
    return ", ".join(map(str, answer)) if isinstance(answer, list) else str(answer)
