/// The command line of edlc.
#pragma once

#include <string>

namespace chemora::app {

struct Options {
  std::string file;
  std::string thorn_folder; ///< --thorn DIR
  std::string emit;         ///< graph, loops, cpp or empty
  std::string dump_after;   ///< a stage or a pass, or empty
  int n_built_in = 4;       ///< --built-in=N: number of sources with kernels for machines without a compiler
  bool shows_help = false;
};

/// Throws base::UserError with the name of a wrong argument and the nearest allowed one.
Options parse_options(int argc, char const* const* argv);

std::string usage();

} // namespace chemora::app
