/// The functions CCTK_InterpGridArrays and DriverInterpolate, which interpolate grid variables at arbitrary points of
/// the grid.
#include "interpolate.hpp"

#include "owners.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "cctk_Functions.h"
#include "util_ErrorCodes.h"
#include "util_Table.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>

namespace pughinterp {

/// Sends points to the processes that interpolate at them, and returns the results.
class Exchange {
public:
  // `destination[i]` is the process that interpolates at point i, or -1 for points without result. Collective.
  Exchange(std::vector<int> const& destination, MPI_Comm communicator);

  // Sends all points, and returns the points that this process receives, ordered by the rank of the sender. Collective.
  Points send(std::vector<double> const& index, int n_dims) const;

  // Returns values of `size` bytes per received point to the senders. `results` receives them in the order of the
  // points; points without result remain unchanged. `results` may be NULL. Collective.
  void return_values(std::byte const* values, std::size_t size, std::byte* results) const;

private:
  MPI_Comm communicator_;
  std::vector<int> order_; // indices of the points of this process, ordered by destination
  std::vector<int> n_sent_, n_received_;
};

namespace {

std::vector<int> offsets(std::vector<int> const& counts) {
  std::vector<int> result(counts.size(), 0);
  std::partial_sum(counts.begin(), counts.end() - 1, result.begin() + 1);
  return result;
}

int sum(std::vector<int> const& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }

/// Exchanges items of `size` bytes among all processes. The MPI type is one item, so that counts do not overflow an
/// int.
void move_items(void const* from, std::vector<int> const& n_from, void* to, std::vector<int> const& n_to,
                std::size_t size, MPI_Comm communicator) {
  MPI_Datatype item = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(size), MPI_BYTE, &item);
  MPI_Type_commit(&item);
  MPI_Alltoallv(from, n_from.data(), offsets(n_from).data(), item, to, n_to.data(), offsets(n_to).data(), item,
                communicator);
  MPI_Type_free(&item);
}

} // namespace

Exchange::Exchange(std::vector<int> const& destination, MPI_Comm communicator) : communicator_(communicator) {
  int n_ranks = 1;
  MPI_Comm_size(communicator, &n_ranks);
  n_sent_.assign(n_ranks, 0);
  n_received_.assign(n_ranks, 0);
  for (std::size_t i = 0; i < destination.size(); ++i) {
    if (destination[i] < 0) continue;
    order_.push_back(static_cast<int>(i));
    ++n_sent_[destination[i]];
  }
  std::stable_sort(order_.begin(), order_.end(), [&](int a, int b) { return destination[a] < destination[b]; });
  MPI_Alltoall(n_sent_.data(), 1, MPI_INT, n_received_.data(), 1, MPI_INT, communicator);
}

Points Exchange::send(std::vector<double> const& index, int n_dims) const {
  std::vector<double> sorted;
  for (int const point : order_)
    sorted.insert(sorted.end(), index.begin() + point * n_dims, index.begin() + (point + 1) * n_dims);
  Points points;
  points.n = sum(n_received_);
  points.index.resize(static_cast<std::size_t>(points.n) * n_dims);
  move_items(sorted.data(), n_sent_, points.index.data(), n_received_, n_dims * sizeof(double), communicator_);
  return points;
}

void Exchange::return_values(std::byte const* values, std::size_t size, std::byte* results) const {
  std::vector<std::byte> sorted(order_.size() * size);
  move_items(values, n_received_, sorted.data(), n_sent_, size, communicator_);
  if (!results) return;
  for (std::size_t i = 0; i < order_.size(); ++i)
    std::memcpy(results + order_[i] * size, sorted.data() + i * size, size);
}

