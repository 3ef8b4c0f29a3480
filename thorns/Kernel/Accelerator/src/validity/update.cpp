// Sets of blocks.
#include "update.hpp"

#include <algorithm>

namespace accelerator {

void Update::add(Place const& place, Partition const& partition, std::vector<BoxAccess> const& boxes) {
  Parts reads, writes, filled;
  for (auto const& access : boxes) {
    if (access.place != place) continue;
    (access.is_written ? writes : reads) |= partition.covering(access.box);
    if (access.is_written) filled |= partition.within(access.box);
  }
  Parts const old = (reads | writes) & ~filled, required = reads & old & ~partition.boundary();
  read.push_back({place, required});
  kept.push_back({place, old & ~required});
  if (writes.any()) written.push_back({place, writes | ~partition.has_points()});
  touched.push_back({place, old | writes});
}

bool can_wait(Update const& update, Validity& validity, Side side) {
  for (auto const* const list : {&update.read, &update.kept})
    for (auto const& [place, parts] : *list) {
      State const& known = validity.state(place);
      if ((parts & known.in_flight() & ~known.valid(side)).any()) return false;
    }
  return true;
}

std::vector<Access> not_in_flight(std::vector<Access> accesses, Validity& validity) {
  for (auto& [place, parts] : accesses) parts &= ~validity.state(place).in_flight();
  return accesses;
}

void promise(Update const& update, Validity& validity, Side side, std::string const& writer) {
  validity.written(update.written, side, writer);
  // The exchange that it waits for is of the variables that it writes: of others nothing arrives.
  auto const is_own = [&](Place const& place) {
    return std::any_of(update.written.begin(), update.written.end(),
                       [&](Access const& access) { return access.place.variable == place.variable; });
  };
  for (auto const& [place, parts] : update.touched)
    if (is_own(place)) validity.departed(place, parts);
}

} // namespace accelerator
