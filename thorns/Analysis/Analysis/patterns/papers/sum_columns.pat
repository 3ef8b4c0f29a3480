// The sum of each column of a matrix.
input real m[rows, columns]

output sums = map(j < columns: sum(i < rows: m[i, j]))
