#include "input_file.hpp"

#include "framework/base/errors.hpp"

#include <sys/stat.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <new>
#include <utility>

namespace sequences {

namespace base = chemora::base;

namespace {

constexpr std::size_t buffer_bytes = 1U << 18;
constexpr int any_gzip_window = 15 + 16; ///< of inflateInit2(): the largest window, and headers of gzip

} // namespace

struct InputFile::Inflater {
  z_stream stream{};
  bool is_between_members = true;

  Inflater() {
    if (inflateInit2(&stream, any_gzip_window) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream); }
  Inflater(Inflater const&) = delete;
  Inflater& operator=(Inflater const&) = delete;
};

InputFile::InputFile(std::string const& path, std::string shown_name) : name_(std::move(shown_name)) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) fail(std::string("The file cannot be opened: ") + std::strerror(errno) + ".");
  if (S_ISDIR(status.st_mode)) fail("This is a folder, expected a file.");
  if (!S_ISREG(status.st_mode))
    fail("This is a pipe or a device, which cannot be read several times. Write its content to a file.");
  bytes_ = static_cast<double>(status.st_size);
  file_.reset(std::fopen(path.c_str(), "rb"));
  if (!file_) fail(std::string("The file cannot be opened: ") + std::strerror(errno) + ".");
  buffer_.resize(buffer_bytes);
  fill();
  bool const is_compressed = n_buffered_ >= 2 && buffer_[0] == '\x1f' && buffer_[1] == '\x8b';
  if (is_compressed) inflater_ = std::make_unique<Inflater>();
}

InputFile::~InputFile() = default;

void InputFile::fail(std::string const& message) const { throw base::UserError({name_, 0, 0}, message); }

/// Reads the next bytes of the file into the empty buffer.
void InputFile::fill() {
  begin_ = 0;
  n_buffered_ = std::fread(buffer_.data(), 1, buffer_.size(), file_.get());
  n_read_ += static_cast<double>(n_buffered_);
  if (n_buffered_ == 0 && std::ferror(file_.get()))
    fail(std::string("The file cannot be read: ") + std::strerror(errno) + ".");
}

std::size_t InputFile::read(char* buffer, std::size_t size) {
  if (inflater_) return inflate_to(buffer, size);
  if (begin_ == n_buffered_) fill();
  std::size_t const n = std::min(size, n_buffered_ - begin_);
  std::memcpy(buffer, buffer_.data() + begin_, n);
  begin_ += n;
  return n;
}

/// Decompresses the members of the file, whose texts are concatenated. Zeros after a member are padding, as on tapes.
std::size_t InputFile::inflate_to(char* buffer, std::size_t size) {
  z_stream& stream = inflater_->stream;
  stream.next_out = reinterpret_cast<Bytef*>(buffer);
  auto const wanted = static_cast<uInt>(std::min<std::size_t>(size, buffer_bytes));
  stream.avail_out = wanted;
  while (stream.avail_out == wanted) {
    if (begin_ == n_buffered_) fill();
    if (n_buffered_ == 0 && inflater_->is_between_members) return 0;
    if (n_buffered_ == 0) fail("The compressed file is truncated. Copy or download it again.");
    if (inflater_->is_between_members && buffer_[begin_] == 0 && n_members_ > 0) {
      ++begin_;
      continue;
    }
    inflater_->is_between_members = false;
    stream.next_in = reinterpret_cast<Bytef*>(buffer_.data() + begin_);
    stream.avail_in = static_cast<uInt>(n_buffered_ - begin_);
    int const result = inflate(&stream, Z_NO_FLUSH);
    begin_ = n_buffered_ - stream.avail_in;
    if (result == Z_STREAM_END) {
      ++n_members_;
      inflater_->is_between_members = true;
      inflateReset(&stream);
    } else if (result == Z_MEM_ERROR) {
      throw std::bad_alloc();
    } else if (result != Z_OK) {
      fail(std::string("The compressed file is damaged: ") + (stream.msg ? stream.msg : "unexpected data") + ".");
    }
  }
  return wanted - stream.avail_out;
}

double InputFile::fraction() const {
  double const n_left = static_cast<double>(n_buffered_ - begin_);
  return bytes_ > 0 ? std::min(1., (n_read_ - n_left) / bytes_) : 1.;
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
