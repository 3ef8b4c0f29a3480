/// Input texts, positions for error messages, and the cursor that all parsers use.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace chemora::base {

/// A position in a file of the user. Line and column count from 1; line 0 means "the whole file".
struct SourcePosition {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(SourcePosition const&) const = default;
};

/// `file:line:column`, without the parts that are 0.
std::string to_text(SourcePosition const& position);

/// The contents of an input file and its name as the user specified it.
struct SourceText {
  std::string name;
  std::string contents;

  /// All lines without their line ends (LF or CR LF).
  std::vector<std::string> lines() const;
  /// Line `line` (from 1) without its line end; empty if there is no such line.
  std::string line(int line) const;
};

/// Reads a whole file. Throws UserError with the name of the file and the reason of the system.
SourceText read_source(std::string const& path);

/// Walks over a SourceText and counts lines and columns. The text must outlive the cursor.
/// A parser looks ahead, or returns to an earlier position, by copying the cursor.
class TextCursor {
public:
  explicit TextCursor(SourceText const& source) : source_(&source) {}

  bool at_end() const { return offset_ >= source_->contents.size(); }
  /// Returns the character `ahead` bytes after the cursor; '\0' beyond the end.
  char peek(std::size_t ahead = 0) const;
  /// Returns the character at the cursor and moves past it; '\0' at the end.
  char take();
  /// Moves past `expected` if the text continues with it (case-sensitive); returns whether it did.
  bool take_if(std::string_view expected);
  bool starts_with(std::string_view expected) const;

  SourcePosition position() const { return {source_->name, line_, column_}; }
  /// Returns the offset of the cursor from the beginning of the text, in bytes.
  std::size_t offset() const { return offset_; }
  /// The text from offset `from` to the cursor.
  std::string_view since(std::size_t from) const;
  SourceText const& source() const { return *source_; }

private:
  SourceText const* source_;
  std::size_t offset_ = 0;
  int line_ = 1;
  int column_ = 1;
};

} // namespace chemora::base
