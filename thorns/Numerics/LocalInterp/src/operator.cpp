/// The interpolation operator "uniform cartesian", which interpolates arrays of one process with Lagrange polynomials.
#include "lagrange/molecule.hpp"
#include "options.hpp"

#include "Numerics/ThornTools/src/variable_type.hpp"
#include "util_ErrorCodes.h"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <string>
#include <type_traits>

namespace localinterp {
namespace {

/// The points that contribute to one interpolated value. In directions beyond the dimension of the array, the stencil
/// has one point.
struct Stencil {
  std::array<int, max_dimension> first{};
  std::array<Coefficients, max_dimension> coefficients{};
};

struct Input {
  void const* data;
  int type;                             ///< CCTK_VARIABLE_*
  std::array<int, max_dimension> shape; ///< number of points per direction; the first index varies fastest
};

struct Output {
  void* data;
  int type;
};

using thorntools::Part;
using thorntools::with_complex;
using thorntools::with_integer;
using thorntools::with_real;

/// The type in which the interpolation adds values of type T.
template <typename T>
struct WideType {
  using type = std::conditional_t<(std::is_floating_point_v<T> && sizeof(T) > sizeof(double)), T, double>;
};
template <typename T>
struct WideType<std::complex<T>> {
  using type = std::complex<typename WideType<T>::type>;
};
template <typename T>
using Wide = typename WideType<T>::type;

template <typename T>
Wide<T> sum(T const* data, Input const& input, Stencil const& stencil, int order, int n_dims) {
  using Real = Part<Wide<T>>;
  auto const last = [&](int d) { return d < n_dims ? order : 0; };
  auto const weight = [&](int d, int i) { return static_cast<Real>(stencil.coefficients[d][i]); };
  auto const& first = stencil.first;
  auto const& shape = input.shape;
  Wide<T> total{};
  for (int l = 0; l <= last(3); ++l) {
    Wide<T> volume{};
    for (int k = 0; k <= last(2); ++k) {
      Wide<T> plane{};
      for (int j = 0; j <= last(1); ++j) {
        std::size_t const begin =
            first[0] + std::size_t(shape[0]) *
                           (first[1] + j +
                            std::size_t(shape[1]) * (first[2] + k + std::size_t(shape[2]) * std::size_t(first[3] + l)));
        Wide<T> line{};
        for (int i = 0; i <= last(0); ++i) line += static_cast<Wide<T>>(data[begin + i]) * weight(0, i);
        plane += line * weight(1, j);
      }
      volume += plane * weight(2, k);
    }
    total += volume * weight(3, l);
  }
  return total;
}

template <typename W>
void store(W value, Output const& output, int point) {
  auto const real = [&](auto t) {
    using T = typename decltype(t)::type;
    if constexpr (std::is_floating_point_v<W>) static_cast<T*>(output.data)[point] = static_cast<T>(value);
  };
  auto const complex = [&](auto t) {
    using T = typename decltype(t)::type;
    static_cast<T*>(output.data)[point] = static_cast<T>(std::complex(value));
  };
  if (!with_real(output.type, real)) with_complex(output.type, complex);
}

/// Whether values of type `in` can be stored as type `out`. Integers and reals become reals or complex numbers; complex
/// numbers remain complex.
bool is_convertible(int in, int out) {
  auto const nothing = [](auto) {};
  if (with_complex(in, nothing)) return with_complex(out, nothing);
  return (with_integer(in, nothing) || with_real(in, nothing)) &&
         (with_real(out, nothing) || with_complex(out, nothing));
}

/// Computes output[point], the sum over the points of the stencil with direction x innermost. Real numbers of 16 bytes
/// are added in long double, all other types in double precision.
void interpolate(Input const& input, Stencil const& stencil, int order, int n_dims, Output const& output, int point) {
  auto const visit = [&](auto t) {
    using T = typename decltype(t)::type;
    store(sum(static_cast<T const*>(input.data), input, stencil, order, n_dims), output, point);
  };
  if (!with_real(input.type, visit) && !with_complex(input.type, visit)) with_integer(input.type, visit);
}

struct Arguments {
  int n_dims, table;
  CCTK_REAL const *origin, *spacing;
  int n_points, coordinate_type;
  void const* const* coordinates;
  int n_inputs;
  CCTK_INT const *shape, *input_types;
  void const* const* inputs;
  int n_outputs;
  CCTK_INT const* output_types;
  void* const* outputs;

