// Makes and removes folders.
#include "kernels/device/host/private_folder.hpp"

#include "kernels/device/device.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace chemora::device {

namespace fs = std::filesystem;

std::string folder_of_temporaries() {
  char const* base = std::getenv("TMPDIR");
  return base && *base == '/' ? base : "/tmp";
}

PrivateFolder::PrivateFolder() {
  std::string pattern = folder_of_temporaries() + "/chemora-XXXXXX";
  if (!mkdtemp(pattern.data()))
    throw DeviceError(
        fmt::format("No folder {} can be made to compile kernels in. Set TMPDIR to one with space.", pattern));
  path_ = pattern;
}

PrivateFolder::~PrivateFolder() {
  std::error_code ignored;
  if (!is_kept_) fs::remove_all(path_, ignored);
}

bool PrivateFolder::is_there() const {
  std::error_code ignored;
  return fs::is_directory(path_, ignored);
}

std::string read_all(fs::path const& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void write_all(fs::path const& path, std::string const& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file)
    throw DeviceError(
        fmt::format("{} cannot be written. Is its disk full? Set TMPDIR to a folder with space to compile "
                    "kernels in.",
                    path.string()));
}

} // namespace chemora::device
