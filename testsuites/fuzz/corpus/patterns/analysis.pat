// Analyses of a simulation.
parameter int bins = 8
parameter real threshold = 0.5
grid real rho = "Fluids::rho"
let total = sum(c in grid: rho[c] * c.volume)
let shells = groupBy(c in grid by int(sqrt(c.x * c.x + c.y * c.y)) into bins: rho[c])
output mass = sum(c in grid: if rho[c] > threshold then rho[c] * c.volume else 0.0)
output table profile(r = map(g in shells: g.key + 0.5),
                     mean = map(g in shells: if size(g) > 0 then sum(g) / size(g) else 0))
output projection = map(i in grid.x, j in grid.y: sum(k in grid.z: rho[i, j, k]) * spacing_z / total)
output slice = rho[0, *, div(points_z, 2)]
output place = argmax(c in filter(c in grid: c.z > origin_z): rho[c])
output extreme = let p = argmin(c in grid: rho[c]); [p.x, p.y, p.z]
