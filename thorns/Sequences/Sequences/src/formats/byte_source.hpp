/// The bytes of an input file, after decompression.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>

namespace sequences {

class ByteSource {
public:
  virtual ~ByteSource() = default;

  /// The name of the file, for messages.
  virtual std::string const& name() const = 0;
  /// Reads at most `size` bytes. Returns 0 only at the end of the file. Throws chemora::base::UserError if the file
  /// cannot be read or is truncated.
  virtual std::size_t read(char* buffer, std::size_t size) = 0;
};

/// The bytes of a text in memory.
class TextSource final : public ByteSource {
public:
  TextSource(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  std::string const& name() const override { return name_; }
  std::size_t read(char* buffer, std::size_t size) override {
    std::size_t const n = std::min(size, text_.size() - offset_);
    std::copy_n(text_.begin() + static_cast<std::ptrdiff_t>(offset_), n, buffer);
    offset_ += n;
    return n;
  }

private:
  std::string name_, text_;
  std::size_t offset_ = 0;
};

} // namespace sequences
