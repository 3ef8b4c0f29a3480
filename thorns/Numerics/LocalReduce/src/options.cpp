#include "options.hpp"

#include "Numerics/ThornTools/src/option_table.hpp"

namespace localreduce {
namespace {

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

} // namespace

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

} // namespace localreduce
