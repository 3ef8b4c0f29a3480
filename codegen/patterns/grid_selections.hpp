/// Filters and groups of points in a program, and whether sweeps can compute all that the program does with them.
#pragma once

#include "codegen/patterns/definitions.hpp"
#include "codegen/patterns/lower_points.hpp"

#include <set>
#include <utility>

namespace chemora::patterns {

/// A variable that is a filter or groups of points.
struct GridSelection {
  NodePtr value{};           ///< the pattern
  std::string reason{};      ///< why it is interpreted; empty if it is not
  std::size_t statement = 0; ///< number of its definition in the program
  /// Reductions of the members of a group, by their nodes, and their values at the points.
  std::vector<std::pair<Node const*, NodePtr>> folds{};

  bool is_filter() const { return value->pattern->kind == PatternKind::filter; }
};

class GridSelections {
public:
  /// Makes filters and groups values of statements of their own in the program, which must outlive this object.
  GridSelections(Program& program, NestOptions const& options);

  Program const& declarations() const { return declarations_; }
  std::map<int, GridSelection> const& all() const { return selections_; }
  /// Returns the selection that the node, a variable, is; null for other nodes.
  GridSelection const* find(NodePtr const& node) const;
  /// Returns why a pattern over the grid that computes these values is not a part of a sweep; empty if it is.
  std::string why_not(Pattern const& pattern, std::vector<NodePtr> const& values) const;

private:
  std::vector<Statement> separated(std::vector<Statement> const& statements);
  NodePtr separated(NodePtr const& node, bool is_value_of_statement);
  void number_definitions(std::vector<Statement> const& statements);
  void find_selections(std::vector<Statement> const& statements);
  GridSelection* own(NodePtr const& node);
  void scan(std::vector<Statement> const& statements);
  void reject_uses(NodePtr const& node);
  void reject_uses(Statement const& statement);
  void scan_selection(GridSelection& selection);
  void scan(NodePtr const& node, bool is_column);
  void scan_groups(NodePtr const& node, int group, GridSelection& groups);
  void scan_members(NodePtr const& node, GridSelection& groups);

  Program& program_;
  NestOptions const& options_;
  Definitions new_statements_{};
  Program declarations_{};
  std::set<int> statements_{};               ///< variables of statements
  std::map<int, std::size_t> definitions_{}; ///< numbers of the last statements that define variables
  std::size_t n_statements_ = 0;
  std::map<int, GridSelection> selections_{}; ///< by variable
};

bool is_reduction(Pattern const& pattern);
/// Returns the fields of a structure, or the value itself.
std::vector<NodePtr> fields_of(Program const& program, NodePtr const& value);

} // namespace chemora::patterns
