// A short number for a long text: names of cache entries and checksums. No protection against a forger: the cache
// belongs to the user alone, and an entry carries its whole key.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace chemora::jit {

/// 64 bits of FNV-1a, started from `seed` and stirred at the end.
std::uint64_t hash(std::string_view text, std::uint64_t seed = 0);

/// 128 bits as 32 hexadecimal digits.
std::string to_digest(std::string_view text);

} // namespace chemora::jit
