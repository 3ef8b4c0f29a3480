// The sum of each row of a matrix.
input real m[rows, columns]

output sums = map(i < rows: sum(j < columns: m[i, j]))
