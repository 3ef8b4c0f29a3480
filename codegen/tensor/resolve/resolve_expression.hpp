// Expressions with names looked up, types checked and repeated indices marked for summation.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/declare/symbols.hpp"
#include "codegen/tensor/expression.hpp"
#include "framework/base/errors.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::tensor {

// Every function below that returns an optional or a bool reports errors and then returns nothing or false.

/// An expression with its free indices. Indices that are summed inside it must not occur again beside it.
struct Resolved {
  Expression expression;
  std::vector<Index> free;
  std::set<std::string> summed;
};

/// The index letters of the whole equation, so that a message can suggest another one.
using Letters = std::set<std::string>;

/// A definition of the file or of a metric. It is resolved when it is first used.
struct PendingDefinition {
  enum class State { waiting, in_progress, done };

  edl::Definition source;
  State state = State::waiting;
};

/// The state of the equation that is being resolved.
struct Context {
  TensorSystem& system;
  Symbols& symbols;
  base::Diagnostics& diagnostics;
  std::set<std::string> foreign{}; ///< scalars of other implementations used so far, as implementation::name
  bool is_condition = false;       ///< the expression is the condition of a calculation
  Letters letters{};               ///< of the equation
  std::map<std::string, PendingDefinition> definitions{}; ///< by the name they define
  std::map<std::string, Resolved> arguments{};            ///< of the function whose body is being resolved
  std::vector<Equation> hidden{};                         ///< generated temporaries that the equation needs
  int n_fresh = 0;                                        ///< number of generated names
};

std::optional<Resolved> resolve_expression(edl::Expression const& expression, Context& context);

/// `sin(x)`, `max(a, b, c)`, `if(c, a, b)`, `trace(k_ij)`, `advect(f)`.
std::optional<Resolved> resolve_call(edl::Expression const& source, Context& context);

/// `D_i f`, `Up_i f`, `CD_i v^j`, `Lie_beta g_ij`. The covariant derivative of a metric g with the symbols G is
/// `CD_k T^i_j = D_k T^i_j + G^i_kl T^l_j - G^l_kj T^i_l`, and of a scalar `CD_ij f = D_ij f - G^k_ij D_k f`.
/// `Lie_v T^i_j = v^k D_k T^i_j - T^k_j D_k v^i + T^i_k D_j v^k + w T^i_j D_k v^k`, where w is the tensor's weight. The
/// first term uses an operator that is upwind along v, if the file defines one.
std::optional<Resolved> resolve_derivative(edl::Expression const& source, Context& context);

/// The name's symbol with its number of indices checked. Where `may_move`, a metric moves indices whose heights differ
/// from the declared ones; left sides of equations do not permit that.
std::optional<UsedName> resolve_name(edl::Name const& name, Context& context, bool may_move);

/// The expression of a known name: a leaf, or, for `r`, the root of the sum of squares. A tensor whose indices have
/// other heights than declared has the name of its moved form, which is not a symbol.
Expression expression_of(UsedName const& used, base::SourcePosition const& where, Context& context);

/// `implementation::variable` of an inherited implementation.
std::optional<Resolved> resolve_foreign_name(edl::Name const& name, Context& context);

/// Checks the type of an operand, which `source` spells, and that it has no indices. `role` begins the sentence of the
/// message: "A divisor".
bool require_number(Resolved const& operand, edl::Expression const& source, Context& context);
bool require_boolean(Resolved const& operand, edl::Expression const& source, Context& context);
bool require_scalar(Resolved const& operand, edl::Expression const& source, std::string const& role, Context& context);

/// Adds indices to those of `result`. An index that is already free at the other height is summed at this node, the
/// smallest product that contains both. A third occurrence and two of one height are errors.
bool add_indices(Resolved& result, std::vector<Index> const& indices, base::SourcePosition const& where,
                 Letters const& letters, base::Diagnostics& diagnostics);

/// Makes `part` an operand of `whole`, with the indices of both.
std::optional<Resolved> add_operand(Resolved whole, Resolved part, base::SourcePosition const& where,
                                    Letters const& letters, base::Diagnostics& diagnostics);

/// Replaces the free index `name` by `by`, except in sums over an index of that name. Each place keeps its height. `by`
/// must not be summed around such a place.
void substitute(Expression& expression, std::string const& name, Index const& by);

/// Whether both have the same indices at the same heights, in any order.
bool same_indices(std::vector<Index> a, std::vector<Index> b);

/// "`_i^j`" or "none", for messages.
std::string listed(std::vector<Index> const& indices);

enum class ConditionOf { calculation, requirement };

/// A condition of keywords, booleans and comparisons of parameters that cannot change during the run. Reports any other
/// expression and returns nothing.
std::optional<Expression> resolve_condition(edl::Expression const& source, ConditionOf owner, Context& context);

/// Fills `far_values` of the system from the blocks `boundaries`. Boundary conditions are chosen outside of kernels, so
/// values that depend on more than parameters are errors, as are variables that do not evolve or have two lines.
void resolve_far_values(edl::SyntaxTree const& tree, std::set<std::string> const& evolved, Context& context);

} // namespace chemora::tensor
