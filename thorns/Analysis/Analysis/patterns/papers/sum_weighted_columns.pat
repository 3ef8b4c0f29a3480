// The weighted sum of each column of a matrix. The products are an array of their own, as in the paper's program.
input real m[rows, columns]
input real weights[rows]

output sums = map(j < columns: let products = zipWith(x in m[*, j], w in weights: x * w); sum(products))
