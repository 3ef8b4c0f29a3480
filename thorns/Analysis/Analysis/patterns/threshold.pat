// The region where a field is larger than a threshold: its number of points, volume, fraction of all points, and the
// integral of the field over it (mass).
grid real field = "field"
parameter real threshold = 0.0

let n = count(c in grid: field[c] > threshold)
output points = n
output volume = n * (spacing_x * spacing_y * spacing_z)
output fraction = n / (real(points_x) * real(points_y) * real(points_z))
output mass = sum(c in grid: if field[c] > threshold then field[c] * c.volume else 0.0)
