#include "reported_writes.hpp"

#include <map>

namespace accelerator {

Parts ReportedWrites::parts_of(ArrayId const& array) const {
  Parts parts;
  for (auto const& report : reports_)
    if (report.array == array) parts |= report.parts;
  return parts;
}

void ReportedWrites::add(std::vector<Access> const& accesses) {
  constexpr std::size_t max_reports = 1000; // long lists are mostly repetitions, which all() removes
  reports_.insert(reports_.end(), accesses.begin(), accesses.end());
  if (reports_.size() > max_reports) reports_ = all();
}

std::vector<Access> ReportedWrites::within(std::vector<Access> const& accesses) const {
  std::vector<Access> result;
  for (auto const& [array, parts] : accesses)
    if (Parts const both = parts & parts_of(array); both.any()) result.push_back({array, both});
  return result;
}

std::vector<Access> ReportedWrites::missing(std::vector<Access> const& accesses) const {
  std::vector<Access> result;
  for (auto const& [array, parts] : accesses)
    if (Parts const unreported = parts & ~parts_of(array); unreported.any()) result.push_back({array, unreported});
  return result;
}

std::vector<Access> ReportedWrites::all() const {
  std::map<ArrayId, Parts> parts;
  for (auto const& report : reports_) parts[report.array] |= report.parts;
  std::vector<Access> result;
  for (auto const& [array, written] : parts) result.push_back({array, written});
  return result;
}

} // namespace accelerator
