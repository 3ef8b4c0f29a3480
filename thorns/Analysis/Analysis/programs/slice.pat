// A field in the plane of points that is nearest to a coordinate z.
parameter real z = 0
grid real field = "HydroBase::rho"

let k = max(0, min(points_z - 1, int(floor((z - origin_z) / spacing_z + 0.5))))

output plane = field[*, *, k]
