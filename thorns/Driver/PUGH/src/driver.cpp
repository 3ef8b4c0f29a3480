#include "driver.hpp"
#include "thread_binding.hpp"

#include "cctk_ParamCheck.h"
#include "cctk_Parameters.h"
#include "util_Table.h"

#include <algorithm>

// The flesh of Cactus does not have this header, which reports scheduled storage.
#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else
inline void CCTK_VisitScheduledStorage(void (*)(int, int, void*), void*) {}
#endif

namespace pugh {
namespace {

[[noreturn]] void report_undivisible_grid(char const* name, DecompositionError const& error) {
  CCTK_VERROR("Cannot distribute the grid functions of group '%s'. %s Change PUGH::global_nx, global_ny, global_nz (or "
              "global_nsize), PUGH::ghost_size, PUGH::processor_topology, PUGH::partition, or the number of processes.",
              name, error.what());
}

/// Divides the grid. If processor_weights is invalid, or the grid cannot be divided among the processes of -P, the
/// function uses equal weights and the processes of this run. PARAMCHECK later reports this error together with all
/// others.
Decomposition decompose_until_checked(int dimension, int n_ranks) try {
  return decompose_grid(dimension, n_ranks);
} catch (WeightsError const&) {
  return decompose_evenly(dimension, n_ranks);
} catch (DecompositionError const&) {
  int const n_running = CCTK_nProcs(nullptr);
  if (n_running == n_ranks) throw;
  return decompose_evenly(dimension, n_running);
}

/// Converts values that interface.ccl specifies for each direction, such as SIZE, to an Index.
Index numbers_per_direction(CCTK_INT* const* numbers, int dimension) {
  Index result = {0, 0, 0, 0};
  for (int d = 0; numbers && d < dimension; ++d) result[d] = *numbers[d];
  return result;
}

/// Whether the tag DistributedAxis="last" of a group of grid arrays requests that only its last direction is divided.
/// Ends the run if the tag has another value.
bool divides_last_only(Group const& group) {
  char value[8] = "";
  if (group.declared.tagstable < 0 || group.declared.grouptype != CCTK_ARRAY ||
      Util_TableGetString(group.declared.tagstable, sizeof value, value, "DistributedAxis") ==
          UTIL_ERROR_TABLE_NO_SUCH_KEY)
    return false;
  if (!CCTK_Equals(value, "last"))
    CCTK_VERROR("Group '%s' has the tag DistributedAxis=\"%s\"; the only value is \"last\". Correct interface.ccl.",
                group.name.c_str(), value);
  return true;
}

/// The number of parts in each direction of a grid array, 0 for any number.
Topology requested_parts(Shape const& shape, bool divides_last_only) {
  Topology parts = {0, 0, 0, 0};
  for (int d = 0; divides_last_only && d + 1 < shape.dimension; ++d) parts[d] = 1;
  return parts;
}

bool waits_before_exchanges() {
  DECLARE_CCTK_PARAMETERS
  return time_waiting;
}

} // namespace

Driver::Driver(cGH* cctkGH, MPI_Comm communicator)
    : cctkGH_(cctkGH), messenger_(cctkGH, communicator, waits_before_exchanges()) {
  auto const [n_ranks, rank] = rank_in_run(communicator);
  bind_threads(communicator); // before the threads allocate and touch memory
  for (int index = 0; index < CCTK_NumGroups(); ++index) add_group(index, n_ranks, rank);
  check_memory(communicator, n_ranks);
}

Driver::RankInRun Driver::rank_in_run(MPI_Comm communicator) {
  RankInRun result;
  MPI_Comm_size(communicator, &result.n_ranks);
  MPI_Comm_rank(communicator, &result.rank);
  if (!only_checks_parameters()) return result;
  result.n_ranks = CCTK_ParamCheckNProcs();
  result.rank %= result.n_ranks;
  return result;
}

/// Checks that the peak of the scheduled storage fits into memory. With -P, every process of the checked run is assumed
/// to need as much memory as this process.
void Driver::check_memory(MPI_Comm communicator, int n_ranks) {
  struct StorageHistory {
    std::vector<Group> const& groups;
    std::vector<int> levels;
    double bytes = 0, peak = 0;
  } history{groups_, std::vector<int>(groups_.size(), 0)};
  auto const change = [](int group, int n_time_levels, void* data) {
    auto& [groups, levels, bytes, peak] = *static_cast<StorageHistory*>(data);
    bytes += (n_time_levels - levels[group]) * groups[group].bytes_of_level();
    levels[group] = n_time_levels;
    peak = std::max(peak, bytes);
  };
  CCTK_VisitScheduledStorage(change, &history);
  peak_bytes_ = history.peak;
  bool const is_running = n_ranks == CCTK_nProcs(nullptr);
  node_ = is_running ? node_of(communicator) : node_with(n_ranks);
  double const on_node = is_running ? sum_on_node(history.peak, communicator) : history.peak * node_.n_processes;
  share_of_node_ = on_node > 0 ? history.peak / on_node : 1.0 / node_.n_processes;
  memory_error_ = pugh::memory_error(on_node, node_);
}

double Group::bytes_of_level() const {
  return number_of_points(distribution->allocated()) * static_cast<double>(point_size) * declared.numvars;
}

void Driver::add_group(int index, int n_ranks, int rank) {
  Group group;
  group.index = index;
  group.name = CCTK_FullGroupName(index);
  CCTK_GroupData(index, &group.declared);
  if (group.declared.dim > max_dimension)
    CCTK_VERROR("Group '%s' has %d dimensions, but PUGH supports at most %d.", group.name.c_str(), group.declared.dim,
                max_dimension);
  group.first_variable = std::max(0, CCTK_FirstVarIndexI(index));
  group.point_size = static_cast<std::size_t>(std::max(1, CCTK_VarTypeSize(group.declared.vartype)));
  group.distribution = distribution_of(group, n_ranks, rank);
  groups_.push_back(std::move(group));
}

Distribution const* Driver::distribution_of(Group const& group, int n_ranks, int rank) {
  if (group.declared.grouptype != CCTK_GF) return array_distribution(group, n_ranks, rank);
  int const dimension = group.declared.dim;
  Distribution const*& distribution = grid_function_distributions_[dimension];
  if (distribution) return distribution;
  try {
    Decomposition const decomposition = decompose_until_checked(dimension, n_ranks);
    bool const is_padded = dimension == 3 && pads_rows();
    require_numbered_points(decomposition.shape(),
                            Distribution::allocated_extent(largest_local_extent(decomposition), is_padded),
                            group.point_size);
    distributions_.push_back(std::make_unique<Distribution>(decomposition, rank, is_padded));
  } catch (DecompositionError const& error) {
    check_extents(dimension, n_ranks);
    report_undivisible_grid(group.name.c_str(), error);
  }
  return distribution = distributions_.back().get();
}

/// Returns the distribution of a grid array. Arrays of the same shape share a distribution, so that one message
/// contains the ghost zones of all of them.
Distribution const* Driver::array_distribution(Group const& group, int n_ranks, int rank) {
  Shape shape;
  shape.dimension = group.declared.grouptype == CCTK_SCALAR ? 0 : group.declared.dim;
  bool const is_replicated = shape.dimension == 0 || group.declared.disttype == CCTK_DISTRIB_CONSTANT;
  Index const sizes = numbers_per_direction(CCTK_GroupSizesI(group.index), shape.dimension);
  Index const ghosts = numbers_per_direction(CCTK_GroupGhostsizesI(group.index), shape.dimension);
  LongIndex points{}, ghost_points{};
  for (int d = 0; d < shape.dimension; ++d) {
    if (sizes[d] < 0 || ghosts[d] < 0)
      CCTK_VERROR("Group '%s' has SIZE %d and GHOSTSIZE %d in direction %d; neither may be negative. Correct "
                  "interface.ccl or the parameters that it uses.",
                  group.name.c_str(), sizes[d], ghosts[d], d);
    shape.extent[d] = sizes[d];
    shape.ghosts[d] = is_replicated ? 0 : ghosts[d];
    points[d] = shape.extent[d];
    ghost_points[d] = shape.ghosts[d];
  }
  bool const divides_last = divides_last_only(group);
  Distribution const* padded = nullptr; // grid functions with this shape have the same division
  for (auto const& distribution : distributions_) {
    if (distribution->shape() != shape || distribution->is_replicated() != is_replicated ||
        distribution->divides_last_only != divides_last)
      continue;
    if (!distribution->is_padded()) return distribution.get();
    padded = distribution.get();
  }
  try {
    require_numbered_directions(shape.dimension, points, ghost_points);
    if (is_replicated) {
      require_numbered_points(shape, shape.extent, group.point_size);
      distributions_.push_back(std::make_unique<Distribution>(shape));
    } else {
      auto const decomposition =
          padded ? *padded->decomposition()
                 : Decomposition(shape, choose_small_topology(shape, n_ranks, requested_parts(shape, divides_last)));
      require_numbered_points(shape, largest_local_extent(decomposition), group.point_size);
      distributions_.push_back(std::make_unique<Distribution>(decomposition, rank));
    }
  } catch (DecompositionError const& error) {
    CCTK_VERROR("Cannot store the grid arrays of group '%s'. %s", group.name.c_str(), error.what());
  }
  distributions_.back()->divides_last_only = divides_last;
  return distributions_.back().get();
}

Group const* Driver::group(int index) const {
  return index >= 0 && index < static_cast<int>(groups_.size()) ? &groups_[index] : nullptr;
}

Distribution const* Driver::grid_distribution() const {
  for (int dimension = max_dimension; dimension > 0; --dimension)
    if (grid_function_distributions_[dimension]) return grid_function_distributions_[dimension];
  return nullptr;
}

void Driver::fill_grid_hierarchy() const {
  cGH& hierarchy = *cctkGH_;
  hierarchy.identity = "";
  hierarchy.cctk_convlevel = 0;
  hierarchy.cctk_convfac = 2;
  hierarchy.cctk_timefac = 1;
  hierarchy.cctk_alignment = 1;
  hierarchy.cctk_alignment_offset = 0;
  hierarchy.cctk_patch = 0;
  hierarchy.cctk_npatches = 1;
  Distribution const* const grid = grid_distribution();
  cGroupDynamicData data{};
  if (grid) grid->describe(data);
  for (int d = 0; d < hierarchy.cctk_dim; ++d) {
    bool const is_used = d < data.dim;
    hierarchy.cctk_levfac[d] = 1;
    hierarchy.cctk_levoff[d] = 0;
    hierarchy.cctk_levoffdenom[d] = 1;
    hierarchy.cctk_gsh[d] = is_used ? data.gsh[d] : 1;
    hierarchy.cctk_lsh[d] = is_used ? data.lsh[d] : 1;
    hierarchy.cctk_ash[d] = is_used ? data.ash[d] : 1;
    hierarchy.cctk_lbnd[d] = is_used ? data.lbnd[d] : 0;
    hierarchy.cctk_ubnd[d] = is_used ? data.ubnd[d] : 0;
    hierarchy.cctk_nghostzones[d] = is_used ? data.nghostzones[d] : 0;
    hierarchy.cctk_tile_min[d] = 0;
    hierarchy.cctk_tile_max[d] = hierarchy.cctk_lsh[d];
    for (int side = 0; side < 2; ++side) hierarchy.cctk_bbox[2 * d + side] = is_used ? data.bbox[2 * d + side] : 1;
  }
}

} // namespace pugh
