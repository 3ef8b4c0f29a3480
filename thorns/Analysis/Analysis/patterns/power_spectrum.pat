// The power spectrum of a field that is periodic on the grid. For each shell of modes, whose width is the smallest wave
// number of the longest side of the grid: the wave number at its centre (2 pi over the wavelength), the number of modes, the
// mean power of a mode, and the power of all modes. Without `bins`, the shells end at the largest wave number along an axis. The
// power of all modes, including those beyond the last shell, adds up to the mean square of the field.
grid real field = "field"
grid real power = "power_of_modes(field)"
parameter int bins = 0 in 0 .. *

let smallest = 2 * pi / max(points_x * spacing_x, points_y * spacing_y, points_z * spacing_z)
function largest(int n, real step) = 2 * pi * div(n, 2) / (n * step)
let end = max(largest(points_x, spacing_x), largest(points_y, spacing_y), largest(points_z, spacing_z))
let n_bins = if bins > 0 then bins else int(floor(end / smallest + 0.5 + 1.0e-9)) + 1
function square(real a) = a * a
function frequency(int i, int n) = if 2 * i < n then i else i - n
function relative(int n, real step) = 2 * pi / (n * step) / smallest
let step_x = relative(points_x, spacing_x)
let step_y = relative(points_y, spacing_y)
let step_z = relative(points_z, spacing_z)
// The length of a wave vector, in units of the smallest wave number.
function length(point c) = sqrt(square(frequency(c.i, points_x) * step_x) + square(frequency(c.j, points_y) * step_y) +
                                square(frequency(c.k, points_z) * step_z))

// Lengths at the limit of two shells, apart from rounding errors, belong to the larger one.
let shells = groupBy(c in grid by int(floor(length(c) + 0.5 + 1.0e-9)) into n_bins: power[c])
output table power_spectrum(
  wave_number = map(g in shells: g.key * smallest),
  modes = map(g in shells: size(g)),
  power_per_mode = map(g in shells: if size(g) > 0 then sum(g) / size(g) else 0.0),
  power = map(g in shells: sum(g)))
output bins = n_bins
