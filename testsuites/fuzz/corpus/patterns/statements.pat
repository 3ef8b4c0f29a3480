parameter bool is_fast = true
input real t[rows, cols]
var heat = t
var change = 1.0
var hits = map(b < 4: 0)
repeat step < 100 until change < 1e-6 {
  let next = map(i < rows, j < cols:
    let up = if i > 0 then heat[i - 1, j] else heat[i, j];
    let down = if i < rows - 1 then heat[i + 1, j] else heat[i, j];
    heat[i, j] + 0.25 * (up + down - 2 * heat[i, j]))
  change = max(i < rows, j < cols: abs(next[i, j] - heat[i, j]))
  heat = next
}
foreach (i < rows, j < cols) {
  let b = int(heat[i, j])
  if b < 0 { hits[0] += 1 } else if b > 3 { hits[3] += 1 } else { hits[b] += 1 }
}
foreach (i < rows) {
  foreach (j in 1 .. cols - 1) { if is_fast { heat[i, j] = real(j) } }
  change max= heat[i, 0]
}
output final = heat; output counts = hits; output c = change
