// C++ for the host with OpenMP.
#pragma once

#include "codegen/emit/dialect.hpp"

namespace chemora::emit {

/// GNU C++: fused multiply-add and square root by builtins. Transcendentals are declared under names of our own that
/// the linker resolves to the C library's scalar functions, so that the compiler neither evaluates, rewrites nor
/// vectorises them: the interpreter's bits.
class CppDialect final : public Dialect {
public:
  std::string function(ir::Op op, ir::Type type) const override;
  std::string preamble(std::set<NeededFunction> const& functions) const override;
  std::string head(ir::Loops const& loops) const override;
  std::string before_loop(ir::Loops const& loops, std::size_t n) const override;
  std::string argument(ir::Type real, std::string const& identifier, bool is_output, int position,
                       bool is_shared) const override;
};

} // namespace chemora::emit
