/// Defines the names and checksums of the files of a checkpoint, and the manifest, which lists the files of a complete
/// checkpoint.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace iotools {

/// The checksum CRC-64/XZ: polynomial of ECMA-182, reflected, with all bits set in the initial value and inverted at
/// the end. It detects every change within 64 consecutive bits, and any other change with a probability of 1 - 2^-64.
class Checksum {
public:
  void add(std::span<std::byte const> bytes);
  std::uint64_t value() const { return ~state_; }

private:
  std::uint64_t state_ = ~std::uint64_t{0};
};

std::uint64_t checksum(std::string const& text);

/// The value as 16 hexadecimal digits.
std::string to_hex(std::uint64_t value);

/// The name, size and checksum of one complete file of a checkpoint.
struct FileRecord {
  std::string name; ///< without folder
  std::uint64_t size = 0;
  std::uint64_t checksum = 0; ///< CRC-64

  bool operator==(FileRecord const&) const = default;
};

/// A checkpoint is complete if its manifest is valid and every file exists with the listed size and checksum, under its
/// own or its temporary name. The manifest appears by rename(2) after all files are on disk under their temporary
/// names. At any moment, a checkpoint is therefore either complete or invalid.
struct Manifest {
  int iteration = 0;
  std::vector<FileRecord> files;

  bool operator==(Manifest const&) const = default;
};

/// Formats the manifest as lines of text. The last line is the checksum of all preceding lines.
std::string to_text(Manifest const& manifest);

/// The inverse of to_text(). Throws std::runtime_error with the reason if the text was changed.
Manifest parse_manifest(std::string const& text);

/// "checkpoint.chkpt.it_8" -> "checkpoint.chkpt.it_8.manifest"
std::string manifest_name(std::string const& set_name);

/// The name of a file of the set while it is written: "<base>.it_8.h5" -> "<base>.tmp.it_8.h5". Other checkpointing
/// thorns use the same names.
std::string temporary_name(std::string const& file_name);

/// A checkpoint that may be complete.
struct Candidate {
  std::string name; ///< of the set: "checkpoint.chkpt.it_8"
  int iteration = 0;

  bool operator==(Candidate const&) const = default;
};

/// Returns an empty text if `base` is a valid base name of checkpoints. Otherwise returns the reason as the end of a
/// sentence. A separate parameter specifies the folder, and lists of file names cannot contain control characters.
std::string base_name_error(std::string const& base);

/// Returns the checkpoints `<base>.it_<number>` in a folder without duplicates, newest first. A set has a manifest or a
/// file `<base>.it_<number>[.file_<number>]<extension>`; other names are ignored. The number may follow any number of
/// underscores.
std::vector<Candidate> candidates(std::vector<std::string> const& file_names, std::string const& base,
                                  std::string const& extension);

} // namespace iotools
