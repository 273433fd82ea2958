"""The host: a page on the screen that shows the questions of one call, and makes an answer of the person's acts.

The host is the elicitation channel of this profile (PD-85). It returns the answer of a channel:
`{"type": "answered", "answers": ..., "annotations": ...}` or `{"type": "cancelled", "reason": ...}`.
"""

import re


class Refused(Exception):
    """An act that is not possible now. The reason is one of the protocol's."""


class Broken(Exception):
    """The channel failed: there is no answer, and no cancel."""


class Dialog:
    """One page with all questions of a call. Keys, clicks and typing go to one question after another; a whole answer
    may be given at any time."""

    def __init__(self, request):
        self.request = request
        self._answers = {}
        self._current = 0
        self._picked = []
        self._typed = ""

    # The page

    def prompt(self):
        """The page in the form of the protocol. The metadata are in the request, and not in the text (PD-78)."""
        question = self.request["questions"][self._current]
        return {
            "text": "\n".join(self._lines()),
            "offers": {
                "choices": self._labels(),
                "several": question.get("multiSelect") is True,
                "typing": "echoed",
                "reject": True,
                "keys": ["Enter", "Esc"],
            },
            "request": self.request,
        }

    def _lines(self):
        several = len(self.request["questions"]) > 1
        for at, question in enumerate(self.request["questions"]):
            here = "> " if several and at == self._current else ""
            yield f"{here}{harmless(question['question'])} ({harmless(question['header'])})"
            for number, option in enumerate(question["options"], 1):
                taken = " *" if at == self._current and option["label"] in self._picked else ""
                line = f"  {number}) {harmless(option['label'])}{taken}"
                yield f"{line}: {harmless(option['description'])}" if option["description"] else line
                # PD-95: a host may show what an option would look like.
                yield from (f"       {harmless(line)}" for line in option.get("preview", "").splitlines())
            if at < self._current:
                yield f"  = {harmless(str(self._answers.get(question['question'], '')))}"
        if self._typed:
            yield f"  : {harmless(self._typed)}"

    def _labels(self):
        return [option["label"] for option in self.request["questions"][self._current]["options"]]

    # The acts

    def act(self, act):
        """The channel's answer, or None if the page stays open and must be drawn again."""
        if act in ("cancel", "reject"):
            return {"type": "cancelled"}
        if act == "eof":
            raise Broken("the host's input ended")
        if act == "broken":
            raise Broken("the host's terminal failed")
        if act == "submit":
            return self._submit()
        if isinstance(act, dict):
            if "answer" in act:
                return self._whole(act["answer"])
            if "choose" in act:
                return self._choose(act["choose"])
            if "key" in act:
                return self._press(act["key"])
        raise Refused("not_offered")  # nothing is remembered

    def _whole(self, value):
        """A channel's answer from an act: the whole answer with its `type`, only the answers, or the only answer."""
        texts = [question["question"] for question in self.request["questions"]]
        if isinstance(value, dict):
            return value if "type" in value else {"type": "answered", "answers": value}
        if isinstance(value, (str, list)) and len(texts) == 1:
            return {"type": "answered", "answers": {texts[0]: value}}
        raise Refused("not_offered")

    def _choose(self, label):
        if label not in self._labels():
            raise Refused("not_offered")
        if self.request["questions"][self._current].get("multiSelect") is not True:
            return self._settle(label)
        if label in self._picked:
            self._picked.remove(label)
        else:
            self._picked.append(label)
        return None

    def _press(self, key):
        if key == "Esc":
            return {"type": "cancelled"}
        if key == "Enter":
            return self._submit()
        if key == "Backspace" and self._typed:
            self._typed = self._typed[:-1]
        elif key == "Space":
            self._typed += " "
        elif len(key) == 1:
            self._typed += key
        else:
            raise Refused("not_offered")
        return None

    def _submit(self):
        if self.request["questions"][self._current].get("multiSelect") is True:
            picks = [label for label in self._labels() if label in self._picked]
            return self._settle(picks + [self._typed] if self._typed else picks)
        if not self._typed:
            raise Refused("not_offered")
        return self._settle(self._typed)

    def _settle(self, answer):
        """Goes to the next question. After the last one, returns all answers."""
        self._answers[self.request["questions"][self._current]["question"]] = answer
        self._picked, self._typed = [], ""
        if self._current + 1 == len(self.request["questions"]):
            return {"type": "answered", "answers": self._answers}
        self._current += 1
        return None


# Characters that control a terminal or the direction of writing. Joiners stay, because emoji and scripts need them.
_HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def harmless(text):
    """A text that may be shown."""
    return _HARMFUL.sub("\ufffd", text)
