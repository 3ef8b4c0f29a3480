// Speckle reducing anisotropic diffusion of an image (Rodinia's srad). The region r1 to r2, c1 to c2 is the sample of
// the noise.
parameter int n_steps = 2 in 0 .. *
parameter real lambda = 0.5
parameter int r1 = 0 in 0 .. *
parameter int r2 = 3 in 0 .. *
parameter int c1 = 0 in 0 .. *
parameter int c2 = 3 in 0 .. *
input real image[rows, columns]

structure Differences { real north, real south, real west, real east, real coefficient }

function saturated(real x) = if x < 0 then 0 else if x > 1 then 1 else x

var u = map(i < rows, j < columns: exp(image[i, j]))
repeat step < n_steps {
  let n_sample = (r2 - r1 + 1) * (c2 - c1 + 1)
  let mean = sum(i in r1 .. r2, j in c1 .. c2: u[i, j]) / n_sample
  let square = sum(i in r1 .. r2, j in c1 .. c2: u[i, j] * u[i, j]) / n_sample
  let noise = (square - mean * mean) / (mean * mean)
  let d = map(i < rows, j < columns:
    let here = u[i, j];
    let north = u[max(i - 1, 0), j] - here;
    let south = u[min(i + 1, rows - 1), j] - here;
    let west = u[i, max(j - 1, 0)] - here;
    let east = u[i, min(j + 1, columns - 1)] - here;
    let gradient = (north * north + south * south + west * west + east * east) / (here * here);
    let laplacian = (north + south + west + east) / here;
    let numerator = 0.5 * gradient - 1.0 / 16 * laplacian * laplacian;
    let denominator = 1 + 0.25 * laplacian;
    let q = numerator / (denominator * denominator);
    Differences(north, south, west, east, saturated(1 / (1 + (q - noise) / (noise * (1 + noise))))))
  u = map(i < rows, j < columns:
    let here = d[i, j];
    let south = d[min(i + 1, rows - 1), j].coefficient;
    let east = d[i, min(j + 1, columns - 1)].coefficient;
    u[i, j] + 0.25 * lambda * (here.coefficient * here.north + south * here.south + here.coefficient * here.west +
                               east * here.east))
}

output result = map(i < rows, j < columns: log(u[i, j]))
