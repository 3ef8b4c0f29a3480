// Steps of programs in thorns/Analysis/Analysis/patterns/papers that change arrays in place there, as patterns that have
// kernels, and variants of programs that visit columns first. scripts/bench patterns measures them.

// A step of Gaussian elimination and of LU decomposition.
parameter int k = 0
input real a[n, n]
input real factors[n]
output gaussian_elimination = map(i < n, j < n: if i > k and j >= k then a[i, j] - factors[i] * a[k, j] else a[i, j])
output lu_decomposition = map(i < n, j < n: if i > k and j > k then a[i, j] - a[i, k] * a[k, j] else a[i, j])

// A step of breadth-first search, for which each node that is not reached visits its neighbours.
parameter int level = 1
input csr int graph[nodes, nodes]
input int cost[nodes]
output breadth_first_search = map(i < nodes:
  if cost[i] >= 0 then cost[i]
  else if any(e in row(graph, i): cost[graph.column[e]] == level) then level + 1 else -1)

// The gradients of a batch of random coordinates.
parameter int batch = 0
input int order[batches, batch_size]
input real x[n]
input real c[n]
output gradients = map(sample < batch_size: let i = order[batch, sample]; sum(j < n: a[i, j] * x[j]) + c[i])

// The distances of frames from the nearest centre, after one more centre.
parameter int centre = 0
input real frames[n_frames, dimensions]
input real distances[n_frames]
output clustering = map(i < n_frames:
  min(distances[i], sqrt(sum(j < dimensions: let d = frames[i, j] - frames[centre, j]; d * d))))

structure Orbit { real x, real y, int n }

parameter int max_iterations = 256
parameter real left = -2
parameter real top = -1.25
parameter real width = 2.5
parameter int pixel_rows = 64
parameter int pixel_columns = 64
output mandelbrot_columns = map(j < pixel_columns, i < pixel_rows:
  let cx = left + width * j / pixel_columns;
  let cy = top + width * i / pixel_rows;
  let orbit = iterate(z from Orbit(0, 0, 0), m < max_iterations while z.x * z.x + z.y * z.y <= 4:
    Orbit(z.x * z.x - z.y * z.y + cx, 2 * z.x * z.y + cy, z.n + 1));
  orbit.n)
