// The volume of the cells with given values of two fields.
parameter int a_bins = 16
parameter int b_bins = 16
parameter real a_least = 0
parameter real a_largest = 1
parameter real b_least = 0
parameter real b_largest = 1
grid real a = "HydroBase::rho"
grid real b = "HydroBase::eps"

function bin(real x, real least, real largest, int n) =
  let k = int(floor((x - least) / (largest - least) * n));
  if k < 0 or k >= n then -1 else k

let groups = groupBy(c in grid
                     by (let i = bin(a[c], a_least, a_largest, a_bins);
                         let j = bin(b[c], b_least, b_largest, b_bins);
                         if i < 0 or j < 0 then -1 else i * b_bins + j)
                     into a_bins * b_bins: c.volume)

output volume = map(i < a_bins, j < b_bins: sum(groups[i * b_bins + j]))
