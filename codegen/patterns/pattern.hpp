/// The language of nested parallel patterns (docs/patterns.md): files `*.pat`, after names and types are resolved.
///
///     input real m[rows, cols]
///     output sums = map(i < rows: sum(j < cols: m[i, j]))
///     output large = filter(i < rows: sum(m[i, *]) > 10)
///
/// **Values** are booleans, integers (int32), reals (real64), structures of these, arrays, and groups. An array has
/// extents, and its elements are scalars or structures. Arrays of arrays of different sizes and of groups are arrays
/// whose elements are arrays or groups. A group has a key and members.
///
/// **Order.** The elements of a pattern are in the order of its variables, of which the last varies fastest. Points of
/// the grid are ordered with x fastest. `filter` and `groupBy` keep the order of the elements. Groups are ordered by
/// their keys.
///
/// **Reductions.** `sum` and `product` of reals, and `reduce`, are computed as codegen/patterns/ordered_reduction.hpp
/// defines. A sum of reals over the grid, or over elements that a pattern selects from the grid, is exact and rounded
/// once, so that it does not depend on the distribution of the grid. All other reductions have the same result in any
/// order. A reduction with a range that depends on another one is a reduction of reductions, except over the grid.
///
/// **Effects.** In the outermost `foreach`, all iterations read the values from before it. Iterations that assign the
/// same element assign equal values.
#pragma once

#include "codegen/ir/operation.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/source_text.hpp"

#include <array>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace chemora::patterns {

enum class Kind {
  unknown, ///< after an error
  boolean,
  integer,
  real,
  structure,
  array,
  group
};

struct Type;
using TypePtr = std::shared_ptr<Type const>;

struct Type {
  Kind kind = Kind::unknown;
  std::string structure{};   ///< of a structure
  int rank = 0;              ///< of an array
  TypePtr element{};         ///< of an array or group
  bool is_over_grid = false; ///< whether the elements of an array or group come from points of the grid

  bool is_number() const { return kind == Kind::integer || kind == Kind::real; }
  bool is_scalar() const { return is_number() || kind == Kind::boolean; }
  bool is_array() const { return kind == Kind::array; }
};
/// Returns whether the types are equal except for `is_over_grid`.
bool same_type(Type const& a, Type const& b);
/// `real`, `Extremum`, `real[,]`, `group of real`.
std::string to_text(Type const& type);

/// A structure. Fields are booleans, integers or reals. `point` is the structure of a point of the grid.
struct Structure {
  std::string name{};
  struct Field {
    std::string name{};
    Kind kind = Kind::real;
  };
  std::vector<Field> fields{};
};

enum class Role {
  parameter,   ///< a scalar that the user may change; `value` is its default
  size,        ///< an extent of inputs
  input,       ///< an array; a field of a CSR matrix has the name `a.first`, `a.column` or `a.value`
  grid,        ///< a grid function
  grid_number, ///< points_x (integer), origin_x, spacing_x (real), and so on
  local,       ///< of a pattern, `let` or `foreach`
  state        ///< `var`
};

/// The arrays of an array of groups, which are those of a CSR matrix: the members of all groups one after another, the
/// number of the first member of each group and of all members, and the keys of the groups.
enum class GroupPart { first, members, keys };

struct Node;
using NodePtr = std::shared_ptr<Node const>;

