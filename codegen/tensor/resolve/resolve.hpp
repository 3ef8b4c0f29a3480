/// Translates a syntax tree into a system of tensor equations: resolve() and the functions that it calls.
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

// The functions below resolve expressions: they look up names, check types, and mark repeated indices for summation.
// Every function below that returns an optional or a bool reports errors and then returns nothing or false.

/// An expression with its free indices. The remaining product must not use an index that is summed inside the
/// expression.
struct Resolved {
  Expression expression;
  std::vector<Index> free;
  std::set<std::string> summed;
};

/// The index letters that the equation uses. Messages suggest other letters.
using Letters = std::set<std::string>;

/// A definition of the file or of a metric, which is resolved when it is first used.
struct PendingDefinition {
  enum class State { waiting, in_progress, done };

  edl::Definition source;
  State state = State::waiting;
  std::vector<edl::Name> left{}; ///< all left sides of a definition in a block `faces`, otherwise empty
  std::string direction{};       ///< letter of the direction of a block `faces`, otherwise empty
};

/// A function with local definitions.
struct PendingFunction {
  edl::Function source;
  bool is_in_progress = false;
  bool has_errors = false; ///< the errors of its body were reported
};

/// The meaning of names and letters in a block `faces` or in the body of a function.
struct Scope {
  struct Local {
    std::string temporary; ///< the generated temporary that holds the value
    Shape shape;           ///< the indices that the function declares
  };

  std::map<std::string, Local> locals{};
  std::vector<Index> fixed{}; ///< the fixed indices on which every local depends
  std::string direction{};    ///< letter of the direction; empty outside of blocks and functions `along` a direction
  Index direction_index{};    ///< the fixed index that replaces this letter
};

/// The state of the equation that is being resolved.
struct Context {
  TensorSystem& system;
  Symbols& symbols;
  base::Diagnostics& diagnostics;
  std::set<std::string> foreign{}; ///< scalars of other implementations used so far, as implementation::name
  bool is_condition = false;       ///< the expression is the condition of a calculation
  Letters letters{};               ///< index letters that the equation uses
  std::map<std::string, PendingDefinition> definitions{}; ///< definitions by the name that each defines
  std::map<std::string, PendingFunction> functions{};     ///< functions with local definitions
  std::map<std::string, Resolved> arguments{};            ///< arguments of the function whose body is being resolved
  Scope scope{};
  std::vector<Equation> hidden{}; ///< generated temporaries that the equation needs
  int n_fresh = 0;                ///< number of generated names
  int n_calls = 0;                ///< number of calls of functions that the file defines
};

std::optional<Resolved> resolve_expression(edl::Expression const& expression, Context& context);

/// `sin(x)`, `max(a, b, c)`, `if(c, a, b)`, `trace(k_ij)`, `advect(f)`.
std::optional<Resolved> resolve_call(edl::Expression const& source, Context& context);

/// Resolves `D_i f`, `Up_i f`, `CD_i v^j` and `Lie_beta g_ij`. The covariant derivative of a metric with the
/// Christoffel symbols G is
///
///     CD_k T^i_j = D_k T^i_j + G^i_kl T^l_j - G^l_kj T^i_l,    CD_ij f = D_ij f - G^k_ij D_k f  for a scalar f.
///
/// The Lie derivative along v of a tensor with the weight w is
///
///     Lie_v T^i_j = v^k D_k T^i_j - T^k_j D_k v^i + T^i_k D_j v^k + w T^i_j D_k v^k.
///
/// The first term of the Lie derivative uses an operator that is upwind along v, if the file defines such an operator.
std::optional<Resolved> resolve_derivative(edl::Expression const& source, Context& context);

/// Returns the symbol of the name and checks the number of its indices. If `may_move`, a metric moves indices whose
/// heights differ from the declared heights. Left sides of equations do not permit that.
std::optional<UsedName> resolve_name(edl::Name const& name, Context& context, bool may_move);

