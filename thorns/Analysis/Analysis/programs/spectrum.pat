// The power spectrum of a field, from the real and imaginary part of its Fourier transform. Frequencies beyond half the
// number of points are negative.
parameter int bins = 32
grid real re = "Spectrum::re"
grid real im = "Spectrum::im"

function frequency(int i, int n) = if 2 * i < n then i else i - n

let shells = groupBy(c in grid
                     by (let x = frequency(c.i, points_x); let y = frequency(c.j, points_y);
                         let z = frequency(c.k, points_z);
                         int(floor(sqrt(real(x * x + y * y + z * z)) + 0.5)))
                     into bins: re[c] * re[c] + im[c] * im[c])

output table spectrum(wave_number = map(g in shells: g.key),
                      power = map(g in shells: sum(g)),
                      modes = map(g in shells: size(g)))
