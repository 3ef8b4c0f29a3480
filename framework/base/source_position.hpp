// A place in a text the user wrote, and a text that remembers where it came from.
#pragma once

#include <string>
#include <vector>

namespace chemora::base {

/// Line and column count from 1; 0 means "the whole file".
struct SourcePosition {
  std::string file;
  int line = 0;
  int column = 0;

  bool operator==(SourcePosition const&) const = default;
};

/// `file:line:column`, leaving out what is unknown.
std::string to_text(SourcePosition const& position);

/// A whole input: its name as the user knows it and its contents.
struct SourceText {
  std::string name;
  std::string contents;

  /// All lines without their newlines.
  std::vector<std::string> lines() const;
  /// Line `line` (from 1) without its newline; empty when there is no such line.
  std::string line(int line) const;
};

/// Reads a whole file. Throws UserError naming the file and the system's reason.
SourceText read_source(std::string const& path);

} // namespace chemora::base
