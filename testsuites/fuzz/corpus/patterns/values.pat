structure Best { real value, int index, bool is_new }
input Best candidates[n]
input real m[n, columns] = "m.csv"
input csr int graph[n, n]
function better(Best a, Best b) = if a.value > b.value or not a.is_new then a else b
function norm(real v[]) = sqrt(sum(x in v: x * x))
output best = reduce(c in candidates: c with better from Best(-infinity, -1, false))
output joined = reduce(i < n: 2 * i with (l, r: l - r) from 0)
output norms = map(row in m: norm(row))
output pairs = zipWith(a in m[*, 0], b in m[*, 1], i in 2 .. n + 1: max(a, b) - pow(a, 2) + i)
output degree = map(i < n: sum(k in row(graph, i): graph.value[k]))
output keys = map(g in groupBy(i < n, j < i by mod(i + j, 3): [1.5, pi, 2e-3][0]): g.key)
output truth = [any(i < n: i == 3), all(x in m[0, *]: x <= 1 and x >= -1), count(i < n: i != 2) > 1]
