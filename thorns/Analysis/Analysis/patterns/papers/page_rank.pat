// PageRank of the nodes of a graph. Row i of the matrix has an element in column j for each link from j to i.
parameter real damping = 0.85
parameter int max_iterations = 200 in 1 .. *
parameter real tolerance = 1e-12
input csr int links[n, n]

var n_outgoing = map(i < n: 0)
foreach (k < size(links.column)) { n_outgoing[links.column[k]] += 1 }

var rank = map(i < n: 1 / n)
var change = infinity
repeat step < max_iterations until change < tolerance {
  let dangling = sum(j < n: if n_outgoing[j] == 0 then rank[j] else 0)
  let shares = map(j < n: rank[j] / n_outgoing[j]) // not used where n_outgoing[j] = 0
  let next = map(i < n:
    (1 - damping) / n + damping * (sum(k in row(links, i): shares[links.column[k]]) + dangling / n))
  change = sum(i < n: abs(next[i] - rank[i]))
  rank = next
}

output ranks = rank
