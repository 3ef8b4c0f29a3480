// Mass, momentum and kinetic energy of a fluid: a time series if it is computed at each output.
grid real rho = "HydroBase::rho"
grid real vx = "HydroBase::velx"
grid real vy = "HydroBase::vely"
grid real vz = "HydroBase::velz"

output mass = sum(c in grid: rho[c] * c.volume)
output momentum_x = sum(c in grid: rho[c] * vx[c] * c.volume)
output momentum_y = sum(c in grid: rho[c] * vy[c] * c.volume)
output momentum_z = sum(c in grid: rho[c] * vz[c] * c.volume)
output kinetic_energy = sum(c in grid: 0.5 * rho[c] * (vx[c] * vx[c] + vy[c] * vy[c] + vz[c] * vz[c]) * c.volume)
output max_density = max(rho)
