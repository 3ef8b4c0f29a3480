#include "codegen/polyhedral/order_reductions.hpp"
#include "codegen/ir/ordered_reduction.hpp"
#include "codegen/polyhedral/reduction_elements.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace chemora::polyhedral {

namespace {

using ir::Bound;
using ir::ExpressionPtr;
using ir::linear;
using ir::LinearExpression;
using ir::Mapping;
using ir::NodeKind;
using ir::Op;
using ir::TreeNode;
using TreeNodes = std::vector<TreeNode>;

constexpr int chunk_size = ir::reduction_chunk;
constexpr int n_partial = ir::reduction_lanes;
constexpr int group_size = 8;                    ///< elements of an incomplete row that are evaluated together
constexpr int max_rows = chunk_size / n_partial; ///< of a chunk
constexpr int n_levels = 21;                     ///< of the tree of chunks: 2^31 elements have 2^21 chunks
constexpr std::array halves = {16, 8, 4, 2, 1};  ///< numbers of pairs of partial results
static_assert(n_partial == 32 && long{chunk_size} << n_levels == 1L << 31);

ExpressionPtr operation(Op op, ExpressionPtr const& left, ExpressionPtr const& right) {
  return ir::make_operation(op, {left, right});
}

TreeNode assignment(ExpressionPtr const& target, ExpressionPtr const& value) {
  return {.kind = NodeKind::assignment, .target = target, .value = value};
}

TreeNode condition(ExpressionPtr const& holds, TreeNodes body) {
  return {.kind = NodeKind::condition, .condition = holds, .body = std::move(body)};
}

TreeNode loop_from_0(std::string const& variable, std::vector<Bound> const& upper, TreeNodes body) {
  return {.kind = NodeKind::loop, .variable = variable, .lower = {{}}, .upper = upper, .body = std::move(body)};
}

TreeNode vector_loop(std::string const& variable, int n, TreeNodes body) {
  TreeNode loop = loop_from_0(variable, {{linear(n - 1)}}, std::move(body));
  loop.mapping = Mapping::vector;
  loop.extent = n;
  return loop;
}

void append_nodes(TreeNodes& nodes, TreeNodes more) { std::move(more.begin(), more.end(), std::back_inserter(nodes)); }

class Ordering {
public:
  Ordering(loops::LoopKernel const& kernel, ir::LoopTree& tree) : tree_(tree) {
    for (loops::Loop const& loop : kernel.loops) names_.insert(loop.name);
    for (ir::TreeParameter const& parameter : tree.parameters) names_.insert(parameter.name);
    for (ir::TypedArray const& array : tree.arrays) names_.insert(array.name);
    for (loops::Instruction const& instruction : kernel.instructions)
      if (auto const loop = loops::loop_of_ordered_update(kernel, instruction))
        sums_[*loop].push_back({.op = instruction.value->op, .result = instruction.target});
  }

  TreeNodes ordered(TreeNodes nodes, bool is_inside_lanes) {
    TreeNodes result;
    for (TreeNode& node : nodes) {
      bool const has_lanes = node.mapping == Mapping::block || node.mapping == Mapping::vector ||
                             node.mapping == Mapping::interleaved || node.mapping == Mapping::unrolled;
      node.body = ordered(std::move(node.body), is_inside_lanes || (node.kind == NodeKind::loop && has_lanes));
      auto const sums = node.kind == NodeKind::loop ? sums_.find(node.variable) : sums_.end();
      if (sums == sums_.end())
        result.push_back(std::move(node));
      else
        append_nodes(result, ordered(node, sums->second, is_inside_lanes));
    }
    return result;
  }

private:
  /// A loop that is replaced.
  struct Reduction {
    ElementsLoop elements;
    LinearExpression size{};                ///< number of elements
    std::string chunk{}, row{}, part{};     ///< names of loops
    std::vector<TreeNode const*> threads{}; ///< loops over threads between the loop and its updates
    /// Number of elements from the start of the chunk, and of the row.
    LinearExpression in_chunk() const { return size - chunk_size * linear(chunk); }
    LinearExpression in_row() const { return in_chunk() - n_partial * linear(row); }
    LinearExpression first_of_row() const { return chunk_size * linear(chunk) + n_partial * linear(row); }
  };

  std::string new_name(std::string const& base) {
    std::string name = base;
    for (int n = 0; !names_.insert(name).second; ++n) name = fmt::format("{}_{}", base, n);
    return name;
  }

  ir::TypedArray& array(std::string const& name) {
    return *std::ranges::find(tree_.arrays, name, &ir::TypedArray::name);
  }

