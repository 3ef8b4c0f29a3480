// Looks up what the same list meant the last time.
#include "told_arrays.hpp"

#include "places.hpp"
#include "validity/replay.hpp"

#include <map>
#include <set>
#include <span>

namespace accelerator {

namespace {

template <class Meaning, class Make>
std::shared_ptr<Meaning const> known(Replay<CCTK_INT, Meaning>& all, ToldArrays const& told, Make const& make) {
  auto const list = [&](CCTK_INT const* numbers, CCTK_INT n) {
    return numbers ? std::span(numbers, static_cast<std::size_t>(n)) : std::span<CCTK_INT const>();
  };
  return all.get({list(told.variables, told.n), list(told.levels, told.n), list(told.time_levels, told.n),
                  list(told.regions ? told.regions : told.is_written, told.n), list(told.lower, 3 * told.n),
                  list(told.upper, 3 * told.n)},
                 arrays_revision(), make);
}

Box box_at(ToldArrays const& told, CCTK_INT i) {
  CCTK_INT const *const l = told.lower + 3 * i, *const u = told.upper + 3 * i;
  return {{l[0], l[1], l[2]}, {u[0], u[1], u[2]}};
}

template <class Act>
void for_each_tracked(cGH const* cctkGH, ToldArrays const& told, Act const& act) {
  for (CCTK_INT i = 0; i < told.n; ++i)
    if (Place const place{told.variables[i], told.levels[i], told.time_levels[i]}; is_tracked(cctkGH, place))
      act(place, i);
}

Arrays make_arrays(cGH const* cctkGH, ToldArrays const& told) {
  Arrays made;
  std::map<Place, Parts> sums;
  for_each_tracked(cctkGH, told, [&](Place const& place, CCTK_INT i) {
    Partition const& partition = partition_of(cctkGH, place.variable);
    Parts const parts = told.regions ? parts_of(partition, told.regions[i])
                        : told.lower ? partition.covering(box_at(told, i))
                                     : partition.all();
    made.accesses.push_back({place, parts});
    sums[place] |= parts & partition.has_points();
  });
  for (auto const& [place, parts] : sums) made.sums.push_back({place, parts});
  return made;
}

Update make_update(cGH const* cctkGH, ToldArrays const& told) {
  std::vector<BoxAccess> boxes;
  std::set<Place> places;
  for_each_tracked(cctkGH, told, [&](Place const& place, CCTK_INT i) {
    boxes.push_back({place, box_at(told, i), told.is_written[i] != 0});
    places.insert(place);
  });
  Update update;
  for (Place const& place : places) update.add(place, partition_of(cctkGH, place.variable), boxes);
  return update;
}

} // namespace

std::shared_ptr<Arrays const> arrays_of(cGH const* cctkGH, ToldArrays const& told) {
  static Replay<CCTK_INT, Arrays> all;
  return known(all, told, [&] { return make_arrays(cctkGH, told); });
}

std::shared_ptr<Update const> update_of(cGH const* cctkGH, ToldArrays const& told) {
  static Replay<CCTK_INT, Update> all;
  return known(all, told, [&] { return make_update(cctkGH, told); });
}

} // namespace accelerator
