// How the indices of factors meet: which stay open, which are summed, which do not fit.
#pragma once

#include "codegen/tensor/expression.hpp"
#include "framework/base/errors.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::tensor {

/// An expression with the indices it leaves open. Indices summed inside it may not occur again beside it.
struct Resolved {
  Expression expression;
  std::vector<Index> free;
  std::set<std::string> summed;
};

/// The index letters of the whole equation: a message suggests another one.
using Letters = std::set<std::string>;

/// Adds indices to those of `result`. One that is already open, at the other height, is summed at this node: the
/// smallest product that holds both. False after reporting a third occurrence or two of one height.
bool add_indices(Resolved& result, std::vector<Index> const& indices, base::SourcePosition const& where,
                 Letters const& letters, base::Diagnostics& diagnostics);

/// Makes `part` an operand of `whole`, with the indices of both; empty after reporting that they do not fit.
std::optional<Resolved> add_operand(Resolved whole, Resolved part, base::SourcePosition const& where,
                                    Letters const& letters, base::Diagnostics& diagnostics);

/// Puts `by` in the place of the open index `name` everywhere but in sums over an index of that name. The height of
/// each place stays. The caller sees to it that `by` is not summed over around such a place.
void substitute(Expression& expression, std::string const& name, Index const& by);

/// The same indices at the same heights, in any order.
bool same_indices(std::vector<Index> a, std::vector<Index> b);

/// For messages: "`_i^j`" or "none".
std::string listed(std::vector<Index> const& indices);

} // namespace chemora::tensor
