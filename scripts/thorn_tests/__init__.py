"""The thorns' own tests, compared as Cactus does: collect, execute, judge, report."""
