// The joint distribution of the values of two fields. For each pair of bins: the values at its centre, the number of
// points, and the fraction of all points per unit of both values. Points with a value outside the bins do not count.
grid real first = "first"
grid real second = "second"
parameter int bins = 32
parameter real first_lower = 0.0
parameter real first_upper = 1.0
parameter real second_lower = 0.0
parameter real second_upper = 1.0

let first_width = (first_upper - first_lower) / bins
let second_width = (second_upper - second_lower) / bins
let n_points = real(points_x) * real(points_y) * real(points_z)
function bin_of(real value, real lower, real upper, real width) =
  if value >= lower and value <= upper then min(int((value - lower) / width), bins - 1) else -1
function joint_bin(int a, int b) = if a >= 0 and b >= 0 then a + bins * b else -1

let groups = groupBy(c in grid by joint_bin(bin_of(first[c], first_lower, first_upper, first_width),
                                            bin_of(second[c], second_lower, second_upper, second_width))
                     into bins * bins: 1)
output table joint_histogram(
  first = map(g in groups: first_lower + (mod(g.key, bins) + 0.5) * first_width),
  second = map(g in groups: second_lower + (div(g.key, bins) + 0.5) * second_width),
  points = map(g in groups: size(g)),
  density = map(g in groups: size(g) / (n_points * first_width * second_width)))
