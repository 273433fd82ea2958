"""Plays the scenes that the arguments name, in their order; each client says what `tool` and `whole` are for it."""

import sys


def play(ask, tool, whole):
    """A scene is `tool`, `whole`, or a word that is said. What the client raises is told, and the next scene follows."""
    for scene in sys.argv[2:]:
        print("--", scene)
        try:
            if scene == "tool":
                tool()
            elif scene == "whole":
                whole()
            else:
                ask(scene)
        except Exception as error:
            print("error", type(error).__module__, type(error).__name__)