  /// Declares a private temporary with the copies of the result of a reduction.
  std::string declare(std::string const& name, ir::Type type, std::string const& result, int extent = 0) {
    ir::TypedArray temporary{.name = new_name(name), .type = type, .copies = array(result).copies};
    if (extent > 0) temporary.axes.push_back({.extent = linear(extent)});
    tree_.arrays.push_back(temporary);
    return temporary.name;
  }

  /// Returns the expression with elements in place of scalar temporaries.
  ExpressionPtr value_of(LinearExpression const& expression) const {
    std::map<std::string, ExpressionPtr> elements;
    for (ir::TypedArray const& array : tree_.arrays)
      if (expression.uses(array.name)) elements[array.name] = ir::make_element(array.type, array.name, {});
    return ir::with_names(ir::make_linear(expression), elements);
  }

  TreeNodes ordered(TreeNode const& loop, std::vector<Sum>& sums, bool is_inside_lanes) {
    bool const has_one_range = loop.lower == std::vector<Bound>{{}} && loop.upper.size() == 1 &&
                               loop.upper[0].divisor == 1 && loop.mapping == Mapping::sequential;
    if (!has_one_range)
      throw base::InternalError(fmt::format("The loop `{}` over the elements of an ordered reduction has other bounds "
                                            "than 0 and one linear expression.",
                                            loop.variable));
    for (Sum& sum : sums) {
      sum.partial = declare(sum.result->name + "_partial", sum.result->type, sum.result->name, n_partial);
      sum.pending = declare(sum.result->name + "_pending", sum.result->type, sum.result->name, n_levels + 1);
    }
    Reduction reduction{.elements = {loop, sums},
                        .size = loop.upper[0].numerator + linear(1),
                        .chunk = new_name(loop.variable + "_chunk"),
                        .row = new_name(loop.variable + "_row"),
                        .part = new_name(loop.variable + "_part")};
    find_threads(loop.body, {}, reduction);
    bool const has_vectors = !is_inside_lanes && reduction.threads.empty() && reduction.elements.is_simple() &&
                             are_private(reduction, loop.body);
    TreeNodes result = has_vectors ? short_rows(reduction) : TreeNodes();
    TreeNodes body = has_vectors ? chunk_with_vectors(reduction) : chunk_in_sequence(reduction);
    append_nodes(body, inside_threads(reduction, combination_of_chunks(reduction)));
    TreeNode chunks = loop_from_0(reduction.chunk, {{reduction.size - linear(1), chunk_size}}, std::move(body));
    ExpressionPtr const is_long = operation(Op::less, ir::make_integer(n_partial), value_of(reduction.size));
    result.push_back(has_vectors ? condition(is_long, {chunks}) : chunks);
    return result;
  }

  static void find_threads(TreeNodes const& nodes, std::vector<TreeNode const*> const& outer, Reduction& reduction) {
    for (TreeNode const& node : nodes) {
      std::vector<TreeNode const*> inside = outer;
      if (node.kind == NodeKind::loop && node.mapping == Mapping::block) inside.push_back(&node);
      if (reduction.elements.is_update(node)) reduction.threads = inside;
      find_threads(node.body, inside, reduction);
    }
  }

  /// Whether all assignments are updates, or assign temporaries of which each element has a copy.
  bool are_private(Reduction const& reduction, TreeNodes const& nodes) {
    return std::ranges::all_of(nodes, [&](TreeNode const& node) {
      if (node.kind != NodeKind::assignment) return are_private(reduction, node.body);
      return reduction.elements.is_update(node) ||
             base::contains(array(node.target->name).copies, reduction.elements.loop.variable);
    });
  }

  static TreeNodes inside_threads(Reduction const& reduction, TreeNodes nodes) {
    for (std::size_t n = reduction.threads.size(); n-- > 0;) {
      TreeNode loop = *reduction.threads[n];
      loop.body = std::move(nodes);
      nodes = {std::move(loop)};
    }
    return nodes;
  }

  // The partial results of a chunk.

  static TreeNodes neutral_partial_results(Reduction const& reduction) {
    TreeNodes nodes;
    for (Sum const& sum : reduction.elements.sums)
      nodes.push_back(assignment(sum.element(sum.partial, linear(reduction.part)), sum.neutral()));
    return nodes;
  }

  static TreeNodes results_of_parts(Reduction const& reduction) {
    TreeNodes nodes;
    for (Sum const& sum : reduction.elements.sums)
      nodes.push_back(assignment(sum.result, sum.element(sum.partial, linear(0))));
    return nodes;
  }

  static TreeNodes combined_halves(Reduction const& reduction, LinearExpression const& part, int distance) {
    TreeNodes nodes;
    for (Sum const& sum : reduction.elements.sums) nodes.push_back(sum.combine_partial(part, distance));
    return nodes;
  }

