/// Prints loop trees for devices that run blocks of threads, in OpenCL C and CUDA C++.
#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/tree_printer.hpp"
#include "codegen/emit/unroll_tree.hpp"
#include "framework/base/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace chemora::emit {

namespace {

using ir::Mapping;
using ir::NodeKind;
using ir::Scope;
using ir::TreeNode;

void collect_block_axes(std::vector<TreeNode> const& nodes, std::array<bool, 3>& axes) {
  for (TreeNode const& node : nodes) {
    if (node.kind == NodeKind::loop && node.mapping == Mapping::blocks)
      axes[static_cast<std::size_t>(node.axis)] = true;
    collect_block_axes(node.body, axes);
  }
}

bool has_tile_barrier(TreeNode const& node) {
  return (node.kind == NodeKind::barrier && node.barrier == Scope::tile) ||
         std::ranges::any_of(node.body, has_tile_barrier);
}

/// Prints the tree as one thread of a block executes it.
///
/// A loop over blocks or over the threads of a block becomes a condition: the thread executes the iteration with the
/// number of its block, or with its number in the block. A node outside of the loops of an axis is executed by the
/// threads of all positions along this axis, so that private temporaries have their values in each thread. Only the
/// threads of position 0 write to other arrays there.
///
/// A barrier is not inside a condition, even if the condition has the same value for all threads of the block: PoCL 3.1
/// then computes wrong values. Instead, the condition of a block is repeated around the nodes between barriers. Loops
/// around barriers whose bounds depend on data are an exception, because blocks without work do not compute the bounds.
class DeviceTreePrinter final : public TreePrinter {
public:
  DeviceTreePrinter(ir::LoopTree const& tree, BlockDialect const& dialect)
      : TreePrinter(tree, dialect, "int"), blocks_(dialect), threads_(ir::threads_of(tree)) {
    collect_block_axes(tree.body, has_blocks_);
  }

private:
  std::string definitions() const override {
    return tree_definitions(expressions_.helpers(), blocks_.function_qualifiers());
  }

  void print_declarations() override {
    std::map<std::string, long> storages; // bytes of each shared storage
    for (ir::TypedArray const& array : tree_.arrays) {
      if (array.is_argument || array.scope == Scope::grid) continue;
      if (array.scope == Scope::tile && !array.storage.empty())
        storages[array.storage] = std::max(storages[array.storage], elements(array) * ir::element_bytes(array.type));
      else if (array.scope == Scope::tile)
        line(fmt::format("{} {} {}[{}];", blocks_.shared_memory(), type_of(array), name_of(array), elements(array)));
      else if (array.axes.empty())
        line(fmt::format("{} {};", type_of(array), name_of(array)));
      else
        line(fmt::format("{} {}[{}];", type_of(array), name_of(array), elements(array)));
    }
    print_storages(storages);
  }

  /// The storage is an array of the widest type, so that it is aligned for all types.
  void print_storages(std::map<std::string, long> const& storages) {
    int n = 0;
    for (auto const& [storage, bytes] : storages) {
      std::string const name = fmt::format("storage_{}", n++);
      line(fmt::format("{} double {}[{}];", blocks_.shared_memory(), name, (bytes + 7) / 8));
      for (ir::TypedArray const& array : tree_.arrays)
        if (!array.is_argument && array.scope == Scope::tile && array.storage == storage)
          line(fmt::format("{0}{1}* const {2} = ({0}{1}*){3};", blocks_.shared_pointer(), type_of(array),
                           name_of(array), name));
    }
  }

  static std::string type_of(ir::TypedArray const& array) { return memory_type(array.type); }
  std::string const& name_of(ir::TypedArray const& array) const { return expressions_.identifier(array.name); }

  long elements(ir::TypedArray const& array) const {
    if (auto const size = TreeExpressions::constant_size(array)) return *size;
    throw base::UserError(
        fmt::format("The size of the temporary `{}` of kernel `{}` depends on parameters. Devices need "
                    "constant sizes, except for scope grid: fix the parameters with "
                    "`fix_parameters`.",
                    array.name, tree_.kernel));
  }

  void print_node(TreeNode const& node) override {
    if (block_conditions_.empty() || has_tile_barrier(node)) return print_in_block(node);
    std::vector<std::string> const conditions = std::exchange(block_conditions_, {});
    open(fmt::format("if ({})", fmt::join(conditions, " && ")));
    print_in_block(node);
    close();
    block_conditions_ = conditions;
  }

  void print_in_block(TreeNode const& node) {
    switch (node.kind) {
    case NodeKind::assignment:
      return print_assignment(node);
    case NodeKind::barrier:
      return line(blocks_.barrier());
    case NodeKind::condition:
      open(fmt::format("if ({})", expressions_.value(node.condition)));
      print_nodes(node.body);
      return close();
    case NodeKind::loop:
      return print_loop(node);
    }
  }

