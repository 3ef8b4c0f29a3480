// Interpolates at the points that lie in this process' part of the grid.
#include "evaluate.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"

#include <algorithm>
#include <cmath>

namespace pughinterp {
namespace {

int call_operator(Request const& request, Grid const& grid, Inputs const& inputs, Points const& points,
                  void* const* outputs) {
  int const n_dims = request.n_dims;
  std::array<CCTK_REAL, max_dimension> origin{}, spacing;
  spacing.fill(1);
  std::vector<std::vector<CCTK_REAL>> coordinates(n_dims);
  std::vector<void const*> pointers;
  for (int d = 0; d < n_dims; ++d) {
    origin[d] = grid.lower[d];
    for (int i = 0; i < points.n; ++i) coordinates[d].push_back(points.index[i * n_dims + d]);
    pointers.push_back(coordinates[d].data());
  }
  return CCTK_InterpLocalUniform(n_dims, request.local_operator, request.table, origin.data(), spacing.data(), points.n,
                                 CCTK_VARIABLE_REAL, pointers.data(), request.n_inputs, grid.shape.data(),
                                 inputs.types.data(), inputs.data.data(), request.n_outputs, request.output_types,
                                 outputs);
}

// 1 / spacing for each digit of the code, which names the direction of a derivative from 1 on.
CCTK_REAL scale_of(CCTK_INT code, Request const& request, Grid const& grid) {
  CCTK_REAL scale = 1;
  for (; code > 0; code /= 10)
    if (int const direction = static_cast<int>(code % 10); direction >= 1 && direction <= request.n_dims)
      scale /= grid.spacing[direction - 1];
  return scale;
}

// Every number, and both parts of complex ones.
template <typename Real>
void multiply(std::vector<std::byte>& values, CCTK_REAL scale) {
  auto* const numbers = reinterpret_cast<Real*>(values.data());
  for (std::size_t i = 0; i < values.size() / sizeof(Real); ++i) numbers[i] = static_cast<Real>(numbers[i] * scale);
}

void scale_derivative(std::vector<std::byte>& values, CCTK_INT type, CCTK_REAL scale) {
  auto const scale_all = [&](auto t) { multiply<thorntools::Part<typename decltype(t)::type>>(values, scale); };
  if (!thorntools::with_real(static_cast<int>(type), scale_all))
    thorntools::with_complex(static_cast<int>(type), scale_all);
}

} // namespace

Results evaluate(Request const& request, Grid const& grid, Options const& options, Inputs const& inputs,
                 Points const& points) {
  Results results;
  constexpr std::byte all_bits{0xff}; // of a real number: not-a-number
  std::vector<void*> pointers;
  for (int i = 0; i < request.n_outputs; ++i) {
    std::size_t const size = static_cast<std::size_t>(CCTK_VarTypeSize(request.output_types[i]));
    pointers.push_back(results.outputs.emplace_back(points.n * size, all_bits).data());
  }
  results.point_status.assign(points.n, 0);
  if (points.n == 0) return results;
  OperatorOptions const operator_options(request, grid, results.point_status.data());
  results.status = call_operator(request, grid, inputs, points, pointers.data());
  if (results.status < 0 && !operator_options.knows_status_of_points())
    std::fill(results.point_status.begin(), results.point_status.end(), results.status);
  for (std::size_t i = 0; i < options.operation_codes.size(); ++i)
    if (options.operation_codes[i] > 0)
      scale_derivative(results.outputs[i], request.output_types[i],
                       scale_of(options.operation_codes[i], request, grid));
  return results;
}

// A query, without output arrays, at the points next to other processes that this process has to interpolate at.
int check_ghost_zones(Request const& request, Grid const& grid, Inputs const& inputs) {
  if (!grid.has_points) return 0;
  int const n_dims = request.n_dims;
  Points points;
  for (int face = 0; face < 2 * n_dims; ++face) {
    if (grid.is_outer[face] || grid.shape[face / 2] <= 1) continue;
    for (int d = 0; d < n_dims; ++d) points.index.push_back(0.5 * (grid.owned.begin[d] + grid.owned.end[d] - 1));
    double& index = points.index[points.n * n_dims + face / 2];
    index = face % 2 == 0 ? grid.owned.begin[face / 2] - 0.5 : std::nextafter(grid.owned.end[face / 2] - 0.5, 0.0);
    ++points.n;
  }
  if (points.n == 0) return 0;
  std::vector<CCTK_INT> status(points.n, 0);
  std::vector<void*> const no_outputs(request.n_outputs, nullptr);
  OperatorOptions const operator_options(request, grid, status.data());
  int const error = call_operator(request, grid, inputs, points, no_outputs.data());
  return error == CCTK_ERROR_INTERP_POINT_OUTSIDE ? CCTK_ERROR_INTERP_GHOST_SIZE_TOO_SMALL : error;
}

} // namespace pughinterp
