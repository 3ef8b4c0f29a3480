// The number of iterations of z -> z * z + c until |z| > 2, for c on a grid of the complex plane.
structure Orbit { real x, real y, int n }

parameter int rows = 64 in 1 .. *
parameter int columns = 64 in 1 .. *
parameter int max_iterations = 256 in 1 .. *
parameter real left = -2
parameter real top = -1.25
parameter real width = 2.5

output iterations = map(i < rows, j < columns:
  let cx = left + width * j / columns;
  let cy = top + width * i / rows;
  let orbit = iterate(z from Orbit(0, 0, 0), k < max_iterations while z.x * z.x + z.y * z.y <= 4:
    Orbit(z.x * z.x - z.y * z.y + cx, 2 * z.x * z.y + cy, z.n + 1));
  orbit.n)
