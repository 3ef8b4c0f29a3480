// Space on the disk for what is about to be written.
#pragma once

#include <cstddef>
#include <string>

namespace iohdf5 {

/// Makes an HDF5 file without objects, in place of what is there. The library would do so too, but it gives back the
/// space of a file that it makes, and does not recover when there is none. Throws Hdf5Error.
void make_empty_file(std::string const& path);

/// Space after the end of a file, reserved while this object lives.
///
/// The HDF5 library does not recover from a failed write: what the file held before is lost. Therefore the file system
/// is asked first: a full disk, a quota or a limit of the file size become an Hdf5Error before the library is called,
/// and the file stays as it was.
class ReservedSpace {
public:
  /// The file exists. The library opens it afterwards and must not make it anew.
  ReservedSpace(std::string const& path, std::size_t bytes);
  ReservedSpace(ReservedSpace const&) = delete;
  ReservedSpace& operator=(ReservedSpace const&) = delete;

  /// Gives back what the file did not grow into.
  ~ReservedSpace();

private:
  std::string path_;
};

} // namespace iohdf5
