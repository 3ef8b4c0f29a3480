// Clusters of the points where a field is larger than a threshold, by k-means with up to `steps` steps. The centres
// start on the diagonal of the grid. For each cluster: its centre, its number of points, and the integral of the field.
// A cluster without points retains its centre.
grid real field = "field"
parameter real threshold = 0.0
parameter int clusters = 2 in 1 .. *
parameter int steps = 20 in 0 .. *
structure Cell { real x, real y, real z, real value }

let cells = filter(c in grid: field[c] > threshold)
function start(real first, real step, int n, int cluster) = first + step * (n - 1) * (cluster + 0.5) / clusters
function square(real a) = a * a
var centre_x = map(k < clusters: start(origin_x, spacing_x, points_x, k))
var centre_y = map(k < clusters: start(origin_y, spacing_y, points_y, k))
var centre_z = map(k < clusters: start(origin_z, spacing_z, points_z, k))
var changes = 1.0
repeat step < steps until changes == 0 {
  let groups = groupBy(
    c in cells
    by argmin(d in map(k < clusters: square(c.x - centre_x[k]) + square(c.y - centre_y[k]) + square(c.z - centre_z[k])): d)
    into clusters: Cell(c.x, c.y, c.z, field[c]))
  let x = map(g in groups: if size(g) > 0 then sum(m in g: m.x) / size(g) else centre_x[g.key])
  let y = map(g in groups: if size(g) > 0 then sum(m in g: m.y) / size(g) else centre_y[g.key])
  let z = map(g in groups: if size(g) > 0 then sum(m in g: m.z) / size(g) else centre_z[g.key])
  changes = sum(k < clusters: abs(x[k] - centre_x[k]) + abs(y[k] - centre_y[k]) + abs(z[k] - centre_z[k]))
  centre_x = x
  centre_y = y
  centre_z = z
}
let members = groupBy(
  c in cells
  by argmin(d in map(k < clusters: square(c.x - centre_x[k]) + square(c.y - centre_y[k]) + square(c.z - centre_z[k])): d)
  into clusters: field[c])
output table clusters(
  x = centre_x, y = centre_y, z = centre_z,
  points = map(g in members: size(g)),
  mass = map(g in members: sum(g) * (spacing_x * spacing_y * spacing_z)))
