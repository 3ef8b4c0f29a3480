/// Sets of integer vectors that linear constraints describe. Most questions about loop kernels are decided by exact
/// elimination of variables; isl decides the others.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace chemora::polyhedral {

/// The sum of a constant (entry 0) and multiples of the variables (entry n + 1 for variable n).
using Row = std::vector<long>;

Row operator+(Row left, Row const& right);
Row operator-(Row left, Row const& right);

struct RowConstraint {
  Row row{};
  bool is_equality = false; ///< row == 0 instead of row >= 0

  bool operator==(RowConstraint const&) const = default;
};

/// All integer vectors that obey the constraints.
class IntegerSet {
public:
  explicit IntegerSet(std::size_t n_variables = 0) : n_variables_(n_variables) {}

  std::size_t n_variables() const { return n_variables_; }
  std::vector<Row> const& equalities() const { return equalities_; }
  std::vector<Row> const& inequalities() const { return inequalities_; }

  /// Adds the constraint row >= 0 or row == 0. Missing entries of the row are 0.
  void add(Row row, bool is_equality);
  void add(RowConstraint const& constraint) { add(constraint.row, constraint.is_equality); }
  void add_at_least_0(Row const& row) { add(row, false); }
  void add_equal_0(Row const& row) { add(row, true); }

  bool is_empty() const;
  /// Returns an element of the set, or nothing if the set is empty. Prefers elements with small absolute values.
  std::optional<std::vector<long>> sample() const;
  /// Returns whether all elements obey the constraint.
  bool implies(RowConstraint const& constraint) const;
  /// Returns constraints on the variables `kept` that all elements obey: all that need no further variables.
  std::vector<RowConstraint> projected(std::vector<bool> const& kept) const;
  /// Returns whether the sets, over the same variables, have the same values of the variables `kept`.
  static bool have_equal_projections(IntegerSet const& left, IntegerSet const& right, std::vector<bool> const& kept);
  /// Returns whether the values of the variables `kept` of all sets in `parts` are together all elements of `whole`,
  /// whose other variables are unconstrained.
  static bool cover(std::vector<IntegerSet> const& parts, IntegerSet const& whole, std::vector<bool> const& kept);

private:
  std::size_t n_variables_;
  std::vector<Row> equalities_{};
  std::vector<Row> inequalities_{};
};

} // namespace chemora::polyhedral
