// Clusters of points of a molecular trajectory by k-centres, as in MSMBuilder: each centre is the frame that is farthest
// from all previous centres, and each frame belongs to the nearest centre.
parameter int n_clusters = 4 in 1 .. *
input real frames[n, dimensions]

var centres = map(c < n_clusters: 0)
var distances = map(i < n: infinity)
var assignments = map(i < n: 0)
repeat cluster < n_clusters {
  centres[cluster] = if cluster == 0 then 0 else argmax(distances)
  foreach (i < n) {
    let centre = centres[cluster]
    let distance = sqrt(sum(j < dimensions: let d = frames[i, j] - frames[centre, j]; d * d))
    if distance < distances[i] {
      distances[i] = distance
      assignments[i] = cluster
    }
  }
}

output centre_frames = centres
output cluster_of_frame = assignments
output radius = max(distances)
