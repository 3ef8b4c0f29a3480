// The checkpoint from which this run continues.
#pragma once

#include <string>

namespace iohdf5 {

struct Recovered {
  std::string folder, set;
  int iteration = 0;
};

/// Called once its variables are read: it counts as the newest checkpoint, and may be removed later.
void note_recovered(Recovered const& recovered);

} // namespace iohdf5
