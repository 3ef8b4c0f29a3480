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
  /// Returns all constraints.
  std::vector<RowConstraint> constraints() const;

  /// Adds the constraint row >= 0 or row == 0. Missing entries of the row are 0.
  void add(Row row, bool is_equality);
  void add(RowConstraint const& constraint) { add(constraint.row, constraint.is_equality); }
  void add_at_least_0(Row const& row) { add(row, false); }
  void add_equal_0(Row const& row) { add(row, true); }

  /// Returns the row after substitution of the variables that equalities determine. A row with the same value for all
  /// elements usually becomes a constant.
  Row reduced(Row row) const;

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
  /// An equality in which the factor of `variable` is 1 or -1. No other row contains this variable.
  struct Solved {
    Row row{};
    std::size_t variable = 0;
  };
  void add_equality(Row row);

  std::size_t n_variables_;
  std::vector<Solved> solved_{};
  std::vector<Row> equalities_{}; ///< that no factor allows to solve
  std::vector<Row> inequalities_{};
  bool has_contradiction_ = false;
  mutable std::optional<bool> is_empty_{}; ///< result of is_empty(), until a constraint is added
};

} // namespace chemora::polyhedral
