"""The rules of JavaScript that the requirements use: lengths, orders, and values as texts."""

import re

_INDEX = re.compile(r"0|[1-9][0-9]*", re.ASCII)


def length(text):
    """How many UTF-16 units a text has: an emoji is two, half a surrogate pair is one (PD-25)."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def entries(value, integers_first=True):
    """The keys and values of an answer, as a list of pairs.

    An object's keys that are canonical decimals from 0 to 4294967294 come first, ascending, and the others follow as
    they were given (PD-50). A list and a text have their positions as keys (PD-35.o). A number or a
    boolean has no entries. Asking for the entries of `null` is a `TypeError`.
    """
    if value is None:
        raise TypeError("there are no answers")
    if isinstance(value, dict):
        pairs = list(value.items())
        return sorted(pairs, key=_place) if integers_first else pairs
    if isinstance(value, str):
        units = value.encode("utf-16-le", "surrogatepass")
        value = [units[at:at + 2].decode("utf-16-le", "surrogatepass") for at in range(0, len(units), 2)]
    if isinstance(value, list):
        return [(str(at), item) for at, item in enumerate(value)]
    return []


def _place(pair):
    key = pair[0]
    if _INDEX.fullmatch(key) and len(key) <= 10 and int(key) <= 4294967294:
        return (0, int(key))
    return (1, 0)  # `sorted` is stable: all others stay in their order


def text(value):
    """A value in a text, as a template literal writes it (PD-10.o)."""
    if isinstance(value, str):
        return value
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    if isinstance(value, list):
        return join(value, ",")
    if isinstance(value, dict):
        return "[object Object]"
    return str(value)


def join(values, separator):
    """A list as one text; `null` in it is nothing."""
    return separator.join("" if value is None else text(value) for value in values)
