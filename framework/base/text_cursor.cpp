// Movement over a text with line and column kept.
#include "framework/base/text_cursor.hpp"

namespace chemora::base {

char TextCursor::peek(std::size_t ahead) const {
  std::size_t const at = offset_ + ahead;
  return at < source_->contents.size() ? source_->contents[at] : '\0';
}

char TextCursor::take() {
  if (at_end()) return '\0';
  char const c = source_->contents[offset_++];
  if (c == '\n') {
    ++line_;
    column_ = 1;
  } else {
    ++column_;
  }
  return c;
}

bool TextCursor::starts_with(std::string_view expected) const {
  return source_->contents.compare(offset_, expected.size(), expected) == 0;
}

bool TextCursor::take_if(std::string_view expected) {
  if (!starts_with(expected)) return false;
  for (std::size_t n = 0; n < expected.size(); ++n) take();
  return true;
}

std::string_view TextCursor::since(std::size_t from) const {
  return std::string_view(source_->contents).substr(from, offset_ - from);
}

} // namespace chemora::base
