// The mean of a field over shells around a centre, with its standard deviation and the number of cells.
parameter int bins = 32
parameter real max_radius = 1
parameter real centre_x = 0
parameter real centre_y = 0
parameter real centre_z = 0
grid real field = "HydroBase::rho"

let width = max_radius / bins
let shells = groupBy(c in grid
                     by (let x = c.x - centre_x; let y = c.y - centre_y; let z = c.z - centre_z;
                         int(floor(sqrt(x * x + y * y + z * z) / width)))
                     into bins: field[c])

output table profile(radius = map(g in shells: (g.key + 0.5) * width),
                     mean = map(g in shells: if size(g) > 0 then sum(g) / size(g) else 0),
                     deviation = map(g in shells:
                       let mean = if size(g) > 0 then sum(g) / size(g) else 0;
                       if size(g) > 0 then sqrt(sum(x in g: (x - mean) * (x - mean)) / size(g)) else 0),
                     cells = map(g in shells: size(g)))
