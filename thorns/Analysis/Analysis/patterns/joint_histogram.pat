// The joint distribution of the values of two fields. For each pair of bins: the values at its centre, the number of
// points, and the fraction of all points per unit of both values. Points with a value outside the bins do not count.
// Without limits, the bins begin with the smallest and end with the largest value of each evaluation.
grid real first = "first"
grid real second = "second"
parameter int bins = 32 in 1 .. 46340
parameter real first_lower = -1.0e30
parameter real first_upper = 1.0e30
parameter real second_lower = -1.0e30
parameter real second_upper = 1.0e30

let first_low = if first_lower > -1.0e30 then first_lower else min(first)
let first_high = if first_upper < 1.0e30 then first_upper else max(first)
let second_low = if second_lower > -1.0e30 then second_lower else min(second)
let second_high = if second_upper < 1.0e30 then second_upper else max(second)
function width_of(real low, real high) = if high > low then (high - low) / bins else 1.0 / bins
let first_width = width_of(first_low, first_high)
let second_width = width_of(second_low, second_high)
let n_points = real(points_x) * real(points_y) * real(points_z)
function bin_of(real value, real low, real high, real width) =
  if value >= low and value <= high then min(int((value - low) / width), bins - 1) else -1
function joint_bin(int a, int b) = if a >= 0 and b >= 0 then a + bins * b else -1

let groups = groupBy(c in grid by joint_bin(bin_of(first[c], first_low, first_high, first_width),
                                            bin_of(second[c], second_low, second_high, second_width))
                     into bins * bins: 1)
output table joint_histogram(
  first = map(g in groups: first_low + (mod(g.key, bins) + 0.5) * first_width),
  second = map(g in groups: second_low + (div(g.key, bins) + 0.5) * second_width),
  points = map(g in groups: size(g)),
  density = map(g in groups: size(g) / (n_points * first_width * second_width)))
output first_lower = first_low
output first_upper = first_high
output second_lower = second_low
output second_upper = second_high
