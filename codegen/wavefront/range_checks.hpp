/// Checks calls and subscripts before a recursion is computed. The compiler of the language proves for most programs
/// that all of them are inside of their tables and arrays for any sizes; the remaining ones depend on the sizes of a
/// problem.
///
///     int f(seq[dna] s, index[s] i) = if i < 3 then 1 else f(2 * i - 6)
///
/// The call is inside for sequences of at most 6 letters only.
#pragma once

#include "codegen/recursion/system.hpp"

#include <map>
#include <string>
#include <vector>

namespace chemora::wavefront {

class RangeChecks {
public:
  /// Conditions on data and scalars count as true and false at once, because kernels compute both values.
  explicit RangeChecks(recursion::System const& system);

  /// Returns whether some accesses depend on the sizes.
  bool are_needed() const { return !doubtful_.empty(); }
  /// Throws base::UserError with an example if an access is outside for these sizes.
  void check(std::map<std::string, long> const& sizes) const;

private:
  /// One call or subscript with one axis of its table or array.
  struct Access {
    std::string text{}, axis{}; ///< `f(n - 2)`, "`n` of `f`"
    base::SourcePosition where{};
    std::vector<std::string> variables{};
    std::vector<recursion::Dimension> dimensions{}; ///< of the function
    std::vector<loops::Constraint> domain{};        ///< of variables and sizes
    ir::LinearExpression subscript{}, lower{}, upper{};
  };
  class Collector;

  std::vector<Access> doubtful_{};
};

} // namespace chemora::wavefront
