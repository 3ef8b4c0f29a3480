/// Tools with which passes rebuild a graph: renumbered copies of values, and a base class with one rule per operation.
#pragma once

#include "codegen/ir/graph_builder.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace chemora::passes {

/// Returns the immediate of `type` nearest to `number`.
ir::ValueId immediate(ir::GraphBuilder& builder, ir::Type type, double number);

/// Returns the value with `new_ids[operand]` in place of each operand.
ir::Value renumbered(ir::Value value, std::vector<ir::ValueId> const& new_ids);

/// Adds the values of `graph` to `builder` and returns their ids in the builder. A load of a variable in `computed` is
/// replaced by the value that `computed` gives.
std::vector<ir::ValueId> copy_values(ir::GraphBuilder& builder, ir::Graph const& graph,
                                     std::map<std::string, ir::ValueId> const& computed = {});

/// Rebuilds a graph value by value, operands first. Equal values are shared, and dead values are removed at the end. A
/// derived pass overrides the rules for the operations that it changes; the default rules copy values unchanged.
class Rewriter {
public:
  virtual ~Rewriter() = default;

  /// Returns a graph with the same stores, in which every value is replaced by the result of its rule. A shift of a
  /// value that no longer varies over the grid is replaced by that value.
  ir::Graph run(ir::Graph const& graph);

protected:
  /// Adds the replacement of `value`, whose operands are ids of the new graph, and returns the id of the replacement.
  /// Selects the rule for the operation.
  virtual ir::ValueId make(ir::Value value);
  ir::ValueId make(ir::Op op, std::vector<ir::ValueId> operands);

  virtual ir::ValueId negation(ir::Value value) { return add(std::move(value)); }
  virtual ir::ValueId sum(ir::Value value) { return add(std::move(value)); }
  virtual ir::ValueId difference(ir::Value value) { return add(std::move(value)); }
  virtual ir::ValueId product(ir::Value value) { return add(std::move(value)); }
  virtual ir::ValueId quotient(ir::Value value) { return add(std::move(value)); }
  /// All operations without a rule of their own.
  virtual ir::ValueId other(ir::Value value) { return add(std::move(value)); }

  /// Adds a value to which no rule applies.
  virtual ir::ValueId add(ir::Value value) { return builder_->add(std::move(value)); }

  ir::GraphBuilder& builder() { return *builder_; }
  /// Returns a value of the graph that is being built.
  ir::Value const& built(ir::ValueId id) const { return (*builder_)[id]; }
  ir::ValueId operand(ir::ValueId id, std::size_t n = 0) const { return built(id).operands[n]; }
  ir::Type type_of(ir::ValueId id) const { return built(id).type; }
  bool is(ir::ValueId id, ir::Op op) const { return built(id).op == op; }
  bool is_number(ir::ValueId id, double number) const {
    return is(id, ir::Op::immediate) && built(id).number == number;
  }
  bool varies(ir::ValueId id) const { return builder_->varies(id); }
  ir::ValueId immediate(ir::Type type, double number) { return passes::immediate(*builder_, type, number); }

private:
  std::optional<ir::GraphBuilder> builder_; ///< builder of the new graph
};

/// Evaluates operations on immediates; the base class of passes that do so besides applying their own rules.
class ConstantFolder : public Rewriter {
protected:
  ir::ValueId add(ir::Value value) override;
};

} // namespace chemora::passes
