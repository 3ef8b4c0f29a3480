/// The reduction operators for arrays of one process, their options and their registration.
#include "values/total.hpp"

#include "Numerics/ThornTools/src/local_operators.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"

#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

namespace localreduce {
namespace {

struct Options {
  std::vector<CCTK_INT> begin, end, stride; ///< selected points by direction, begin <= index < end
  std::vector<CCTK_INT> offset;             ///< index of the first element, by array
  CCTK_REAL const* weight = nullptr;        ///< weight of each point; null: all weights are 1
  bool is_part_of_global = false;           ///< whether the caller combines the results of all processes
};

bool read(int table, char const* key, std::vector<CCTK_INT>& values) {
  auto const n = static_cast<int>(values.size());
  if (auto const reason = thorntools::option_error(table, key, CCTK_VARIABLE_INT, n); !reason.empty()) {
    CCTK_VWARN(CCTK_WARN_ALERT, "Cannot reduce: %s", reason.c_str());
    return false;
  }
  return !thorntools::has_option(table, key) || thorntools::get_option(table, n, values.data(), key) == n;
}

bool is_set(int table, char const* key) {
  CCTK_INT value = 0;
  return Util_TableGetInt(table, &value, key) == 1 && value != 0;
}

bool check_range(CCTK_INT const* extents, Options const& options) {
  for (std::size_t d = 0; d < options.begin.size(); ++d) {
    bool const is_inside = options.begin[d] >= 0 && options.end[d] <= extents[d];
    if (is_inside && options.stride[d] > 0) continue;
    CCTK_VWARN(
        CCTK_WARN_ALERT,
        "Cannot reduce: in direction %zu the options select the points %d to %d (exclusive) with a stride of %d; "
        "allowed are the points 0 to %d (exclusive) and a positive stride",
        d, static_cast<int>(options.begin[d]), static_cast<int>(options.end[d]), static_cast<int>(options.stride[d]),
        static_cast<int>(extents[d]));
    return false;
  }
  return true;
}

bool read_weight(int table, Options& options) {
  if (!is_set(table, "weight_on")) return true;
  CCTK_POINTER_TO_CONST weight = nullptr;
  if (Util_TableGetPointerToConst(table, &weight, "weight") == 1 && weight) {
    options.weight = static_cast<CCTK_REAL const*>(weight);
    return true;
  }
  CCTK_WARN(CCTK_WARN_ALERT, "Cannot reduce: the option 'weight_on' is set, but 'weight' is not a pointer to weights");
  return false;
}

/// Reads the options that README.md describes. An invalid table handle selects the defaults. Returns false after a
/// warning.
bool read_options(int table, int n_dims, CCTK_INT const* extents, int n_arrays, Options& options) {
  options.begin.assign(n_dims, 0);
  options.end.assign(extents, extents + n_dims);
  options.stride.assign(n_dims, 1);
  options.offset.assign(n_arrays, 0);
  if (Util_TableQueryNKeys(table) <= 0) return true;
  options.is_part_of_global = is_set(table, "global_calling");
  return read(table, "input_array_min_subscripts", options.begin) &&
         read(table, "input_array_max_subscripts", options.end) && read(table, "input_array_strides", options.stride) &&
         read(table, "input_array_offsets", options.offset) && check_range(extents, options) &&
         read_weight(table, options);
}

/// Stores the options with which the caller completes a global reduction: num_points, weight_sum, global_operation (1
/// maximum, 2 minimum, 3 sum), perform_division, perform_2_root, and so on. The value 0 of a perform_ option requests
/// the division or root.
void store_partial_state(int table, Operation operation, Total const& total) {
  bool const divides =
      operation == Operation::average || (operation >= Operation::norm1 && operation <= Operation::norm4);
  Util_TableSetInt(table, static_cast<CCTK_INT>(total.n_values), "num_points");
  Util_TableSetReal(table, static_cast<CCTK_REAL>(total.weight), "weight_sum");
  Util_TableSetInt(table, operation == Operation::minimum ? 2 : is_extreme(operation) ? 1 : 3, "global_operation");
  Util_TableSetInt(table, divides ? 0 : 1, "perform_division");
  Util_TableSetInt(table, operation == Operation::norm2 ? 0 : 1, "perform_2_root");
  Util_TableSetInt(table, operation == Operation::norm3 ? 0 : 1, "perform_3_root");
  Util_TableSetInt(table, operation == Operation::norm4 ? 0 : 1, "perform_4_root");
}

using thorntools::is_complex;

/// Calls visit(element) for each selected point.
template <typename Visit>
void for_each_point(int n_dims, CCTK_INT const* extents, Options const& options, Visit visit) {
  std::vector<CCTK_INT> count(n_dims), step(n_dims, 0);
  for (int d = 0; d < n_dims; ++d) {
    count[d] =
        (options.end[d] - options.begin[d]) / options.stride[d]; // points after the last whole stride are ignored
    if (count[d] <= 0) return;
  }
  for (;;) {
    std::size_t element = 0;
    for (int d = n_dims - 1; d >= 0; --d)
      element = element * static_cast<std::size_t>(extents[d]) +
                static_cast<std::size_t>(options.begin[d] + step[d] * options.stride[d]);
    visit(element);
    int d = 0;
    while (d < n_dims && ++step[d] == count[d]) step[d++] = 0;
    if (d == n_dims) return;
  }
}

template <typename Integer>
bool store_integer(Real value, bool saturates, void* number) {
  using Limits = std::numeric_limits<Integer>;
  if (saturates && std::isinf(value)) value = value > 0 ? Limits::max() : Limits::min();
  Real const truncated = std::trunc(value);
  if (!(truncated >= static_cast<Real>(Limits::min()) && truncated <= static_cast<Real>(Limits::max()))) return false;
  *static_cast<Integer*>(number) = static_cast<Integer>(truncated);
  return true;
}

/// Whether a reduction supports this type: integers of up to 8 bytes, real and complex numbers.
bool is_reducible(int type) {
  return thorntools::with_number(type, [](auto) {});
}

/// Reduces the selected points of an array. The first direction varies fastest. `data` may be null if there are no
/// points. If the result type is an integer, the terms of sums and averages are truncated, as in Cactus.
Total reduce(void const* data, int type, int n_dims, CCTK_INT const* extents, CCTK_INT offset, Options const& options,
             Operation operation, int result_type) {
  Total total;
  thorntools::with_number(result_type,
                          [&](auto t) { total.truncates = std::is_integral_v<typename decltype(t)::type>; });
  thorntools::with_number(type, [&](auto t) {
    using T = typename decltype(t)::type;
    using Wide = std::conditional_t<is_complex<T>, Complex, Real>;
    auto const* const values = static_cast<T const*>(data) + offset;
    for_each_point(n_dims, extents, options, [&](std::size_t element) {
      total.add(operation, static_cast<Wide>(values[element]), options.weight ? options.weight[element] : 1);
    });
  });
  return total;
}

/// Converts a result to this type and stores it. Integers are rounded towards zero. With `saturates`, an infinity
/// becomes the largest or smallest integer. Returns false if the value does not fit the type.
bool store(Complex result, int type, bool saturates, void* number) {
  bool is_possible = false;
  thorntools::with_number(type, [&](auto t) {
    using T = typename decltype(t)::type;
    if constexpr (is_complex<T>) {
      *static_cast<T*>(number) = static_cast<T>(result);
      is_possible = true;
    } else if (result.imag() == 0) {
      if constexpr (std::is_integral_v<T>)
        is_possible = store_integer<T>(result.real(), saturates, number);
      else
        is_possible = true, *static_cast<T*>(number) = static_cast<T>(result.real());
    }
  });
  return is_possible;
}

constexpr int success = 0, failure = -1;

bool are_reducible(int n, CCTK_INT const types[]) {
  for (int i = 0; i < n; ++i)
    if (!is_reducible(static_cast<int>(types[i]))) {
      CCTK_VWARN(CCTK_WARN_ALERT, "Cannot reduce array %d: its type %s is not numeric", i, CCTK_VarTypeName(types[i]));
      return false;
    }
  return true;
}

bool store_result(Total const& total, Operation operation, Options const& options, int type, void* number) {
  Complex const value = options.is_part_of_global ? partial_result(total, operation) : result(total, operation);
  if (store(value, type, options.is_part_of_global, number)) return true;
  CCTK_VWARN(CCTK_WARN_ALERT, "The result of a reduction, %Lg%+Lgi, cannot be stored as a number of type %s",
             value.real(), value.imag(), CCTK_VarTypeName(type));
  return false;
}

template <Operation operation>
int reduce_arrays(int n_dims, int /* operator's own handle */, int table, int n_arrays, CCTK_INT const extents[],
                  CCTK_INT const in_types[], void const* const arrays[], int n_numbers, CCTK_INT const out_types[],
                  void* const numbers[]) {
  if (n_arrays != n_numbers) {
    CCTK_VWARN(CCTK_WARN_ALERT, "A reduction of %d arrays has %d results, not %d", n_arrays, n_arrays, n_numbers);
    return failure;
  }
  Options options;
  if (!are_reducible(n_arrays, in_types) || !read_options(table, n_dims, extents, n_arrays, options)) return failure;
  bool is_stored = true;
  for (int i = 0; i < n_arrays; ++i) {
    Total const total = reduce(arrays[i], static_cast<int>(in_types[i]), n_dims, extents, options.offset[i], options,
                               operation, static_cast<int>(out_types[i]));
    if (options.is_part_of_global) store_partial_state(table, operation, total);
    is_stored = store_result(total, operation, options, static_cast<int>(out_types[i]), numbers[i]) && is_stored;
  }
  return is_stored ? success : failure;
}

constexpr std::pair<char const*, cLocalArrayReduceOperator> operators[] = {
    {"mean", reduce_arrays<Operation::average>},     {"average", reduce_arrays<Operation::average>},
    {"maximum", reduce_arrays<Operation::maximum>},  {"minimum", reduce_arrays<Operation::minimum>},
    {"count", reduce_arrays<Operation::count>},      {"sum", reduce_arrays<Operation::sum>},
    {"norm1", reduce_arrays<Operation::norm1>},      {"norm2", reduce_arrays<Operation::norm2>},
    {"norm3", reduce_arrays<Operation::norm3>},      {"norm4", reduce_arrays<Operation::norm4>},
    {"norm_inf", reduce_arrays<Operation::norm_inf>}};

} // namespace
} // namespace localreduce

extern "C" int LocalReduce_Startup(void) {
  for (auto const& [name, function] : localreduce::operators) CCTK_RegisterLocalArrayReductionOperator(function, name);
  return 0;
}
