#include "array_requests.hpp"

#include "cctk_Functions.h"
#include "copies.hpp"
#include "current_call.hpp"
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

/// Removes blocks without points, which occur on processes with a thin part of the grid.
std::vector<Access> with_points(cGH const* cctkGH, std::vector<Access> accesses) {
  for (auto& [array, parts] : accesses) parts &= partition_of(cctkGH, array.variable).has_points();
  return accesses;
}

} // namespace

void ArrayLists::add(ArrayId const& array) {
  variables.push_back(array.variable);
  levels.push_back(array.refinement_level);
  time_levels.push_back(array.time_level);
}

std::shared_ptr<ResolvedArrays const> resolve_arrays(cGH const* cctkGH, ArrayArguments const& arguments) {
  static ArgumentCache<CCTK_INT, ResolvedArrays> cache;
  return cached(cache, arguments, [&] { return make_arrays(cctkGH, arguments); });
}

std::shared_ptr<Update const> resolve_update(cGH const* cctkGH, ArrayArguments const& arguments) {
  static ArgumentCache<CCTK_INT, Update> cache;
  return cached(cache, arguments, [&] { return make_update(cctkGH, arguments); });
}

void run_deferred_kernels(cGH const* cctkGH, cFunctionData const* function) {
  static bool const has_deferred_kernels = CCTK_IsFunctionAliased("CaKernel_RunDeferred") != 0;
  if (!has_deferred_kernels) return;
  NoRequester const no_requester; // the kernels run on behalf of the functions that launched them
  CaKernel_RunDeferred(cctkGH, function);
}

void finish_exchanges(cGH const* cctkGH, std::vector<Access> const& accesses) {
  auto const in_flight = validity().in_flight(accesses);
  if (in_flight.empty()) return; // always with drivers that do not call Accelerator_BeginSync
  std::vector<CCTK_INT> const variables(in_flight.begin(), in_flight.end());
  // Boundary conditions that wait for the ghost zones run now. They do not act on behalf of the present requester.
  NoRequester const no_requester;
  Driver_EndSync(cctkGH, variables.data(), static_cast<CCTK_INT>(variables.size()));
}

void fetch(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader) {
  if (accesses.empty()) return;
  finish_exchanges(cctkGH, accesses);
  make_copies(cctkGH, validity().fetch(with_points(cctkGH, accesses), side, reader));
}

void require_valid(cGH const* cctkGH, std::vector<Access> const& accesses, Side side, std::string const& reader) {
  if (accesses.empty()) return;
  finish_exchanges(cctkGH, accesses);
  try {
    make_copies(cctkGH, validity().read(with_points(cctkGH, accesses), side, reader));
  } catch (InvalidRead const& error) {
    std::string const parts = partition_of(cctkGH, error.array.variable).to_text(error.parts);
    CCTK_VERROR("%s is read by %s, but %s it is valid neither on the host nor on the device: %s. Add WRITES to the "
                "function that writes it (in schedule.ccl), or have that function call Accelerator_NotifyDataModified.",
                name_of(error.array).c_str(), error.reader.c_str(), parts.c_str(), error.reasons.c_str());
  }
}

// In most cases nothing has to be copied.
void require_valid(cGH const* cctkGH, ResolvedArrays const& arrays, Side side) {
  if (!validity().is_available(arrays.sums, side)) require_valid(cctkGH, arrays.accesses, side, CurrentCall::name());
}

// Without reports of the driver, functions on the host would not see what kernels wrote on the device.
Side side_of(CCTK_INT on_device) {
  if (!on_device) return Side::host;
  if (!CurrentCall::driver_reports_calls())
    CCTK_ERROR(
        "A kernel uses data on a device with its own memory, but the driver does not call "
        "Accelerator_PreCallFunction: functions on the host would not see what kernels wrote. Use a driver that "
        "does, such as Carpet or the PUGH of Chemora, or set Devices::kind = \"host\" without Devices::own_memory.");
  return Side::device;
}

void require_not_in_flight(std::vector<Access> const& written) {
  auto const variables = validity().in_flight(written);
  if (variables.empty()) return;
  CCTK_VERROR("%s has written ghost zones of %s while an exchange that fills them was under way. Have it call "
              "Accelerator_WillModifyRegions before it writes, or declare WRITES in schedule.ccl; or set PUGH::overlap "
              "= no.",
              CurrentCall::name().c_str(), CCTK_FullVarName(variables.front()));
}

} // namespace accelerator
