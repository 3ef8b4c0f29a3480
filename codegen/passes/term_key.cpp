#include "codegen/passes/term_key.hpp"

#include <cmath>

namespace chemora::passes {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int n_bits = 61;
constexpr std::uint64_t prime = (std::uint64_t{1} << n_bits) - 1;

/// Modulo 2^61 - 1 the bits above the lowest 61 are added to these.
std::uint64_t reduced(Wide number) {
  auto const folded = static_cast<std::uint64_t>(number & prime) + static_cast<std::uint64_t>(number >> n_bits);
  return folded >= prime ? folded - prime : folded;
}
std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return reduced(Wide{a} + b); }
std::uint64_t product(std::uint64_t a, std::uint64_t b) { return reduced(Wide{a} * b); }
std::uint64_t negative(std::uint64_t a) { return a == 0 ? 0 : prime - a; }

/// a^(prime - 2), by Fermat's little theorem.
std::uint64_t inverse(std::uint64_t a) {
  std::uint64_t result = 1;
  for (std::uint64_t exponent = prime - 2; exponent != 0; exponent >>= 1) {
    if (exponent % 2 != 0) result = product(result, a);
    a = product(a, a);
  }
  return result;
}

std::uint64_t residue(std::int64_t number) {
  auto const size = static_cast<std::uint64_t>(number < 0 ? -number : number) % prime;
  return number < 0 ? negative(size) : size;
}

/// significand * 2^exponent, where 2^61 is 1.
std::uint64_t residue_of_double(double number) {
  int exponent = 0;
  auto const significand = static_cast<std::int64_t>(std::ldexp(std::frexp(number, &exponent), 53));
  int const power = ((exponent - 53) % n_bits + n_bits) % n_bits;
  return product(residue(significand), std::uint64_t{1} << power);
}

/// Steele, Lea and Flood 2014 (splitmix64).
std::uint64_t random_residue(std::uint64_t index) {
  std::uint64_t z = (index + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (z ^ (z >> 31)) % prime;
}

} // namespace

TermKey key_of_number(base::Number const& number) {
  std::uint64_t value = 0;
  if (!number.is_exact())
    value = residue_of_double(number.value);
  else if (number.is_integer())
    value = residue(number.numerator);
  else
    value = product(residue(number.numerator), inverse(residue(number.denominator)));
  return {value, value};
}

TermKey key_of_variable(std::size_t index) { return {random_residue(2 * index), random_residue(2 * index + 1)}; }

TermKey operator+(TermKey const& a, TermKey const& b) { return {sum(a.first, b.first), sum(a.second, b.second)}; }
TermKey operator-(TermKey const& a) { return {negative(a.first), negative(a.second)}; }
TermKey operator*(TermKey const& a, TermKey const& b) {
  return {product(a.first, b.first), product(a.second, b.second)};
}

} // namespace chemora::passes
