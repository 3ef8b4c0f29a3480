#include "codegen/emit/emit.hpp"

#include "codegen/emit/c_printer.hpp"
#include "codegen/emit/tree_printer.hpp"

namespace chemora::emit {

std::string emit_cpp(ir::Loops const& loops) {
  return has_vectors(loops) ? print_vector_kernel(loops, CppDialect()) : print_kernel(loops, CppDialect());
}

std::string emit_opencl(ir::Loops const& loops) { return print_block_kernel(loops, OpenclDialect()); }

std::string emit_cuda(ir::Loops const& loops) { return print_block_kernel(loops, CudaDialect()); }

std::string emit_cpp(ir::LoopTree const& tree) { return print_host_tree(tree, CppDialect()); }

std::string emit_opencl(ir::LoopTree const& tree) { return print_device_tree(tree, OpenclDialect()); }

std::string emit_cuda(ir::LoopTree const& tree) { return print_device_tree(tree, CudaDialect()); }

namespace {

template <typename Representation>
std::string emit_any(Representation const& representation, plan::Language language) {
  using plan::Language;
  switch (language) {
  case Language::cpp:
    return emit_cpp(representation);
  case Language::opencl:
    return emit_opencl(representation);
  case Language::cuda:
    return emit_cuda(representation);
  }
  return {};
}

} // namespace

std::string emit(ir::Loops const& loops, plan::Language language) { return emit_any(loops, language); }

std::string emit(ir::LoopTree const& tree, plan::Language language) { return emit_any(tree, language); }

} // namespace chemora::emit
