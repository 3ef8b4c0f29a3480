#include "input_file.hpp"

#include "framework/base/errors.hpp"

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

namespace sequences {

namespace base = chemora::base;

namespace {

constexpr unsigned buffer_bytes = 1U << 18;

gzFile handle(void* file) { return static_cast<gzFile>(file); }

} // namespace

InputFile::InputFile(std::string const& path, std::string shown_name) : name_(std::move(shown_name)) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0)
    throw base::UserError({name_, 0, 0}, std::string("The file cannot be opened: ") + std::strerror(errno) + ".");
  if (S_ISDIR(status.st_mode)) throw base::UserError({name_, 0, 0}, "This is a folder, expected a file.");
  bytes_ = static_cast<double>(status.st_size);
  errno = 0;
  file_ = gzopen(path.c_str(), "rb");
  if (!file_)
    throw base::UserError({name_, 0, 0}, std::string("The file cannot be opened: ") +
                                             (errno ? std::strerror(errno) : "out of memory") + ".");
  gzbuffer(handle(file_), buffer_bytes);
}

InputFile::~InputFile() { gzclose(handle(file_)); }

std::size_t InputFile::read(char* buffer, std::size_t size) {
  auto const most = static_cast<std::size_t>(std::numeric_limits<int>::max());
  int const n = gzread(handle(file_), buffer, static_cast<unsigned>(std::min(size, most)));
  int error = Z_OK;
  char const* const text = gzerror(handle(file_), &error);
  if (n > 0 && error == Z_OK) return static_cast<std::size_t>(n);
  if (error == Z_BUF_ERROR)
    throw base::UserError({name_, 0, 0}, "The compressed file is truncated. Copy or download it again.");
  if (error == Z_ERRNO)
    throw base::UserError({name_, 0, 0}, std::string("The file cannot be read: ") + std::strerror(errno) + ".");
  if (error != Z_OK) throw base::UserError({name_, 0, 0}, std::string("The compressed file is damaged: ") + text + ".");
  return 0;
}

double InputFile::fraction() const {
  return bytes_ > 0 ? std::min(1., static_cast<double>(gzoffset(handle(file_))) / bytes_) : 1.;
}

std::string read_all(ByteSource& source, std::size_t max_bytes) {
  std::string text;
  for (std::size_t n = 1; n > 0;) {
    std::size_t const size = text.size();
    text.resize(size + buffer_bytes);
    n = source.read(text.data() + size, buffer_bytes);
    text.resize(size + n);
    if (text.size() > max_bytes)
      throw base::UserError({source.name(), 0, 0}, "The file has more than " + std::to_string(max_bytes) + " bytes.");
  }
  return text;
}

} // namespace sequences
