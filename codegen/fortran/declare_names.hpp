/// Declares the parameters and arrays of the kernel of a subroutine.
#pragma once

#include "codegen/fortran/typed_expressions.hpp"

namespace chemora::fortran {

/// Calls `visit` for every statement, outer statements first.
template <class Visit>
void for_each_statement(std::vector<Statement> const& statements, Visit const& visit) {
  for (Statement const& statement : statements) {
    visit(statement);
    for_each_statement(statement.body, visit);
    for (Branch const& branch : statement.alternatives) for_each_statement(branch.body, visit);
  }
}

/// Adds the parameters, arguments and local variables to the kernel and returns the meanings of all names. Errors are
/// added to `diagnostics`.
Symbols declare_names(Subroutine const& subroutine, Options const& options, loops::LoopKernel& kernel,
                      base::Diagnostics& diagnostics);

} // namespace chemora::fortran
