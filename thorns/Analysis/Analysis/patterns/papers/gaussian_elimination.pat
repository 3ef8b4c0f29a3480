// Solves a system of linear equations by Gaussian elimination without pivots (Rodinia's gaussian).
input real matrix[n, n]
input real right_side[n]

var a = matrix
var b = right_side
repeat k < n - 1 {
  let factors = map(i < n: if i > k then a[i, k] / a[k, k] else 0)
  foreach (i in k + 1 .. n - 1) {
    foreach (j in k .. n - 1) { a[i, j] = a[i, j] - factors[i] * a[k, j] }
    b[i] = b[i] - factors[i] * b[k]
  }
}

var x = b
repeat step < n {
  let i = n - 1 - step
  x[i] = (b[i] - sum(j in i + 1 .. n - 1: a[i, j] * x[j])) / a[i, i]
}

output solution = x
