// A short text that people can read too.
#include "manifest.hpp"

#include "checksum.hpp"

#include <sstream>
#include <stdexcept>

namespace iotools {
namespace {

constexpr char title[] = "checkpoint manifest, version 1";

std::string value_after(std::string const& word, std::istream& text) {
  std::string found, value;
  if (!(text >> found >> value) || found != word) throw std::runtime_error("`" + word + "` and a value are missing");
  return value;
}

std::uint64_t number(std::string const& text, int base) {
  std::size_t used = 0;
  std::uint64_t value = 0;
  try {
    value = std::stoull(text, &used, base);
  } catch (std::exception const&) {
    used = 0;
  }
  if (used == 0 || used != text.size()) throw std::runtime_error("`" + text + "` is no number");
  return value;
}

} // namespace

std::string to_text(Manifest const& manifest) {
  std::string text = std::string(title) + "\niteration " + std::to_string(manifest.iteration) + "\nfiles " +
                     std::to_string(manifest.files.size()) + "\n";
  for (auto const& file : manifest.files)
    text += "size " + std::to_string(file.size) + " crc64 " + to_hex(file.checksum) + " name " + file.name + "\n";
  return text + "crc64 " + to_hex(checksum(text)) + "\n";
}

Manifest parse_manifest(std::string const& text) {
  auto const last = text.rfind("crc64 ");
  if (text.empty() || text.back() != '\n' || last == std::string::npos)
    throw std::runtime_error("its last line, a checksum, is missing");
  if (text.substr(last) != "crc64 " + to_hex(checksum(text.substr(0, last))) + "\n")
    throw std::runtime_error("its checksum does not fit");
  std::istringstream lines(text.substr(0, last));
  std::string line;
  if (!std::getline(lines, line) || line != title)
    throw std::runtime_error("it begins with `" + line + "`, not with `" + title + "`");
  Manifest manifest;
  manifest.iteration = static_cast<int>(number(value_after("iteration", lines), 10));
  auto const n_files = number(value_after("files", lines), 10);
  for (std::uint64_t n = 0; n < n_files; ++n) {
    FileSeal file;
    file.size = number(value_after("size", lines), 10);
    file.checksum = number(value_after("crc64", lines), 16);
    std::string word;
    if (!(lines >> word) || word != "name" || lines.get() != ' ' || !std::getline(lines, file.name))
      throw std::runtime_error("the name of a file is missing");
    if (file.name.find('/') != std::string::npos) // old checkpoints are removed: nothing outside must go
      throw std::runtime_error("the file `" + file.name + "` is not in its folder");
    manifest.files.push_back(file);
  }
  return manifest;
}

std::string manifest_name(std::string const& set_name) { return set_name + ".manifest"; }

std::string temporary_name(std::string const& file_name) {
  std::string name = file_name;
  auto const at = name.rfind(".it_");
  return at == std::string::npos ? name + ".tmp" : name.insert(at, ".tmp");
}

} // namespace iotools
