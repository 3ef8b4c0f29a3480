// The profile of a field in spherical shells around a centre. For each shell up to `radius`: its mean radius, the number
// of points, the mean (spherical average), the standard deviation from it, the smallest and largest value, and the
// integral of the field over the shell. Shells without points have the values 0. Without `radius`, the
// profile ends at the smallest of the distances to the more distant face along each axis.
grid real field = "field"
parameter int bins = 0 in 0 .. *
parameter real radius = 0.0 in 0.0 .. *
parameter real centre_x = 0.0
parameter real centre_y = 0.0
parameter real centre_z = 0.0

function reach(real first, real step, int n, real centre) =
  if n > 1 then max(abs(first - centre), abs(first + (n - 1) * step - centre)) else infinity
let nearest = min(reach(origin_x, spacing_x, points_x, centre_x), reach(origin_y, spacing_y, points_y, centre_y),
                  reach(origin_z, spacing_z, points_z, centre_z))
let limit = if radius > 0 then radius else nearest

// Without `bins`, a shell is at least as wide as the spacing of the grid, so that no shell inside the grid is empty. The
// number is written as `max(n_bins, 1)`, because kernels need subscripts that are in range by their form.
function step_of(real h, int n) = if n > 1 then h else 0.0
let widest = max(step_of(spacing_x, points_x), step_of(spacing_y, points_y), step_of(spacing_z, points_z))
let n_bins =
  if bins > 0 then bins
  else if widest > 0 then int(min(limit / widest + 1.0e-9, real(points_x + points_y + points_z)))
  else 1
let width = limit / max(n_bins, 1)
function square(real a) = a * a
function distance(point c) = sqrt(square(c.x - centre_x) + square(c.y - centre_y) + square(c.z - centre_z))
function shell(real r) = if r < limit then min(int(r / width), max(n_bins, 1) - 1) else -1

let shells = groupBy(c in grid by shell(distance(c)) into max(n_bins, 1): field[c])
let means = map(g in shells: if size(g) > 0 then sum(g) / size(g) else 0.0)
function mean_of(int s) = means[max(0, min(s, max(n_bins, 1) - 1))]
let deviations = groupBy(c in grid by shell(distance(c)) into max(n_bins, 1): square(field[c] - mean_of(shell(distance(c)))))
output table radial_profile(
  radius = map(g in shells: (g.key + 0.5) * width),
  points = map(g in shells: size(g)),
  mean = means,
  deviation = map(g in deviations: if size(g) > 0 then sqrt(sum(g) / size(g)) else 0.0),
  minimum = map(g in shells: if size(g) > 0 then min(g) else 0.0),
  maximum = map(g in shells: if size(g) > 0 then max(g) else 0.0),
  integral = map(g in shells: sum(g) * (spacing_x * spacing_y * spacing_z)))
output bins = max(n_bins, 1)
output radius = limit
