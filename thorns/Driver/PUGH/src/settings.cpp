#include "settings.hpp"

#include "cctk.h"
#include "cctk_Functions.h"
#include "cctk_ParamCheck.h"
#include "cctk_Parameters.h"

#include <charconv>
#include <cstdio>
#include <cstring>
#include <string>

// The flesh of Cactus does not have this header for runs that only compile kernels.
#if __has_include("cctk_CompileOnly.h")
#include "cctk_CompileOnly.h"
#else
inline int CCTK_CompilesOnly() { return 0; }
#endif

namespace pugh {
namespace {

void append(std::string& list, char const* format, double number) {
  char text[32];
  std::snprintf(text, sizeof text, format, number);
  list += (list.empty() ? "" : ", ") + std::string(text);
}

void report_measurement(std::vector<MeasuredSpeed> const& speeds, Weights const& weights) {
  std::string measured, used, disturbed;
  for (std::size_t rank = 0; rank < speeds.size(); ++rank) {
    append(measured, "%.3g", speeds[rank].speed);
    append(used, "%.3g", weights[rank]);
    if (speeds[rank].is_disturbed) append(disturbed, "%.0f", static_cast<double>(rank));
  }
  CCTK_VINFO("Measured speeds of the processes in points per second: %s; weights that are used: %s", measured.c_str(),
             used.c_str());
  if (!disturbed.empty())
    CCTK_VWARN(
        CCTK_WARN_ALERT,
        "Other programs disturbed the measurement of the speeds of processes %s. Processes that have the same "
        "processor or device therefore count as equally fast. PUGH::processor_weights may list the weights instead.",
        disturbed.c_str());
}

/// Measures one weight per process; the fastest process has weight 1. All processes measure simultaneously, because
/// they later compute simultaneously. The log contains the measured speeds and the weights. Throws WeightsError if no
/// active thorn can measure speeds.
Weights measured_weights() {
  if (!CCTK_IsFunctionAliased("MeasureProcessSpeed"))
    throw WeightsError("PUGH::processor_weights = \"measured\" needs a thorn that measures how fast a process "
                       "computes (aliased function MeasureProcessSpeed). Activate CaKernel, or list the weights.");
  int n_ranks = 0;
  MPI_Comm_size(communicator(), &n_ranks);
  CCTK_INT kind = 0, is_disturbed = 0;
  double const speed = MeasureProcessSpeed(&kind, &is_disturbed);
  MeasuredSpeed const local{speed, static_cast<int>(kind), is_disturbed != 0};
  std::vector<MeasuredSpeed> speeds(static_cast<std::size_t>(n_ranks));
  constexpr int bytes =
      sizeof(MeasuredSpeed); // the structure is sent as bytes, because all processes run the same program
  MPI_Allgather(&local, bytes, MPI_BYTE, speeds.data(), bytes, MPI_BYTE, communicator());
  Weights const weights = weights_from(speeds);
  report_measurement(speeds, weights);
  return weights;
}

/// Values for the directions x, y, z and the fourth direction. The fourth has only parameters that apply to all
/// directions, such as global_nsize.
using PerDirection = std::array<CCTK_INT, max_dimension>;

/// Parses a list of integers that are separated by any characters other than digits.
std::vector<int> numbers_in(char const* text) {
  std::vector<int> numbers;
  char const* const end = text + std::strlen(text);
  while (text < end) {
    int number = 0;
    auto const [next, error] = std::from_chars(text, end, number);
    if (error == std::errc::result_out_of_range)
      throw DecompositionError("A partition parameter of thorn PUGH holds a number that is too large: " +
                               std::string(text));
    if (next != text && number >= 0) numbers.push_back(number);
    text = next == text ? text + 1 : next;
  }
  return numbers;
}

/// The number of directions that may have several points.
int n_directions() {
  DECLARE_CCTK_PARAMETERS
  return dimension;
}

/// The number of points per process in the directions for which local_n* are set, and 0 in other directions.
PerDirection local_sizes() {
  DECLARE_CCTK_PARAMETERS
  if (global_nsize > 0) return {0, 0, 0, 0};
  if (local_nsize > 0) return {local_nsize, local_nsize, local_nsize, local_nsize};
  auto given = [](CCTK_INT n) { return n > 0 ? n : 0; };
  return {given(local_nx), given(local_ny), given(local_nz), 0};
}

PerDirection global_sizes() {
  DECLARE_CCTK_PARAMETERS
  if (global_nsize > 0) return {global_nsize, global_nsize, global_nsize, global_nsize};
  return {global_nx, global_ny, global_nz, 0};
}

PerDirection ghost_sizes() {
  DECLARE_CCTK_PARAMETERS
  if (ghost_size >= 0) return {ghost_size, ghost_size, ghost_size, ghost_size};
  return {ghost_size_x, ghost_size_y, ghost_size_z, 0};
}

/// The requested number of processes in each direction; 0 if the driver chooses the number.
Topology requested_topology(int dim) {
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_EQUALS(processor_topology, "manual")) return {0, 0, 0, 0};
  switch (dim) {
  case 1:
    return {processor_topology_1d_x, 0, 0, 0};
  case 2:
    return {processor_topology_2d_x, processor_topology_2d_y, 0, 0};
  case 3:
    return {processor_topology_3d_x, processor_topology_3d_y, processor_topology_3d_z, 0};
  }
  return {0, 0, 0, 0};
}

std::array<std::vector<int>, max_dimension> partition_sizes(int dim) {
  DECLARE_CCTK_PARAMETERS
  std::array<std::vector<int>, max_dimension> sizes;
  if (!CCTK_EQUALS(partition, "manual")) return sizes;
  if (dim == 1) sizes[0] = numbers_in(partition_1d_x);
  if (dim == 2) sizes[0] = numbers_in(partition_2d_x), sizes[1] = numbers_in(partition_2d_y);
  if (dim == 3)
    sizes[0] = numbers_in(partition_3d_x), sizes[1] = numbers_in(partition_3d_y), sizes[2] = numbers_in(partition_3d_z);
  return sizes;
}

/// Computes the global extents from the local extents local_n* and the number of processes in each direction.
void set_extents_from_local_sizes(GridSettings& settings, PerDirection const& local, Topology const& topology) {
  DECLARE_CCTK_PARAMETERS
  for (int d = 0; d < settings.shape.dimension; ++d) {
    if (local[d] == 0) continue;
    int const ghosts = local_size_includes_ghosts ? settings.shape.ghosts[d] : 0;
    std::vector<int>& sizes = settings.sizes[d];
    sizes.assign(topology[d], local[d] - 2 * ghosts);
    sizes.front() += ghosts;
    sizes.back() += ghosts;
    LongIndex extent{}, no_ghosts{};
    for (int size : sizes) extent[d] += size;
    require_numbered_directions(settings.shape.dimension, extent, no_ghosts);
    settings.shape.extent[d] = static_cast<int>(extent[d]);
  }
}

GridSettings divisible_settings(int dimension, int n_ranks) {
  GridSettings settings = grid_settings(dimension, n_ranks);
  for (int d = 0; d < dimension; ++d)
    if (settings.shape.owned(d) < 1)
      throw DecompositionError(
          "A grid needs at least one point outside its ghost zones in every direction, but direction " +
          std::string(1, "xyzw"[d]) + " has " + std::to_string(settings.shape.extent[d]) +
          " points with ghost zones of " + std::to_string(settings.shape.ghosts[d]) + " points.");
  return settings;
}

} // namespace

