// CRC-64 of bytes: tells a file that was cut off or changed from the one that was written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace iotools {

/// The CRC-64 known as CRC-64/XZ: polynomial of ECMA-182, reflected, initial and final value all ones. It detects every
/// change of up to 64 neighbouring bits, and others with a probability of 1 - 2^-64.
class Checksum {
public:
  void add(std::span<std::byte const> bytes);
  std::uint64_t value() const { return ~state_; }

private:
  std::uint64_t state_ = ~std::uint64_t{0};
};

std::uint64_t checksum(std::string const& text);

/// 16 hexadecimal digits.
std::string to_hex(std::uint64_t value);

} // namespace iotools
