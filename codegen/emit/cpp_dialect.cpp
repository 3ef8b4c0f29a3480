/// C++ with OpenMP, the language of kernels on the host.
#include "codegen/emit/c_expressions.hpp"

#include <fmt/format.h>

#include <cmath>

namespace chemora::emit {

namespace {

using ir::Op;
using ir::Type;

/// Returns the number of iterations per vector. GCC uses vectors of one size in bytes for all types in a loop. Loops
/// with 32-bit integers and 64-bit reals need twice as many iterations, so that the vectors of reals are full.
int simd_length(ir::Loops const& loops, ir::Loop const& loop) {
  if (loops.real != Type::real64) return loop.lanes;
  for (ir::Statement const& statement : loop.body)
    if (!statement.is_store && (statement.type == Type::int32 || statement.op == Op::coordinate)) return 2 * loop.lanes;
  return loop.lanes;
}

/// Returns the name of the C library function for this type: sin or sinf.
std::string scalar_function(Op op, Type type) {
  return std::string(info(op).c_function) + (type == Type::real32 ? "f" : "");
}

} // namespace

std::string CppDialect::function(Op op, Type type) const {
  switch (info(op).accuracy) {
  case ir::Accuracy::exact:
  case ir::Accuracy::rounded:
    return "__builtin_" + scalar_function(op, type);
  case ir::Accuracy::reproducible:
    return std::string(info(op).c_function);
  case ir::Accuracy::library:
    return "library_" + scalar_function(op, type);
  }
  return {};
}

std::string CppDialect::special_number(Type type, double number) const {
  std::string const sign = std::signbit(number) ? "-" : "", suffix = type == Type::real32 ? "f" : "";
  return std::isnan(number) ? fmt::format("{}__builtin_nan{}(\"\")", sign, suffix)
                            : fmt::format("{}__builtin_inf{}()", sign, suffix);
}

std::string CppDialect::preamble(ir::Loops const&, std::set<NeededFunction> const& functions) const {
  std::string text = host_arguments_struct();
  for (auto const& [op, type] : functions) {
    if (!info(op).is_transcendental()) continue;
    std::string const real = c_type(type);
    text += fmt::format("extern \"C\" {} {}({}{}) noexcept __asm__(\"{}\") __attribute__((const));\n", real,
                        function(op, type), real, info(op).arity == 2 ? ", " + real : "", scalar_function(op, type));
  }
  return text + cube_root_if_needed(functions, {.qualifiers = "static inline ",
                                                .fused = "__builtin_fma",
                                                .bits_of_s = "__builtin_bit_cast(unsigned long, s)",
                                                .real_of_bits = "__builtin_bit_cast(double, "});
}

std::string CppDialect::head(ir::Loops const& loops, std::vector<Argument> const&) const {
  return fmt::format("extern \"C\" void chemora_kernel({0} const* const* inputs, {0}* const* outputs,\n"
                     "                               chemora_kernel_arguments const* arguments) {{\n",
                     loops.element_types.empty() ? c_type(loops.real) : "void");
}

std::string CppDialect::scalar(std::string const& member) const { return "arguments->" + member; }

std::string CppDialect::before_loop(ir::Loops const& loops, std::size_t n) const {
  ir::Loop const& loop = loops.nest[n];
  if (loop.mapping == ir::Mapping::vector)
    return fmt::format("#pragma omp simd simdlen({})\n", simd_length(loops, loop));
  bool const is_first = n == 0 || loops.nest[n - 1].mapping != ir::Mapping::threads;
  if (loop.mapping != ir::Mapping::threads || !is_first) return {};
  std::size_t last = n;
  while (last < loops.nest.size() && loops.nest[last].mapping == ir::Mapping::threads) ++last;
  return fmt::format("#pragma omp parallel for collapse({}) schedule(static)\n", last - n);
}

std::string CppDialect::declaration(Argument const& argument) const {
  std::string const type = memory_type(argument.type) + (argument.is_output ? "*" : " const*");
  return fmt::format("{}{} const {} = {}{}[{}];\n", type, argument.is_shared ? "" : " __restrict", argument.identifier,
                     argument.has_typed_list ? "" : "(" + type + ")", argument.is_output ? "outputs" : "inputs",
                     argument.position);
}

} // namespace chemora::emit
