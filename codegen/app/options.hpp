// The command line of edlc.
#pragma once

#include <string>

namespace chemora::app {

struct Options {
  std::string file;
  std::string thorn_folder; ///< --thorn DIR
  std::string emit;         ///< graph, loops, cpp or empty
  std::string dump_after;   ///< a stage or a pass, or empty
  int n_built_in = 4;       ///< --built-in=N: sources with kernels for machines without a compiler
  bool wants_help = false;
};

/// Throws base::UserError naming the argument that is not understood, with the nearest known one.
Options parse_options(int argc, char const* const* argv);

std::string usage();

} // namespace chemora::app
