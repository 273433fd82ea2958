"""SIGINT, SIGTERM and SIGQUIT: the menu, the stop, the shutdown, the exit."""

from __future__ import annotations

from typing import Any

import mode
import widgets

ROWS = [
    ("c", "continue", False, "let the tools go on"),
    ("s", "respond", False, "stop them and tell the assistant something"),
    ("t", "exit", False, "stop them and end the turn"),
    ("r", "restart", False, "stop them and run all of them again"),
]


class Interrupts:
    def __init__(self, session: Any):
        self.session = session
        self.reset()

    def reset(self) -> None:
        self.presses = 0
        self.declined = False      # somebody was being asked: end after the batch
        self.leaving = False       # "stop and exit" was chosen
        self.down = False          # graceful shutdown
        self.menu: Any = None      # the menu, or the line for the message

    def new_batch(self) -> None:
        if not self.declined and not self.down:
            self.presses = 0

    def batch_over(self) -> None:
        if self.menu is not None:
            menu, self.menu = self.menu, None
            self.presses = 0
            self.session.desk.drop(menu, "superseded")
            self.session.desk.next()

    def ends_turn(self, batch: Any) -> bool:
        return self.declined or self.leaving or batch.mode == "shutdown"

    # --------------------------------------------------------------- signals

    def signal(self, which: str) -> None:
        s = self.session
        if which == "quit":
            s.exit(131)
            return
        if not s.in_turn:
            s.say("refused", why="idle")
            return
        if which == "terminate" or mode.ABRUPT:
            self.shut_down()
            return
        self.presses += 1
        if self.down or self.presses >= 3:
            s.exit(130)
        elif self.presses == 2 or s.batch is None:
            self.shut_down()
        elif s.batch.waits_for_somebody() or not s.begin["terminal"]:
            self.declined = True
        else:
            self.show_menu()

    def shut_down(self) -> None:
        s = self.session
        self.down = True
        self.presses = max(self.presses, 2)
        if self.menu is not None:
            menu, self.menu = self.menu, None
            s.desk.drop(menu)
        if s.batch is not None:
            s.batch.cut("shutdown")
            return
        if s.main is not None:
            s.give_up(s.main)
        s.end_turn("interrupted")

    # ------------------------------------------------------------------ menu

    def show_menu(self) -> None:
        self.menu = widgets.Letters(["Interrupted", "The tools are still running."], ROWS,
                                    self._chosen, lambda how: self._left())
        self.session.desk.put(self.menu, first=True)

    def _left(self) -> None:
        self.menu = None
        self.shut_down()

    def _chosen(self, value: str, remember: bool) -> None:
        batch = self.session.batch
        self.menu = None
        if value == "continue":
            self.presses = 0
        elif value == "respond":
            self.menu = widgets.Line(["Message to the assistant"], self._message,
                                     lambda how: self.show_menu())
            self.session.desk.put(self.menu, first=True)
        elif value == "exit":
            self.leaving = True
            batch.cut("stop")
        else:
            batch.cut("restart")

    def _message(self, text: str, remember: bool) -> None:
        self.menu = None
        self.session.batch.cut("stop", text)
