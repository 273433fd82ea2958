"""Reads how a run is set up: layers, stored changes, the command line."""

from __future__ import annotations

from typing import Any

import settings
from settings import BadSettings
from stream import Stream
from tooling import Tools


class Arguments:
    """The command line, in order."""

    def __init__(self, argv: list):
        self.export: str | None = None
        self.directives: list = []       # (state, name or None, where)
        self.choice: Any = None          # None, "any", "none", ("tool", name)
        self.choice_where = ""
        words = list(enumerate(argv, 1))
        if len(argv) >= 2 and argv[:2] == ["conversation", "export"]:
            if len(argv) != 3 or argv[2] not in ("json", "markdown"):
                raise BadSettings(f"argument 3 ({' '.join(argv[2:3])!r}): json or markdown is expected")
            self.export = argv[2]
            return
        if words and words[0][1] == "query":
            words.pop(0)
        while words:
            i, word = words.pop(0)
            where = f"argument {i} ({word!r})"
            if word not in ("-t", "-T", "-u", "-U"):
                raise BadSettings(where + ": it is not known")
            name = None
            if word != "-U" and words and not words[0][1].startswith("-"):
                name = words.pop(0)[1]
                where = f"arguments {i} and {i + 1} ({word} {name})"
            if word in ("-t", "-T"):
                self.directives.append((word == "-t", name, where))
            else:
                self.choice_where = where
                if word == "-U" or name == "false":
                    self.choice = "none"
                elif name in (None, "true"):
                    self.choice = "any"
                else:
                    self.choice = ("tool", name)


class Setup:
    """The resolved settings, and what the command line changes in them."""

    def __init__(self, begin: dict, stream: Stream, args: Arguments):
        tree: dict = {"conversation": {"tools": settings.builtin_entries()}}
        above = []
        for layer in begin["config"]:
            value = self.read(layer["name"], layer["value"])
            if layer["name"] == "command line":
                above.append((layer["name"], value))
            else:
                tree = settings.overlay(tree, value)
        for i, event in enumerate(stream.events, 1):
            if event.get("type") == "config_delta":
                tree = settings.overlay(tree, self.read(f"stored event {i}", event["delta"]))
        top = tree
        for _, value in above:
            top = settings.overlay(top, value)
        last = begin["config"][-1]["name"] if begin["config"] else "the configuration"
        self.tools = Tools(top["conversation"]["tools"], begin["tools"])
        try:
            self.tools.check()
        except BadSettings as no:
            raise BadSettings(f"{self.blame(begin, str(no)) or last}: {no}") from no
        for state, name, where in args.directives:
            try:
                self.tools.direct(state, name)
            except BadSettings as no:
                raise BadSettings(f"{where}: {no}") from no
        flipped = {n: d for n, d in self.tools.docs.items()
                   if d or n in top["conversation"]["tools"]}
        top = settings.overlay(top, {"conversation": {"tools": flipped}})
        self.delta = settings.changes(tree, top)
        self.assistant = top.get("assistant", {})
        self.inquirer = top["conversation"].get("inquiry", {}).get("assistant", {})
        self.choice = self._choice(args)

    @staticmethod
    def read(name: str, value: Any) -> dict:
        try:
            return settings.read_layer(value)
        except BadSettings as no:
            raise BadSettings(f"{name}: {no}") from no

    @staticmethod
    def blame(begin: dict, text: str) -> str | None:
        """The layer that has the tool of which `text` speaks."""
        tool = text.split(".")[2] if text.count(".") > 2 else ""
        for layer in reversed(begin["config"]):
            try:
                if tool in layer["value"]["conversation"]["tools"]:
                    return layer["name"]
            except (KeyError, TypeError):
                continue
        return None

    def _choice(self, args: Arguments) -> Any:
        choice, where = args.choice, args.choice_where
        named = None
        if choice is None:
            set_to, where = self.assistant.get("tool_choice"), "assistant.tool_choice"
            if isinstance(set_to, dict):
                set_to = set_to.get("name") or set_to.get("function") or set_to.get("tool")
            choice = {None: None, "auto": None, True: "any", "required": "any", "any": "any",
                      False: "none", "none": "none", "true": "any", "false": "none",
                      }.get(set_to, ("tool", set_to))
        if isinstance(choice, tuple):
            named = choice[1]
            tool = self.tools.get(named)
            if tool is None:
                raise BadSettings(f"{where}: there is no tool named `{named}`")
            if not tool.state and (args.choice is not None or tool.toggle == "never"):
                raise BadSettings(f"{where}: the tool `{named}` is switched off")
        self.forced = named if args.choice is None else None
        return choice

    def wire_choice(self) -> dict | None:
        if self.choice is None:
            return None
        if isinstance(self.choice, tuple):
            return {"name": self.choice[1], "type": "tool"}
        return {"type": self.choice}

    def voice(self, *over: dict) -> tuple:
        """(model, system prompt) after laying the given settings over the assistant's."""
        doc: dict = self.assistant
        for layer in over:
            doc = settings.overlay(doc, layer)
        model = doc.get("model")
        if isinstance(model, dict):
            model = model.get("id") or model.get("name")
            if isinstance(model, dict):
                model = model.get("name")
        parts = [doc["system_prompt"]] if doc.get("system_prompt") else []
        for entry in doc.get("instructions", []):
            parts.append(prose(entry))
        return (model if isinstance(model, str) and model else "unnamed"), "\n\n".join(parts)


def prose(entry: Any) -> str:
    if isinstance(entry, dict):
        return "\n".join(prose(v) for v in entry.values() if v is not None)
    if isinstance(entry, list):
        return "\n".join("- " + prose(v) for v in entry)
    return str(entry)
