// What was copied between host and device, for the report.
#pragma once

#include "validity.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace accelerator {

/// What the report has one line for.
struct Route {
  std::string variable, parts;
  Side to = Side::host;
  std::string reader;

  auto operator<=>(Route const&) const = default;
};

struct Amount {
  std::int64_t n = 0, bytes = 0;
};

class Traffic {
public:
  void add(Route const& route, Amount const& amount);

  Amount total(Side to) const;
  std::map<Route, Amount> const& routes() const { return routes_; }

private:
  std::map<Route, Amount> routes_;
};

/// For messages between processes; added_up of one such text is the same again.
std::string packed(Traffic const& traffic);
/// What several processes have packed, together.
Traffic added_up(std::vector<std::string> const& packed_ones);

/// "12 copies to the device (3456 bytes), 0 copies to the host (0 bytes)", and a table of the routes, those with most
/// bytes first, if there are any.
std::string to_text(Traffic const& traffic);

} // namespace accelerator