/// Returns the expression of a declared name: a leaf, or the root of the sum of squares for `r`. A tensor whose indices
/// have other heights than declared gets the name of its moved form, which is not a symbol.
Expression expression_of(UsedName const& used, base::SourcePosition const& where, Context& context);

/// `implementation::variable` of an inherited implementation.
std::optional<Resolved> resolve_foreign_name(edl::Name const& name, Context& context);

/// Checks that an operand is a number without indices. `source` spells the operand in the message, and `role` begins
/// the message: "A divisor".
bool require_number(Resolved const& operand, edl::Expression const& source, Context& context);
bool require_boolean(Resolved const& operand, edl::Expression const& source, Context& context);
bool require_scalar(Resolved const& operand, edl::Expression const& source, std::string const& role, Context& context);

/// Adds indices to the indices of `result`. An index that is already free at the other height is summed at this node,
/// the smallest product that contains both occurrences. A third occurrence is an error, and so are two occurrences at
/// the same height.
bool add_indices(Resolved& result, std::vector<Index> const& indices, base::SourcePosition const& where,
                 Letters const& letters, base::Diagnostics& diagnostics);

/// Makes `part` an operand of `whole`, with the indices of both.
std::optional<Resolved> add_operand(Resolved whole, Resolved part, base::SourcePosition const& where,
                                    Letters const& letters, base::Diagnostics& diagnostics);

/// Replaces the free index `name` by the index `by`, except in sums over an index called `name`. The height of each
/// replaced index is retained. No sum that encloses a replaced index may be over `by`.
void substitute(Expression& expression, std::string const& name, Index const& by);

/// Whether two lists contain the same indices at the same heights, in any order.
bool same_indices(std::vector<Index> a, std::vector<Index> b);

/// "`_i^j`" or "none", for messages.
std::string listed(std::vector<Index> const& indices);

enum class ConditionOf { calculation, requirement, variables };

/// Resolves a condition of keywords, booleans and comparisons of parameters that cannot change during the run. Reports
/// any other expression and returns nothing.
std::optional<Expression> resolve_condition(edl::Expression const& source, ConditionOf owner, Context& context);

/// Sets the conditions of the groups whose variables the file declares in a block with a condition.
void resolve_group_conditions(edl::SyntaxTree const& tree, Context& context);

/// Fills `far_values` of the system from the blocks `boundaries`. Boundary conditions are selected outside of kernels,
/// so a value that does not depend on parameters alone is an error. The function also
/// reports variables that do not evolve and variables with two boundary values.
void resolve_far_values(edl::SyntaxTree const& tree, std::set<std::string> const& evolved, Context& context);

// Products, sums and derivatives of resolved expressions, and names and indices that the compiler generates.

/// An abstract index that no equation uses.
Index fresh_index(Context& context, bool is_upper);

/// Returns the tensor with these indices; indices that occur twice are summed.
Resolved named(std::string const& name, std::vector<Index> const& indices, Context& context);

/// Returns the product of both operands. Throws base::InternalError if the indices of the operands do not fit.
Resolved product(Resolved a, Resolved b, Context& context);
Resolved difference(Resolved a, Resolved b);
Resolved sum(Resolved a, Resolved b);

/// The first or second derivative of an operand. The operand must not use the indices of the derivative.
///
/// A Jacobian J is the matrix of derivatives of the grid's coordinates by the coordinates of the equations. The
/// derivatives are then `D_i f = J^a_i d_a f` and `D_ij f = J^a_i J^b_j d_ab f + (J^a_i d_a J^b_j) d_b f`, where d is
/// the derivative along the axes of the grid. The first derivative may be one-sided. An upwind derivative along v is
/// upwind along `J^a_i v^i` on the axis a of the grid.
Resolved differentiated(std::string const& derivative, std::vector<Index> const& indices, Resolved operand,
                        Context& context);

/// Returns the operand with the free index `from` replaced by `to`. If another free index has the name of `to`, both
/// are summed.
Resolved with_index(Resolved operand, Index const& from, Index const& to, Context& context);

