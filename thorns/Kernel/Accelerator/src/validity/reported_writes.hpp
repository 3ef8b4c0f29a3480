/// The writes that running functions have reported.
#pragma once

#include "validity.hpp"

#include <cstddef>
#include <map>
#include <vector>

namespace accelerator {

/// A set of array parts that were written. A part that was not reported is unknown, not
/// unwritten.
class ReportedWrites {
public:
  void add(std::vector<Access> const& accesses);
  void clear() { reports_.clear(); }

  /// The intersection of `accesses` with the reported parts.
  std::vector<Access> within(std::vector<Access> const& accesses) const;
  /// The parts of `accesses` that were not reported.
  std::vector<Access> missing(std::vector<Access> const& accesses) const;
  /// One access per reported array, with the union of its reported parts.
  std::vector<Access> all() const;

private:
  Parts parts_of(ArrayId const& array) const;

  std::vector<Access> reports_; ///< in the order of the reports; may hold an array several times
};

inline Parts ReportedWrites::parts_of(ArrayId const& array) const {
  Parts parts;
  for (auto const& report : reports_)
    if (report.array == array) parts |= report.parts;
  return parts;
}

inline void ReportedWrites::add(std::vector<Access> const& accesses) {
  constexpr std::size_t max_reports = 1000; // all() removes duplicates, which long lists mostly contain
  reports_.insert(reports_.end(), accesses.begin(), accesses.end());
  if (reports_.size() > max_reports) reports_ = all();
}

inline std::vector<Access> ReportedWrites::within(std::vector<Access> const& accesses) const {
  std::vector<Access> result;
  for (auto const& [array, parts] : accesses)
    if (Parts const both = parts & parts_of(array); both.any()) result.push_back({array, both});
  return result;
}

inline std::vector<Access> ReportedWrites::missing(std::vector<Access> const& accesses) const {
  std::vector<Access> result;
  for (auto const& [array, parts] : accesses)
    if (Parts const unreported = parts & ~parts_of(array); unreported.any()) result.push_back({array, unreported});
  return result;
}

inline std::vector<Access> ReportedWrites::all() const {
  std::map<ArrayId, Parts> parts;
  for (auto const& report : reports_) parts[report.array] |= report.parts;
  std::vector<Access> result;
  for (auto const& [array, written] : parts) result.push_back({array, written});
  return result;
}

} // namespace accelerator
