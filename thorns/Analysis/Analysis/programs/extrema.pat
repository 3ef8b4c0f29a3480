// The smallest and the largest value of a field with their positions.
structure Extremum { real value, real x, real y, real z }

grid real field = "HydroBase::rho"

let least = argmin(c in grid: field[c])
let largest = argmax(c in grid: field[c])

output minimum = Extremum(field[least], least.x, least.y, least.z)
output maximum = Extremum(field[largest], largest.x, largest.y, largest.z)
