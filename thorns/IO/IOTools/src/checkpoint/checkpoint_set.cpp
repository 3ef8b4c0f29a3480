#include "checkpoint_set.hpp"

#include "IO/IOTools/src/text.hpp"

#include <algorithm>
#include <array>
#include <sstream>
#include <stdexcept>

namespace iotools {
namespace {

constexpr std::uint64_t reflected_polynomial = 0xC96C5795D7870F42; // ECMA-182, bits reversed

using Tables = std::array<std::array<std::uint64_t, 256>, 8>;

/// tables[k][b] is the CRC remainder of byte b followed by k zero bytes. Eight tables allow the checksum to process
/// eight bytes per iteration.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    std::uint64_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? reflected_polynomial : 0);
    tables[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      auto const remainder = tables[k - 1][byte];
      tables[k][byte] = (remainder >> 8) ^ tables[0][remainder & 0xFF];
    }
  return tables;
}

constexpr Tables tables = make_tables();

} // namespace

void Checksum::add(std::span<std::byte const> bytes) {
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint64_t next = 0;
    for (std::size_t k = 0; k < 8; ++k)
      next ^= tables[7 - k][((state_ >> (8 * k)) ^ static_cast<std::uint64_t>(bytes[i + k])) & 0xFF];
    state_ = next;
  }
  for (; i < bytes.size(); ++i)
    state_ = (state_ >> 8) ^ tables[0][(state_ ^ static_cast<std::uint64_t>(bytes[i])) & 0xFF];
}

std::uint64_t checksum(std::string const& text) {
  Checksum sum;
  sum.add(std::as_bytes(std::span(text.data(), text.size())));
  return sum.value();
}

std::string to_hex(std::uint64_t value) { return printed("%016llx", static_cast<unsigned long long>(value)); }

namespace {

constexpr char title[] = "checkpoint manifest, version 1";

std::string value_after(std::string const& key, std::istream& text) {
  std::string word, value;
  if (!(text >> word >> value) || word != key) throw std::runtime_error("`" + key + "` and a value are missing");
  return value;
}

std::uint64_t number(std::string const& text, int base) {
  std::size_t n_read = 0;
  std::uint64_t value = 0;
  try {
    value = std::stoull(text, &n_read, base);
  } catch (std::exception const&) {
    n_read = 0;
  }
  if (n_read == 0 || n_read != text.size()) throw std::runtime_error("`" + text + "` is not a number");
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
    throw std::runtime_error("its checksum is wrong");
  std::istringstream lines(text.substr(0, last));
  std::string line;
  if (!std::getline(lines, line) || line != title)
    throw std::runtime_error("it begins with `" + line + "`, not with `" + title + "`");
  Manifest manifest;
  manifest.iteration = static_cast<int>(number(value_after("iteration", lines), 10));
  auto const n_files = number(value_after("files", lines), 10);
  if (n_files == 0) throw std::runtime_error("it lists no files");
  for (std::uint64_t n = 0; n < n_files; ++n) {
    FileRecord file;
    file.size = number(value_after("size", lines), 10);
    file.checksum = number(value_after("crc64", lines), 16);
    std::string word;
    if (!(lines >> word) || word != "name" || lines.get() != ' ' || !std::getline(lines, file.name))
      throw std::runtime_error("the name of a file is missing");
    if (file.name.find('/') !=
        std::string::npos) // files of old checkpoints are removed, so they must be in this folder
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

namespace {

std::optional<Candidate> candidate(std::string const& file_name, std::string const& base,
                                   std::string const& extension) {
  std::string_view remainder = file_name;
  if (!take_prefix(remainder, base) || !take_prefix(remainder, ".it")) return std::nullopt;
  while (take_prefix(remainder, "_")) {
  }
  auto const iteration = take_number(remainder);
  if (!iteration) return std::nullopt;
  Candidate const set{file_name.substr(0, file_name.size() - remainder.size()), *iteration};
  if (remainder == ".manifest") return set;
  if (take_prefix(remainder, ".file_") && !take_number(remainder)) return std::nullopt;
  return remainder == extension ? std::optional(set) : std::nullopt;
}

} // namespace

std::string base_name_error(std::string const& base) {
  if (base.find('/') != std::string::npos) return "contains a folder, and must be the name of a file";
  auto const is_control = [](unsigned char c) { return c < ' ' || c == 127; };
  if (std::any_of(base.begin(), base.end(), is_control)) return "contains a line break or another control character";
  return "";
}

std::vector<Candidate> candidates(std::vector<std::string> const& file_names, std::string const& base,
                                  std::string const& extension) {
  std::vector<Candidate> sets;
  for (auto const& name : file_names)
    if (auto const set = candidate(name, base, extension);
        set && std::find(sets.begin(), sets.end(), *set) == sets.end())
      sets.push_back(*set);
  std::sort(sets.begin(), sets.end(), [](auto const& a, auto const& b) {
    return a.iteration != b.iteration ? a.iteration > b.iteration : a.name < b.name;
  });
  return sets;
}

} // namespace iotools
