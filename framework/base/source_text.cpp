#include "framework/base/source_text.hpp"

#include "framework/base/errors.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace chemora::base {

std::string to_text(SourcePosition const& position) {
  std::string text = position.file;
  if (position.line > 0) {
    text += ":" + std::to_string(position.line);
    if (position.column > 0) text += ":" + std::to_string(position.column);
  }
  return text;
}

std::vector<std::string> SourceText::lines() const {
  std::vector<std::string> lines;
  std::istringstream stream(contents);
  for (std::string text; std::getline(stream, text); lines.push_back(text))
    if (!text.empty() && text.back() == '\r') text.pop_back();
  return lines;
}

std::string SourceText::line(int number) const {
  auto const all_lines = lines();
  auto const index = static_cast<std::size_t>(number - 1);
  return number >= 1 && index < all_lines.size() ? all_lines[index] : "";
}

SourceText read_source(std::string const& path) {
  if (std::filesystem::is_directory(path)) throw UserError({path, 0, 0}, "This is a folder; a file is needed here.");
  if (std::filesystem::is_character_file(path) || std::filesystem::is_block_file(path))
    throw UserError({path, 0, 0}, "This is a device; a file is needed here.");
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw UserError({path, 0, 0}, std::string("Cannot read this file: ") + std::strerror(errno) + ".");
  std::ostringstream contents;
  contents << stream.rdbuf();
  return {path, contents.str()};
}

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
