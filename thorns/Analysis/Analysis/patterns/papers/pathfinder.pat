// The smallest sum of the weights along a path from the first to the last row, which moves by at most one column per row
// (Rodinia's pathfinder).
input int wall[rows, columns]

var cost = map(j < columns: wall[0, j])
repeat step < rows - 1 {
  cost = map(j < columns:
    wall[step + 1, j] + min(cost[max(j - 1, 0)], cost[j], cost[min(j + 1, columns - 1)]))
}

output costs = cost
output least = min(cost)
