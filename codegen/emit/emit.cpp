// One line per device.
#include "codegen/emit/emit.hpp"

#include "codegen/emit/c_printer.hpp"
#include "codegen/emit/cpp_dialect.hpp"

namespace chemora::emit {

std::string emit_cpp(ir::Loops const& loops) { return print_kernel(loops, CppDialect()); }

} // namespace chemora::emit