GridSettings grid_settings(int dim, int n_ranks) {
  DECLARE_CCTK_PARAMETERS
  GridSettings settings;
  Shape& shape = settings.shape;
  shape.dimension = dim;
  std::array<bool, max_dimension> const wraps = {periodic_x != 0, periodic_y != 0, periodic_z != 0, false};
  PerDirection extent = global_sizes(), local = local_sizes(), ghosts = ghost_sizes();
  for (int d = n_directions(); d < 3; ++d) extent[d] = 1, local[d] = 0;
  bool is_local = false;
  LongIndex points{}, ghost_points{};
  for (int d = 0; d < dim; ++d) {
    is_local = is_local || local[d] > 0;
    points[d] = local[d] > 0 ? static_cast<long>(local[d]) * n_ranks : extent[d];
    ghost_points[d] = ghosts[d];
  }
  require_numbered_directions(dim, points, ghost_points);
  for (int d = 0; d < dim; ++d) {
    shape.extent[d] = static_cast<int>(points[d]);
    shape.ghosts[d] = ghosts[d];
    shape.periodic[d] = periodic && wraps[d];
  }
  settings.requested = requested_topology(dim);
  settings.sizes = partition_sizes(dim);
  for (int d = 0; d < dim; ++d)
    if (!settings.sizes[d].empty() && settings.requested[d] == 0)
      settings.requested[d] = static_cast<int>(settings.sizes[d].size());
  if (is_local) {
    settings.requested = choose_topology(shape, n_ranks, settings.requested);
    set_extents_from_local_sizes(settings, local, settings.requested);
  }
  for (int d = 0; d < dim; ++d)
    if (shape.extent[d] == 1) shape.ghosts[d] = 0;
  return settings;
}