struct Variable {
  std::string name{}; ///< unique in the program
  Type type{};
  Role role = Role::local;
  double value = 0;
  /// The smallest and largest value of a parameter.
  std::array<double, 2> range{-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  std::vector<NodePtr> extents{}; ///< of inputs and grid functions, in terms of sizes and parameters
  NodePtr definition{};           ///< the expression of an integer that kernel_program() names
  /// The integer, or each integer of the array, is at least 0 and less than `end`. Null if no limit is known.
  NodePtr end{};
  std::string source{}; ///< grid function, or file of an input
  base::SourcePosition where{};
};

enum class NodeKind {
  number,
  variable,
  operation,   ///< `op`; `logical_and` and `logical_or` evaluate the second operand only if they need it
  conditional, ///< evaluates the condition and one of the alternatives
  let,         ///< defines `variable` as the first operand in the second one
  construct,   ///< structure of the operands
  field,       ///< `index` of the structure
  element,     ///< array or group and subscripts; a null subscript stands for a whole axis
  checked,     ///< the first operand, a subscript that must be at least 0 and less than the second operand
  key,         ///< of a group
  group_part,  ///< array `index` of an array of groups: first, members or keys
  size,        ///< number of elements along the axis `index`
  list,        ///< array of the operands
  pattern
};

enum class GeneratorKind {
  range,   ///< integers from `first` to `last`, or from 0 to `count` - 1; none if these bounds are reversed
  element, ///< elements of an array along its first axis, or members of a group
  point,   ///< all points of the grid, as structure `point`
  axis     ///< global indices along the axis `axis` of the grid
};

struct Generator {
  GeneratorKind kind = GeneratorKind::range;
  int variable = 0;
  NodePtr first{}, last{}, count{};
  NodePtr set{};
  int axis = 0;
  bool is_over_grid = false;
};

enum class PatternKind {
  map,     ///< array of the values of the body; has one generator
  zip,     ///< map whose generators have equal sizes and advance together
  filter,  ///< the elements of its only generator for which the body holds
  reduce,  ///< all values of the body combined with `combine`, from `initial`
  group,   ///< the values of the body in groups of equal keys, or in `n_groups` groups with keys from 0
  fold,    ///< `op` over all values: sum, product, minimum, maximum, `any` (logical_or), `all` (logical_and)
  count,   ///< the number of elements for which the body holds
  arg_min, ///< the first element with the smallest value; -1, or a point with -1, of no elements
  arg_max,
  /// The value of the variable `left` after all iterations of the range. The variable starts with `initial`, and each
  /// iteration assigns the body to it. Without `key`, or as long as it holds; iterations are sequential.
  iterate
};

struct Pattern {
  PatternKind kind = PatternKind::map;
  std::vector<Generator> generators{};
  NodePtr body{};
  ir::Op op = ir::Op::add;
  bool is_exact = false; ///< a sum over the grid
  NodePtr key{}, n_groups{}, initial{};
  int left = 0, right = 0; ///< variables of `combine`; `left` also of iterate
  NodePtr combine{};
};

struct Node {
  NodeKind kind = NodeKind::number;
  Type type{};
  double number = 0;
  int variable = 0, index = 0;
  ir::Op op = ir::Op::add;
  std::vector<NodePtr> operands{};
  std::shared_ptr<Pattern const> pattern{};
  /// Of arrays: integers in terms of variables that are visible at the node. Null if an extent follows from data.
  std::vector<NodePtr> extents{};
  base::SourcePosition where{};
  std::string array_name{}; ///< of elements and checked subscripts: the array in messages; empty if it has no name
};

enum class StatementKind {
  let,       ///< defines `variable`
  assign,    ///< assigns the whole of `variable`, which has the same extents before and after
  store,     ///< assigns the element `subscripts` of `variable`, or all of it without subscripts
  foreach,   ///< `generators`, `body`
  condition, ///< `value`, `body`, `otherwise`
  repeat,    ///< `variable` from 0 to `count` - 1, until `value` holds after an iteration
  output     ///< columns; a single column without a name if it is no table
};

struct Statement {
  StatementKind kind = StatementKind::let;
  int variable = 0;
  NodePtr value{}, count{};
  std::vector<NodePtr> subscripts{};
  std::optional<ir::Op> update{}; ///< add, minimum or maximum of a store
  std::vector<Generator> generators{};
  std::vector<Statement> body{}, otherwise{};
  std::string name{}; ///< of an output
  std::vector<std::pair<std::string, NodePtr>> columns{};
  bool is_declaration = false; ///< of an assignment: the statement `var`
  base::SourcePosition where{};
};

struct Program {
  std::string name{};
  std::vector<Structure> structures{}; ///< without `point`
  std::vector<Variable> variables{};
  struct Csr {
    std::string name{};
    NodePtr rows{}, columns{};                         ///< extents
    int first = 0, column = 0, value = 0, entries = 0; ///< variables
  };
  std::vector<Csr> matrices{};
  std::vector<Statement> statements{};
  std::vector<base::Diagnostic> warnings{};

  /// Throws base::InternalError if there is no structure with this name.
  Structure const& structure(std::string const& name) const;
  /// Returns the number of a variable; -1 if there is none.
  int find(std::string const& name) const;
};

/// The structure of a point of the grid: integers i, j and k.
Structure const& point_structure();

/// Reads a file. Throws base::UserError with all errors of the file.
Program read_program(base::SourceText const& source);

/// Returns the program in the language of patterns, with the bodies of functions in place of their calls. The text is
/// read as a program with equal text.
std::string to_text(Program const& program);

/// An array with its last axis fastest. A scalar has no extents. The fields of a structure are consecutive.
struct ArrayValue {
  std::vector<long> extents{};
  std::vector<double> numbers{};
  bool is_on_device = false; ///< an input whose numbers are in the memory of a device

  bool operator==(ArrayValue const&) const = default;
};

/// Values of everything that a program reads.
struct Inputs {
  std::map<std::string, double> parameters{}; ///< those that differ from their defaults
  /// Inputs and grid functions. Points of grid functions are [x, y, z] with z fastest.
  std::map<std::string, ArrayValue> arrays{};
  long points[3] = {0, 0, 0};
  double origin[3] = {0, 0, 0}, spacing[3] = {1, 1, 1};
};

struct Output {
  std::string name{};
  std::vector<std::pair<std::string, ArrayValue>> columns{}; ///< names of the columns of a table
};

/// Computes all outputs in the order that defines the result: the oracle of all mappings. Throws base::UserError for
/// inputs that do not fit, subscripts outside arrays, arrays of different sizes in a zipWith or table, and iterations
/// of foreach that assign different values to an element.
std::vector<Output> interpret(Program const& program, Inputs const& inputs);

} // namespace chemora::patterns
