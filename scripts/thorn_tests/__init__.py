"""The tests of thorns, compared as in Cactus: collect, execute, judge, report."""
