// fallocate(2) where the file system has it; elsewhere only the limit of the file size is checked.
#include "disk_space.hpp"

#include "hdf5_handle.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace iohdf5 {
namespace {

/// Objects of the HDF5 library beside the data: headers, attributes, symbol tables.
constexpr std::size_t overhead = 1 << 16;

std::string reason_against(int file, std::size_t bytes) {
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

ReservedSpace::ReservedSpace(std::string const& path, std::size_t bytes) : path_(path) {
  int const file = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  std::string const reason = file < 0 ? std::strerror(errno) : reason_against(file, bytes + overhead);
  if (file >= 0) close(file);
  if (!reason.empty()) throw Hdf5Error("no room for " + std::to_string(bytes) + " more bytes: " + reason + ".");
}

ReservedSpace::~ReservedSpace() {
  std::error_code ignored;
  auto const size = std::filesystem::file_size(path_, ignored);
  if (!ignored) std::filesystem::resize_file(path_, size, ignored);
}

} // namespace iohdf5
