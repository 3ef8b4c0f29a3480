// The list of a checkpoint's files, which makes a set of files one thing that is complete or not.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace iotools {

/// One file of the set, as it was when it was complete.
struct FileSeal {
  std::string name; ///< without folder
  std::uint64_t size = 0;
  std::uint64_t checksum = 0; ///< see checksum.hpp

  bool operator==(FileSeal const&) const = default;
};

/// A checkpoint is complete when its manifest is there, whole, and every file in it is there with this size and
/// checksum, under its name or still under its temporary name. The manifest appears by rename(2) after all files are
/// on disk under their temporary names; so at each moment a set is complete or as if it had not been begun.
struct Manifest {
  int iteration = 0;
  std::vector<FileSeal> files;

  bool operator==(Manifest const&) const = default;
};

/// Lines of text; the last one is a checksum of those before.
std::string to_text(Manifest const& manifest);

/// Throws std::runtime_error with the reason when the text is not exactly what to_text() made.
Manifest parse_manifest(std::string const& text);

/// "checkpoint.chkpt.it_8" -> "checkpoint.chkpt.it_8.manifest"
std::string manifest_name(std::string const& set_name);

/// The name of a file of the set while it is written: "<base>.it_8.h5" -> "<base>.tmp.it_8.h5". As the other
/// checkpointing thorns name theirs.
std::string temporary_name(std::string const& file_name);

} // namespace iotools
