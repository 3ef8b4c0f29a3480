/// Reservation of disk space before a file is written.
#pragma once

#include <cstddef>
#include <string>

namespace iohdf5 {

/// Creates an HDF5 file without objects and replaces an existing file. The library could create it, too, but would
/// release the reserved space, and would not recover if there is none. Throws Hdf5Error.
void make_empty_file(std::string const& path);

/// Reserves disk space after the end of a file during its lifetime.
///
/// The HDF5 library does not recover from a failed write, which destroys the previous content of the file. Therefore
/// the space is reserved first: a full disk, a quota or a limit of the file size raise an Hdf5Error before the library
/// is called, and the file remains unchanged.
class ReservedSpace {
public:
  /// The file must exist. The library must open it afterwards and not create it.
  ReservedSpace(std::string const& path, std::size_t bytes);
  ReservedSpace(ReservedSpace const&) = delete;
  ReservedSpace& operator=(ReservedSpace const&) = delete;

  /// Releases the unused space.
  ~ReservedSpace();

private:
  std::string path_;
};

} // namespace iohdf5
