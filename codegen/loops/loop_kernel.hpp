/// Loop kernels: what a kernel computes that is not a stencil over a box. A loop kernel has loop variables with integer
/// sets as their ranges, instructions, arrays and substitution rules. The order of execution is a separate matter: a
/// schedule (codegen/polyhedral) chooses any order that respects the dependences.
///
///     kernel matvec {
///       parameter int32 m
///       parameter int32 n
///       assume m >= 1
///       loop i: 0 <= i <= m - 1
///       loop k: 0 <= k <= n - 1
///       array a real64 [m, n] argument
///       array x real64 [n] argument
///       array y real64 [m] argument
///       array s real64 [] registers copies i
///       rule product(r) = a[r, k] * x[k]
///       init: [i] s = 0.0 order i, 0
///       add: [i, k] s = s + product(i) order i, 1, k
///       store: [i] y[i] = s order i, 2
///     }
///
/// **Meaning.** An instruction has one instance for each value of its loop variables. The result of the kernel is the
/// result of all instances in the lexicographic order of `order` (shorter vectors are filled up with zeros). Instances
/// of equal order do not depend on each other.
///
/// **Dependences.** Two instances depend on each other if both access the same element of the same copy of an array and
/// at least one of them writes it. A schedule executes dependent instances in the order above. Updates (`x = x + v`)
/// of an array in `reassociated` do not depend on each other.
///
/// **Ordered reductions.** The updates of a scalar temporary in `ordered` are combined in the order of
/// codegen/ir/ordered_reduction.hpp, in which the elements are the iterations of the loop around the update that has no
/// copies of the temporary:
///
///       init: [i] s = 0.0 order i, 0
///       add: [i, k] s = s + x[k] order i, 1, k
///       ordered s
///
/// **Copies.** A temporary with `copies` has a separate copy for each value of these loop variables, so that their
/// iterations do not depend on each other because of it.
#pragma once

#include "codegen/ir/array.hpp"
#include "codegen/ir/expression.hpp"
#include "framework/base/source_text.hpp"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace chemora::loops {

/// `expression` >= 0, or `expression` == 0.
struct Constraint {
  ir::LinearExpression expression{};
  bool is_equality = false;

  bool operator==(Constraint const&) const = default;
};

/// How the iterations of a loop are executed.
enum class Tag {
  sequential,  ///< `for`, also the default
  unrolled,    ///< `unr`
  vector,      ///< `vec`: lanes of a vector
  interleaved, ///< `ilp`: iterations side by side in one thread (instruction-level parallelism)
  block_axis,  ///< `g.N`: one block of threads per iteration; on the host, the blocks are divided among threads
  thread_axis  ///< `l.N`: one thread of a block per iteration; on the host, axis 0 becomes vectors
};

struct Loop {
  std::string name{};
  Tag tag = Tag::sequential;
  int axis = 0; ///< N of `g.N` and `l.N`

  bool operator==(Loop const&) const = default;
};

inline bool is_parallel(Loop const& loop) { return loop.tag >= Tag::vector; }
inline bool is_hardware_axis(Loop const& loop) { return loop.tag >= Tag::block_axis; }

/// A scalar argument. An int32 parameter may occur in constraints and shapes.
struct Parameter {
  std::string name{};
  ir::Type type = ir::Type::int32;

  bool operator==(Parameter const&) const = default;
};

/// A named expression with parameters. A use `name(arguments)` has the value of the body with the arguments in place of
/// the parameters.
struct Rule {
  std::string name{};
  std::vector<std::string> parameters{}; ///< int32
  ir::ExpressionPtr body{};
};

struct Instruction {
  std::string id{};
  std::set<std::string> tags{};
  std::vector<std::string> within{};           ///< loop variables, outermost first in `order`
  std::vector<ir::ExpressionPtr> conditions{}; ///< the instance is executed if all of them hold
  ir::ExpressionPtr target{};                  ///< element that is assigned; null for a barrier
  ir::ExpressionPtr value{};                   ///< null for a barrier
  std::optional<ir::Scope> barrier{};          ///< tile or grid: the instruction is a barrier
  std::set<std::string> after{};               ///< ids of instructions that come before this one in each iteration of
                                               ///< their common loops, besides the computed dependences
  std::vector<ir::LinearExpression> order{};   ///< position in the order that defines the result
  base::SourcePosition where{};                ///< position in the user's source, for messages

  bool is_within(std::string const& loop) const;
};

struct LoopKernel {
  std::string name{};
  std::vector<Parameter> parameters{};
  std::vector<Constraint> assumptions{}; ///< about parameters
  std::vector<Loop> loops{};
  /// Constraints on loop variables. An instruction obeys those whose loop variables it is all within. The value of an
  /// int32 scalar temporary may occur as a symbol; then the range of the loop depends on data.
  std::vector<Constraint> constraints{};
  std::vector<ir::TypedArray> arrays{};
  std::vector<Rule> rules{};
  std::vector<Instruction> instructions{};
  /// Lists of loop variables, each outermost first, that the schedule nests in this order.
  std::vector<std::vector<std::string>> priorities{};
  std::set<std::string> reassociated{}; ///< arrays whose updates may be executed in any order
  std::set<std::string> ordered{};      ///< scalar temporaries that are results of ordered reductions
  std::vector<std::string> plan{};      ///< the transformations applied so far, as statements of the script language

