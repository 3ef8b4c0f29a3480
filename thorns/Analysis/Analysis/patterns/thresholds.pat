// Volume and mass above `levels` thresholds with equal distances from `lower` to `upper`. For each threshold: the volume
// of the points where the field is larger than the threshold, and the integral of the field over this volume.
grid real field = "field"
parameter int levels = 8 in 1 .. *
parameter real lower = 0.0
parameter real upper = 1.0

let thresholds = map(n < levels: lower + n * (upper - lower) / max(levels - 1, 1))
// Groups of points with equal numbers of thresholds below the value. A point is above threshold n if it is above more than
// `n_below(n)` thresholds. The thresholds decrease if `upper` is smaller than `lower`.
let groups = groupBy(c in grid by count(n < levels: field[c] > thresholds[n]) into levels + 1: field[c])
let points = map(g in groups: size(g))
let sums = map(g in groups: sum(g))
function n_below(int n) = if lower <= upper then n else levels - 1 - n
let cell_volume = spacing_x * spacing_y * spacing_z
output table thresholds(
  threshold = thresholds,
  volume = map(n < levels: sum(k in n_below(n) + 1 .. levels: real(points[k])) * cell_volume),
  mass = map(n < levels: sum(k in n_below(n) + 1 .. levels: sums[k]) * cell_volume))
