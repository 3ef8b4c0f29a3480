// The energy of the wave in spherical shells, and the mean radius of the shell with the largest energy.
grid real eps = "Wave::eps"
parameter int shells = 8
parameter real radius = 1.0

let width = radius / shells
function distance(point c) = sqrt(c.x * c.x + c.y * c.y + c.z * c.z)
let groups = groupBy(c in grid by int(distance(c) / width) into shells: eps[c] * c.volume)
let energies = map(g in groups: sum(g))

output table energy(radius = map(g in groups: (g.key + 0.5) * width), energy = energies)
output front = (argmax(energies) + 0.5) * width
