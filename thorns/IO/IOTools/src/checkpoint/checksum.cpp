// Eight bytes at a time through eight tables ("slicing"), some gigabytes per second.
#include "checksum.hpp"

#include <array>
#include <cstdio>

namespace iotools {
namespace {

constexpr std::uint64_t reflected_polynomial = 0xC96C5795D7870F42; // ECMA-182, bits reversed

using Tables = std::array<std::array<std::uint64_t, 256>, 8>;

/// tables[k][b]: the remainder of byte b followed by k zero bytes.
constexpr Tables make_tables() {
  Tables tables{};
  for (std::uint64_t byte = 0; byte < 256; ++byte) {
    std::uint64_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1) ^ ((remainder & 1) != 0 ? reflected_polynomial : 0);
    tables[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < 8; ++k)
    for (std::size_t byte = 0; byte < 256; ++byte) {
      auto const before = tables[k - 1][byte];
      tables[k][byte] = (before >> 8) ^ tables[0][before & 0xFF];
    }
  return tables;
}

constexpr Tables tables = make_tables();

} // namespace

void Checksum::add(std::span<std::byte const> bytes) {
  std::size_t at = 0;
  for (; at + 8 <= bytes.size(); at += 8) {
    std::uint64_t next = 0;
    for (std::size_t k = 0; k < 8; ++k)
      next ^= tables[7 - k][((state_ >> (8 * k)) ^ static_cast<std::uint64_t>(bytes[at + k])) & 0xFF];
    state_ = next;
  }
  for (; at < bytes.size(); ++at)
    state_ = (state_ >> 8) ^ tables[0][(state_ ^ static_cast<std::uint64_t>(bytes[at])) & 0xFF];
}

std::uint64_t checksum(std::string const& text) {
  Checksum sum;
  sum.add(std::as_bytes(std::span(text.data(), text.size())));
  return sum.value();
}

std::string to_hex(std::uint64_t value) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(value));
  return text;
}

} // namespace iotools
