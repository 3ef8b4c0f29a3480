/// Counts copies between host and device for the report at the end of the run.
#pragma once

#include "validity.hpp"

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace accelerator {

/// Copies with equal routes share a line of the report.
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

/// Serialised form for messages between processes.
std::string serialise(Traffic const& traffic);
/// The sum of the serialised counts of several processes.
Traffic sum_of(std::vector<std::string> const& serialised);

/// "12 copies to the device (3456 bytes), 0 copies to the host (0 bytes)", followed by a table of the routes in the
/// order of decreasing bytes.
std::string to_text(Traffic const& traffic);

} // namespace accelerator
