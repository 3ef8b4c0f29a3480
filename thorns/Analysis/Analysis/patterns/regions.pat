// Connected regions of points where a field is larger than a threshold. Points are connected with their neighbours along
// the axes, and not across periodic boundaries. For each region, in the order of the first points: its number of points,
// its volume, the integral of the field over it (mass), the mean position of its points, and the largest value.
grid real field = "field"
grid real region = "regions(field, threshold)"
parameter real threshold = 0.0
structure Cell { real x, real y, real z, real value }

let cells = filter(c in grid: region[c] >= 0)
let regions = groupBy(c in cells by int(region[c]): Cell(c.x, c.y, c.z, field[c]))
let cell_volume = spacing_x * spacing_y * spacing_z
output table regions(
  region = map(g in regions: g.key),
  points = map(g in regions: size(g)),
  volume = map(g in regions: size(g) * cell_volume),
  mass = map(g in regions: sum(c in g: c.value) * cell_volume),
  x = map(g in regions: sum(c in g: c.x) / size(g)),
  y = map(g in regions: sum(c in g: c.y) / size(g)),
  z = map(g in regions: sum(c in g: c.z) / size(g)),
  maximum = map(g in regions: max(c in g: c.value)))
