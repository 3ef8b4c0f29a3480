/// The varying sequences of many problems, and sizes that follow from their lengths.
#pragma once

#include "kernels/recursions/solver.hpp"

#include <set>
#include <span>
#include <string>
#include <vector>

namespace chemora::recursions {

/// Lengths of the varying sequences of one problem, in the order of ProblemList::parameters().
using Lengths = std::span<long const>;

class ProblemList {
public:
  /// Throws base::UserError if a problem has no sequence of one of the parameters.
  ProblemList(recursion::System const& system, std::set<std::string> const& parameters,
              std::span<Problem const> problems);

  std::size_t size() const { return size_; }
  std::vector<std::string> const& parameters() const { return parameters_; }
  Letters letters(std::size_t problem, std::size_t parameter) const {
    return letters_[problem * parameters_.size() + parameter];
  }
  Lengths lengths(std::size_t problem) const {
    return Lengths(lengths_).subspan(problem * parameters_.size(), parameters_.size());
  }

private:
  std::size_t size_;
  std::vector<std::string> parameters_;
  std::vector<Letters> letters_{};
  std::vector<long> lengths_{};
};

/// A linear expression of sizes, as a function of the lengths of varying sequences.
class SizeExpression {
public:
  /// `sizes` contains the other sizes.
  SizeExpression(ir::LinearExpression const& expression, std::vector<std::string> const& parameters,
                 std::map<std::string, long> const& sizes);

  long value(Lengths lengths) const {
    long sum = constant_;
    for (std::size_t n = 0; n < factors_.size(); ++n) sum += factors_[n] * lengths[n];
    return sum;
  }

private:
  long constant_ = 0;
  std::vector<long> factors_;
};

/// The numbers of elements of tables.
class TableSizes {
public:
  TableSizes(recursion::System const& system, std::vector<std::string> const& parameters,
             std::map<std::string, long> const& sizes);

  /// Returns the number of elements of the largest table.
  double largest(Lengths lengths) const;

private:
  std::vector<std::vector<SizeExpression>> extents_{}; ///< by function
};

} // namespace chemora::recursions
