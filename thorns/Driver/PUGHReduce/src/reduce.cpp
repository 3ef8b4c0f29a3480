#include "reduce.hpp"

#include "exact_sum.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "Numerics/ThornTools/src/grid.hpp"
#include "Numerics/ThornTools/src/host_access.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"
#include "cctk.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>
#include <type_traits>
#include <vector>

namespace pughreduce {
namespace {

constexpr int n_sum = ExactSum::n_integers;
constexpr int n_integers = 2 * n_sum + 2; // real and imaginary sum, number of NaNs, number of points
constexpr std::size_t max_partials_per_message =
    8192; // limits the buffer to about 10 MB, and the count of MPI to an int

void write_state(Partial& partial, std::int64_t* to) {
  auto const copy = [&to](ExactSum& sum) { to = std::copy_n(sum.normalised_state().begin(), n_sum, to); };
  copy(partial.sum);
  copy(partial.imaginary_sum);
  *to++ = partial.n_nan;
  *to = partial.n_points;
}

void read_state(std::int64_t const* from, Partial& partial) {
  auto const copy = [&from](ExactSum& sum) {
    ExactSum::State state;
    std::copy_n(from, n_sum, state.begin());
    sum.set_state(state);
    from += n_sum;
  };
  copy(partial.sum);
  copy(partial.imaginary_sum);
  partial.n_nan = *from++;
  partial.n_points = *from;
}

template <typename Integer>
bool fits(double truncated) {
  double const limit = std::ldexp(1.0, std::numeric_limits<Integer>::digits);
  return truncated < limit && truncated >= static_cast<double>(std::numeric_limits<Integer>::min());
}

/// Combines partial results of all processes with one MPI call.
void combine_some(std::span<Partial> partials, Operation operation, MPI_Comm communicator) {
  std::vector<std::int64_t> integers(partials.size() * n_integers);
  std::vector<double> extremes;
  for (std::size_t i = 0; i < partials.size(); ++i) {
    write_state(partials[i], integers.data() + i * n_integers);
    extremes.push_back(partials[i].extreme);
  }
  MPI_Allreduce(MPI_IN_PLACE, integers.data(), static_cast<int>(integers.size()), MPI_INT64_T, MPI_SUM, communicator);
  if (is_extreme(operation))
    MPI_Allreduce(MPI_IN_PLACE, extremes.data(), static_cast<int>(extremes.size()), MPI_DOUBLE, MPI_MAX, communicator);
  for (std::size_t i = 0; i < partials.size(); ++i) {
    read_state(integers.data() + i * n_integers, partials[i]);
    partials[i].extreme = extremes[i];
  }
}

} // namespace

void combine(std::span<Partial> partials, Operation operation, MPI_Comm communicator) {
  for (std::size_t begin = 0; begin < partials.size(); begin += max_partials_per_message)
    combine_some(partials.subspan(begin, std::min(max_partials_per_message, partials.size() - begin)), operation,
                 communicator);
}

std::complex<double> result(Partial const& partial, Operation operation, std::optional<double> weight) {
  auto const n = weight.value_or(static_cast<double>(partial.n_points));
  double const sum = partial.sum.value();
  double const nan = std::numeric_limits<double>::quiet_NaN();
  if (operation == Operation::count) return static_cast<double>(partial.n_points);
  if (operation == Operation::sum) return {sum, partial.imaginary_sum.value()};
  if (partial.n_points == 0 || partial.n_nan > 0) return nan;
  switch (operation) {
  case Operation::minimum:
    return 0.0 - partial.extreme;
  case Operation::maximum:
  case Operation::norm_inf:
    return partial.extreme;
  case Operation::average:
    return {sum / n, partial.imaginary_sum.value() / n};
  case Operation::norm1:
    return sum / n;
  case Operation::norm2:
    return std::sqrt(sum / n);
  case Operation::norm3:
    return std::cbrt(sum / n);
  case Operation::norm4:
    return std::sqrt(std::sqrt(sum / n));
  default:
    return nan;
  }
}

bool store(std::complex<double> result, int type, void* array, std::size_t index) {
  bool is_possible = false;
  thorntools::with_number(type, [&](auto t) {
    using T = typename decltype(t)::type;
    auto& number = static_cast<T*>(array)[index];
    if constexpr (thorntools::is_complex<T>) {
      is_possible = true;
      number = T(result);
    } else if constexpr (std::is_integral_v<T>) {
      is_possible = fits<T>(std::trunc(result.real()));
      if (is_possible) number = static_cast<T>(std::trunc(result.real()));
    } else {
      is_possible = result.imag() == 0;
      if (is_possible) number = static_cast<T>(result.real());
    }
  });
  return is_possible;
}

namespace {

bool warn(int variable, char const* reason) {
  CCTK_VWARN(CCTK_WARN_ALERT, "Cannot reduce '%s': %s", variable >= 0 ? CCTK_FullVarName(variable) : "(no variable)",
             reason);
  return false;
}

bool make_array(cGH const* cctkGH, int variable, Array& array) {
  int const group_index = CCTK_GroupIndexFromVarI(variable);
  cGroupDynamicData data;
  if (group_index < 0) return warn(variable, "there is no such variable");
  array.type = CCTK_VarTypeI(variable);
  if (!is_reducible(array.type)) return warn(variable, "its type has no reductions");
  if (CCTK_GroupDynamicData(cctkGH, group_index, &data) < 0) return warn(variable, "the driver has no data about it");
  if (data.dim > max_dimension) return warn(variable, "it has too many dimensions");
  array.data = CCTK_VarDataPtrI(cctkGH, 0, variable);
  if (!array.data) return warn(variable, "it has no storage");
  thorntools::require_on_host(cctkGH, variable);
  thorntools::owned_points(data, array.begin.data(), array.end.data());
  for (int d = 0; d < data.dim; ++d) array.shape[d] = data.ash[d];
  for (int d = data.dim; d < max_dimension; ++d) array.end[d] = 1;
  return true;
}

/// Sets the weights of an array to the values of a variable of the same size.
bool add_weight(cGH const* cctkGH, int weight, int variable, Array& array) {
  Array weights;
  if (!make_array(cctkGH, weight, weights)) return false;
  if (weights.type != CCTK_VARIABLE_REAL) return warn(weight, "weights must be of type CCTK_REAL");
  if (weights.shape != array.shape || weights.begin != array.begin || weights.end != array.end)
    return warn(variable, "its weight is a variable of another size");
  array.weight = static_cast<CCTK_REAL const*>(weights.data);
  return true;
}

} // namespace

std::optional<std::vector<Partial>> reduce_variables(cGH const* cctkGH, std::span<int const> variables,
                                                     Operation operation, Options const& options) {
  std::vector<Partial> partials(variables.size());
  for (std::size_t i = 0; i < variables.size(); ++i) {
    Array array;
    if (!make_array(cctkGH, variables[i], array)) return std::nullopt;
    if (options.weight >= 0 && !add_weight(cctkGH, options.weight, variables[i], array)) return std::nullopt;
    array.truncates =
        i < options.result_types.size() && thorntools::is_integer_type(static_cast<int>(options.result_types[i]));
    accumulate(array, operation, partials[i]);
  }
  combine(partials, operation, thorntools::communicator(cctkGH));
  return partials;
}

std::optional<double> sum_of_weights(cGH const* cctkGH, int weight) {
  auto const partials = reduce_variables(cctkGH, {&weight, 1}, Operation::sum);
  if (!partials) return std::nullopt;
  return result(partials->front(), Operation::sum).real();
}

bool store_at_destination(cGH const* cctkGH, int destination, Partial const& partial, Operation operation, int type,
                          void* array, std::size_t index, std::optional<double> weight) {
  if (destination >= 0 && destination != CCTK_MyProc(cctkGH)) return true;
  if (store(result(partial, operation, weight), type, array, index)) return true;
  CCTK_VWARN(CCTK_WARN_ALERT, "The result of a reduction cannot be stored as a number of type %s",
             CCTK_VarTypeName(type));
  return false;
}

namespace {

/// Reduces the points [first, last) of an array in pieces whose extents fit into an int.
void accumulate_points(void const* data, int type, std::size_t first, std::size_t last, Operation operation,
                       Partial& partial) {
  auto const size = static_cast<std::size_t>(CCTK_VarTypeSize(type));
  for (std::size_t begin = first; begin < last;) {
    std::size_t const n = std::min<std::size_t>(last - begin, INT_MAX);
    Array array;
    array.data = static_cast<std::byte const*>(data) + begin * size;
    array.type = type;
    array.shape[0] = array.end[0] = static_cast<int>(n);
    for (int d = 1; d < max_dimension; ++d) array.end[d] = 1;
    accumulate(array, operation, partial);
    begin += n;
  }
}

} // namespace

std::vector<Partial> reduce_here(LocalArrays const& arrays, Operation operation) {
  std::vector<Partial> partials(arrays.data.size());
  for (std::size_t a = 0; a < arrays.data.size(); ++a)
    accumulate_points(arrays.data[a], arrays.types[a], 0, arrays.n_points, operation, partials[a]);
  return partials;
}

std::vector<Partial> reduce_to_numbers(cGH const* cctkGH, LocalArrays const& arrays, Operation operation) {
  auto partials = reduce_here(arrays, operation);
  combine(partials, operation, thorntools::communicator(cctkGH));
  return partials;
}

std::vector<Partial> reduce_by_point(cGH const* cctkGH, LocalArrays const& arrays, Operation operation) {
  std::vector<Partial> partials(arrays.data.size() * arrays.n_points);
  for (std::size_t a = 0; a < arrays.data.size(); ++a)
    for (std::size_t i = 0; i < arrays.n_points; ++i)
      accumulate_points(arrays.data[a], arrays.types[a], i, i + 1, operation, partials[a * arrays.n_points + i]);
  combine(partials, operation, thorntools::communicator(cctkGH));
  return partials;
}

} // namespace pughreduce
