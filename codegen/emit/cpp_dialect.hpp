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
  std::string special_number(ir::Type type, double number) const override;
  std::string preamble(ir::Loops const& loops, std::set<NeededFunction> const& functions) const override;
  std::string head(ir::Loops const& loops, std::vector<Argument> const& arguments) const override;
  std::string scalar(std::string const& member) const override;
  std::string before_loop(ir::Loops const& loops, std::size_t n) const override;
  std::string declaration(ir::Type real, Argument const& argument) const override;
};

} // namespace chemora::emit