namespace {

int lowest_code(int local, cGH const* cctkGH) {
  int result = 0;
  MPI_Allreduce(&local, &result, 1, MPI_INT, MPI_MIN, thorntools::communicator(cctkGH));
  return result;
}

/// Stores the code of this process in the table and returns the code of all processes.
int fail(Request const& request, int local, int global) {
  if (request.table >= 0) Util_TableSetInt(request.table, local, "local_interpolator_status");
  return global;
}

/// Reads options, grid and inputs. Reports errors that do not depend on the points.
int prepare(Request const& request, Grid& grid, Options& options, Inputs& inputs) {
  int error = read_options(request, options);
  if (!error) error = find_grid(request, grid);
  if (!error) error = find_inputs(request, options.time_levels, inputs);
  if (!error) error = check_ghost_zones(request, grid, inputs);
  if (error == CCTK_ERROR_INTERP_GHOST_SIZE_TOO_SMALL)
    CCTK_WARN(CCTK_WARN_ALERT, "Cannot interpolate: the ghost zones are narrower than the operator needs. Increase "
                               "driver::ghost_size, or use an operator of lower order.");
  return error;
}

Owners owners_of(Grid const& grid, int n_dims, MPI_Comm communicator) {
  int n_ranks = 1;
  MPI_Comm_size(communicator, &n_ranks);
  std::vector<Owned> boxes(n_ranks);
  MPI_Allgather(&grid.owned, sizeof(Owned), MPI_BYTE, boxes.data(), sizeof(Owned), MPI_BYTE, communicator);
  try {
    return Owners(boxes, n_dims);
  } catch (std::invalid_argument const& error) {
    CCTK_VERROR("PUGHInterp cannot interpolate on the grid of this driver: %s.", error.what());
  }
}

/// The positions of the points of this process in units of the grid spacing.
std::vector<double> indices(Request const& request, Grid const& grid) {
  std::vector<double> index;
  for (int i = 0; i < request.n_points; ++i)
    for (int d = 0; d < request.n_dims; ++d) index.push_back(grid.index(d, request.coordinate(d, i)));
  return index;
}

/// The destination and the status of each point. Points with a coordinate that is not finite have no destination.
struct Routing {
  std::vector<int> destination;
  std::vector<CCTK_INT> status;
};

Routing make_routing(Request const& request, Owners const& owners, std::vector<double> const& index) {
  Routing routing;
  for (int i = 0; i < request.n_points; ++i) {
    auto const* const begin = index.data() + i * request.n_dims;
    std::span<double const> const point(begin, request.n_dims);
    bool const is_nan = std::any_of(point.begin(), point.end(), [](double x) { return std::isnan(x); });
    bool const is_infinite = std::any_of(point.begin(), point.end(), [](double x) { return std::isinf(x); });
    routing.status.push_back(is_nan ? CCTK_ERROR_INTERP_COORD_NAN : is_infinite ? CCTK_ERROR_INTERP_POINT_OUTSIDE : 0);
    routing.destination.push_back(is_nan || is_infinite ? -1 : owners.at(point));
  }
  return routing;
}

int deliver(Request const& request, Options const& options, Exchange const& exchange, Results const& results,
            Routing& routing) {
  for (int i = 0; i < request.n_outputs; ++i) {
    auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(request.output_types[i]));
    auto* const output = static_cast<std::byte*>(request.outputs[i]);
    for (int point = 0; output && point < request.n_points; ++point)
      if (routing.destination[point] < 0) std::memset(output + point * size, 0xff, size); // set the result to NaN
    exchange.return_values(results.outputs[i].data(), size, output);
  }
  exchange.return_values(reinterpret_cast<std::byte const*>(results.point_status.data()), sizeof(CCTK_INT),
                         reinterpret_cast<std::byte*>(routing.status.data()));
  if (options.per_point_status) std::copy(routing.status.begin(), routing.status.end(), options.per_point_status);
  return routing.status.empty() ? 0 : static_cast<int>(*std::min_element(routing.status.begin(), routing.status.end()));
}

void warn_of_first_bad_point(Request const& request, Routing const& routing) {
  if (Util_TableQueryValueInfo(request.table, nullptr, nullptr, "suppress_warnings") == 1) return;
  auto const bad =
      std::find_if(routing.status.begin(), routing.status.end(), [](CCTK_INT status) { return status < 0; });
  if (bad == routing.status.end()) return;
  int const point = static_cast<int>(bad - routing.status.begin());
  std::string position;
  for (int d = 0; d < request.n_dims; ++d) position += (d ? ", " : "") + std::to_string(request.coordinate(d, point));
  char const* const reason = *bad == CCTK_ERROR_INTERP_POINT_OUTSIDE
                                 ? "it is outside the grid, or too close to its edge"
                             : *bad == CCTK_ERROR_INTERP_COORD_NAN ? "a coordinate is not a number"
                                                                   : "the operator failed";
  CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate at (%s), point %d of %d: %s (error %d)", position.c_str(), point,
             request.n_points, reason, static_cast<int>(*bad));
}

} // namespace

/// Checks the arguments on all processes. Returns 0, or after a warning the lowest error code of all processes.
/// Collective.
int check_everywhere(Request const& request) {
  if (!request.cctkGH) return UTIL_ERROR_BAD_INPUT;
  int const local = check(request);
  int const error = lowest_code(local, request.cctkGH);
  return error ? fail(request, local, error) : 0;
}

