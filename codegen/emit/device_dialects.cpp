/// OpenCL C and CUDA C++, the languages of kernels on devices that run blocks of threads.
#include "codegen/emit/c_expressions.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>

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
    text += fmt::format("__global {}{}*{} {},\n                    ", memory_type(argument.type),
                        argument.is_output ? "" : " const", argument.is_shared ? "" : " restrict", argument.identifier);
  return text + "struct chemora_device_arguments const arguments) {\n";
}

std::string CudaDialect::function(Op op, Type type) const {
  if (type == Type::real64) return std::string(info(op).c_function);
  if (op == Op::cbrt) return std::string(info(op).c_function);
  return info(op).is_transcendental() ? "library_" + std::string(info(op).c_function)
                                      : std::string(info(op).c_function) + "f";
}

std::string CudaDialect::special_number(Type type, double number) const {
  if (type == Type::real32)
    return fmt::format("__uint_as_float({:#x}u)", std::bit_cast<std::uint32_t>(static_cast<float>(number)));
  return fmt::format("__longlong_as_double((long long){:#x}ull)", std::bit_cast<std::uint64_t>(number));
}

std::string CudaDialect::preamble(ir::Loops const& loops, std::set<NeededFunction> const& functions) const {
  return device_arguments_struct(loops) + single_precision_functions(functions, "static __device__ ") +
         cube_root_if_needed(functions, {.qualifiers = "static __device__ ",
                                         .bits_of_s = "(unsigned long)__double_as_longlong(s)",
                                         .real_of_bits = "__longlong_as_double("});
}

std::string CudaDialect::head(ir::Loops const& loops, std::vector<Argument> const& arguments) const {
  std::string text = fmt::format("extern \"C\" __global__ void __launch_bounds__({}) chemora_kernel(\n    ",
                                 threads_along(loops, 0) * threads_along(loops, 1) * threads_along(loops, 2));
  for (Argument const& argument : arguments)
    text += fmt::format("{}{}*{} {},\n    ", memory_type(argument.type), argument.is_output ? "" : " const",
                        argument.is_shared ? "" : " __restrict__", argument.identifier);
  return text + "chemora_device_arguments const arguments) {\n";
}

} // namespace chemora::emit
