// Clusters of the mass above a threshold, by k-means. The first centres are cells at equal distances in the list of
// cells above the threshold.
structure Centre { real x, real y, real z, real mass }

parameter int n_clusters = 4
parameter int n_steps = 10
parameter real threshold = 0.5
grid real rho = "HydroBase::rho"

function square(real x) = x * x
function distance(Centre p, point c) = square(p.x - c.x) + square(p.y - c.y) + square(p.z - c.z)

let cells = filter(c in grid: rho[c] > threshold)
let n = size(cells)
var centres = map(cluster < n_clusters:
  if n > 0 then let c = cells[div(cluster * n, n_clusters)]; Centre(c.x, c.y, c.z, 0) else Centre(0, 0, 0, 0))
repeat step < n_steps {
  let clusters = groupBy(c in cells by argmin(p in centres: distance(p, c)) into n_clusters: c)
  centres = map(members in clusters:
    let mass = sum(c in members: rho[c] * c.volume);
    if mass > 0 then Centre(sum(c in members: rho[c] * c.volume * c.x) / mass,
                            sum(c in members: rho[c] * c.volume * c.y) / mass,
                            sum(c in members: rho[c] * c.volume * c.z) / mass, mass)
    else centres[members.key])
}

output table clusters(x = map(p in centres: p.x), y = map(p in centres: p.y), z = map(p in centres: p.z),
                      mass = map(p in centres: p.mass))
