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

  /// An empty graph with the name, dimension, type, guards and parameter declarations of `like`: how passes rebuild.
  explicit GraphBuilder(Graph const& like);

  void add_guard(Guard guard);

  ValueId real(double number);
  ValueId integer(int number);
  ValueId boolean(bool truth);
  ValueId parameter(std::string const& name, Type type);
  /// The index of the current one of `keywords`, as int32.
  ValueId keyword_parameter(std::string const& name, std::vector<std::string> keywords);
  ValueId load(std::string const& variable);
  /// Leaves without payload or with an axis: time, time_step, iteration; spacing, origin, size, index, coordinate.
  ValueId leaf(Op op, int axis = 0);
  ValueId shift(ValueId value, Offset offset);
  ValueId convert(ValueId value, Type type);
  ValueId apply(Op op, std::vector<ValueId> operands);

  /// Any value whose operands are already in the graph; its type is deduced, except for immediate, parameter and
  /// convert.
  ValueId add(Value value);

  void store(std::string const& variable, ValueId value, Region region);

  int n_values() const { return static_cast<int>(graph_.values.size()); }
  Value const& operator[](ValueId id) const { return graph_.values[id]; }
  /// Whether a value differs from point to point.
  bool varies(ValueId id) const { return axes_[id] != 0; }

  /// The finished, verified graph, its lists of parameters, inputs and outputs made from values and stores; the builder
  /// must not be used afterwards.
  Graph finish();

private:
  void declare(Parameter parameter);

  Graph graph_;
  std::vector<unsigned> axes_; ///< of variation, by value
  std::unordered_multimap<std::size_t, ValueId> ids_;
};

} // namespace chemora::ir
