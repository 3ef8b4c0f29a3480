#include "poison_values.hpp"

#include <bit>
#include <cstdint>
#include <type_traits>

namespace accelerator {

namespace {

template <typename Real>
struct Layout;

template <>
struct Layout<double> {
  using Bits = std::uint64_t;
  static constexpr Bits signalling = 0x7ff0'0000'0000'0000, quiet = 0x0008'0000'0000'0000;
  static constexpr Bits pattern = 0x0004'c8e3'0000'0000;
  static constexpr int bits_of_level = 4, bits_of_variable = 28;
};

template <>
struct Layout<float> {
  using Bits = std::uint32_t;
  static constexpr Bits signalling = 0x7f80'0000, quiet = 0x0040'0000;
  static constexpr Bits pattern = 0x002c'0000;
  static constexpr int bits_of_level = 2, bits_of_variable = 16;
};

template <typename Bits>
constexpr Bits low_bits(int n) {
  return (Bits{1} << n) - 1;
}

} // namespace

template <typename Real>
Real poison_value(ArrayId const& array) {
  using L = Layout<Real>;
  using Bits = typename L::Bits;
  Bits const level = static_cast<Bits>(array.time_level) & low_bits<Bits>(L::bits_of_level);
  Bits const variable = static_cast<Bits>(array.variable) & low_bits<Bits>(L::bits_of_variable);
  return std::bit_cast<Real>(L::signalling | L::pattern | level << L::bits_of_variable | variable);
}

template <typename Real>
std::optional<ArrayId> poisoned_array(Real number) {
  using L = Layout<Real>;
  using Bits = typename L::Bits;
  constexpr Bits sign = Bits{1} << (8 * sizeof(Bits) - 1);
  Bits const bits = std::bit_cast<Bits>(number) & ~(sign | L::quiet);
  int constexpr n = L::bits_of_level + L::bits_of_variable;
  if (bits >> n != (L::signalling | L::pattern) >> n) return {};
  return ArrayId{static_cast<int>(bits & low_bits<Bits>(L::bits_of_variable)), 0,
                 static_cast<int>(bits >> L::bits_of_variable & low_bits<Bits>(L::bits_of_level))};
}

template double poison_value(ArrayId const&);
template float poison_value(ArrayId const&);
template std::optional<ArrayId> poisoned_array(double);
template std::optional<ArrayId> poisoned_array(float);

} // namespace accelerator
