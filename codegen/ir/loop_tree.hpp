/// Loop trees: how a loop kernel is executed. A tree has loops with affine bounds, conditions, assignments and barriers
/// in any nesting. All emitters print loop trees. The perfect nest of a stencil (loops.hpp) is one shape of a tree, for
/// which the emitters have special code; to_tree() converts it.
///
///     tree volume {
///       parameter int32 Ne
///       array q real64 [Nq: 8, e: Ne] argument
///       buffer f real64 [8] tile
///       for e from 0 to Ne - 1 blocks 0
///         for i from 0 to 7 block 0
///           f[i] = q[i, e] * 2.0
///         barrier tile
///         for j from 0 to 7 block 0
///           for n from 0 to 7
///             out[j, e] = out[j, e] + D[j, n] * f[n]
///     }
///
/// Threads of a block: a loop with Mapping::block assigns its iterations to the threads of a block along `axis`. A
/// device executes one iteration per thread. The host executes the loop. Loops with Mapping::block never contain a
/// barrier, so that both may do so.
#pragma once

#include "codegen/ir/array.hpp"

namespace chemora::ir {

/// The quotient of a linear expression and a positive integer.
struct Bound {
  LinearExpression numerator{};
  long divisor = 1;

  bool operator==(Bound const&) const = default;
};

enum class NodeKind { loop, condition, assignment, barrier };

struct TreeNode {
  NodeKind kind = NodeKind::assignment;

  // A loop from the maximum of ceil(lower) to the minimum of floor(upper), both included.
  std::string variable{};
  std::vector<Bound> lower{};
  std::vector<Bound> upper{};
  int step = 1;
  /// sequential, unrolled, interleaved, vector, threads (host), blocks (index of the block along `axis`), block (index
  /// of the thread in its block along `axis`).
  Mapping mapping = Mapping::sequential;
  int axis = 0;
  int extent = 0; ///< for block, vector, unrolled and interleaved: maximum number of iterations

  ExpressionPtr condition{}; ///< condition: a boolean expression

  // Assignment `target = value`. The target is an element.
  ExpressionPtr target{};
  ExpressionPtr value{};

  Scope barrier = Scope::tile; ///< barrier: tile for the threads of a block, grid for all threads of the kernel

  std::vector<TreeNode> body{}; ///< nodes inside a loop or a condition, in the order of their execution
};

struct TreeParameter {
  std::string name{};
  Type type = Type::int32;

  bool operator==(TreeParameter const&) const = default;
};

/// A barrier of scope grid is a node of `body` itself, outside of all loops. It divides the tree into phases, which
/// devices launch one after another.
struct LoopTree {
  std::string kernel{};
  std::vector<TreeParameter> parameters{}; ///< scalar arguments, passed by value in this order
  std::vector<TypedArray> arrays{};        ///< arguments and temporaries
  std::vector<TreeNode> body{};
};

/// Returns the names of the arguments that the tree only reads (inputs) and of those that it writes (outputs), both in
/// the order of LoopTree::arrays. An argument that is read and written is an output.
struct TreeArguments {
  std::vector<std::string> inputs{};
  std::vector<std::string> outputs{};
};
TreeArguments arguments_of(LoopTree const& tree);

/// Returns the phases of the tree: the nodes of the body between barriers of scope grid.
std::vector<std::vector<TreeNode>> phases_of(LoopTree const& tree);

/// Returns the maximum number of threads of a block along each axis; 1 for an axis without threads.
base::Index3 threads_of(LoopTree const& tree);

std::string to_text(LoopTree const& tree);

/// Inverse of to_text. Throws base::UserError with the position of every error.
LoopTree parse_loop_tree(std::string const& text, std::string const& source_name = "<tree>");

/// Throws base::InternalError with the first violated rule:
/// - Every name in an expression is a parameter or the variable of an enclosing loop; every element is of an array.
///   There are no rules and no reductions.
/// - Bounds name enclosing loops, int32 parameters or int32 arrays without axes, whose value is read at the start of
///   the loop.
/// - Shapes name int32 parameters.
/// - Subscripts are int32 and as many as axes; values have the type of their target; conditions are boolean.
/// - A variable names one loop on the path from the root.
/// - Loops over blocks are outermost; loops over the threads of a block are inside them and contain no barrier.
/// - A barrier of scope tile is inside no loop of mapping threads of a block, unrolled, interleaved or vector.
/// - A barrier of scope grid is outside of all loops.
/// - `extent` is positive where it is used.
void verify(LoopTree const& tree, std::string const& stage);

/// Executes the tree sequentially: the reference for emitters. Arrays are in the layout of their declarations, with
/// elements as doubles. Elements of temporaries start as NaN; temporaries with the same text `storage` share their
/// elements. Throws base::InternalError for a subscript outside an array, or if a loop has more iterations than its
/// extent.
void interpret(LoopTree const& tree, std::map<std::string, double> const& parameters,
               std::map<std::string, std::vector<double>>& arrays);

/// Returns the tree of a perfect nest (loops.hpp), without its prefetches and streaming stores. Buffers are filled
/// completely in each iteration of their loop. The parameters of the tree are the parameters of the nest, the bounds of
/// the box (`lower_x` and `upper_x`, excluded, ...), `lower_global_x`, `size_x`, `spacing_x`, `origin_x`, `time`,
/// `time_step` and `iteration`, and for run-time extents `extent_x`, ...
LoopTree to_tree(Loops const& loops);

} // namespace chemora::ir
