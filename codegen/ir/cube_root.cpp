// Newton's way to 1/cbrt(x), which needs no division, then one exact remainder.
#include "codegen/ir/cube_root.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace chemora::ir {

double cube_root(double x) {
  double const a = x < 0 ? -x : x;
  if (!(a > 0 && a <= std::numeric_limits<double>::max())) return x;
  // Remainders of small numbers would be subnormal.
  bool const is_small = a < 0x1p-800;
  double const s = is_small ? a * 0x1p300 : a;

  // A third of the exponent and, as a straight line, of the mantissa: within 3.5 %.
  std::uint64_t const third_of_bits = (std::bit_cast<std::uint64_t>(s) >> 32) * 0x55555556u >> 32;
  auto r = std::bit_cast<double>((0x553ef000u - third_of_bits) << 32);
  // 1/cbrt(s) = r (1 - h)^(-1/3) with h = 1 - s r^3, of which three terms: 2e-4, then 1e-10.
  for (int step = 0; step < 2; ++step) {
    double const h = std::fma(-(s * r), r * r, 1.0);
    r = std::fma(r * h, std::fma(h, 2.0 / 9, 1.0 / 3), r);
  }
  double const q = r * r, y = s * q, square = y * y;
  double const remainder = std::fma(-std::fma(y, y, -square), y, std::fma(-square, y, s)); // s - y^3
  double const root = std::fma(remainder * q, 1.0 / 3, y);
  double const scaled = is_small ? root * 0x1p-100 : root;
  return x < 0 ? -scaled : scaled;
}

} // namespace chemora::ir
