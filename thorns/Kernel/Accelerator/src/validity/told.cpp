// A set of parts for each array, put together when somebody asks.
#include "told.hpp"

#include <map>

namespace accelerator {

Parts Told::parts_of(Place const& place) const {
  Parts parts;
  for (auto const& told : told_)
    if (told.place == place) parts |= told.parts;
  return parts;
}

void Told::add(std::vector<Access> const& accesses) {
  constexpr std::size_t most = 1000; // who goes on telling tells the same
  told_.insert(told_.end(), accesses.begin(), accesses.end());
  if (told_.size() > most) told_ = all();
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
  std::map<Place, Parts> parts;
  for (auto const& told : told_) parts[told.place] |= told.parts;
  std::vector<Access> result;
  for (auto const& [place, told] : parts) result.push_back({place, told});
  return result;
}

} // namespace accelerator
