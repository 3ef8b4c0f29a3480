// The places that are nearest to a given place, by their distance in degrees (Rodinia's nn).
structure Place { real latitude, real longitude }

parameter int n_nearest = 5 in 1 .. *
parameter real latitude = 30
parameter real longitude = 90
input Place places[n]

let distances = map(p in places:
  let y = p.latitude - latitude;
  let x = p.longitude - longitude;
  sqrt(x * x + y * y))

// Each step takes the nearest of the remaining places.
var remaining = distances
var nearest = map(step < n_nearest: -1)
repeat step < n_nearest {
  let place = argmin(remaining)
  nearest[step] = place
  if place >= 0 { remaining[place] = infinity }
}

output table neighbours(place = nearest,
                        distance = map(i in nearest: if i >= 0 then distances[i] else infinity))
