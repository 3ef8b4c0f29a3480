// Positions in words, and reading of whole inputs.
#include "framework/base/source_position.hpp"

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
  std::vector<std::string> all;
  std::istringstream stream(contents);
  for (std::string text; std::getline(stream, text); all.push_back(text))
    if (!text.empty() && text.back() == '\r') text.pop_back();
  return all;
}

std::string SourceText::line(int wanted) const {
  auto const all = lines();
  return wanted >= 1 && static_cast<std::size_t>(wanted) <= all.size() ? all[static_cast<std::size_t>(wanted) - 1] : "";
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

} // namespace chemora::base
