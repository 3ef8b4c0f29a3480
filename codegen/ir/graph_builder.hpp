// Makes graphs value by value, sharing equal values as they appear (hash-consing).
#pragma once

#include "codegen/ir/graph.hpp"

#include <unordered_map>

namespace chemora::ir {

/// Adds values to a graph. Equal values get one id; commutative operands are put in canonical order (by id);
/// nothing is simplified: that is the passes' work. Types are checked; a mismatch is an InternalError.
class GraphBuilder {
public:
  explicit GraphBuilder(std::string name, int dimension = 3, Type real = Type::real64);

  void add_guard(Guard guard);

  ValueId real(double number);
  ValueId integer(int number);
  ValueId boolean(bool truth);
  ValueId parameter(std::string const& name, Type type);
  ValueId load(std::string const& variable);
  /// Leaves without payload or with an axis: time, time_step, iteration; spacing, origin, size, index, coordinate.
  ValueId leaf(Op op, int axis = 0);
  ValueId shift(ValueId value, Offset offset);
  ValueId convert(ValueId value, Type type);
  ValueId apply(Op op, std::vector<ValueId> operands);

  void store(std::string const& variable, ValueId value, Region region);

  Value const& operator[](ValueId id) const { return graph_.values[static_cast<std::size_t>(id)]; }

  /// The finished, verified graph; the builder must not be used afterwards.
  Graph finish();

private:
  ValueId add(Value value);

  Graph graph_;
  std::unordered_multimap<std::size_t, ValueId> ids_;
};

} // namespace chemora::ir
