"""How well costs put tiles into the order of their measured times."""

import statistics


def ranks(values):
    """1 for the least; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    begin = 0
    while begin < len(order):
        end = begin
        while end < len(order) and values[order[end]] == values[order[begin]]:
            end += 1
        for n in order[begin:end]:
            result[n] = (begin + end + 1) / 2
        begin = end
    return result


def rank_correlation(a, b):
    """Spearman's: the correlation of the ranks; 0 where all are equal."""
    a, b = ranks(a), ranks(b)
    if len(set(a)) == 1 or len(set(b)) == 1:
        return 0.0
    return statistics.correlation(a, b)


def add_rank_correlations(result):
    """Of both forms of the cost formula: the corrected one, which is the default, and the one printed in the paper."""
    seconds = [tile["seconds"] for tile in result["tiles"]]
    result["rank_correlation"] = rank_correlation([tile["cost"] for tile in result["tiles"]], seconds)
    result["rank_correlation_printed"] = rank_correlation([tile["cost_printed"] for tile in result["tiles"]], seconds)
