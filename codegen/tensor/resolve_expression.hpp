// Expressions with names looked up, types checked and repeated indices marked for summation.
#pragma once

#include "codegen/tensor/index_rules.hpp"
#include "codegen/tensor/symbols.hpp"

#include <set>

namespace chemora::tensor {

/// What a calculation knows besides the symbols.
struct Context {
  TensorSystem const& system;
  Symbols& symbols;
  base::Diagnostics& diagnostics;
  std::set<std::string> foreign; ///< variables of other implementations met so far, as implementation::name
  Letters letters;               ///< of the equation that is being read
};

/// Reports what is wrong and returns nothing then.
std::optional<Resolved> resolve_expression(edl::Expression const& expression, Context& context);

/// The name's symbol with its indices checked for number and height; for the left side of equations too.
std::optional<UsedName> resolve_name(edl::Name const& name, Context& context);

} // namespace chemora::tensor
