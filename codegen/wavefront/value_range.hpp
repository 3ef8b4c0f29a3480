/// Ranges of the values of integer tables.
///
/// For the score h of a local alignment with the gap costs 11 and 1, the lower limit 0 follows from `0 max ...`. The
/// tables e and f of gaps are at least -12, or -infinity in the first column or row. The upper limit of h grows with
/// the length of the query: each row adds at most the largest substitution score.
#pragma once

#include "codegen/recursion/system.hpp"

#include <limits>
#include <map>
#include <string>

namespace chemora::wavefront {

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Interval {
  double lower = 0, upper = 0; ///< included; infinite if no limit is known
};

/// Limits of everything that a system reads.
struct InputLimits {
  std::map<std::string, Interval> sizes{};
  std::map<std::string, Interval> arrays{}; ///< of all arrays; letters are codes
};

/// What the values of an integer table or expression can be.
struct ValueRange {
  Interval finite{};
  bool can_be_minus_infinity = false, can_be_infinity = false;
};

class ValueRanges {
public:
  /// The system has no scalar parameters (with_scalars) and must outlive this object, as must `limits`.
  ValueRanges(recursion::System const& system, InputLimits const& limits);

  ValueRange const& of(std::string const& function) const { return ranges_.at(function); }
  /// Returns the range of an integer expression in a case of a function; null: in any of its elements.
  ValueRange of(ir::ExpressionPtr const& expression, recursion::Function const& function,
                recursion::Case const* part = nullptr) const;

private:
  recursion::System const& system_;
  InputLimits const& limits_;
  std::map<std::string, ValueRange> ranges_{};
};

} // namespace chemora::wavefront
