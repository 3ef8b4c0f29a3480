// The weighted sum of each row of a matrix. The products are an array of their own, as in the paper's program.
input real m[rows, columns]
input real weights[columns]

output sums = map(i < rows: let products = zipWith(x in m[i, *], w in weights: x * w); sum(products))
