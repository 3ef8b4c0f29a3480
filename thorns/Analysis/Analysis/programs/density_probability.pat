// The probability density of the logarithm of the density, by volume and by mass.
parameter int bins = 64
parameter real least = -4
parameter real largest = 4
grid real rho = "HydroBase::rho"

structure Share { real volume, real mass }

let width = (largest - least) / bins
let groups = groupBy(c in filter(c in grid: rho[c] > 0)
                     by int(floor((log(rho[c]) / log(10.0) - least) / width)) into bins:
                     Share(c.volume, rho[c] * c.volume))
let volume = sum(c in filter(c in grid: rho[c] > 0): c.volume)
let mass = sum(c in filter(c in grid: rho[c] > 0): rho[c] * c.volume)

output table density_probability(log_density = map(g in groups: least + (g.key + 0.5) * width),
                                 by_volume = map(g in groups: sum(s in g: s.volume) / (volume * width)),
                                 by_mass = map(g in groups: sum(s in g: s.mass) / (mass * width)))