Decomposition decompose_grid(int dimension, int n_ranks) {
  Weights const weights = processor_weights(n_ranks);
  if (weights.empty()) return decompose_evenly(dimension, n_ranks);
  GridSettings const settings = divisible_settings(dimension, n_ranks);
  for (auto const& sizes : settings.sizes)
    if (!sizes.empty())
      throw WeightsError("Both PUGH::processor_weights and other parameters (PUGH::partition, PUGH::local_n*) specify "
                         "how many points each process gets. Remove one of them.");
  Topology const topology = choose_weighted_topology(settings.shape, settings.requested, weights);
  return {settings.shape, topology, weighted_sizes(settings.shape, topology, weights)};
}

Decomposition decompose_evenly(int dimension, int n_ranks) {
  GridSettings const settings = divisible_settings(dimension, n_ranks);
  return {settings.shape, choose_topology(settings.shape, n_ranks, settings.requested), settings.sizes};
}

Weights processor_weights(int n_ranks) {
  DECLARE_CCTK_PARAMETERS
  if (!CCTK_EQUALS(processor_weights, "measured"))
    return *processor_weights ? parse_weights(processor_weights, n_ranks) : Weights();
  static Weights const measured = measured_weights();
  if (static_cast<int>(measured.size()) != n_ranks)
    throw WeightsError("PUGH::processor_weights = \"measured\" has measured only the " +
                       std::to_string(measured.size()) + " processes of this run, not " + std::to_string(n_ranks) +
                       ".");
  return measured;
}

DirectionParameters direction_parameters(int direction) {
  DECLARE_CCTK_PARAMETERS
  bool const has_parameters = direction < 3;
  std::string const letter(1, "xyzw"[direction]);
  DirectionParameters names{"PUGH::global_nsize", "PUGH::ghost_size"};
  if (global_nsize <= 0 && local_nsize > 0) names.points = "PUGH::local_nsize";
  if (global_nsize <= 0 && local_nsize <= 0 && has_parameters)
    names.points = (local_sizes()[direction] > 0 ? "PUGH::local_n" : "PUGH::global_n") + letter;
  if (ghost_size < 0 && has_parameters) names.ghosts += "_" + letter;
  return names;
}

void check_extents(int dimension, int n_ranks) try {
  Shape const shape = grid_settings(dimension, n_ranks).shape;
  for (int d = 0; d < dimension; ++d) {
    long const n = shape.extent[d], min_points = 2L * shape.ghosts[d] + 1;
    if (n == 1 || n >= min_points) continue;
    auto const [points, ghosts] = direction_parameters(d);
    CCTK_VPARAMWARN(
        "%s makes a grid of %ld points in direction %c, but with ghost zones of %d points at both ends (%s) "
        "nothing is computed on fewer than %ld. Set at least %ld points, or 1 point to leave the "
        "direction out.",
        points.c_str(), n, "xyzw"[d], shape.ghosts[d], ghosts.c_str(), min_points, min_points);
  }
} catch (DecompositionError const&) {
  // The driver reports this error when it divides the grid.
}

bool pads_rows() {
  DECLARE_CCTK_PARAMETERS
  return padding != 0;
}

bool only_checks_parameters() { return CCTK_ParamChecking() && !CCTK_CompilesOnly(); }

InitialValue initial_value() {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_EQUALS(initialize_memory, "zero")) return InitialValue::zero;
  if (CCTK_EQUALS(initialize_memory, "NaN")) return InitialValue::nan;
  return InitialValue::unspecified;
}

} // namespace pugh
