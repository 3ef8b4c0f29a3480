/// Hashes of texts: names of cache files and checksums. Not cryptographic.
///
/// The values are part of users' caches and of compiled kernels, so they must not change between versions.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace chemora::base {

/// 64 bits: FNV-1a started from `seed`, then the finaliser of MurmurHash3, which spreads the last bytes over all bits.
inline std::uint64_t hash(std::string_view text, std::uint64_t seed = 0) {
  constexpr std::uint64_t offset_basis = 14695981039346656037u, prime = 1099511628211u; // of FNV-1a, 64 bits
  std::uint64_t h = offset_basis ^ (seed * 0x9e3779b97f4a7c15u);
  for (unsigned char c : text) h = (h ^ c) * prime;
  h = (h ^ (h >> 33)) * 0xff51afd7ed558ccdu;
  h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
  return h ^ (h >> 33);
}

/// 128 bits as 32 hexadecimal digits.
inline std::string to_digest(std::string_view text) {
  return fmt::format("{:016x}{:016x}", hash(text, 1), hash(text, 2));
}

} // namespace chemora::base
