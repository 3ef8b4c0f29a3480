/// Types, macros and functions that precede a kernel in all languages of the C family.
#include "codegen/emit/dialect.hpp"

#include "codegen/emit/c_expressions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::emit {

using ir::Type;

namespace {

std::string arguments_struct(std::string const& name, std::string const& parameters) {
  return fmt::format(R"(struct {} {{
  int lower[3];        // box to compute: first local index per axis
  int upper[3];        // one past the last
  int lower_global[3]; // global index of local point 0
  int global_size[3];
  double spacing[3];
  double origin[3];    // coordinate of global point 0
  double time;
  double time_step;
  int iteration;
  int allocated[3];    // extents of the arrays in memory
{}}};
)",
                     name, parameters);
}

} // namespace

std::string memory_type(Type type) { return type == Type::boolean ? "unsigned char" : c_type(type); }

std::string host_arguments_struct() {
  return arguments_struct("chemora_kernel_arguments",
                          "  double const* parameters;\n"
                          "  int box_spans_rows;  // the box ends where the arrays do along x\n");
}

std::string device_arguments_struct(ir::Loops const& loops) {
  std::size_t const n = loops.parameters.size();
  return arguments_struct("chemora_device_arguments", n == 0 ? "" : fmt::format("  double parameters[{}];\n", n));
}

int threads_along(ir::Loops const& loops, int axis) {
  for (ir::Loop const& loop : loops.nest)
    if (loop.mapping == ir::Mapping::block && loop.axis == axis) return loop.lanes;
  return 1;
}

std::string single_precision_functions(std::set<NeededFunction> const& functions, std::string const& qualifiers) {
  std::string text;
  for (auto const& [op, type] : functions) {
    if (!info(op).is_transcendental() || type != Type::real32) continue;
    bool const has_two = info(op).arity == 2;
    text += fmt::format("{0}float library_{1}(float a{2}) {{ return (float){1}((double)a{3}); }}\n", qualifiers,
                        info(op).c_function, has_two ? ", float b" : "", has_two ? ", (double)b" : "");
  }
  return text;
}

namespace {

// The operations of ir::cube_root without branches, so that one text serves numbers and vectors. Every sum of a product
// is a fused operation, so that the compiler cannot contract any operations.
constexpr char const* cube_root_definition = R"({qualifiers}{real} cube_root({real} x) {{
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
  return ((a > 0.0) & (a <= 0x1.fffffffffffffp1023)) ? signed_root : x;
}}
)";

} // namespace

std::string cube_root(CubeRootSpelling const& spelling) {
  return fmt::format(cube_root_definition, fmt::arg("qualifiers", spelling.qualifiers), fmt::arg("real", spelling.real),
                     fmt::arg("fma", spelling.fused), fmt::arg("wide", spelling.wide),
                     fmt::arg("bits_of_s", spelling.bits_of_s), fmt::arg("real_of_bits", spelling.real_of_bits),
                     fmt::arg("third", 1.0 / 3), fmt::arg("two_ninths", 2.0 / 9));
}

std::string cube_root_if_needed(std::set<NeededFunction> const& functions, CubeRootSpelling const& spelling) {
  bool const is_needed = std::any_of(functions.begin(), functions.end(),
                                     [](auto const& function) { return function.first == ir::Op::cbrt; });
  return is_needed ? cube_root(spelling) : "";
}

} // namespace chemora::emit
