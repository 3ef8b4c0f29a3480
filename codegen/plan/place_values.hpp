// Values of a graph as statements, each behind those it needs.
#pragma once

#include "codegen/ir/loops.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace chemora::plan {

/// Statements that run one after the other at a point: one of the nest's own, or one that fills a buffer.
struct PlacingScope {
  /// Where values that differ from point to point along `axes` (bits, never 0) are computed.
  std::function<std::vector<ir::Statement>&(unsigned axes)> body;
  /// The element that holds the value, if it is kept somewhere; where statements are asked for with all axes.
  std::function<std::optional<ir::Access>(ir::ValueId value)> kept;
  std::vector<bool> is_placed; ///< by value
};

/// Places values of one graph in any number of scopes. What is the same at every point is computed once, before all.
class ValuePlacer {
public:
  explicit ValuePlacer(ir::Graph const& graph);

  PlacingScope make_scope(std::function<std::vector<ir::Statement>&(unsigned axes)> body,
                          std::function<std::optional<ir::Access>(ir::ValueId value)> kept) const;

  /// The value and what it needs, unless they have been placed. Depth first, so that values stand near their first use;
  /// the operand with the greatest need of registers first, so that a sum of many terms keeps one register, not one for
  /// each term.
  void place(ir::ValueId value, PlacingScope& scope);

  std::vector<ir::Statement>& before() { return before_; }
  std::vector<unsigned> const& axes() const { return axes_; }

private:
  bool is_placed(ir::ValueId id, PlacingScope const& scope) const;
  std::vector<ir::ValueId> missing_operands(ir::ValueId id, PlacingScope const& scope) const;
  void place_alone(ir::ValueId id, PlacingScope& scope);

  ir::Graph const& graph_;
  std::vector<unsigned> axes_;
  std::vector<int> needs_; ///< registers
  std::vector<bool> is_before_;
  std::vector<ir::Statement> before_;
};

} // namespace chemora::plan
