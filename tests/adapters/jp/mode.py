"""Words on the command line. `seed` claims the profile `seed` alone; each other word makes the adapter
go its own way in one thing that only later documents settle (they mean something only with `seed`)."""

import sys

WORDS = set(sys.argv[1:])
SEED = "seed" in WORDS
EVERY = "all" in WORDS


def own(word: str) -> bool:
    return SEED and (EVERY or word in WORDS)


IDS = own("ids")              # ids of inquiries are inq-N
LATE = own("late")            # an inquiry is recorded when it is over, both halves at once
PARALLEL = own("parallel")    # every prompt is shown at once
TEXTS = own("texts")          # own words to the model where only later documents have some
FLAG = own("flag")            # a cancelled question is an error
RETRIES = own("retries")      # five retries of an inquiry or request, a quarter of a second apart
BARE = own("bare")            # an inquiry lists no tools and puts the bare question
FINISHED = own("finished")    # results in the order in which the calls finished
ABRUPT = own("abrupt")        # every signal ends the turn at once; no menu
REUSE = own("reuse")          # a remembered answer serves only a question with the same text
STRICT = own("strict")        # JSON in a string stays a string
SCHEMA = own("schema")        # no additionalProperties in a tool's schema
SILENT = own("silent")        # the command line's changes are not stored
