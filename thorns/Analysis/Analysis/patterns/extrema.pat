// The smallest and the largest value of a field and their positions. If several points have the value, the position is
// that of the first one, with x varying fastest.
grid real field = "field"
structure Position { real x, real y, real z }

let low = argmin(c in grid: field[c])
let high = argmax(c in grid: field[c])
output minimum = min(field)
output minimum_at = Position(low.x, low.y, low.z)
output maximum = max(field)
output maximum_at = Position(high.x, high.y, high.z)
