// The number of edges from a node of a graph to all nodes, -1 for nodes that are not reached (Rodinia's bfs). The matrix
// has an element for each edge; its row is the node at which the edge starts.
parameter int source = 0 in 0 .. *
input csr int graph[n, n]

var cost = map(i < n: if i == source then 0 else -1)
var n_reached = 1
repeat level < n until n_reached == 0 {
  let frontier = filter(i < n: cost[i] == level)
  foreach (i in frontier) {
    foreach (k in row(graph, i)) {
      let next = graph.column[k]
      if cost[next] < 0 { cost[next] = level + 1 }
    }
  }
  n_reached = size(frontier)
}

output costs = cost
