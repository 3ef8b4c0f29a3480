// The profile of a field in cylindrical shells around an axis parallel to z. For each shell up to `radius`, between the
// heights `bottom` and `top`: its mean radius, the number of points, and the mean, smallest and largest value. Shells
// without points have the values 0. Without `radius`, the profile ends at the smaller of the distances to
// the more distant face along x and y.
grid real field = "field"
parameter int bins = 0 in 0 .. *
parameter real radius = 0.0 in 0.0 .. *
parameter real centre_x = 0.0
parameter real centre_y = 0.0
parameter real bottom = -1.0e30
parameter real top = 1.0e30

function reach(real first, real step, int n, real centre) =
  if n > 1 then max(abs(first - centre), abs(first + (n - 1) * step - centre)) else infinity
let nearest = min(reach(origin_x, spacing_x, points_x, centre_x), reach(origin_y, spacing_y, points_y, centre_y))
let limit = if radius > 0 then radius else nearest

// Without `bins`, a shell is at least as wide as the spacing of the grid, so that no shell inside the grid is empty.
function step_of(real h, int n) = if n > 1 then h else 0.0
let widest = max(step_of(spacing_x, points_x), step_of(spacing_y, points_y))
let n_bins =
  if bins > 0 then bins
  else if widest > 0 then max(1, int(min(limit / widest + 1.0e-9, real(points_x + points_y))))
  else 1
let width = limit / n_bins
function square(real a) = a * a
function distance(point c) = sqrt(square(c.x - centre_x) + square(c.y - centre_y))
function shell(real r, real z) =
  if r < limit and z >= bottom and z <= top then min(int(r / width), n_bins - 1) else -1

let shells = groupBy(c in grid by shell(distance(c), c.z) into n_bins: field[c])
output table cylindrical_profile(
  radius = map(g in shells: (g.key + 0.5) * width),
  points = map(g in shells: size(g)),
  mean = map(g in shells: if size(g) > 0 then sum(g) / size(g) else 0.0),
  minimum = map(g in shells: if size(g) > 0 then min(g) else 0.0),
  maximum = map(g in shells: if size(g) > 0 then max(g) else 0.0))
output bins = n_bins
output radius = limit
output bottom = max(bottom, origin_z)
output top = min(top, origin_z + (points_z - 1) * spacing_z)
