// The driver: groups of variables on this process and their distribution.
#include "driver.hpp"

#include "check_parameters.hpp"
#include "pin_threads.hpp"

#include <algorithm>

namespace pugh {
namespace {

[[noreturn]] void refuse_grid(char const* name, DecompositionError const& error) {
  CCTK_VERROR("Cannot distribute the grid functions of group '%s'. %s Change PUGH::global_nx, global_ny, global_nz (or "
              "global_nsize), PUGH::ghost_size, PUGH::processor_topology, PUGH::partition, or the number of processes.",
              name, error.what());
}

// Wrong weights end the run at PARAMCHECK, with whatever else is wrong; until then all processes are alike.
Decomposition decompose_until_checked(int dimension, int n_ranks) try {
  return decompose_grid(dimension, n_ranks);
} catch (WeightsError const&) {
  return decompose_evenly(dimension, n_ranks);
}

// Numbers of a group that interface.ccl gives per direction.
Index given_numbers(CCTK_INT* const* numbers, int dimension) {
  Index result = {0, 0, 0, 0};
  for (int d = 0; numbers && d < dimension; ++d) result[d] = *numbers[d];
  return result;
}

} // namespace

Driver::Driver(cGH* grid_hierarchy, MPI_Comm communicator)
    : grid_hierarchy_(grid_hierarchy), messenger_(grid_hierarchy, communicator) {
  int n_ranks = 0, rank = 0;
  MPI_Comm_size(communicator, &n_ranks);
  MPI_Comm_rank(communicator, &rank);
  pin_threads(communicator); // before they touch memory
  for (int index = 0; index < CCTK_NumGroups(); ++index) add_group(index, n_ranks, rank);
}

void Driver::add_group(int index, int n_ranks, int rank) {
  Group group;
  group.index = index;
  group.name = CCTK_FullGroupName(index);
  CCTK_GroupData(index, &group.declared);
  if (group.declared.dim > max_dimension)
    CCTK_VERROR("Group '%s' has %d dimensions; PUGH holds variables of up to %d", group.name.c_str(),
                group.declared.dim, max_dimension);
  group.first_variable = std::max(0, CCTK_FirstVarIndexI(index));
  group.point_size = static_cast<std::size_t>(std::max(1, CCTK_VarTypeSize(group.declared.vartype)));
  group.distribution = distribution_of(group, n_ranks, rank);
  groups_.push_back(std::move(group));
}

Distribution const* Driver::distribution_of(Group const& group, int n_ranks, int rank) {
  if (group.declared.grouptype != CCTK_GF) return array_distribution(group, n_ranks, rank);
  int const dimension = group.declared.dim;
  Distribution const*& known = of_grid_functions_[dimension];
  if (known) return known;
  try {
    distributions_.push_back(std::make_unique<Distribution>(decompose_until_checked(dimension, n_ranks), rank,
                                                            dimension == 3 && pads_rows()));
  } catch (DecompositionError const& error) {
    check_extents(dimension, n_ranks);
    refuse_grid(group.name.c_str(), error);
  }
  return known = distributions_.back().get();
}

// Arrays of the same shape share a distribution, so that one message carries them.
Distribution const* Driver::array_distribution(Group const& group, int n_ranks, int rank) {
  Shape shape;
  shape.dimension = group.declared.grouptype == CCTK_SCALAR ? 0 : group.declared.dim;
  bool const is_replicated = shape.dimension == 0 || group.declared.disttype == CCTK_DISTRIB_CONSTANT;
  Index const sizes = given_numbers(CCTK_GroupSizesI(group.index), shape.dimension);
  Index const ghosts = given_numbers(CCTK_GroupGhostsizesI(group.index), shape.dimension);
  for (int d = 0; d < shape.dimension; ++d) {
    if (sizes[d] < 0 || ghosts[d] < 0)
      CCTK_VERROR("Group '%s' has SIZE %d and GHOSTSIZE %d in direction %d; neither may be negative",
                  group.name.c_str(), sizes[d], ghosts[d], d);
    shape.extent[d] = sizes[d];
    shape.ghosts[d] = is_replicated ? 0 : ghosts[d];
  }
  Distribution const* padded = nullptr; // of grid functions: arrays lie next to these, but have no gaps
  for (auto const& known : distributions_) {
    if (known->shape() != shape || known->is_replicated() != is_replicated) continue;
    if (!known->is_padded()) return known.get();
    padded = known.get();
  }
  distributions_.push_back(padded          ? std::make_unique<Distribution>(*padded->decomposition(), rank)
                           : is_replicated ? std::make_unique<Distribution>(shape)
                                           : std::make_unique<Distribution>(
                                                 Decomposition(shape, choose_small_topology(shape, n_ranks)), rank));
  return distributions_.back().get();
}

Group const* Driver::group(int index) const {
  return index >= 0 && index < static_cast<int>(groups_.size()) ? &groups_[index] : nullptr;
}

Distribution const* Driver::grid_distribution() const {
  for (int dimension = max_dimension; dimension > 0; --dimension)
    if (of_grid_functions_[dimension]) return of_grid_functions_[dimension];
  return nullptr;
}

void Driver::fill_grid_hierarchy() const {
  cGH& gh = *grid_hierarchy_;
  gh.identity = "";
  gh.cctk_convlevel = 0;
  gh.cctk_convfac = 2;
  gh.cctk_timefac = 1;
  gh.cctk_alignment = 1;
  gh.cctk_alignment_offset = 0;
  gh.cctk_patch = 0;
  gh.cctk_npatches = 1;
  Distribution const* const grid = grid_distribution();
  cGroupDynamicData data{};
  if (grid) grid->describe(data);
  for (int d = 0; d < gh.cctk_dim; ++d) {
    bool const is_used = d < data.dim;
    gh.cctk_levfac[d] = 1;
    gh.cctk_levoff[d] = 0;
    gh.cctk_levoffdenom[d] = 1;
    gh.cctk_gsh[d] = is_used ? data.gsh[d] : 1;
    gh.cctk_lsh[d] = is_used ? data.lsh[d] : 1;
    gh.cctk_ash[d] = is_used ? data.ash[d] : 1;
    gh.cctk_lbnd[d] = is_used ? data.lbnd[d] : 0;
    gh.cctk_ubnd[d] = is_used ? data.ubnd[d] : 0;
    gh.cctk_nghostzones[d] = is_used ? data.nghostzones[d] : 0;
    gh.cctk_tile_min[d] = 0;
    gh.cctk_tile_max[d] = gh.cctk_lsh[d];
    for (int side = 0; side < 2; ++side) gh.cctk_bbox[2 * d + side] = is_used ? data.bbox[2 * d + side] : 1;
  }
}

} // namespace pugh
