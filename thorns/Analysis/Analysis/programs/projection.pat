// The integral of a field along each axis.
grid real field = "HydroBase::rho"

output along_x = map(j in grid.y, k in grid.z: spacing_x * sum(i in grid.x: field[i, j, k]))
output along_y = map(i in grid.x, k in grid.z: spacing_y * sum(j in grid.y: field[i, j, k]))
output along_z = map(i in grid.x, j in grid.y: spacing_z * sum(k in grid.z: field[i, j, k]))
