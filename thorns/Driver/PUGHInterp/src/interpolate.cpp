// Interpolation of grid variables at points anywhere on the grid.
#include "interpolate.hpp"

#include "exchange.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "util_ErrorCodes.h"
#include "util_Table.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>

namespace pughinterp {
namespace {

int lowest(int mine, cGH const* grid_hierarchy) {
  int result = 0;
  MPI_Allreduce(&mine, &result, 1, MPI_INT, MPI_MIN, thorntools::communicator(grid_hierarchy));
  return result;
}

// Tells the caller, too, what this process has found.
int fail(Request const& request, int mine, int everywhere) {
  if (request.table >= 0) Util_TableSetInt(request.table, mine, "local_interpolator_status");
  return everywhere;
}

// What can be wrong with valid arguments before points are looked at.
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
    CCTK_VERROR("PUGHInterp cannot interpolate on a grid that this driver has divided: %s.", error.what());
  }
}

// Positions of this process' points in units of the spacing.
std::vector<double> indices(Request const& request, Grid const& grid) {
  std::vector<double> index;
  for (int i = 0; i < request.n_points; ++i)
    for (int d = 0; d < request.n_dims; ++d) index.push_back(grid.index(d, request.coordinate(d, i)));
  return index;
}

// Points whose coordinates are no finite numbers go nowhere and are answered here.
struct Plan {
  std::vector<int> destination;
  std::vector<CCTK_INT> status;
};

Plan make_plan(Request const& request, Owners const& owners, std::vector<double> const& index) {
  Plan plan;
  for (int i = 0; i < request.n_points; ++i) {
    auto const* const begin = index.data() + i * request.n_dims;
    std::span<double const> const point(begin, request.n_dims);
    bool const is_nan = std::any_of(point.begin(), point.end(), [](double x) { return std::isnan(x); });
    bool const is_infinite = std::any_of(point.begin(), point.end(), [](double x) { return std::isinf(x); });
    plan.status.push_back(is_nan ? CCTK_ERROR_INTERP_COORD_NAN : is_infinite ? CCTK_ERROR_INTERP_POINT_OUTSIDE : 0);
    plan.destination.push_back(is_nan || is_infinite ? -1 : owners.at(point));
  }
  return plan;
}

int deliver(Request const& request, Options const& options, Exchange const& exchange, Results const& results,
            Plan& plan) {
  for (int i = 0; i < request.n_outputs; ++i) {
    auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(request.output_types[i]));
    auto* const answers = static_cast<std::byte*>(request.outputs[i]);
    for (int point = 0; answers && point < request.n_points; ++point)
      if (plan.destination[point] < 0) std::memset(answers + point * size, 0xff, size); // not-a-number
    exchange.return_values(results.outputs[i].data(), size, answers);
  }
  exchange.return_values(reinterpret_cast<std::byte const*>(results.point_status.data()), sizeof(CCTK_INT),
                         reinterpret_cast<std::byte*>(plan.status.data()));
  if (options.per_point_status) std::copy(plan.status.begin(), plan.status.end(), options.per_point_status);
  return plan.status.empty() ? 0 : static_cast<int>(*std::min_element(plan.status.begin(), plan.status.end()));
}

void warn_of_first_bad_point(Request const& request, Plan const& plan) {
  if (Util_TableQueryValueInfo(request.table, nullptr, nullptr, "suppress_warnings") == 1) return;
  auto const bad = std::find_if(plan.status.begin(), plan.status.end(), [](CCTK_INT status) { return status < 0; });
  if (bad == plan.status.end()) return;
  int const point = static_cast<int>(bad - plan.status.begin());
  std::string where;
  for (int d = 0; d < request.n_dims; ++d) where += (d ? ", " : "") + std::to_string(request.coordinate(d, point));
  char const* const why = *bad == CCTK_ERROR_INTERP_POINT_OUTSIDE ? "it lies outside the grid, or too close to its edge"
                          : *bad == CCTK_ERROR_INTERP_COORD_NAN   ? "a coordinate is not a number"
                                                                  : "the operator failed";
  CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate at (%s), point %d of %d: %s (error %d)", where.c_str(), point,
             request.n_points, why, static_cast<int>(*bad));
}

} // namespace

int check_everywhere(Request const& request) {
  if (!request.grid_hierarchy) return UTIL_ERROR_BAD_INPUT;
  int const mine = check(request);
  int const error = lowest(mine, request.grid_hierarchy);
  return error ? fail(request, mine, error) : 0;
}

int interpolate(Request const& request) {
  if (int const error = check_everywhere(request)) return error;
  if (request.n_inputs == 0 || request.n_outputs == 0) return 0;
  MPI_Comm const all = thorntools::communicator(request.grid_hierarchy);
  Grid grid;
  Options options;
  Inputs inputs;
  int const mine = prepare(request, grid, options, inputs);
  if (int const error = lowest(mine, request.grid_hierarchy)) return fail(request, mine, error);
  Owners const owners = owners_of(grid, request.n_dims, all);
  std::vector<double> const index = indices(request, grid);
  Plan plan = make_plan(request, owners, index);
  Exchange const exchange(plan.destination, all);
  Results const results = evaluate(request, grid, options, inputs, exchange.send(index, request.n_dims));
  int const worst = deliver(request, options, exchange, results, plan);
  warn_of_first_bad_point(request, plan);
  Util_TableSetInt(request.table, worst, "local_interpolator_status");
  return lowest(std::min(results.status, worst), request.grid_hierarchy);
}

} // namespace pughinterp
