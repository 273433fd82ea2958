"""One prompt at a time: the rest wait in line. (With `parallel` all are shown at once.)"""

from __future__ import annotations

from typing import Any

import mode


class Desk:
    def __init__(self, session: Any):
        self.session = session
        self.line: list = []
        self.shown: dict = {}
        self.past: set = set()

    def put(self, prompt: Any, first: bool = False) -> None:
        self.line.insert(0 if first else len(self.line), prompt)
        self.next()

    def next(self) -> None:
        while self.line and (mode.PARALLEL or not self.shown):
            prompt = self.line.pop(0)
            prompt.op = self.session.name("prompt")
            self.shown[prompt.op] = prompt
            self.session.open.append(prompt.op)
            self.draw(prompt)

    def draw(self, prompt: Any) -> None:
        self.session.say("prompt/show", op=prompt.op, prompt=prompt.show())

    def _leave(self, prompt: Any) -> Any:
        self.shown.pop(prompt.op)
        self.past.add(prompt.op)
        self.session.open.remove(prompt.op)
        return prompt

    def drop(self, prompt: Any, why: str = "interrupted") -> None:
        """Takes a prompt away, shown or waiting. The next one is not shown before `next`."""
        if prompt.op in self.shown:
            op = self._leave(prompt).op
            self.session.say("prompt/withdraw", op=op, why=why)
        elif prompt in self.line:
            self.line.remove(prompt)

    def act(self, op: str, act: Any) -> None:
        if op not in self.shown:
            self.session.say("refused", why="late" if op in self.past else "foreign")
            return
        prompt = self.shown[op]
        what = prompt.act(act)
        if what[0] == "refuse":
            self.session.say("refused", why="not_offered")
        elif what[0] == "draw":
            self.draw(prompt)
        else:
            self._leave(prompt)
            if what[0] == "gone":
                prompt.gone(what[1])
            else:
                prompt.done(what[1], what[2])
            self.next()
