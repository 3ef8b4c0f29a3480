// Values that a plan keeps near the processor for more than one point: which they are, and which elements are needed.
#pragma once

#include "codegen/ir/loops.hpp"
#include "codegen/plan/families.hpp"
#include "codegen/plan/plan.hpp"

#include <optional>

namespace chemora::plan {

/// The value that a plan's `tile` or `register` names: `%41`, or the load of a variable; nothing if the graph has none.
std::optional<ir::ValueId> named_value(ir::Graph const& graph, std::string const& name);

/// One value that is kept. Everything of its family is read from there.
struct KeptValue {
  ir::ValueId value = 0; ///< the element at a point is this value there
  Member member;         ///< of its family
  ir::Buffer buffer;     ///< without its body until it is known who reads it
  bool is_read = false;
};

/// Those of one kernel, in the order in which they are filled: those in tiles, operands before their users, then those
/// in registers.
class KeptValues {
public:
  KeptValues(ir::Graph const& graph, KernelPlan const& plan);

  /// The element in which `value` is found at the point, and notes that it will be read there.
  std::optional<ir::Access> read_at_point(ir::ValueId value);
  /// The same for what fills the buffer of `kept[reader]`: elements in tiles filled before, those for its whole halo.
  std::optional<ir::Access> read_in_fill(ir::ValueId value, std::size_t reader);

  std::vector<KeptValue> kept;

private:
  std::optional<ir::Access> read(ir::ValueId value, KeptValue& kept, ir::Halo const& around);

  std::vector<Member> families_;
  int stream_;
};

} // namespace chemora::plan
