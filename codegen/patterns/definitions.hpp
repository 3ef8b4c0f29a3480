/// Variables that passes add to programs, and the statements that define them.
#pragma once

#include "codegen/patterns/pattern.hpp"

#include <functional>

namespace chemora::patterns {

/// Adds a local variable, whose name begins with `name`, and returns its number.
int declare_variable(Program& program, std::string const& name, Type const& type, base::SourcePosition const& where);

/// Returns a variable. The extents of an array are null, as those that follow from data.
NodePtr variable_node(Program const& program, int number, base::SourcePosition const& where);

/// Returns a variable. The extents of an array are the sizes of the variable.
NodePtr variable_with_sizes(Program const& program, int number, base::SourcePosition const& where);

/// Statements `let` before the statement that a pass rewrites.
class Definitions {
public:
  /// Rewrites copies of the statements, and inserts the definitions that `rewrite` adds before the statement.
  std::vector<Statement> rewritten(std::vector<Statement> const& statements,
                                   std::function<void(Statement&)> const& rewrite);

  void add(int variable, NodePtr const& value, base::SourcePosition const& where);
  /// Removes and returns the definition that was added last.
  Statement take_last();

private:
  std::vector<Statement> added_{};
};

} // namespace chemora::patterns
