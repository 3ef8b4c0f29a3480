// Volume and mass above `levels` thresholds with equal distances from `lower` to `upper`. For each threshold: the volume
// of the points where the field is larger than the threshold, and the integral of the field over this volume.
grid real field = "field"
parameter int levels = 8
parameter real lower = 0.0
parameter real upper = 1.0

let thresholds = map(n < levels: lower + n * (upper - lower) / max(levels - 1, 1))
output table thresholds(
  threshold = thresholds,
  volume = map(t in thresholds: sum(c in grid: if field[c] > t then c.volume else 0)),
  mass = map(t in thresholds: sum(c in grid: if field[c] > t then field[c] * c.volume else 0)))
