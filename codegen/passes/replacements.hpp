// Replaces values of a graph where that saves operations: drafts of new values, their cost, and the new graph.
#pragma once

#include "codegen/ir/graph_builder.hpp"
#include "framework/base/number.hpp"

#include <optional>
#include <unordered_map>
#include <vector>

namespace chemora::passes {

/// New values that can replace a value of a graph. Their operands are values of the graph or, numbered from the
/// graph's number of values on, earlier ones of the draft.
class Draft {
public:
  /// `varies` of the graph's values; both must outlive the draft. `type` is that of the numbers.
  Draft(ir::Graph const& graph, std::vector<bool> const& varies, ir::Type type);

  ir::ValueId number(base::Number const& number);
  ir::ValueId apply(ir::Op op, std::vector<ir::ValueId> operands);
  /// x to the power n >= 1, by repeated squaring.
  ir::ValueId power(ir::ValueId x, int n);
  /// Adds factor * x to `sum`, which is empty before its first term.
  void accumulate(std::optional<ir::ValueId>& sum, base::Number const& factor, ir::ValueId x);
  void finish(ir::ValueId result) { result_ = result; }

  bool varies(ir::ValueId id) const;
  /// False if one of its numbers would overflow or lose digits.
  bool is_valid() const { return is_valid_; }
  ir::ValueId result() const { return result_; }
  bool is_old_value() const { return result_ < n_old_; }
  long long cost() const;
  /// The graph's values that it uses, once for each use; the result counts as a use.
  std::vector<ir::ValueId> uses() const;
  /// Adds its values and gives the result. `now` has the new numbers of the graph's values.
  ir::ValueId build(ir::GraphBuilder& builder, std::vector<ir::ValueId> const& now) const;

private:
  ir::ValueId add(ir::Value value);

  ir::ValueId n_old_;
  std::vector<bool> const* old_varies_;
  ir::Type type_;
  std::vector<ir::Value> values_;
  std::vector<bool> varies_;
  ir::ValueId result_ = -1;
  bool is_valid_ = true;
};

/// Whether a number keeps all digits of a type: zero, or a normal number. False for a product that became 0 by
/// underflow.
bool is_representable(ir::Type type, base::Number const& number);

/// The replacements that were accepted for a graph without dead values. They do not change the graph; `rebuilt` gives
/// the new one. A value may be replaced once, by values that precede it.
class Replacements {
public:
  explicit Replacements(ir::Graph const& graph);

  ir::Graph const& graph() const { return graph_; }
  std::vector<bool> const& varies() const { return varies_; }
  bool is_empty() const { return n_replaced_ == 0; }

  /// The earlier value that replaces `id`, or `id` itself.
  ir::ValueId same_as(ir::ValueId id) const { return same_as_[static_cast<std::size_t>(id)]; }
  /// Whether `id` is replaced by new values.
  bool has_draft(ir::ValueId id) const { return drafts_.contains(id); }
  /// How often values and stores use `id`, with all accepted replacements. 0: it is dead.
  int n_uses(ir::ValueId id) const { return uses_[static_cast<std::size_t>(id)]; }

  /// The cost of `id` and of everything that only `id` needs, minus the cost of the draft. An operation at every point
  /// outweighs everything that does not vary over the grid.
  long long gain(ir::ValueId id, Draft const& draft);
  void accept(ir::ValueId id, Draft const& draft);

  ir::Graph rebuilt() const;

private:
  long long release(ir::ValueId id, std::vector<ir::ValueId>& released);
  ir::ValueId rebuilt(ir::ValueId id, ir::GraphBuilder& builder, std::vector<ir::ValueId> const& now) const;

  ir::Graph const& graph_;
  std::vector<bool> varies_;
  std::vector<int> uses_;
  std::vector<ir::ValueId> same_as_;
  std::unordered_map<ir::ValueId, Draft> drafts_;
  int n_replaced_ = 0;
};

} // namespace chemora::passes