  /// Combines the first `n` partial results, a power of two; the others are neutral.
  static TreeNodes halves_in_vectors(Reduction const& reduction, int n) {
    TreeNodes nodes;
    for (int half = n / 2; half > 1; half /= 2)
      nodes.push_back(vector_loop(reduction.part, half, combined_halves(reduction, linear(reduction.part), half)));
    append_nodes(nodes, combined_halves(reduction, linear(0), 1));
    return nodes;
  }

  /// Rows of at most 32 elements have at most one element for each partial result. There are three forms for rows of
  /// different length, because vectors remain in registers if their number is constant.
  TreeNodes short_rows(Reduction const& reduction) {
    ExpressionPtr const size = value_of(reduction.size);
    TreeNodes result;
    for (int n = group_size, longest = 0; n <= n_partial; longest = n, n *= 2) {
      TreeNodes nodes{some_lanes(reduction, n, linear(0), linear(0), {})};
      append_nodes(nodes, halves_in_vectors(reduction, n));
      append_nodes(nodes, results_of_parts(reduction));
      result.push_back(condition(operation(Op::logical_and, operation(Op::less, ir::make_integer(longest), size),
                                           operation(Op::less_equal, size, ir::make_integer(n))),
                                 std::move(nodes)));
    }
    return result;
  }

  static TreeNode loop_over_rows(Reduction const& reduction, TreeNodes body) {
    return loop_from_0(reduction.row, {{linear(max_rows - 1)}, {reduction.in_chunk() - linear(1), n_partial}},
                       std::move(body));
  }

  TreeNodes chunk_in_sequence(Reduction const& reduction) {
    LinearExpression const last = reduction.in_chunk() - linear(1), part = linear(reduction.part);
    auto const over_parts = [&](int n, LinearExpression const& last_part, TreeNodes body) {
      return inside_threads(reduction, {loop_from_0(reduction.part, {{linear(n - 1)}, {last_part}}, std::move(body))});
    };
    TreeNodes nodes = over_parts(n_partial, last, neutral_partial_results(reduction));
    add_copies(reduction.elements.loop.variable, {reduction.chunk, reduction.row});
    LinearExpression const element = reduction.first_of_row() + linear(reduction.elements.loop.variable);
    TreeNodes body =
        body_for(reduction.elements, {element, value_of(element), linear(reduction.elements.loop.variable)});
    TreeNodes row;
    row.push_back(loop_from_0(reduction.elements.loop.variable,
                              {{linear(n_partial - 1)}, {reduction.in_row() - linear(1)}}, std::move(body)));
    nodes.push_back(loop_over_rows(reduction, std::move(row)));
    for (int const half : halves)
      append_nodes(nodes, over_parts(half, last - linear(half), combined_halves(reduction, part, half)));
    return nodes;
  }

  TreeNodes chunk_with_vectors(Reduction const& reduction) {
    TreeNodes nodes, rows;
    nodes.push_back(vector_loop(reduction.part, n_partial, neutral_partial_results(reduction)));
    ExpressionPtr const in_row = value_of(reduction.in_row()), n_lanes = ir::make_integer(n_partial);
    TreeNodes remaining = incomplete_row(reduction);
    rows.push_back(condition(operation(Op::less_equal, n_lanes, in_row), complete_row(reduction)));
    rows.push_back(condition(operation(Op::less, in_row, n_lanes), std::move(remaining)));
    nodes.push_back(loop_over_rows(reduction, std::move(rows)));
    append_nodes(nodes, halves_in_vectors(reduction, n_partial));
    return nodes;
  }

  TreeNodes complete_row(Reduction const& reduction) {
    std::string const& lane = reduction.elements.loop.variable;
    add_copies(lane, {reduction.chunk, reduction.row});
    LinearExpression const element = reduction.first_of_row() + linear(lane);
    TreeNodes nodes;
    nodes.push_back(
        vector_loop(lane, n_partial, body_for(reduction.elements, {element, value_of(element), linear(lane)})));
    return nodes;
  }

  TreeNodes incomplete_row(Reduction const& reduction) {
    std::string const group = new_name(reduction.elements.loop.variable + "_group");
    LinearExpression const first = group_size * linear(group);
    TreeNodes nodes;
    nodes.push_back(loop_from_0(group,
                                {{linear(n_partial / group_size - 1)}, {reduction.in_row() - linear(1), group_size}},
                                {some_lanes(reduction, group_size, reduction.first_of_row() + first, first,
                                            {reduction.chunk, reduction.row, group})}));
    return nodes;
  }

