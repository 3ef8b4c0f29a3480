#include "disk_space.hpp"

#include "hdf5_objects.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace iohdf5 {
namespace {

/// Bytes for objects of the HDF5 library besides the data: headers, attributes, symbol tables.
constexpr std::size_t overhead = 1 << 16;

/// The bytes of an HDF5 file without objects, which the library creates in memory.
std::vector<char> empty_image() {
  Handle const access(check(H5Pcreate(H5P_FILE_ACCESS), "H5Pcreate", "empty file"), H5Pclose);
  constexpr std::size_t increment = 4096;
  check_status(H5Pset_fapl_core(access, increment, 0), "H5Pset_fapl_core", "empty file");
  Handle const file(check(H5Fcreate("empty", H5F_ACC_TRUNC, H5P_DEFAULT, access), "H5Fcreate", "empty file"), H5Fclose);
  check_status(H5Fflush(file, H5F_SCOPE_GLOBAL), "H5Fflush", "empty file");
  std::vector<char> image(
      static_cast<std::size_t>(check(H5Fget_file_image(file, nullptr, 0), "H5Fget_file_image", "")));
  check(H5Fget_file_image(file, image.data(), image.size()), "H5Fget_file_image", "empty file");
  return image;
}

/// Reserves space after the end of the file with fallocate(2). If the file system does not support it, only the limit
/// of the file size is checked. Returns the reason of a failure, or an empty text.
std::string reserve(int file, std::size_t bytes) {
  struct stat status {};
  if (fstat(file, &status) != 0) return std::strerror(errno);
  auto const size = static_cast<rlim_t>(status.st_size);
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && size + bytes > limit.rlim_cur)
    return std::strerror(EFBIG);
  if (!S_ISREG(status.st_mode) || fallocate(file, FALLOC_FL_KEEP_SIZE, status.st_size, static_cast<off_t>(bytes)) == 0)
    return "";
  return errno == EOPNOTSUPP || errno == ENOSYS ? "" : std::strerror(errno);
}

} // namespace

void make_empty_file(std::string const& path) {
  static std::vector<char> const image = empty_image();
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  errno = 0;
  file.write(image.data(), static_cast<std::streamsize>(image.size()));
  file.close();
  if (file) return;
  std::string const reason = errno != 0 ? std::strerror(errno) : "the file cannot be written";
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
  throw Hdf5Error("no disk space for a new file: " + reason + ".");
}

ReservedSpace::ReservedSpace(std::string const& path, std::size_t bytes) : path_(path) {
  int const file = open(path.c_str(), O_RDWR | O_CLOEXEC);
  std::string const reason = file < 0 ? std::strerror(errno) : reserve(file, bytes + overhead);
  if (file >= 0) close(file);
  if (!reason.empty()) throw Hdf5Error("no disk space for " + std::to_string(bytes) + " more bytes: " + reason + ".");
}

ReservedSpace::~ReservedSpace() {
  std::error_code ignored;
  auto const size = std::filesystem::file_size(path_, ignored);
  if (!ignored) std::filesystem::resize_file(path_, size, ignored);
}

} // namespace iohdf5
