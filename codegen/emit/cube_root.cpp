// ir/cube_root.cpp without branches, so that it is the same text for numbers and for vectors.
#include "codegen/emit/cube_root.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

namespace {

// No sum of a product stands outside of a fused operation: nothing can be contracted.
constexpr char const* definition = R"({qualifiers}{real} cube_root({real} x) {{
  {real} const a = x < 0.0 ? -x : x;
  {real} const s = a < 0x1p-800 ? a * 0x1p300 : a;
  {real} r = {real_of_bits}(0x553ef000ul - (({bits_of_s} >> 32) * 0x55555556ul >> 32)) << 32);
  for (int step = 0; step < 2; ++step) {{
    {real} const h = {fma}(-(s * r), r * r, {wide}(1.0));
    r = {fma}(r * h, {fma}(h, {wide}({two_ninths:a}), {wide}({third:a})), r);
  }}
  {real} const q = r * r, y = s * q, square = y * y;
  {real} const remainder = {fma}(-{fma}(y, y, -square), y, {fma}(-square, y, s));
  {real} const root = {fma}(remainder * q, {wide}({third:a}), y);
  {real} const scaled = a < 0x1p-800 ? root * 0x1p-100 : root;
  {real} const signed_root = x < 0.0 ? -scaled : scaled;
  return (a > 0.0) & (a <= 0x1.fffffffffffffp1023) ? signed_root : x;
}}
)";

} // namespace

std::string cube_root(CubeRootSpelling const& spelling) {
  return fmt::format(definition, fmt::arg("qualifiers", spelling.qualifiers), fmt::arg("real", spelling.real),
                     fmt::arg("fma", spelling.fused), fmt::arg("wide", spelling.wide),
                     fmt::arg("bits_of_s", spelling.bits_of_s), fmt::arg("real_of_bits", spelling.real_of_bits),
                     fmt::arg("third", 1.0 / 3), fmt::arg("two_ninths", 2.0 / 9));
}

std::string cube_root_if_needed(std::set<NeededFunction> const& functions, CubeRootSpelling const& spelling) {
  bool const is_needed =
      std::any_of(functions.begin(), functions.end(), [](auto const& one) { return one.first == ir::Op::cbrt; });
  return is_needed ? cube_root(spelling) : "";
}

} // namespace chemora::emit
