// The integral of a field along an axis (0: x, 1: y, 2: z). For each line of points: its coordinates along the first and
// second of the other axes, in the order x, y, z, and the sum of the field times the spacing.
grid real field = "field"
parameter int axis = 2 in 0 .. 2

let n_first = if axis == 0 then points_y else points_x
let n_second = if axis == 2 then points_y else points_z
let first_origin = if axis == 0 then origin_y else origin_x
let second_origin = if axis == 2 then origin_y else origin_z
let first_spacing = if axis == 0 then spacing_y else spacing_x
let second_spacing = if axis == 2 then spacing_y else spacing_z
let spacing = if axis == 0 then spacing_x else if axis == 1 then spacing_y else spacing_z
function first_index(point c) = if axis == 0 then c.j else c.i
function second_index(point c) = if axis == 2 then c.j else c.k

let lines = groupBy(c in grid by first_index(c) + n_first * second_index(c) into n_first * n_second: field[c])
output table projection(
  first = map(g in lines: first_origin + mod(g.key, n_first) * first_spacing),
  second = map(g in lines: second_origin + div(g.key, n_first) * second_spacing),
  integral = map(g in lines: sum(g) * spacing))
