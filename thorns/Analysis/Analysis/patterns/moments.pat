// Moments of a field over the whole grid: the integral, the mean, the root of the mean square, the standard deviation,
// the centre weighted with the field, and the root of the mean square distance from this centre.
grid real field = "field"
structure Position { real x, real y, real z }

let n = real(points_x) * real(points_y) * real(points_z)
let total = sum(field)
let mean = total / n
function square(real a) = a * a
let x = sum(c in grid: field[c] * c.x) / total
let y = sum(c in grid: field[c] * c.y) / total
let z = sum(c in grid: field[c] * c.z) / total
output integral = total * (spacing_x * spacing_y * spacing_z)
output mean = mean
output root_mean_square = sqrt(sum(c in grid: square(field[c])) / n)
output deviation = sqrt(sum(c in grid: square(field[c] - mean)) / n)
output centre = Position(x, y, z)
output extent = sqrt(abs(sum(c in grid: field[c] * (square(c.x - x) + square(c.y - y) + square(c.z - z))) / total))
