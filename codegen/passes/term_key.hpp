// Fingerprints of polynomials: equal polynomials have equal keys, in whatever order they were written.
#pragma once

#include "framework/base/number.hpp"

#include <cstddef>
#include <cstdint>

namespace chemora::passes {

/// A polynomial with rational coefficients, evaluated modulo the prime 2^61 - 1 with fixed random numbers for its
/// variables, at two points. Two different polynomials of degree d have the same key with a probability of
/// (d / 2^61)^2 (Schwartz 1980, Zippel 1979): below 1e-25 for any two values of a kernel with 10^4 values.
struct TermKey {
  std::uint64_t first = 0, second = 0;

  bool operator==(TermKey const&) const = default;
};

TermKey key_of_number(base::Number const& number); ///< `number` must be finite
TermKey key_of_variable(std::size_t index);

TermKey operator+(TermKey const& a, TermKey const& b);
TermKey operator-(TermKey const& a);
TermKey operator*(TermKey const& a, TermKey const& b);

/// For unordered containers.
struct HashOfTermKey {
  std::size_t operator()(TermKey const& key) const { return key.first; }
};

} // namespace chemora::passes
