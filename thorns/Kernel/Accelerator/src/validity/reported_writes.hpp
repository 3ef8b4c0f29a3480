/// Writes that running functions have reported, by array part.
#pragma once

#include "validity.hpp"

#include <vector>

namespace accelerator {

/// A set of array parts. A part that was not reported is unknown, not unwritten.
class ReportedWrites {
public:
  void add(std::vector<Access> const& accesses);
  void clear() { reports_.clear(); }

  /// The intersection of `accesses` with the reported parts.
  std::vector<Access> within(std::vector<Access> const& accesses) const;
  /// The parts of `accesses` that were not reported.
  std::vector<Access> missing(std::vector<Access> const& accesses) const;
  /// Every reported array once.
  std::vector<Access> all() const;

private:
  Parts parts_of(ArrayId const& array) const;

  std::vector<Access> reports_; ///< in the order of the reports; may hold an array several times
};

} // namespace accelerator
