/// The results of a recursion that are elements of a table or reductions over it.
#pragma once

#include "codegen/recursion/system.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::wavefront {

/// An item of Result::tables and the conditions on the dimensions of its function that its variables mean.
struct WaveValue {
  recursion::TableValue table{};
  std::vector<std::string> variable_of{};  ///< by dimension; empty for an index that does not vary
  std::vector<loops::Constraint> domain{}; ///< besides the ranges of the dimensions
};

/// The name of the scalar in which a kernel collects the value.
inline std::string total_name(WaveValue const& value) { return "total_" + value.table.name; }

/// Returns the type of a function whose elements have this type in kernels.
inline recursion::ValueType value_type(ir::Type type) {
  return type == ir::Type::int32 ? recursion::ValueType::integer : recursion::ValueType::real;
}

/// Returns the conditions, or nothing if an argument is neither a variable nor constant, or a variable is no argument.
std::optional<WaveValue> wave_value(recursion::System const& system, recursion::TableValue const& table);

/// Adds the maximum of all elements of each function that may overflow, unless the results contain it.
void add_overflow_checks(std::vector<WaveValue>& results, recursion::System const& system,
                         std::set<std::string> const& functions);

inline ir::ExpressionPtr operation(ir::Op op, ir::ExpressionPtr const& left, ir::ExpressionPtr const& right) {
  return ir::make_operation(op, {left, right});
}
inline ir::ExpressionPtr choose(ir::ExpressionPtr const& condition, ir::ExpressionPtr const& left,
                                ir::ExpressionPtr const& right) {
  return ir::make_operation(ir::Op::select, {condition, left, right});
}

} // namespace chemora::wavefront
