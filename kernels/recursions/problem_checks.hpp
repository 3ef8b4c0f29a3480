/// Checks problems before they are computed: kernels do not check subscripts.
#pragma once

#include "codegen/wavefront/range_checks.hpp"
#include "kernels/recursions/solver.hpp"

#include <set>
#include <span>

namespace chemora::recursions {

class ProblemChecks {
public:
  /// `system` has numbers in place of scalars, and the calls of the file. `sizes` are those that all problems share.
  ProblemChecks(recursion::System system, std::map<std::string, long> sizes);

  /// Throws base::UserError if a call or subscript of a problem is outside of its table or array, or if a schedule of
  /// the user is invalid for the longest sequences.
  void check(std::span<Problem const> problems);

private:
  recursion::System system_;
  std::map<std::string, long> sizes_;
  wavefront::RangeChecks ranges_;
  bool has_schedule_ = false;
  std::set<std::map<std::string, long>> checked_{}, checked_schedules_{}; ///< sizes that need no further check
};

} // namespace chemora::recursions
