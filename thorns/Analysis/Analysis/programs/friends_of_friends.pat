// Connected groups of cells above a threshold. Each cell takes the smallest number of its neighbours until no number
// changes.
parameter real threshold = 0.5
grid real rho = "HydroBase::rho"

var label = map(c in grid: if rho[c] > threshold then c.i + points_x * (c.j + points_y * c.k) else -1)
var n_changes = 1
repeat step < points_x * points_y * points_z until n_changes == 0 {
  let next = map(c in grid:
    let here = label[c];
    let west = if c.i > 0 then label[c.i - 1, c.j, c.k] else -1;
    let east = if c.i < points_x - 1 then label[c.i + 1, c.j, c.k] else -1;
    let south = if c.j > 0 then label[c.i, c.j - 1, c.k] else -1;
    let north = if c.j < points_y - 1 then label[c.i, c.j + 1, c.k] else -1;
    let below = if c.k > 0 then label[c.i, c.j, c.k - 1] else -1;
    let above = if c.k < points_z - 1 then label[c.i, c.j, c.k + 1] else -1;
    if here < 0 then -1
    else min(here, if west < 0 then here else west, if east < 0 then here else east, if south < 0 then here else south,
             if north < 0 then here else north, if below < 0 then here else below, if above < 0 then here else above))
  n_changes = count(c in grid: next[c] != label[c])
  label = next
}

let groups = groupBy(c in filter(c in grid: label[c] >= 0) by label[c]: rho[c] * c.volume)
output table groups_of_cells(first_cell = map(g in groups: g.key),
                             cells = map(g in groups: size(g)),
                             mass = map(g in groups: sum(g)))
