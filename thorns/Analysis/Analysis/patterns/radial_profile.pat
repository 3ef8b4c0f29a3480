// The profile of a field in spherical shells around a centre. For each shell up to `radius`: its mean radius, the number
// of points, the mean, smallest and largest value (spherical average), and the integral of the field over the shell.
// Shells without points have the values 0.
grid real field = "field"
parameter int bins = 32
parameter real radius = 1.0
parameter real centre_x = 0.0
parameter real centre_y = 0.0
parameter real centre_z = 0.0

let width = radius / bins
function square(real a) = a * a
function distance(point c) = sqrt(square(c.x - centre_x) + square(c.y - centre_y) + square(c.z - centre_z))
function shell(real r) = if r < radius then min(int(r / width), bins - 1) else -1

let shells = groupBy(c in grid by shell(distance(c)) into bins: field[c])
output table radial_profile(
  radius = map(g in shells: (g.key + 0.5) * width),
  points = map(g in shells: size(g)),
  mean = map(g in shells: if size(g) > 0 then sum(g) / size(g) else 0.0),
  minimum = map(g in shells: if size(g) > 0 then min(g) else 0.0),
  maximum = map(g in shells: if size(g) > 0 then max(g) else 0.0),
  integral = map(g in shells: sum(g) * (spacing_x * spacing_y * spacing_z)))
