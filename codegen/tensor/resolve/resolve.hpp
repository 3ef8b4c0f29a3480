/// From a syntax tree to a system of tensor equations: resolve(), and the functions of which it consists.
#pragma once

#include "codegen/edl/syntax_tree.hpp"
#include "codegen/tensor/declare/symbols.hpp"
#include "codegen/tensor/expression.hpp"
#include "codegen/tensor/tensor_system.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::tensor {

/// Looks up every name and checks every index, rank and type. Messages quote lines of `source`.
/// Throws base::UserError with all errors of the file.
TensorSystem resolve(edl::SyntaxTree const& tree, base::SourceText const& source);

// Expressions with names looked up, types checked and repeated indices marked for summation. Every function below that
// returns an optional or a bool reports errors and then returns nothing or false.

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

// Products, sums and derivatives of resolved expressions, and names and indices that the compiler generates.

/// An abstract index that no equation uses.
Index fresh_index(Context& context, bool is_upper);

/// The tensor with these indices; those that occur twice are summed.
Resolved named(std::string const& name, std::vector<Index> const& indices, Context& context);

/// The indices of both operands must fit: InternalError otherwise.
Resolved product(Resolved a, Resolved b, Context& context);
Resolved difference(Resolved a, Resolved b);
Resolved sum(Resolved a, Resolved b);

/// The first or second derivative of an operand that has none of the indices.
///
/// With a Jacobian J, the matrix of derivatives of the grid's coordinates by those of the equations, `D_i f = J^a_i d_a
/// f` and `D_ij f = J^a_i J^b_j d_ab f + (J^a_i d_a J^b_j) d_b f`, where d is along the axes of the grid. The first
/// derivative may be one-sided. An upwind derivative along v then is, along the axis a of the grid, upwind along `J^a_i
/// v^i`.
Resolved differentiated(std::string const& derivative, std::vector<Index> const& indices, Resolved operand,
                        Context& context);

/// The operand with the free index `from` replaced by `to`, which may be summed with another free index.
Resolved with_index(Resolved operand, Index const& from, Index const& to, Context& context);

/// The expression with the indices `own` replaced by `wanted`, which may be equal to others of it. Empty after
/// reporting that they do not fit.
std::optional<Resolved> with_indices(Resolved result, std::vector<Index> const& own, std::vector<Index> const& wanted,
                                     base::SourcePosition const& where, Context& context);

/// A value that may be written several times: a name or number itself, otherwise a temporary that holds it. The
/// temporary is added to `context.hidden`.
Resolved held(Resolved operand, Context& context);

/// Gives every index that is summed within the expression a generated name.
void rename_sums(Expression& expression, Context& context);

/// Adds the definition of a temporary named `name`.
void add_definition(std::string const& name, Shape shape, std::vector<Index> indices, Expression right,
                    Context& context);

// Definitions that every calculation may use: tensors and functions.

/// Declares the names of the `definitions` blocks.
void declare_definitions(edl::SyntaxTree const& tree, Context& context);

/// Adds a definition to the system, after those that it needs. `where` is the place of its use. Returns false after
/// reporting an error in it.
bool resolve_definition(std::string const& name, base::SourcePosition const& where, Context& context);

/// Resolves also unused definitions, so that their errors are reported.
void resolve_all_definitions(edl::SyntaxTree const& tree, Context& context);

/// `advect(f)`: the body of the function with the arguments substituted for the parameters. An argument is a tensor
/// with its indices or an expression, which is computed once.
std::optional<Resolved> apply_function(edl::Expression const& call, std::vector<Resolved> arguments, Context& context);

/// Checks that both sides of an equation have the same free indices; a right side 0 is the zero of every tensor.
/// Returns false after reporting that they differ.
bool check_free_indices(std::vector<Index> const& left, Resolved const& right, base::SourcePosition const& where,
                        Context& context);

/// Adds the index letters of a name or an expression to `letters`.
void collect_letters(edl::Name const& name, Letters& letters);
void collect_letters(edl::Expression const& expression, Letters& letters);

// Metrics and the tensors that follow from them: inverse, determinant, tensors with moved indices, Christoffel symbols,
// curvature.

/// Declares the metrics of the file, each a symmetric tensor with two lower indices, and the names that follow from
/// them: Christoffel symbols `G_i_(jk)` = 1/2 (D_k g_ij + D_j g_ik - D_i g_jk) and the Ricci tensor. Reports errors.
void declare_metrics(edl::SyntaxTree const& tree, Context& context);

/// The only metric of the file; nullptr after reporting that there is none, or more than one.
Metric const* only_metric(std::string const& user, base::SourcePosition const& where, Context& context);

/// Name of the temporary that holds a tensor with its indices at other heights than declared: `T^i_j = g^ik T_kj`. A
/// metric with both indices up is its inverse, from minors and determinant. Empty after reporting that no metric moves
/// the indices.
std::string moved_form(std::string const& name, std::vector<bool> const& upper, base::SourcePosition const& where,
                       Context& context);

/// Name of the scalar temporary that holds the determinant of a metric's components.
std::string determinant_of(Metric const& metric, Context& context);

} // namespace chemora::tensor