  CCTK_REAL coordinate(int direction, int point) const {
    return static_cast<CCTK_REAL const*>(coordinates[direction])[point];
  }
};

#define REJECT(...) return CCTK_VWARN(CCTK_WARN_ALERT, "Cannot interpolate: " __VA_ARGS__), UTIL_ERROR_BAD_INPUT

int check_numbers(Arguments const& a) {
  if (a.n_dims < 1 || a.n_dims > max_dimension)
    REJECT("the number of dimensions is %d; 1 to %d are allowed", a.n_dims, max_dimension);
  if (a.n_points < 0) REJECT("the number of points is %d", a.n_points);
  if (a.n_inputs < 0 || a.n_inputs != a.n_outputs)
    REJECT("there are %d input arrays and %d output arrays; the numbers must be equal", a.n_inputs, a.n_outputs);
  if (a.n_points > 0 && a.coordinate_type != CCTK_VARIABLE_REAL)
    REJECT("the coordinates of the points must be of type CCTK_REAL");
  return 0;
}

int check_pointers(Arguments const& a) {
  if (!a.origin || !a.spacing || !a.shape) REJECT("the origin, the spacing or the size of the arrays is NULL");
  if (!a.input_types || !a.inputs || !a.output_types || !a.outputs)
    REJECT("the list of input types, of input arrays, of output types or of output arrays is NULL");
  for (int d = 0; a.n_points > 0 && d < a.n_dims; ++d)
    if (!a.coordinates || !a.coordinates[d]) REJECT("the coordinates of direction %d are NULL", d);
  return 0;
}

std::string name_of(CCTK_INT type) {
  char const* const name = CCTK_VarTypeName(static_cast<int>(type));
  return name ? name : "unknown (" + std::to_string(type) + ")";
}

/// Returns an error code if the types of an input array and its output array are incompatible. Null inputs are skipped.
int check_types(Arguments const& a) {
  for (int i = 0; i < a.n_inputs; ++i)
    if (a.inputs[i] && !is_convertible(a.input_types[i], a.output_types[i]))
      REJECT("array %d is of type %s, which cannot be converted to type %s", i, name_of(a.input_types[i]).c_str(),
             name_of(a.output_types[i]).c_str());
  return 0;
}

#undef REJECT

int check_grid(Arguments const& a, Options const& options) {
  for (int d = 0; d < a.n_dims; ++d) {
    if (a.spacing[d] == 0) return CCTK_ERROR_INTERP_DELTA_X_ZERO;
    auto const& omit = options.edges[d].points_to_omit;
    if (a.shape[d] - std::int64_t(omit[0]) - omit[1] <= options.order) return CCTK_ERROR_INTERP_GRID_TOO_SMALL;
  }
  return 0;
}

/// Coefficients of the molecule by direction and number of derivatives.
using AllCoefficients = std::array<std::array<Coefficients, max_derivative + 1>, max_dimension>;

/// Selects the stencil of an interpolation point. Returns false if the point is outside the grid or too close to its
/// end.
bool place_stencil(Arguments const& a, Options const& options, int point, Stencil& stencil,
                   AllCoefficients& coefficients) {
  for (int d = 0; d < a.n_dims; ++d) {
    double const index = (a.coordinate(d, point) - a.origin[d]) / a.spacing[d];
    Molecule const molecule = place_molecule(options.order, index, static_cast<int>(a.shape[d]), options.edges[d]);
    if (!molecule.is_possible) return false;
    stencil.first[d] = molecule.first;
    for (int n = 0; n <= (options.derivatives.empty() ? 0 : max_derivative); ++n)
      coefficients[d][n] = lagrange_coefficients(options.order, molecule.position, n);
    stencil.coefficients[d] = coefficients[d][0];
  }
  return true;
}

int status_of_bad(Arguments const& a, int point) {
  for (int d = 0; d < a.n_dims; ++d)
    if (a.coordinate(d, point) != a.coordinate(d, point)) return CCTK_ERROR_INTERP_COORD_NAN;
  return CCTK_ERROR_INTERP_POINT_OUTSIDE;
}

void warn_of_bad_point(Arguments const& a, Options const& options, int point, int n_bad) {
  std::string where, grid;
  for (int d = 0; d < a.n_dims; ++d) {
    where += (d ? ", " : "") + std::to_string(a.coordinate(d, point));
    grid += (d ? ", " : "") + std::to_string(a.origin[d]) + " to " +
            std::to_string(a.origin[d] + (a.shape[d] - 1) * a.spacing[d]);
  }
  CCTK_VWARN(CCTK_WARN_ALERT,
             "Cannot interpolate at %d of %d points, the first is (%s): outside the grid of this process (%s), or too "
             "close to its end for order %d. Use wider ghost zones (driver::ghost_size) if the point is inside the "
             "global grid.",
             n_bad, a.n_points, where.c_str(), grid.c_str(), options.order);
}

/// Interpolates at all points and returns the lowest error code of any point.
int interpolate_points(Arguments const& a, Options const& options) {
  int lowest_code = 0, n_bad = 0, first_bad = a.n_points;
#pragma omp parallel for reduction(min : lowest_code, first_bad) reduction(+ : n_bad)
  for (int point = 0; point < a.n_points; ++point) {
    Stencil stencil;
    for (auto& coefficients : stencil.coefficients) coefficients[0] = 1;
    AllCoefficients all_coefficients;
    int const status = place_stencil(a, options, point, stencil, all_coefficients) ? 0 : status_of_bad(a, point);
    if (options.point_status) options.point_status[point] = status;
    lowest_code = std::min(lowest_code, status);
    if (status < 0) {
      ++n_bad;
      first_bad = std::min(first_bad, point);
      continue;
    }
    for (int i = 0; i < a.n_inputs; ++i) {
      if (!a.inputs[i] || !a.outputs[i]) continue;
      Input input{a.inputs[i], static_cast<int>(a.input_types[i]), {1, 1, 1, 1}};
      for (int d = 0; d < a.n_dims; ++d) input.shape[d] = static_cast<int>(a.shape[d]);
      for (int d = 0; d < a.n_dims && !options.derivatives.empty(); ++d)
        stencil.coefficients[d] = all_coefficients[d][options.derivatives[i][d]];
      interpolate(input, stencil, options.order, a.n_dims, {a.outputs[i], static_cast<int>(a.output_types[i])}, point);
    }
  }
  if (n_bad > 0 && options.warns) warn_of_bad_point(a, options, first_bad, n_bad);
  report_bad_points(a.table, options, n_bad);
  return lowest_code;
}

int uniform_cartesian(int N_dims, int param_table_handle, CCTK_REAL const coord_origin[], CCTK_REAL const coord_delta[],
                      int N_interp_points, int interp_coords_type_code, void const* const interp_coords[],
                      int N_input_arrays, CCTK_INT const input_array_dims[], CCTK_INT const input_array_type_codes[],
                      void const* const input_arrays[], int N_output_arrays, CCTK_INT const output_array_type_codes[],
                      void* const output_arrays[]) {
  Arguments const arguments{N_dims,
                            param_table_handle,
                            coord_origin,
                            coord_delta,
                            N_interp_points,
                            interp_coords_type_code,
                            interp_coords,
                            N_input_arrays,
                            input_array_dims,
                            input_array_type_codes,
                            input_arrays,
                            N_output_arrays,
                            output_array_type_codes,
                            output_arrays};
  Options options;
  if (int const error = check_numbers(arguments)) return error;
  if (int const error = read_options(param_table_handle, N_dims, N_output_arrays, options)) return error;
  if (N_input_arrays == 0) return 0;
  if (int const error = check_pointers(arguments)) return error;
  if (int const error = check_types(arguments)) return error;
  if (int const error = check_grid(arguments, options)) return error;
  return interpolate_points(arguments, options);
}

} // namespace
} // namespace localinterp

extern "C" int LocalInterp_Startup(void) {
  CCTK_InterpRegisterOpLocalUniform(localinterp::uniform_cartesian, "uniform cartesian", CCTK_THORNSTRING);
  return 0;
}
