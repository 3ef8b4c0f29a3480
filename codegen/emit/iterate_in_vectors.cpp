#include "codegen/emit/iterate_in_vectors.hpp"

#include "codegen/emit/tree_questions.hpp"
#include "codegen/emit/unroll_tree.hpp"
#include "framework/base/text.hpp"

#include <algorithm>
#include <climits>
#include <set>

namespace chemora::emit {

namespace {

using ir::NodeKind;
using ir::TreeNode;

/// Half of the vector registers of AVX-512, 32 of 64 bytes. A temporary with at most as many bytes in all lanes stays
/// in registers between two vector loops.
constexpr long max_register_bytes = 1024;
/// Each moved iteration can read another row of memory, and a processor prefetches a limited number of rows.
constexpr long max_moved_iterations = 8;

class IterationMover {
public:
  explicit IterationMover(ir::LoopTree const& tree) : tree_(tree) {}

  void run(std::vector<TreeNode>& nodes) const {
    for (TreeNode& node : nodes) run(node.body);
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (!is_movable(nodes[n])) continue;
      nodes[n] = exchanged(nodes[n]);
      for (; n > 0 && append(nodes[n - 1], nodes[n]); --n) nodes.erase(at(nodes, n));
      while (n + 1 < nodes.size() && append(nodes[n], nodes[n + 1])) nodes.erase(at(nodes, n + 1));
    }
  }

private:
  static std::vector<TreeNode>::iterator at(std::vector<TreeNode>& nodes, std::size_t n) {
    return nodes.begin() + static_cast<std::ptrdiff_t>(n);
  }

  static TreeNode exchanged(TreeNode const& loop) {
    TreeNode vectors = loop.body.front(), iterations = loop;
    iterations.body = std::move(vectors.body);
    vectors.body = {std::move(iterations)};
    return vectors;
  }

  bool is_movable(TreeNode const& loop) const {
    if (loop.kind != NodeKind::loop || loop.mapping != ir::Mapping::sequential || loop.body.size() != 1) return false;
    TreeNode const& vectors = loop.body.front();
    return is_vector_loop(vectors) && !depends_on(vectors, {loop.variable}) && shared_arrays(vectors, true).empty() &&
           (condition_of_iterations(exchanged(loop).body.front()) || is_short_around_long_vectors(loop, vectors));
  }

  static bool is_short_around_long_vectors(TreeNode const& loop, TreeNode const& vectors) {
    long const bytes = static_cast<long>(vectors.extent) * bytes_of_lanes(vectors.body);
    return bytes > max_register_bytes && max_iterations(loop).value_or(LONG_MAX) <= max_moved_iterations;
  }

  /// Returns the arrays that a vector loop accesses (or assigns), except the private temporaries of its lanes.
  std::set<std::string> shared_arrays(TreeNode const& vectors, bool only_assigned) const {
    std::set<std::string> names;
    for_each_element(vectors.body, [&](ir::ExpressionPtr const& element, bool is_assigned) {
      if (is_assigned || !only_assigned) names.insert(element->name);
    });
    if (!only_assigned) collect_names_in_bounds(vectors.body, names);
    for (ir::TypedArray const& array : tree_.arrays)
      if (array.scope == ir::Scope::registers && base::contains(array.copies, vectors.variable))
        names.erase(array.name);
    return names;
  }

  /// Fuses a vector loop with the one before it, if both have the same lanes, and no lane of one depends on another
  /// lane of the other.
  bool append(TreeNode& first, TreeNode const& second) const {
    bool const has_same_lanes = is_vector_loop(first) && is_vector_loop(second) && first.variable == second.variable &&
                                first.mapping == second.mapping && first.extent == second.extent &&
                                first.lower == second.lower && first.upper == second.upper;
    if (!has_same_lanes || share_assigned_arrays(first, second) || share_assigned_arrays(second, first)) return false;
    first.body.insert(first.body.end(), second.body.begin(), second.body.end());
    return true;
  }

  bool share_assigned_arrays(TreeNode const& assigning, TreeNode const& vectors) const {
    std::set<std::string> const assigned = shared_arrays(assigning, true), used = shared_arrays(vectors, false);
    return std::ranges::any_of(assigned, [&](std::string const& name) {
      return used.contains(name) && !has_element_per_lane(name, {assigning, vectors});
    });
  }

  /// Returns whether each lane accesses only its own elements of the array, because all accesses have the number of the
  /// lane as subscript of the same axis.
  bool has_element_per_lane(std::string const& array, std::vector<TreeNode> const& vector_loops) const {
    std::set<std::size_t> axes;
    for (ir::TypedArray const& declared : tree_.arrays)
      for (std::size_t axis = 0; declared.name == array && axis < declared.axes.size(); ++axis) axes.insert(axis);
    for_each_element(vector_loops, [&](ir::ExpressionPtr const& element, bool) {
      if (element->name != array) return;
      std::erase_if(axes, [&](std::size_t axis) {
        auto const subscript = ir::as_linear(element->operands[axis]);
        return !subscript || *subscript != ir::linear(vector_loops[0].variable);
      });
    });
    return !axes.empty();
  }

  ir::LoopTree const& tree_;
};

} // namespace

ir::LoopTree with_iterations_in_vectors(ir::LoopTree tree) {
  IterationMover(tree).run(tree.body);
  return tree;
}

} // namespace chemora::emit
