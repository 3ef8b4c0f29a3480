// The standard bins that items are scheduled AT.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace chemora::schedule {

struct Bin {
  std::string_view name;    ///< `CCTK_INITIAL`
  std::string_view purpose; ///< for the printed schedule
};

/// All bins in the order in which a run meets them.
std::span<Bin const> bins();

/// The bin that `name` means, any case, with or without `CCTK_`; empty when there is none.
std::string bin_name(std::string_view name);

/// Names of all bins, for messages.
std::string bin_names();

} // namespace chemora::schedule
