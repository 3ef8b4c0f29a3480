#include "array_arguments.hpp"

#include "tracked_arrays.hpp"
#include "validity/argument_cache.hpp"

#include <map>
#include <set>
#include <span>

namespace accelerator {

namespace {

template <class Value, class Make>
std::shared_ptr<Value const> cached(ArgumentCache<CCTK_INT, Value>& cache, ArrayArguments const& arguments,
                                    Make const& make) {
  auto const list = [&](CCTK_INT const* numbers, CCTK_INT n) {
    return numbers ? std::span(numbers, static_cast<std::size_t>(n)) : std::span<CCTK_INT const>();
  };
  return cache.get({list(arguments.variables, arguments.n), list(arguments.levels, arguments.n),
                    list(arguments.time_levels, arguments.n),
                    list(arguments.regions ? arguments.regions : arguments.is_written, arguments.n),
                    list(arguments.lower, 3 * arguments.n), list(arguments.upper, 3 * arguments.n)},
                   arrays_revision(), make);
}

Box box_at(ArrayArguments const& arguments, CCTK_INT i) {
  CCTK_INT const *const l = arguments.lower + 3 * i, *const u = arguments.upper + 3 * i;
  return {{l[0], l[1], l[2]}, {u[0], u[1], u[2]}};
}

template <class Act>
void for_each_tracked(cGH const* cctkGH, ArrayArguments const& arguments, Act const& act) {
  for (CCTK_INT i = 0; i < arguments.n; ++i)
    if (ArrayId const array{arguments.variables[i], arguments.levels[i], arguments.time_levels[i]};
        is_tracked(cctkGH, array))
      act(array, i);
}

ResolvedArrays make_arrays(cGH const* cctkGH, ArrayArguments const& arguments) {
  ResolvedArrays result;
  std::map<ArrayId, Parts> sums;
  for_each_tracked(cctkGH, arguments, [&](ArrayId const& array, CCTK_INT i) {
    Partition const& partition = partition_of(cctkGH, array.variable);
    Parts const parts = arguments.regions ? parts_of(partition, arguments.regions[i])
                        : arguments.lower ? partition.covering(box_at(arguments, i))
                                          : partition.all();
    result.accesses.push_back({array, parts});
    sums[array] |= parts & partition.has_points();
  });
  for (auto const& [array, parts] : sums) result.sums.push_back({array, parts});
  return result;
}

Update make_update(cGH const* cctkGH, ArrayArguments const& arguments) {
  std::vector<BoxAccess> boxes;
  std::set<ArrayId> arrays;
  for_each_tracked(cctkGH, arguments, [&](ArrayId const& array, CCTK_INT i) {
    boxes.push_back({array, box_at(arguments, i), arguments.is_written[i] != 0});
    arrays.insert(array);
  });
  Update update;
  for (ArrayId const& array : arrays) update.add(array, partition_of(cctkGH, array.variable), boxes);
  return update;
}

} // namespace

std::shared_ptr<ResolvedArrays const> resolve_arrays(cGH const* cctkGH, ArrayArguments const& arguments) {
  static ArgumentCache<CCTK_INT, ResolvedArrays> cache;
  return cached(cache, arguments, [&] { return make_arrays(cctkGH, arguments); });
}

std::shared_ptr<Update const> resolve_update(cGH const* cctkGH, ArrayArguments const& arguments) {
  static ArgumentCache<CCTK_INT, Update> cache;
  return cached(cache, arguments, [&] { return make_update(cctkGH, arguments); });
}

} // namespace accelerator
