// The distribution of the decimal logarithm of a positive field, by volume and by mass. For each bin of [lower, upper]:
// the logarithm at its centre, and the fraction of the volume and of the integral of the field (mass) per unit of the
// logarithm. Points where the field is not positive count in neither fraction.
grid real field = "field"
parameter int bins = 64 in 1 .. *
parameter real lower = -4.0
parameter real upper = 4.0
let width = (upper - lower) / bins
let positive = filter(c in grid: field[c] > 0)
let groups = groupBy(c in positive by int(floor((log(field[c]) / log(10.0) - lower) / width)) into bins: field[c])
let points = size(positive)
let mass = sum(c in positive: field[c])
output table log_histogram(
  logarithm = map(g in groups: lower + (g.key + 0.5) * width),
  by_volume = map(g in groups: size(g) / (points * width)),
  by_mass = map(g in groups: sum(g) / (mass * width)))
