// Conserved quantities of a fluid: the integrals of the density (mass), of the density times the velocity (momentum), and
// of half the density times the square of the velocity (kinetic energy), and the largest density.
grid real density = "density"
grid real velocity_x = "velocity_x"
grid real velocity_y = "velocity_y"
grid real velocity_z = "velocity_z"

function square(real a) = a * a
output mass = sum(c in grid: density[c] * c.volume)
output momentum_x = sum(c in grid: density[c] * velocity_x[c] * c.volume)
output momentum_y = sum(c in grid: density[c] * velocity_y[c] * c.volume)
output momentum_z = sum(c in grid: density[c] * velocity_z[c] * c.volume)
output kinetic_energy = sum(c in grid:
  0.5 * density[c] * (square(velocity_x[c]) + square(velocity_y[c]) + square(velocity_z[c])) * c.volume)
output maximum = max(density)
