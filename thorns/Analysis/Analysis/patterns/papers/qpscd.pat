// Minimises x Q x / 2 + c x within 0 <= x <= upper by stochastic coordinate descent. The coordinates of a batch are
// updated together, each from the values before the batch. `order` has random coordinates.
parameter real upper = 10
parameter real relaxation = 1
input real q[n, n]
input real c[n]
input int order[batches, batch_size]

var x = map(i < n: 0.0)
repeat batch < batches {
  foreach (sample < batch_size) {
    let i = order[batch, sample]
    let gradient = sum(j < n: q[i, j] * x[j]) + c[i]
    x[i] = max(0, min(upper, x[i] - relaxation * gradient / q[i, i]))
  }
}

output solution = x
output objective = sum(i < n: x[i] * (0.5 * sum(j < n: q[i, j] * x[j]) + c[i]))
