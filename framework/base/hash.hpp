// A short number for a long text: for names of files, checksums, and to compare at little cost. No protection against a
// forger.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace chemora::base {

/// 64 bits of FNV-1a, started from `seed` and stirred at the end.
std::uint64_t hash(std::string_view text, std::uint64_t seed = 0);

/// 128 bits as 32 hexadecimal digits.
std::string to_digest(std::string_view text);

} // namespace chemora::base
