// The distribution of the values of a field. For each bin of [lower, upper]: the value at its centre, the number of
// points, their fraction of all points, and the fraction per unit of the value (probability density). Values outside the
// bins and NaN are not in any bin, so that the fractions add up to less than 1. Without `lower` or `upper`, the bins begin
// with the smallest or end with the largest value of each evaluation, so that they change with time.
grid real field = "field"
parameter int bins = 32 in 1 .. *
parameter real lower = -1.0e30
parameter real upper = 1.0e30

let low = if lower > -1.0e30 then lower else min(field)
let high = if upper < 1.0e30 then upper else max(field)
let width = if high > low then (high - low) / bins else 1.0 / bins
let n_points = real(points_x) * real(points_y) * real(points_z)
function bin_of(real value) =
  if value >= low and value <= high then min(int((value - low) / width), bins - 1) else -1

let groups = groupBy(c in grid by bin_of(field[c]) into bins: 1)
output table histogram(
  value = map(g in groups: low + (g.key + 0.5) * width),
  points = map(g in groups: size(g)),
  fraction = map(g in groups: size(g) / n_points),
  density = map(g in groups: size(g) / (n_points * width)))
output lower = low
output upper = high
