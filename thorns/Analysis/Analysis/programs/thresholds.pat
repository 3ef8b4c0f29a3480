// Volume and mass of the cells above each threshold.
parameter int n_thresholds = 8
parameter real least = 0
parameter real largest = 1
grid real rho = "HydroBase::rho"

let thresholds = map(t < n_thresholds: least + t * (largest - least) / max(n_thresholds - 1, 1))

output table above(threshold = thresholds,
                   volume = map(t in thresholds: sum(c in grid: if rho[c] > t then c.volume else 0)),
                   mass = map(t in thresholds: sum(c in grid: if rho[c] > t then rho[c] * c.volume else 0)))