/// Interpolates. Returns 0, or the lowest error code of all processes: UTIL_ERROR_BAD_*, CCTK_ERROR_INTERP_*, or a code
/// of the operator. The option local_interpolator_status receives the lowest code of the points of this process.
/// Collective.
int interpolate(Request const& request) {
  if (int const error = check_everywhere(request)) return error;
  if (request.n_inputs == 0 || request.n_outputs == 0) return 0;
  MPI_Comm const communicator = thorntools::communicator(request.cctkGH);
  Grid grid;
  Options options;
  Inputs inputs;
  int const local = prepare(request, grid, options, inputs);
  if (int const error = lowest_code(local, request.cctkGH)) return fail(request, local, error);
  Owners const owners = owners_of(grid, request.n_dims, communicator);
  std::vector<double> const index = indices(request, grid);
  Routing routing = make_routing(request, owners, index);
  Exchange const exchange(routing.destination, communicator);
  Results const results = evaluate(request, grid, options, inputs, exchange.send(index, request.n_dims));
  int const lowest = deliver(request, options, exchange, results, routing);
  warn_of_first_bad_point(request, routing);
  Util_TableSetInt(request.table, lowest, "local_interpolator_status");
  return lowest_code(std::min(results.status, lowest), request.cctkGH);
}

} // namespace pughinterp

extern "C" {

CCTK_INT PUGHInterp_DriverInterpolate(CCTK_POINTER_TO_CONST cctkGH, CCTK_INT N_dims, CCTK_INT local_interp_handle,
                                      CCTK_INT param_table_handle, CCTK_INT coord_system_handle,
                                      CCTK_INT N_interp_points, CCTK_INT interp_coords_type,
                                      CCTK_POINTER_TO_CONST const* interp_coords, CCTK_INT N_input_arrays,
                                      CCTK_INT const* input_array_indices, CCTK_INT N_output_arrays,
                                      CCTK_INT const* output_array_types, CCTK_POINTER const* output_arrays) {
  return pughinterp::interpolate({.cctkGH = static_cast<cGH const*>(cctkGH),
                                  .n_dims = static_cast<int>(N_dims),
                                  .local_operator = static_cast<int>(local_interp_handle),
                                  .table = static_cast<int>(param_table_handle),
                                  .coordinate_system = static_cast<int>(coord_system_handle),
                                  .n_points = static_cast<int>(N_interp_points),
                                  .coordinate_type = static_cast<int>(interp_coords_type),
                                  .coordinates = interp_coords,
                                  .n_inputs = static_cast<int>(N_input_arrays),
                                  .input_variables = input_array_indices,
                                  .n_outputs = static_cast<int>(N_output_arrays),
                                  .output_types = output_array_types,
                                  .outputs = output_arrays});
}

/// Implements CCTK_InterpGridArrays. If a thorn provides SymmetryInterpolate, this function checks the arguments and
/// calls SymmetryInterpolate, which maps the points and then calls DriverInterpolate.
int interpolate_grid_arrays(cGH const* cctkGH, int N_dims, int local_interp_handle, int param_table_handle,
                            int coord_system_handle, int N_interp_points, int interp_coords_type,
                            void const* const interp_coords[], int N_input_arrays, CCTK_INT const input_array_indices[],
                            int N_output_arrays, CCTK_INT const output_array_types[], void* const output_arrays[]) {
  pughinterp::Request const request{cctkGH,
                                    N_dims,
                                    local_interp_handle,
                                    param_table_handle,
                                    coord_system_handle,
                                    N_interp_points,
                                    interp_coords_type,
                                    interp_coords,
                                    N_input_arrays,
                                    input_array_indices,
                                    N_output_arrays,
                                    output_array_types,
                                    output_arrays};
  if (!CCTK_IsFunctionAliased("SymmetryInterpolate")) return pughinterp::interpolate(request);
  if (int const error = pughinterp::check_everywhere(request)) return error;
  return static_cast<int>(SymmetryInterpolate(
      cctkGH, N_dims, local_interp_handle, param_table_handle, coord_system_handle, N_interp_points, interp_coords_type,
      interp_coords, N_input_arrays, input_array_indices, N_output_arrays, output_array_types, output_arrays));
}

int PUGHInterp_Startup(void) {
  CCTK_OverloadInterpGridArrays(interpolate_grid_arrays);
  return 0;
}

} // extern "C"
