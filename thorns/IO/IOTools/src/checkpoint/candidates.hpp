// Which checkpoints a folder may hold, from the names of its files.
#pragma once

#include <string>
#include <vector>

namespace iotools {

struct Candidate {
  std::string name; ///< of the set: "checkpoint.chkpt.it_8"
  int iteration = 0;

  bool operator==(Candidate const&) const = default;
};

/// Why checkpoints must not be called `base`, as the end of a sentence; empty when they may. A folder belongs into
/// another parameter, and what lists the files of a folder cannot hold control characters.
std::string why_not_a_base(std::string const& base);

/// Sets called `<base>.it_<number>`, newest first, each once. A set shows itself by a file
/// `<base>.it_<number>[.file_<number>]<extension>` or by its manifest; other names are left out. Underscores before the
/// number may be missing or more than one.
std::vector<Candidate> candidates(std::vector<std::string> const& file_names, std::string const& base,
                                  std::string const& extension);

} // namespace iotools
