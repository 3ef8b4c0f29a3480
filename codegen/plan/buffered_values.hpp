/// Values whose elements a plan stores in shared memory or registers, because several points need them.
///
/// Values that are the same expression at displaced points share one buffer:
///
///     %2 = shift %0 [1,0,0]     %3 = multiply %0 %1     %4 = multiply %2 %1      where %1 does not vary:
///     %2 is %0 displaced by [1,0,0], and %4 is %3 displaced by [1,0,0]
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/plan/plan.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace chemora::plan {

/// A value as an expression at the point displaced by `offset`.
struct ShiftedExpression {
  int expression = 0; ///< the expressions of operands have smaller numbers
  ir::Offset offset{0, 0, 0};

  bool operator==(ShiftedExpression const&) const = default;
};

/// The expression and offset of every value. Values with equal expressions are computed by the same operations in the
/// same order, except for the order of commutative operands. One is then, to the last bit, the value of the other at
/// the displaced point. All shifts must be shifts of loads. A value that depends on an index or a coordinate is
/// equivalent only to itself.
std::vector<ShiftedExpression> shifted_equivalents(ir::Graph const& graph);

/// The value that `tile` or `register` of a plan names: `%41`, or the load of a variable. Empty if there is none.
std::optional<ir::ValueId> named_value(ir::Graph const& graph, std::string const& name);

struct BufferedValue {
  ir::ValueId value = 0; ///< the element at a point is this value there
  ShiftedExpression shifted;
  ir::Buffer buffer; ///< without its body until all readers are known
  bool is_read = false;
};

/// The buffers of one kernel in the order in which they are filled: those in tiles, operands before their users, then
/// those in registers.
class BufferedValues {
public:
  BufferedValues(ir::Graph const& graph, KernelPlan const& plan);

  /// The buffered element that equals `value` at the current point, if there is one. Extends the halo of its buffer.
  std::optional<ir::Access> read_at_point(ir::ValueId value);
  /// The same for the statements that fill `values[reader]`, which need the element for its whole halo. Only buffers in
  /// tiles that are filled before it are used.
  std::optional<ir::Access> read_in_fill(ir::ValueId value, std::size_t reader);

  std::vector<BufferedValue> values;

private:
  std::optional<ir::Access> read(ir::ValueId value, BufferedValue& buffered, ir::Halo const& around);

  std::vector<ShiftedExpression> shifted_;
  int stream_;
};

/// Receives an error as a sentence.
using Report = std::function<void(std::string const& error)>;

/// Reports errors in the buffers of a kernel that do not depend on the graph: buffers on the host, registers without a
/// loop along which threads move, names given twice.
void check_buffer_mapping(KernelPlan const& kernel, Report const& report);

/// Reports names that are not values which the kernel can buffer. `is_computed` states which values of the graph the
/// kernel computes, loads included.
void check_buffered_values(ir::Graph const& graph, KernelPlan const& kernel,
                           std::function<bool(ir::ValueId value)> const& is_computed, Report const& report);

} // namespace chemora::plan
