// Expressions with names looked up, types checked and repeated indices marked for summation.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/index_rules.hpp"
#include "codegen/tensor/symbols.hpp"

#include <map>
#include <set>

namespace chemora::tensor {

/// A definition of the file, or one that a metric brings. It is resolved when it is first used.
struct PendingDefinition {
  enum class State { waiting, in_progress, done };

  edl::Definition source;
  State state = State::waiting;
};

/// What an equation knows besides the symbols.
struct Context {
  TensorSystem& system;
  Symbols& symbols;
  base::Diagnostics& diagnostics;
  std::set<std::string> foreign{}; ///< scalars of other implementations met so far, as implementation::name
  bool is_condition = false;       ///< what is being read is the condition of a calculation
  Letters letters{};               ///< of the equation that is being read

  std::map<std::string, PendingDefinition> definitions{}; ///< by the name they define
  std::map<std::string, Resolved> arguments{};            ///< of the function whose body is being read
  std::vector<Equation> hidden{};                         ///< temporaries that the equation being read needs
  int n_fresh = 0;                                        ///< names made up so far
};

/// Reports what is wrong and returns nothing then.
std::optional<Resolved> resolve_expression(edl::Expression const& expression, Context& context);

/// The name's symbol with its indices checked for number, moved by the metric where their heights differ from the
/// declared ones; for the left side of equations `may_move` is false.
std::optional<UsedName> resolve_name(edl::Name const& name, Context& context, bool may_move);

} // namespace chemora::tensor