  // Each of these throws base::InternalError if there is nothing with this name; `find_` returns null instead.
  Loop& loop(std::string const& name);
  Loop const& loop(std::string const& name) const;
  Loop const* find_loop(std::string const& name) const;
  ir::TypedArray& array(std::string const& name);
  ir::TypedArray const& array(std::string const& name) const;
  ir::TypedArray const* find_array(std::string const& name) const;
  Rule& rule(std::string const& name);
  Rule const& rule(std::string const& name) const;
  Rule const* find_rule(std::string const& name) const;
  Parameter const* find_parameter(std::string const& name) const;
  Instruction& instruction(std::string const& id);
  Instruction const& instruction(std::string const& id) const;
  Instruction const* find_instruction(std::string const& id) const;
};

/// Returns a name that no loop, parameter, array, rule or instruction has: `base`, `base_0`, `base_1`, ...
std::string unused_name(LoopKernel const& kernel, std::string const& base);

/// Returns the constraints that an instruction within these loops obeys.
std::vector<Constraint> constraints_within(LoopKernel const& kernel, std::vector<std::string> const& loops);

/// Returns the expression with the bodies of all rules in place of their uses.
ir::ExpressionPtr expanded(LoopKernel const& kernel, ir::ExpressionPtr const& expression);

/// The update `target = target op value` or, if `op` is commutative, `target = value op target`. A subtraction is an
/// update with `op` subtract. `target = fma(a, b, target)` is an update with `op` add and the value `a * b`.
struct Update {
  ir::Op op = ir::Op::add;
  ir::ExpressionPtr value{};
};
/// Returns the update that the instruction is, if its value has this form and reads its target nowhere else.
std::optional<Update> update_of(Instruction const& instruction);

/// Returns the loop over the elements of an ordered reduction if the instruction is its update.
std::optional<std::string> loop_of_ordered_update(LoopKernel const& kernel, Instruction const& instruction);

/// One access of an instruction to an element of an array, after expansion of the rules.
struct ArrayAccess {
  ir::ExpressionPtr element{};
  bool is_write = false;
};
/// Returns the int32 scalar temporaries that determine the ranges of these loops.
std::set<std::string> scalars_in_ranges(LoopKernel const& kernel, std::vector<std::string> const& loops);

/// Returns all accesses: the write of the target, and the reads in the value, the conditions and all subscripts, and of
/// the scalars that determine the ranges of the loops.
std::vector<ArrayAccess> accesses_of(LoopKernel const& kernel, Instruction const& instruction);

/// Returns the update that the instruction is, if it reads the array of its target nowhere else: neither through rules
/// nor in conditions or subscripts. Only such updates may be executed in any order.
std::optional<Update> only_update_of(LoopKernel const& kernel, Instruction const& instruction);

/// Returns the name of a tag in scripts: `for`, `unr`, `vec`, `ilp`, `g.0`, `l.1`.
std::string to_text(Loop const& loop);

std::string to_text(LoopKernel const& kernel);

/// Inverse of to_text. Throws base::UserError with the position of every error.
LoopKernel parse_loop_kernel(std::string const& text, std::string const& source_name = "<kernel>");

/// Throws base::InternalError with the first violated rule:
/// - Loops, parameters, arrays and rules have different names; ids of instructions are unique.
/// - Names in expressions are parameters or loop variables that the instruction is within (or parameters of the rule,
///   or loops of the reduction); elements are of arrays with as many int32 subscripts as axes; rules exist, have as
///   many arguments as parameters, and do not use themselves.
/// - The target is an element with the type of the value; conditions are boolean; arguments are only assigned if they
///   are arrays.
/// - Constraints and shapes name loop variables, int32 parameters or int32 scalar temporaries; a shape names only
///   parameters. Every loop has a lower and an upper bound.
/// - An array in `ordered` is a private scalar. Each assignment of it assigns a number, or is an update `s = s op v`
///   within its copies and one more sequential loop, where `op` is an addition, multiplication, minimum or maximum.
///   The conditions of the update do not depend on this loop.
/// - `order` names only loop variables that the instruction is within; `after` names instructions.
/// - No instruction is within two loops of the same hardware axis.
void verify(LoopKernel const& kernel, std::string const& stage);

/// Executes all instances in the order that defines the result. Arrays contain the arguments in the layout of their
/// declarations, with elements as doubles. Throws base::UserError for a subscript outside an array.
void interpret(LoopKernel const& kernel, std::map<std::string, double> const& parameters,
               std::map<std::string, std::vector<double>>& arrays);

/// Executes the instances in a random order that respects the dependences between instances, which it determines by
/// enumeration of all accesses, independently of codegen/polyhedral. `seed` chooses the order.
void interpret_in_random_order(LoopKernel const& kernel, std::map<std::string, double> const& parameters,
                               std::map<std::string, std::vector<double>>& arrays, unsigned seed);

} // namespace chemora::loops
