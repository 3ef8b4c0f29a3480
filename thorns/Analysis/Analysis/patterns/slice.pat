// The values of a field in the plane of points that is closest to `position` along an axis (0: x, 1: y, 2: z). For each
// point: its coordinates along the first and second of the other axes, in the order x, y, z, and the value.
grid real field = "field"
parameter int axis = 2 in 0 .. 2
parameter real position = 0.0

let n_normal = if axis == 0 then points_x else if axis == 1 then points_y else points_z
let origin = if axis == 0 then origin_x else if axis == 1 then origin_y else origin_z
let spacing = if axis == 0 then spacing_x else if axis == 1 then spacing_y else spacing_z
let plane = max(0, min(n_normal - 1, int(floor((position - origin) / spacing + 0.5))))
function normal_index(point c) = if axis == 0 then c.i else if axis == 1 then c.j else c.k

let points = filter(c in grid: normal_index(c) == plane)
output table slice(
  first = map(c in points: if axis == 0 then c.y else c.x),
  second = map(c in points: if axis == 2 then c.y else c.z),
  value = map(c in points: field[c]))
