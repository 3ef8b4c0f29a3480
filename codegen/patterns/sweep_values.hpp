/// Values that sweeps compute, as questions about expressions (grid_program.hpp).
#pragma once

#include "codegen/patterns/lower_points.hpp"

#include <set>

namespace chemora::patterns {

/// Returns the variables that the statements and those inside them assign.
std::set<int> statement_variables(std::vector<Statement> const& statements);

/// Returns the declarations of the program's variables for kernels (kernel_program.hpp).
Program declarations_for_kernels(Program const& program);

/// Returns the size that declarations have for an axis of an array of a statement.
std::string size_name(std::string const& array, std::size_t axis);

/// Returns the variables that a value reads and does not define itself.
std::set<int> read_variables(NodePtr const& value);

/// Whether a value reads a `var`, so that it is another value after an assignment.
bool reads_state(Program const& program, NodePtr const& value);

/// Returns the reason why a kernel cannot compute the value for each point; empty if it can.
std::string why_not_compiled(Program const& declarations, int point, NodePtr const& value, NestOptions const& options);

} // namespace chemora::patterns