  /// Returns whether a loop around barriers has bounds that depend on data.
  bool has_range_from_data(TreeNode const& node) const {
    auto const names_temporary = [&](ir::Bound const& bound) {
      return std::ranges::any_of(bound.numerator.factors, [&](auto const& item) {
        return std::ranges::find(tree_.arrays, item.first, &ir::TypedArray::name) != tree_.arrays.end();
      });
    };
    bool const is_here = node.kind == NodeKind::loop && (std::ranges::any_of(node.lower, names_temporary) ||
                                                         std::ranges::any_of(node.upper, names_temporary));
    return has_tile_barrier(node) &&
           (is_here || std::ranges::any_of(node.body, [&](TreeNode const& part) { return has_range_from_data(part); }));
  }

  /// Prints a loop over blocks whose condition is repeated around the nodes between barriers.
  void print_blocks_with_barriers(TreeNode const& loop) {
    std::string const name = expressions_.identifier(loop.variable);
    open("");
    print_position(loop, blocks_.block_index(loop.axis));
    block_conditions_.push_back(fmt::format("{} <= {}", name, expressions_.upper(loop)));
    inside_blocks_[static_cast<std::size_t>(loop.axis)] = true;
    print_nodes(loop.body);
    inside_blocks_[static_cast<std::size_t>(loop.axis)] = false;
    block_conditions_.pop_back();
    close();
  }

  void print_loop(TreeNode const& loop) {
    bool const is_over_blocks = loop.mapping == Mapping::blocks;
    if (is_over_blocks && has_tile_barrier(loop) && !has_range_from_data(loop)) return print_blocks_with_barriers(loop);
    if (is_over_blocks || loop.mapping == Mapping::block) {
      auto& is_inside = (is_over_blocks ? inside_blocks_ : inside_threads_)[static_cast<std::size_t>(loop.axis)];
      open_position(loop, is_over_blocks ? blocks_.block_index(loop.axis) : blocks_.thread_index(loop.axis));
      is_inside = true;
      print_nodes(loop.body);
      is_inside = false;
      return close_position();
    }
    bool const is_unrolled =
        loop.mapping == Mapping::unrolled || loop.mapping == Mapping::interleaved || loop.mapping == Mapping::vector;
    if (is_unrolled) line(loop.extent > 0 ? fmt::format("#pragma unroll {}", loop.extent) : "#pragma unroll");
    open_loop(loop);
    print_nodes(loop.body);
    close();
  }

  void print_position(TreeNode const& loop, std::string const& position) {
    std::string const step = loop.step == 1 ? "" : fmt::format("{}*", loop.step);
    line(fmt::format("int const {} = {} + {}{};", expressions_.identifier(loop.variable), expressions_.lower(loop),
                     step, position));
  }

  void open_position(TreeNode const& loop, std::string const& position) {
    open("");
    print_position(loop, position);
    open(fmt::format("if ({} <= {})", expressions_.identifier(loop.variable), expressions_.upper(loop)));
  }

  void close_position() {
    close();
    close();
  }

  void print_assignment(TreeNode const& node) {
    ir::TypedArray const& array = expressions_.array(node.target->name);
    std::string const text = fmt::format("{} = {};", expressions_.element(node.target), expressions_.value(node.value));
    bool const is_private = !array.is_argument && array.scope == Scope::registers;
    std::string const condition = is_private ? "" : is_first_position(array.scope == Scope::tile && !array.is_argument);
    line(condition.empty() ? text : fmt::format("if ({}) {}", condition, text));
  }

  /// Returns the condition that the thread has position 0 along all axes whose loops do not enclose the node. Each
  /// block has its own tiles.
  std::string is_first_position(bool is_tile) const {
    std::string condition;
    auto const add = [&](std::string const& position) {
      condition += fmt::format("{}{} == 0", condition.empty() ? "" : " && ", position);
    };
    for (int axis = 0; axis < 3; ++axis) {
      auto const n = static_cast<std::size_t>(axis);
      if (!is_tile && has_blocks_[n] && !inside_blocks_[n]) add(blocks_.block_index(axis));
      if (threads_[n] > 1 && !inside_threads_[n]) add(blocks_.thread_index(axis));
    }
    return condition;
  }

  BlockDialect const& blocks_;
  base::Index3 threads_;
  std::vector<std::string> block_conditions_{}; ///< of open loops over blocks that contain barriers
  std::array<bool, 3> has_blocks_{}, inside_blocks_{}, inside_threads_{};
};

} // namespace

std::string print_device_tree(ir::LoopTree const& tree, BlockDialect const& dialect) {
  ir::LoopTree expanded = tree;
  expand_copies(expanded, {.mappings = {Mapping::interleaved, Mapping::unrolled, Mapping::vector},
                           .has_concurrent_threads = true});
  expanded = with_interleaved_copies(std::move(expanded));
  return DeviceTreePrinter(expanded, dialect).print();
}

} // namespace chemora::emit
