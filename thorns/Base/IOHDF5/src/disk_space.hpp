// Room on the disk for what is about to be written.
#pragma once

#include <cstddef>
#include <string>

namespace iohdf5 {

/// Space behind the end of a file, reserved until this object goes.
///
/// The HDF5 library does not recover from a failed write: what the file held before is lost, and the program crashes
/// when the library is shut down (seen with 1.10.8). So we ask the file system first: a full disk, a quota or a limit
/// of the file size become an Hdf5Error before the library is called, and the file stays as it was.
class ReservedSpace {
public:
  /// Makes the file if it is not there.
  ReservedSpace(std::string const& path, std::size_t bytes);
  ReservedSpace(ReservedSpace const&) = delete;
  ReservedSpace& operator=(ReservedSpace const&) = delete;

  /// Gives back what the file did not grow into.
  ~ReservedSpace();

private:
  std::string path_;
};

} // namespace iohdf5
