/// The memory that the system can still give to this process.
#pragma once

#include <cstdint>
#include <string>

namespace chemora::base {

/// Returns the bytes that are available now: those of the machine, or the limit of the control group (container, batch
/// job) of this process if it is smaller. The largest number if the system reports neither. `root` precedes the names
/// of the system's files.
std::uint64_t available_memory(std::string const& root = "");

} // namespace chemora::base
