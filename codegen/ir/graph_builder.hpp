/// Builds graphs value by value. Equal values are shared (hash-consing).
#pragma once

#include "codegen/ir/graph.hpp"

#include <unordered_map>

namespace chemora::ir {

/// Adds values to a graph. Equal values get one id, and commutative operands are ordered by id. The builder simplifies
/// nothing; passes do. Throws base::InternalError if the types of operands do not match.
class GraphBuilder {
public:
  explicit GraphBuilder(std::string name, int dimension = 3, Type real = Type::real64);

  /// Starts a graph without values that has the name, dimension, type, guards and parameter declarations of `like`.
  explicit GraphBuilder(Graph const& like);

  void add_guard(Guard guard);
  /// Declares the element type of an array. The declaration has no effect on an array that is not loaded or stored.
  void set_element_type(std::string const& array, Type type);

  ValueId real(double number);
  ValueId integer(int number);
  ValueId boolean(bool truth);
  ValueId parameter(std::string const& name, Type type);
  /// Adds the index of the parameter's value in `keywords`, as an int32.
  ValueId keyword_parameter(std::string const& name, std::vector<std::string> keywords);
  ValueId load(std::string const& variable);
  /// Adds a leaf with an axis (spacing, origin, size, index, coordinate) or without one (time, time_step, iteration).
  ValueId leaf(Op op, int axis = 0);
  ValueId shift(ValueId value, Offset offset);
  ValueId convert(ValueId value, Type type);
  ValueId apply(Op op, std::vector<ValueId> operands);

  /// Adds a value whose operands are already in the graph. The type of the value is deduced, except for the operations
  /// immediate, parameter and convert.
  ValueId add(Value value);

  void store(std::string const& variable, ValueId value, Region region);

  int n_values() const { return static_cast<int>(graph_.values.size()); }
  Value const& operator[](ValueId id) const { return graph_.values[id]; }
  /// Whether a value varies over the grid.
  bool varies(ValueId id) const { return axes_[id] != 0; }

  /// Returns the verified graph. The builder derives the graph's lists of parameters, inputs and outputs from its
  /// values and stores. The builder must not be used afterwards.
  Graph finish();

private:
  void declare(Parameter parameter);

  Graph graph_;
  std::vector<unsigned> axes_; ///< axes of variation of each value
  std::unordered_multimap<std::size_t, ValueId> ids_;
};

} // namespace chemora::ir
