/// Replacements of values of a graph by cheaper values: drafts of new values, their cost, and the rebuilt graph.
#pragma once

#include "codegen/ir/graph_builder.hpp"
#include "framework/base/number.hpp"

#include <optional>
#include <unordered_map>
#include <vector>

namespace chemora::passes {

/// New values that can replace a value of a graph. The operands of new values are values of the graph or earlier values
/// of the draft. The ids of values of the draft start at the graph's number of values.
class Draft {
public:
  /// `varies` states which values of the graph vary over the grid. Graph and vector must outlive the draft. `type` is
  /// the type of the immediates.
  Draft(ir::Graph const& graph, std::vector<bool> const& varies, ir::Type type);

  ir::ValueId number(base::Number const& number);
  ir::ValueId apply(ir::Op op, std::vector<ir::ValueId> operands);
  /// Returns x to the power n >= 1, by repeated squaring.
  ir::ValueId power(ir::ValueId x, int n);
  /// Adds factor * x to `sum`, which is empty before its first term.
  void accumulate(std::optional<ir::ValueId>& sum, base::Number const& factor, ir::ValueId x);
  void finish(ir::ValueId result) { result_ = result; }

  bool varies(ir::ValueId id) const;
  /// False if an immediate of the draft would overflow or lose digits.
  bool is_valid() const { return is_valid_; }
  ir::ValueId result() const { return result_; }
  bool is_existing_value() const { return result_ < n_old_; }
  long long cost() const;
  /// Returns the values of the graph that the draft uses, with one entry for each use. The result counts as a use.
  std::vector<ir::ValueId> uses() const;
  /// Adds the values to `builder` and returns the id of the result. `new_ids` maps ids of the graph to ids in the
  /// builder.
  ir::ValueId build(ir::GraphBuilder& builder, std::vector<ir::ValueId> const& new_ids) const;

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

/// Returns whether the number is zero or a normal number of the type. Returns false for a product that became 0 by
/// underflow.
bool is_representable(ir::Type type, base::Number const& number);

/// Accepted replacements for a graph without dead values. The graph itself is not changed; `rebuilt` returns the new
/// graph. A value may be replaced once, by values whose ids are smaller.
class Replacements {
public:
  explicit Replacements(ir::Graph const& graph);

  ir::Graph const& graph() const { return graph_; }
  std::vector<bool> const& varies() const { return varies_; }
  bool is_empty() const { return n_replaced_ == 0; }

  /// Returns the earlier value that replaces `id`, or `id` itself.
  ir::ValueId same_as(ir::ValueId id) const { return same_as_[id]; }
  /// Returns whether new values replace `id`.
  bool has_draft(ir::ValueId id) const { return drafts_.contains(id); }
  /// Returns the number of uses of `id` by values and stores after all accepted replacements; 0 if it is dead.
  int n_uses(ir::ValueId id) const { return uses_[id]; }

  /// Returns the cost of `id` and of all values that only `id` needs, minus the cost of the draft. One operation that
  /// varies over the grid costs more than all operations that do not vary.
  long long gain(ir::ValueId id, Draft const& draft);
  void accept(ir::ValueId id, Draft const& draft);

  ir::Graph rebuilt() const;

private:
  long long release(ir::ValueId id, std::vector<ir::ValueId>& released);
  ir::ValueId rebuilt(ir::ValueId id, ir::GraphBuilder& builder, std::vector<ir::ValueId> const& new_ids) const;

  ir::Graph const& graph_;
  std::vector<bool> varies_;
  std::vector<int> uses_;
  std::vector<ir::ValueId> same_as_;
  std::unordered_map<ir::ValueId, Draft> drafts_;
  int n_replaced_ = 0;
};

} // namespace chemora::passes
