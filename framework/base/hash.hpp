/// Hashes of texts: names of cache files and checksums. Not cryptographic.
///
/// The values are part of users' caches and of compiled kernels, so they must not change between versions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace chemora::base {

/// 64 bits: FNV-1a started from `seed`, then the finaliser of MurmurHash3, which spreads the last bytes over all bits.
std::uint64_t hash(std::string_view text, std::uint64_t seed = 0);

/// 128 bits as 32 hexadecimal digits.
std::string to_digest(std::string_view text);

} // namespace chemora::base
