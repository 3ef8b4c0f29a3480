#include "update.hpp"

#include <algorithm>

namespace accelerator {

void Update::add(ArrayId const& array, Partition const& partition, std::vector<BoxAccess> const& boxes) {
  Parts reads, writes, filled;
  for (auto const& access : boxes) {
    if (access.array != array) continue;
    (access.is_written ? writes : reads) |= partition.covering(access.box);
    if (access.is_written) filled |= partition.within(access.box);
  }
  Parts const old = (reads | writes) & ~filled, required = reads & old & ~partition.boundary();
  read.push_back({array, required});
  preserved.push_back({array, old & ~required});
  if (writes.any()) written.push_back({array, writes | ~partition.has_points()});
  touched.push_back({array, old | writes});
}

bool can_defer(Update const& update, Validity& validity, Side side) {
  for (auto const* const list : {&update.read, &update.preserved})
    for (auto const& [array, parts] : *list) {
      State const& state = validity.state(array);
      if ((parts & state.in_flight() & ~state.valid(side)).any()) return false;
    }
  return true;
}

std::vector<Access> not_in_flight(std::vector<Access> accesses, Validity& validity) {
  for (auto& [array, parts] : accesses) parts &= ~validity.state(array).in_flight();
  return accesses;
}

void defer(Update const& update, Validity& validity, Side side, std::string const& writer) {
  validity.written(update.written, side, writer);
  // The pending exchange concerns the variables that the update writes; no data of other variables are in flight.
  auto const is_written = [&](ArrayId const& array) {
    return std::any_of(update.written.begin(), update.written.end(),
                       [&](Access const& access) { return access.array.variable == array.variable; });
  };
  for (auto const& [array, parts] : update.touched)
    if (is_written(array)) validity.departed(array, parts);
}

} // namespace accelerator
