// Where a calculation may be scheduled.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace chemora::tensor {

/// A schedule bin (`AT CCTK_name`) or group (`IN name`), spelled as the framework does.
struct SchedulePlace {
  std::string name;
  bool is_bin = false;

  bool operator==(SchedulePlace const&) const = default;
};

/// Bins at which a grid exists, and the groups of MoL; found without regard to case, bins with or without CCTK_.
std::optional<SchedulePlace> find_place(std::string const& name);

/// Bins and groups by name, for messages.
std::vector<std::string> known_places();

/// Whether the name is a bin at which there is no grid to compute on.
bool is_without_grid(std::string const& name);

} // namespace chemora::tensor
