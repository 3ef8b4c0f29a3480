/// The command line of edlc.
#pragma once

#include <string>

namespace chemora::app {

struct Options {
  std::string file;
  std::string thorn_folder;      ///< --thorn DIR
  std::string loops_folder;      ///< --loops DIR: a thorn with a folder `loops`
  std::string recursions_folder; ///< --recursions DIR: a thorn with a folder `recursions`
  std::string emit; ///< language or form in which kernels are printed, such as graph, loops or cpp; empty for none
  std::string dump_after; ///< name of a stage or a pass, or empty
  int n_built_in = 4;     ///< --built-in=N: number of sources with kernels for machines without a compiler
  bool shows_help = false;
};

/// Reads the command line. Throws base::UserError with the name of a wrong argument and the nearest allowed argument.
Options parse_options(int argc, char const* const* argv);

std::string usage();

} // namespace chemora::app
