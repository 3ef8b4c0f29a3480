// Spelling of OpenCL C.
#include "codegen/emit/opencl_dialect.hpp"

#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/cube_root.hpp"
#include "codegen/emit/kernel_arguments.hpp"

#include <fmt/format.h>

#include <cmath>

namespace chemora::emit {

using ir::Op;
using ir::Type;

std::string OpenclDialect::function(Op op, Type type) const {
  bool const is_ours = type == Type::real32 && info(op).is_transcendental();
  return (is_ours ? "library_" : "") + std::string(info(op).c_function);
}

std::string OpenclDialect::special_number(Type type, double number) const {
  std::string const sign = std::signbit(number) ? "-" : "";
  std::string const name = std::isnan(number) ? "NAN" : "INFINITY";
  return type == Type::real32 ? sign + name : sign + "(double)" + name;
}

std::string OpenclDialect::preamble(ir::Loops const& loops, std::set<NeededFunction> const& functions) const {
  return "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#pragma OPENCL FP_CONTRACT OFF\n" +
         device_arguments_struct(loops) + single_precision_functions(functions, "") +
         cube_root_if_needed(functions, {.bits_of_s = "as_ulong(s)", .real_of_bits = "as_double("});
}

std::string OpenclDialect::head(ir::Loops const& loops, std::vector<Argument> const& arguments) const {
  std::string text = fmt::format("__kernel __attribute__((reqd_work_group_size({}, {}, {})))\nvoid chemora_kernel(",
                                 threads_along(loops, 0), threads_along(loops, 1), threads_along(loops, 2));
  for (Argument const& argument : arguments)
    text += fmt::format("__global {}{}*{} {},\n                    ", c_type(loops.real),
                        argument.is_output ? "" : " const", argument.is_shared ? "" : " restrict", argument.identifier);
  return text + "struct chemora_device_arguments const arguments) {\n";
}

std::string OpenclDialect::scalar(std::string const& member) const { return "arguments." + member; }

std::string OpenclDialect::block_index(int axis) const { return fmt::format("(int)get_group_id({})", axis); }

std::string OpenclDialect::thread_index(int axis) const { return fmt::format("(int)get_local_id({})", axis); }

} // namespace chemora::emit
