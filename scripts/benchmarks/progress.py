"""Cases of a benchmark, one after the other: says which, of how many, and for how long still."""

import datetime
import sys
import time


def measured(cases, name, measure):
    """{"results": [measure(case), ..]}. Whoever interrupts a long benchmark (Ctrl-C, SIGTERM) keeps what was measured:
    then "failed" says how much is missing."""
    results, start = [], time.monotonic()
    for done, case in enumerate(cases):
        left = datetime.timedelta(seconds=round((time.monotonic() - start) * (len(cases) - done) / done)) if done else "?"
        print(f"case {done + 1} of {len(cases)}, {left} left: {name(case)}", file=sys.stderr, flush=True)
        try:
            results.append(measure(case))
        except KeyboardInterrupt:
            return {"results": results, "failed": [f"interrupted, {done} of {len(cases)} cases were measured"]}
    return {"results": results}
