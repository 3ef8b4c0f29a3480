// The schedule bins and groups in which a calculation can run.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace chemora::tensor {

/// A schedule bin (`AT CCTK_name`) or group (`IN name`) in the spelling of the framework.
struct SchedulePlace {
  std::string name;
  bool is_bin = false;

  bool operator==(SchedulePlace const&) const = default;
};

/// Finds a bin at which a grid exists, or a group of MoL. Case is ignored; the prefix CCTK_ of bins is optional.
std::optional<SchedulePlace> find_place(std::string const& name);

/// Names of the bins and groups, for messages.
std::vector<std::string> place_names();

/// Whether the name is a bin at which no grid exists.
bool is_without_grid(std::string const& name);

} // namespace chemora::tensor
