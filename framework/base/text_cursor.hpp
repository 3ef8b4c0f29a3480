// A reading position in a source text, shared by all hand-written parsers.
#pragma once

#include "framework/base/source_position.hpp"

#include <string_view>

namespace chemora::base {

/// Walks over a SourceText and always knows line and column. The text must outlive the cursor.
/// Copying a cursor is how a parser looks ahead or goes back.
class TextCursor {
public:
  explicit TextCursor(SourceText const& source) : source_(&source) {}

  bool at_end() const { return offset_ >= source_->contents.size(); }
  /// The character `ahead` places on; '\0' beyond the end.
  char peek(std::size_t ahead = 0) const;
  /// Takes one character and returns it; '\0' at the end.
  char take();
  /// Takes `expected` if the text goes on with it (case-sensitive).
  bool take_if(std::string_view expected);
  bool starts_with(std::string_view expected) const;

  SourcePosition position() const { return {source_->name, line_, column_}; }
  std::size_t offset() const { return offset_; }
  /// The text from `from` (an offset) up to here.
  std::string_view since(std::size_t from) const;
  SourceText const& source() const { return *source_; }

private:
  SourceText const* source_;
  std::size_t offset_ = 0;
  int line_ = 1;
  int column_ = 1;
};

} // namespace chemora::base
