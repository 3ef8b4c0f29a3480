// What each process has to say.
#pragma once

#include <string>
#include <vector>

namespace device_arrays {

/// Collective: one text of each process, by its number, on all of them; on one without MPI, its own. Texts have no zero
/// bytes.
std::vector<std::string> gather(std::string const& mine);

} // namespace device_arrays
