/// What is recorded of running functions: the writes that they report, and the names on whose behalf they work.
#pragma once

#include "validity.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace accelerator {

/// Writes that running functions have reported: a set of array parts. A part that was not reported is unknown, not
/// unwritten.
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

/// Nested names in messages: for which function, output method or condition the current work is done. A name applies
/// only to the function that was running when the name was pushed, not to functions that this function calls. `depth`
/// is the number of scheduled functions that are running.
class RequesterStack {
public:
  /// Returns the position to pass to `pop`. An empty name means "the running function itself".
  std::size_t push(std::string const& name, std::size_t depth) {
    entries_.push_back({name, depth});
    return entries_.size() - 1;
  }
  /// Removes the name at this position and all names that were pushed later.
  void pop(std::size_t position) {
    if (position < entries_.size()) entries_.resize(position);
  }
  /// Removes all names that were pushed in functions which have returned.
  void leave(std::size_t depth) {
    while (!entries_.empty() && entries_.back().depth > depth) entries_.pop_back();
  }
  /// The innermost name if it was pushed by the innermost function; otherwise empty.
  std::string name(std::size_t depth) const {
    return entries_.empty() || entries_.back().depth != depth ? std::string() : entries_.back().name;
  }

private:
  struct Entry {
    std::string name;
    std::size_t depth;
  };
  std::vector<Entry> entries_;
};

inline Parts ReportedWrites::parts_of(ArrayId const& array) const {
  Parts parts;
  for (auto const& report : reports_)
    if (report.array == array) parts |= report.parts;
  return parts;
}

inline void ReportedWrites::add(std::vector<Access> const& accesses) {
  constexpr std::size_t max_reports = 1000; // long lists are mostly repetitions, which all() removes
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
