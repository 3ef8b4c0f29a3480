// Registers the reductions of one process' arrays under all their names.
#include "reduce.hpp"

#include <utility>

namespace localreduce {
namespace {

constexpr int success = 0, failure = -1;

bool are_reducible(int n, CCTK_INT const types[]) {
  for (int i = 0; i < n; ++i)
    if (!is_reducible(static_cast<int>(types[i]))) {
      CCTK_VWARN(CCTK_WARN_ALERT, "Cannot reduce array %d: values of type %s have no reductions", i,
                 CCTK_VarTypeName(types[i]));
      return false;
    }
  return true;
}

bool deliver(Total const& total, Operation operation, Options const& options, int type, void* number) {
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
    CCTK_VWARN(CCTK_WARN_ALERT, "A reduction of %d arrays gives %d numbers, not %d", n_arrays, n_arrays, n_numbers);
    return failure;
  }
  Options options;
  if (!are_reducible(n_arrays, in_types) || !read_options(table, n_dims, extents, n_arrays, options)) return failure;
  bool is_good = true;
  for (int i = 0; i < n_arrays; ++i) {
    Total const total = reduce(arrays[i], static_cast<int>(in_types[i]), n_dims, extents, options.offset[i], options,
                               operation, static_cast<int>(out_types[i]));
    if (options.is_part_of_global) tell_caller(table, operation, total);
    is_good = deliver(total, operation, options, static_cast<int>(out_types[i]), numbers[i]) && is_good;
  }
  return is_good ? success : failure;
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