  /// Returns a vector loop over `n` lanes, of which only the first ones have elements. `copies` are the loops around
  /// it. Without copies, the partial results have no other elements.
  TreeNode some_lanes(Reduction const& reduction, int n, LinearExpression const& first_element,
                      LinearExpression const& first_part, std::vector<std::string> copies) {
    std::string const lane = new_name(reduction.elements.loop.variable + "_lane");
    ElementOfIteration all;
    all.part = first_part + linear(lane);
    all.starts = copies.empty();
    ExpressionPtr const number = value_of(first_element + linear(lane)), last = value_of(reduction.size - linear(1));
    all.value = operation(Op::minimum, number, last);
    all.is_present = operation(Op::less_equal, number, last);
    copies.push_back(lane);
    all.arrays = separate_copies(reduction.elements.loop.variable, copies);
    return vector_loop(lane, n, body_for(reduction.elements, all));
  }

  /// Adds loops of which the temporaries inside the loop have copies too.
  void add_copies(std::string const& loop, std::vector<std::string> const& more) {
    for (ir::TypedArray& array : tree_.arrays)
      if (base::contains(array.copies, loop)) array.copies.insert(array.copies.end(), more.begin(), more.end());
  }

  /// Declares temporaries with copies of `loops` in place of those of `loop`, and returns their names.
  std::map<std::string, std::string> separate_copies(std::string const& loop, std::vector<std::string> const& loops) {
    std::map<std::string, std::string> names;
    std::vector<ir::TypedArray> added;
    for (ir::TypedArray const& array : tree_.arrays) {
      if (!base::contains(array.copies, loop)) continue;
      ir::TypedArray copy = array;
      copy.name = names[array.name] = new_name(array.name + "_of_lane");
      std::erase(copy.copies, loop);
      copy.copies.insert(copy.copies.end(), loops.begin(), loops.end());
      added.push_back(std::move(copy));
    }
    tree_.arrays.insert(tree_.arrays.end(), added.begin(), added.end());
    return names;
  }

  // The results of chunks.

  /// The results of complete subtrees of 1, 2, 4, ... chunks are pending until their neighbour is complete. Subtree n
  /// is pending if bit n of the number of the chunk is 1. A chunk completes those subtrees that are given by the lowest
  /// bits if they are 1. The last chunk is combined with all of them.
  TreeNodes combination_of_chunks(Reduction const& reduction) {
    std::string const& result = reduction.elements.sums[0].result->name;
    auto const number = [&](std::string const& suffix) {
      return ir::make_element(ir::Type::int32, declare(reduction.chunk + suffix, ir::Type::int32, result), {});
    };
    ExpressionPtr const bits = number("_bits"), n_combined = number("_combined"), zero = ir::make_integer(0);
    std::string const level = new_name(reduction.elements.loop.variable + "_level");
    ExpressionPtr const is_pending =
        operation(Op::equal, operation(Op::modulo, bits, ir::make_integer(2)), ir::make_integer(1));
    ExpressionPtr const is_last =
        operation(Op::less_equal, value_of(reduction.in_chunk()), ir::make_integer(chunk_size));
    TreeNodes first_chunk = results_of_parts(reduction), pending, combined;
    for (Sum const& sum : reduction.elements.sums)
      pending.push_back(assignment(sum.result, operation(sum.op, sum.element(sum.pending, linear(level)), sum.result)));
    combined.push_back(condition(is_pending, std::move(pending)));
    combined.push_back(assignment(bits, operation(Op::floor_divide, bits, ir::make_integer(2))));
    combined.push_back(assignment(n_combined, value_of(linear(level) + linear(1))));
    TreeNodes subtree, several;
    subtree.push_back(condition(
        operation(Op::logical_or, is_pending, operation(Op::logical_and, is_last, operation(Op::less, zero, bits))),
        std::move(combined)));
    several.push_back(assignment(bits, value_of(linear(reduction.chunk))));
    several.push_back(assignment(n_combined, zero));
    several.push_back(loop_from_0(level, {{linear(n_levels - 1)}}, std::move(subtree)));
    for (Sum const& sum : reduction.elements.sums)
      several.push_back(assignment(ir::make_element(sum.result->type, sum.pending, {n_combined}), sum.result));
    first_chunk.push_back(
        condition(operation(Op::less, ir::make_integer(chunk_size), value_of(reduction.size)), std::move(several)));
    return first_chunk;
  }

  ir::LoopTree& tree_;
  std::set<std::string> names_{};
  std::map<std::string, std::vector<Sum>> sums_{}; ///< by the loop over their elements
};

} // namespace

ir::LoopTree with_ordered_reductions(loops::LoopKernel const& kernel, ir::LoopTree tree) {
  TreeNodes body = std::move(tree.body);
  tree.body = Ordering(kernel, tree).ordered(std::move(body), false);
  return tree;
}

} // namespace chemora::polyhedral
