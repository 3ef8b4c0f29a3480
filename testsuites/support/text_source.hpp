// The bytes of an input file of thorn Sequences, from a text.
#pragma once

#include "thorns/Sequences/Sequences/src/formats/byte_source.hpp"

#include <algorithm>
#include <utility>

namespace sequences {

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
