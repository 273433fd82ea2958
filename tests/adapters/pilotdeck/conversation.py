"""The conversation: the stored events, and the messages for the model."""

import rpc


class BadRecord(ValueError):
    """A stored record that cannot be read; `number` counts from 1."""

    def __init__(self, number):
        super().__init__(f"stored record {number} can not be read")
        self.number = number


class Call:
    """One call of a tool by the model. The object itself identifies the call, because a model may use an id twice."""

    def __init__(self, call_id, name, arguments):
        self.id = call_id
        self.name = name
        self.arguments = arguments  # a JSON value, or a `Garbage`
        self.told = None  # the block that the model is told of it by, once it is settled

    @property
    def is_settled(self):
        return self.told is not None


class Garbage(str):
    """Arguments that are not JSON, as the model wrote them."""


def parsed(text):
    """A call's arguments. If the model writes nothing, they are an empty object."""
    try:
        return rpc.parse(text or "{}")
    except rpc.Malformed:
        return Garbage(text)


class Conversation:
    """Messages and results in their order. `store` is called with each event as it happens."""

    def __init__(self, store, stored=()):
        self._store = store
        self._messages = []  # a role, a text or blocks, and the calls among them
        self._ids = 0
        for number, record in enumerate(stored, 1):
            try:
                self._load(record)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                raise BadRecord(number) from error

    # New events

    def user(self, text):
        """The user says something."""
        self._messages.append(("user", text, []))
        self._record({"role": "user", "content": [{"type": "text", "text": text}]})

    def assistant(self, blocks):
        """The model replies. Returns its calls, which the caller must settle."""
        calls = self._add_reply(blocks)
        self._record({"role": "assistant", "content": blocks})
        return calls

    def succeed(self, call, content, data=None):
        """A call ends with a result."""
        record = {"type": "tool_result", "toolCallId": call.id, "toolName": call.name, "content": content}
        if data is not None:
            record["data"] = data
        self._settle(call, record)
        self._store(record)

    def fail(self, call, error):
        """A call ends with an error: code, message, and issues if there are any."""
        record = {"type": "tool_error", "toolCallId": call.id, "toolName": call.name, "error": error}
        self._settle(call, record)
        self._store(record)

    def unsettled(self):
        """The calls without a result."""
        return [call for _, _, calls in self._messages for call in calls if not call.is_settled]

    def _record(self, record):
        self._ids += 1
        self._store({"id": f"m-{self._ids:04}", **record})

    def _add_reply(self, blocks):
        calls = [
            Call(block["id"], block["name"], block["arguments"]) for block in blocks if block["type"] == "tool_call"
        ]
        self._messages.append(("assistant", blocks, calls))
        return calls

    @staticmethod
    def _settle(call, record):
        if record["type"] == "tool_result":
            text = "".join(block["text"] for block in record["content"] if block["type"] == "text")
            call.told = {"type": "tool_result", "tool_use_id": call.id, "content": text}
        else:
            error = record["error"]
            text = f"{call.name} failed, {error['code']}: {error['message']}"
            call.told = {"type": "tool_result", "tool_use_id": call.id, "content": text, "is_error": True}

    # Stored events

    def _load(self, record):
        if "role" in record:
            self._ids += 1
            if record["role"] == "user":
                text = "".join(_text(block["text"]) for block in record["content"])
                self._messages.append(("user", text, []))
            elif record["role"] == "assistant":
                for block in record["content"]:
                    for key in {"text": ["text"], "tool_call": ["id", "name"]}.get(block["type"], []):
                        _text(block[key])
                self._add_reply(record["content"])
            else:
                raise ValueError("an unknown role")
        elif record["type"] in ("tool_result", "tool_error"):
            # If two calls have the same id, the record does not say which one is meant. We take the first call without a result.
            calls = [call for call in self.unsettled() if call.id == record["toolCallId"]]
            if not calls:
                raise ValueError("an end of no call")
            self._settle(calls[0], record)

    # The messages for the model

    def for_model(self):
        """The messages in Anthropic's shape. The message after calls begins with their results, in the order of the calls.
        Neighbouring messages of one role become one message."""
        messages = []

        def say(role, blocks):
            if messages and messages[-1]["role"] == role:
                messages[-1]["content"] += blocks
            elif blocks:
                messages.append({"role": role, "content": list(blocks)})

        for role, content, calls in self._messages:
            if role == "user":
                say(role, [{"type": "text", "text": content}] if content else [])
            else:
                say(role, [_for_model(block) for block in content if block != {"type": "text", "text": ""}])
                say("user", [call.told for call in calls if call.is_settled])
        return messages


def _text(value):
    if not isinstance(value, str):
        raise TypeError("no text")
    return value


def _for_model(block):
    if block["type"] != "tool_call":
        return block
    arguments = block["arguments"]
    return {
        "type": "tool_use",
        "id": block["id"],
        "name": block["name"],
        # The wire accepts only an object here, whatever the model wrote.
        "input": arguments if isinstance(arguments, dict) else {},
    }
