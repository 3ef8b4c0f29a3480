// The mean of a field over rings around the z axis, by radius and height.
parameter int bins = 16
parameter real max_radius = 1
grid real field = "HydroBase::rho"

let width = max_radius / bins
let rings = groupBy(c in grid
                    by (let bin = int(floor(sqrt(c.x * c.x + c.y * c.y) / width));
                        if bin < bins then c.k * bins + bin else -1)
                    into points_z * bins: field[c])

output mean = map(k < points_z, bin < bins:
  let ring = rings[k * bins + bin];
  if size(ring) > 0 then sum(ring) / size(ring) else 0)
