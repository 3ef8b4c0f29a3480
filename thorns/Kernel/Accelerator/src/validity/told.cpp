// A set of parts for each array.
#include "told.hpp"

namespace accelerator {

Parts Told::parts_of(Place const& place) const {
  auto const found = parts_.find(place);
  return found == parts_.end() ? Parts{} : found->second;
}

void Told::add(std::vector<Access> const& accesses) {
  for (auto const& [place, parts] : accesses) parts_[place] |= parts;
}

std::vector<Access> Told::within(std::vector<Access> const& accesses) const {
  std::vector<Access> result;
  for (auto const& [place, parts] : accesses)
    if (Parts const both = parts & parts_of(place); both.any()) result.push_back({place, both});
  return result;
}

std::vector<Access> Told::missing(std::vector<Access> const& accesses) const {
  std::vector<Access> result;
  for (auto const& [place, parts] : accesses)
    if (Parts const rest = parts & ~parts_of(place); rest.any()) result.push_back({place, rest});
  return result;
}

std::vector<Access> Told::all() const {
  std::vector<Access> result;
  for (auto const& [place, parts] : parts_) result.push_back({place, parts});
  return result;
}

} // namespace accelerator