/// Returns the expression with the indices `own` replaced by `wanted`. An index in `wanted` may equal a free index of
/// the expression. Returns nothing after reporting that the indices do not fit.
std::optional<Resolved> with_indices(Resolved result, std::vector<Index> const& own, std::vector<Index> const& wanted,
                                     base::SourcePosition const& where, Context& context);

/// Returns a value that the caller may use several times: the operand itself if it is a name or a number, otherwise a
/// temporary. The temporary is added to `context.hidden`.
Resolved held(Resolved operand, Context& context);

/// Replaces the name of every index that is summed within the expression by a generated name.
void rename_sums(Expression& expression, Context& context);

/// Adds the definition of a temporary named `name`.
void add_definition(std::string const& name, Shape shape, std::vector<Index> indices, Expression right,
                    Context& context);

// Definitions of tensors and functions, which every calculation may use.

/// Declares the names of the `definitions` blocks.
void declare_definitions(edl::SyntaxTree const& tree, Context& context);

/// Adds a definition to the system, after the definitions that it uses. `where` is the position of its use. Returns
/// false after reporting an error in the definition.
bool resolve_definition(std::string const& name, base::SourcePosition const& where, Context& context);

/// Resolves all definitions, including unused ones, so that their errors are reported.
void resolve_all_definitions(edl::SyntaxTree const& tree, Context& context);

/// Resolves a call such as `advect(f)`: returns the body of the function with the arguments substituted for the
/// parameters. An argument is a tensor with its indices or an expression, which is computed once.
std::optional<Resolved> apply_function(edl::Expression const& call, std::vector<Resolved> arguments, Context& context);

/// Declares the functions with local definitions.
void declare_functions(edl::SyntaxTree const& tree, Context& context);

/// A result of a call: a temporary with the indices of the call, followed by the indices that the function declares.
struct CallResult {
  std::string temporary;
  std::vector<Index> indices;
  Shape shape;
};

/// Resolves a call of a function with local definitions. The function is applied to each component of its arguments.
/// Arguments, local definitions and results become temporaries in `context.hidden`.
std::optional<std::vector<CallResult>> call_function(edl::Expression const& call, Context& context);

/// Resolves a call with a single result inside an expression.
std::optional<Resolved> result_of_call(edl::Expression const& call, Context& context);

/// Resolves `a, b = f(x)`: returns the right side of each name. `indices` holds the indices of each left side.
std::optional<std::vector<Expression>> resolve_results(std::vector<edl::Name> const& left,
                                                       std::vector<std::vector<Index>> const& indices,
                                                       edl::Expression const& call, Context& context);

/// Returns the indices of a left side: the suffixes of the name that follow its declared part.
std::vector<Index> left_indices(edl::Name const& name, std::size_t rank, Context& context);

/// Replaces the letter of the scope's direction by a fixed index.
void fix_direction(std::vector<Index>& indices, Context const& context);

/// Starts a scope in which the letter is a direction.
void set_direction(std::string const& letter, Context& context);

/// Returns the fixed indices of an expression, each once.
std::vector<Index> fixed_indices(Expression const& expression);

/// Checks that both sides of an equation have the same free indices; a right side 0 fits every left side. Returns false
/// after reporting a difference.
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

/// Returns the only metric of the file, or nullptr after reporting that the file has no metric or several.
Metric const* only_metric(std::string const& user, base::SourcePosition const& where, Context& context);

/// Returns the name of the temporary that holds a tensor with its indices at other heights than declared: `T^i_j = g^ik
/// T_kj`. A metric with both indices up is its inverse, which is computed from minors and the determinant. Returns an
/// empty string after reporting that no metric moves the indices.
std::string moved_form(std::string const& name, std::vector<bool> const& upper, base::SourcePosition const& where,
                       Context& context);

/// Name of the scalar temporary that holds the determinant of a metric's components.
std::string determinant_of(Metric const& metric, Context& context);

} // namespace chemora::tensor
