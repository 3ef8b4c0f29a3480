#include "codegen/emit/emit.hpp"

#include "codegen/emit/c_printer.hpp"

namespace chemora::emit {

std::string emit_cpp(ir::Loops const& loops) {
  return has_vectors(loops) ? print_vector_kernel(loops, CppDialect()) : print_kernel(loops, CppDialect());
}

std::string emit_opencl(ir::Loops const& loops) { return print_block_kernel(loops, OpenclDialect()); }

std::string emit_cuda(ir::Loops const& loops) { return print_block_kernel(loops, CudaDialect()); }

std::string emit(ir::Loops const& loops, plan::Language language) {
  using plan::Language;
  switch (language) {
  case Language::cpp:
    return emit_cpp(loops);
  case Language::opencl:
    return emit_opencl(loops);
  case Language::cuda:
    return emit_cuda(loops);
  }
  return {};
}

} // namespace chemora::emit
