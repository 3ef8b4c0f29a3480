/// Values whose elements a plan stores in a tile or in registers, because several points need them.
///
/// Values that are the same expression at displaced points share one buffer (ir::shifted_equivalents).
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/ir/shifted_equivalents.hpp"
#include "codegen/plan/plan.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace chemora::plan {

/// Returns the value that `tile` or `register` of a plan names: `%41`, or the load of a variable. Returns nothing if
/// there is no such value.
std::optional<ir::ValueId> named_value(ir::Graph const& graph, std::string const& name);

struct BufferedValue {
  ir::ValueId value = 0; ///< the value of the graph whose elements the buffer holds
  ir::ShiftedExpression shifted;
  ir::Buffer buffer; ///< has no body until all readers are determined
  bool is_read = false;
};

/// The buffers of one kernel in the order in which they are filled. Buffers in a tile come first, operands before their
/// users; buffers in registers follow.
class BufferedValues {
public:
  BufferedValues(ir::Graph const& graph, KernelPlan const& plan);

  /// Returns the buffered element that equals `value` at the current point, if there is one, and extends the halo of
  /// its buffer.
  std::optional<ir::Access> read_at_point(ir::ValueId value);
  /// Returns the buffered element for the statements that fill `values[reader]`. These statements need the element for
  /// the whole halo of the filled buffer. These statements may read only buffers in a tile that are filled earlier.
  std::optional<ir::Access> read_in_fill(ir::ValueId value, std::size_t reader);

  std::vector<BufferedValue> values;

private:
  std::optional<ir::Access> read(ir::ValueId value, BufferedValue& buffered, ir::Halo const& around);

  std::vector<ir::ShiftedExpression> shifted_;
  int stream_;
};

/// A function that receives an error as a sentence.
using Report = std::function<void(std::string const& error)>;

/// Reports errors in the buffers of a kernel that do not depend on the graph. Such errors are buffers in registers
/// without a loop along which threads move, unrolled rows on the host, and names that are given twice.
void check_buffer_mapping(KernelPlan const& kernel, Report const& report);

/// Reports names that are not values which the kernel can buffer. `is_computed` states for each value of the graph
/// whether the kernel computes or loads it.
void check_buffered_values(ir::Graph const& graph, KernelPlan const& kernel,
                           std::function<bool(ir::ValueId value)> const& is_computed, Report const& report);

} // namespace chemora::plan
