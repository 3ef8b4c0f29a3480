// The LU decomposition of a matrix without pivots, in its place (Rodinia's lud). The diagonal of L is 1.
input real matrix[n, n]

var a = matrix
repeat k < n - 1 {
  foreach (i in k + 1 .. n - 1) { a[i, k] = a[i, k] / a[k, k] }
  foreach (i in k + 1 .. n - 1, j in k + 1 .. n - 1) { a[i, j] = a[i, j] - a[i, k] * a[k, j] }
}

output lu = a
