/// Prints loop trees for the host: blocks are divided among OpenMP threads, threads of a block along axis 0 are lanes
/// of vectors.
#include "codegen/emit/c_expressions.hpp"
#include "codegen/emit/host_tree.hpp"
#include "codegen/emit/local_copies.hpp"
#include "codegen/emit/transposed_copies.hpp"
#include "codegen/emit/tree_printer.hpp"
#include "codegen/emit/tree_questions.hpp"
#include "codegen/emit/tree_vectors.hpp"
#include "codegen/emit/unroll_tree.hpp"
#include "codegen/emit/vectors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace chemora::emit {

namespace {

using ir::Mapping;
using ir::NodeKind;
using ir::Scope;
using ir::TreeNode;
using ir::Type;

constexpr long max_stack_bytes = 32768; ///< largest temporary on the stack of a thread
constexpr long max_vector_bytes = 64;   ///< size of the widest vector

/// Prints the tree of a HostTree.
class HostTreePrinter final : public TreePrinter {
public:
  HostTreePrinter(HostTree const& host, Dialect const& dialect)
      : TreePrinter(host.tree, dialect, "long"), host_(host), vectors_(host.tree, expressions_, dialect) {}

private:
  std::string definitions() const override {
    return tree_vector_definitions(vectors_.functions(), has_narrow_integers(tree_) || vectors_.has_lookups()) +
           (vectors_.has_lookups() ? lookup_definitions() : "") +
           (vectors_.reads_where() ? masked_read_definitions() : "") +
           (has_transposed_copies_ ? transposition_definitions() : "") +
           tree_definitions(expressions_.helpers(), "static inline ");
  }

  void print_declarations() override {
    bool const needs_pointers = std::any_of(tree_.body.begin(), tree_.body.end(), [](TreeNode const& node) {
      return node.kind != NodeKind::barrier && !is_divided(node);
    });
    if (needs_pointers) print_pointers();
    print_temporaries(nullptr);
  }

  /// Declares the pointers to arrays inside the loops over blocks, so that compilers treat them as distinct there.
  void print_pointers() {
    for (Argument const& argument : arguments()) {
      std::string text = dialect_.declaration(argument);
      text.pop_back(); // the newline
      line(text);
    }
  }

  /// Declares the temporaries of a loop's body; null is the whole kernel.
  void print_temporaries(TreeNode const* loop) {
    for (ir::TypedArray const* array : host_.temporaries_of(loop)) {
      std::string const& name = expressions_.identifier(array->name);
      if (allocated_.contains(array->name)) continue;
      if (vector_) {
        print_private_vector(*array, name);
        continue;
      }
      std::string const type = memory_type(array->type);
      if (array->axes.empty() && array->scope == Scope::registers)
        line(fmt::format("{} {};", type, name));
      else if (is_on_stack(*array))
        line(fmt::format("alignas(64) {} {}[{}];", type, name, *TreeExpressions::constant_size(*array)));
      else
        print_allocated(*array, type, name);
    }
  }

  static bool is_on_stack(ir::TypedArray const& array) {
    auto const size = TreeExpressions::constant_size(array);
    return array.axes.empty() || (size && *size * 8 <= max_stack_bytes);
  }

  void print_allocated(ir::TypedArray const& array, std::string const& type, std::string const& name) {
    line(fmt::format("Memory<{}> const memory_of_{}({});", type, name, expressions_.size(array)));
    line(fmt::format("{0}* const __restrict {1} = memory_of_{1}.elements;", type, name));
  }

  void print_private_vector(ir::TypedArray const& array, std::string const& name) {
    std::string const type = vector_type(array.type);
    vector_->arrays.insert(array.name);
    auto const size = TreeExpressions::constant_size(array);
    if (array.axes.empty())
      line(fmt::format("{} {};", type, name));
    else if (size && *size * max_vector_bytes <= max_stack_bytes)
      line(fmt::format("{} {}[{}];", type, name, *size));
    else
      print_allocated(array, type, name);
  }

  void print_node(TreeNode const& node) override {
    if (vector_ && !vector_->is_lane) return print_vector_node(node);
    switch (node.kind) {
    case NodeKind::assignment: { // a true lane of a mask is -1, because vector forms invert all of its bits
      bool const is_mask = vector_ && node.target->type == Type::boolean && vector_->arrays.contains(node.target->name);
      return line(fmt::format("{} = {}{};", expressions_.element(node.target), is_mask ? "-" : "",
                              expressions_.value(node.value)));
    }
    case NodeKind::barrier:
      return;
    case NodeKind::condition:
      open(fmt::format("if ({})", expressions_.value(node.condition)));
      print_nodes(node.body);
      return close();
    case NodeKind::loop:
      if (is_divided(node) && !is_in_divided_loop_) return print_divided_loops(node);
      if (is_vector_loop(node) && !vector_ && constant_extent(node) != 1) return print_vector_loop(node);
      if (auto const copy = transposed_copy(node)) return print_transposed_copy(node, *copy);
      if (TreeNode const* const vectors = vector_ ? nullptr : loop_of_often_complete_vectors(node))
        return print_both_forms(node, *vectors);
      return print_sequential_loop(node);
    }
  }

  void print_sequential_loop(TreeNode const& loop) {
    print_unroll(loop);
    open_loop(loop);
    if (auto const condition = loop.mapping == Mapping::sequential ? condition_of_iterations(loop) : nullptr) {
      bool const is_mask = vector_ && !vector_->is_lane && vectors_.varies(condition);
      line(is_mask ? fmt::format("if (!any_lane({})) break;", vectors_.value(condition))
                   : fmt::format("if (!({})) break;", expressions_.value(condition)));
      if (is_mask) {
        print_iterations(loop, condition);
        return close();
      }
    }
    print_body(loop);
    close();
  }

  /// Prints the body of a loop that ends when the condition is false in all lanes. A lane for which it is false does
  /// not need the private temporaries that no node accesses after the loop, because the condition remains false.
  void print_iterations(TreeNode const& loop, ir::ExpressionPtr const& condition) {
    vector_->iteration_condition = condition;
    vector_->unneeded.clear();
    for (std::string const& name : vector_->arrays)
      if (host_.is_last_use(name, &loop) && !reads(condition, name)) vector_->unneeded.insert(name);
    print_body(loop);
    vector_->iteration_condition = nullptr;
  }

  /// Prints a loop twice: for a vector loop of constant length, whose values compilers keep in registers between the
  /// iterations, and for any length.
  void print_both_forms(TreeNode const& loop, TreeNode const& vectors) {
    open(fmt::format("if ({} == 0 && {} == {})", expressions_.lower(vectors), expressions_.upper(vectors),
                     vectors.extent - 1));
    complete_ = &vectors;
    print_sequential_loop(loop);
    complete_ = nullptr;
    close();
    open("else");
    print_sequential_loop(loop);
    close();
  }

  void print_unroll(TreeNode const& loop) {
    if (loop.mapping == Mapping::unrolled) line(fmt::format("#pragma GCC unroll {}", std::min(loop.extent, 64)));
  }

  void print_body(TreeNode const& loop) {
    print_temporaries(&loop);
    print_nodes(loop.body);
  }

  /// Returns a clause that gives each thread copies of the parameters and strides. Compilers load shared variables
  /// again after each store.
  std::string copied_constants() const {
    std::vector<std::string> names = expressions_.stride_identifiers();
    for (ir::TreeParameter const& parameter : tree_.parameters)
      names.push_back(expressions_.identifier(parameter.name));
    return names.empty() ? "" : fmt::format(" firstprivate({})", fmt::join(names, ", "));
  }

  /// Prints loops whose iterations are divided among threads. Perfectly nested loops are divided together.
  void print_divided_loops(TreeNode const& outermost) {
    std::vector<TreeNode const*> loops{&outermost};
    std::set<std::string> variables{outermost.variable};
    while (loops.back()->body.size() == 1 && is_divided(loops.back()->body.front()) &&
           !depends_on(loops.back()->body.front(), variables) && host_.temporaries_of(loops.back()).empty()) {
      loops.push_back(&loops.back()->body.front());
      variables.insert(loops.back()->variable);
    }
    std::set<std::string> scalars;
    for (ir::TypedArray const& array : tree_.arrays)
      if (array.axes.empty()) scalars.insert(array.name);
    std::string const division = fmt::format("for collapse({}) schedule({})", loops.size(),
                                             has_unequal_work(outermost.body, scalars) ? "dynamic" : "static");
    bool const has_memory = allocate_for_threads(*loops.back());
    line(fmt::format("#pragma omp {}{}", has_memory ? "" : "parallel ", division) +
         (has_memory ? "" : copied_constants()));
    for (TreeNode const* loop : loops) open_loop(*loop);
    is_in_divided_loop_ = true;
    print_pointers();
    print_body(*loops.back());
    is_in_divided_loop_ = false;
    for (std::size_t n = 0; n < loops.size(); ++n) close();
    if (has_memory) close();
    allocated_.clear();
  }

  /// Starts a parallel region in which each thread allocates the large temporaries of a divided loop once, because
  /// allocation in each iteration may return pages to the system. Returns false if there are none.
  bool allocate_for_threads(TreeNode const& loop) {
    std::vector<ir::TypedArray const*> large;
    for (ir::TypedArray const* array : host_.temporaries_of(&loop))
      if (!is_on_stack(*array) && TreeExpressions::constant_size(*array)) large.push_back(array);
    if (large.empty()) return false;
    line("#pragma omp parallel" + copied_constants());
    open("");
    for (ir::TypedArray const* array : large) {
      print_allocated(*array, memory_type(array->type), expressions_.identifier(array->name));
      allocated_.insert(array->name);
    }
    return true;
  }

  /// The copy between arrays that this loop with an inner vector loop is, if there is one.
  std::optional<TransposedCopy> transposed_copy(TreeNode const& loop) const {
    if (vector_ || !host_.temporaries_of(&loop).empty()) return std::nullopt;
    auto const copy = find_transposed_copy(loop, expressions_);
    return copy && host_.temporaries_of(copy->inner).empty() ? copy : std::nullopt;
  }

  void print_transposed_copy(TreeNode const& loop, TransposedCopy const& copy) {
    open("");
    for (std::string const& text : lines_of(copy, loop, expressions_)) line(text);
    close();
    has_transposed_copies_ = true;
  }

  void print_vector_loop(TreeNode const& loop) {
    int const bytes = bytes_of_lanes(loop.body);
    auto const extent = constant_extent(loop);
    bool const is_full = extent && (*extent & (*extent - 1)) == 0 && *extent > 0;
    vector_ = VectorLoop{loop.variable, "first_" + expressions_.identifier(loop.variable), {}, {}, false, bytes < 4};
    select_vector();
    std::vector<std::string> const matrices = vectors_.declare_matrices(loop.body, vector_->matrices);
    if (!matrices.empty()) open("");
    for (std::string const& text : matrices) line(text);
    expressions_.set_vector(nullptr); // for the bounds of the loop
    bool const is_short = count_statements(loop.body) <= max_statements_to_repeat;
    bool const has_blocks = is_often_complete(loop) && complete_ != &loop;
    std::string const how = is_full              ? "in_full_vectors"
                            : has_blocks         ? "in_blocks"
                            : extent || is_short ? "in_vectors"
                                                 : "in_vectors_or_lanes";
    open(fmt::format("{}<lanes_for({}, {}){}>({}, {}, [&](auto width, long const {}) __attribute__((always_inline))",
                     how, bytes, extent.value_or(1024), has_blocks ? fmt::format(", {}", loop.extent) : "",
                     complete_ == &loop ? "0" : expressions_.lower(loop),
                     complete_ == &loop ? std::to_string(loop.extent - 1) : expressions_.upper(loop), vector_->first));
    for (std::string const& text : vector_types(bytes, has_narrow_integers(tree_))) line(text);
    select_vector();
    std::vector<LocalCopy> const copies = local_copies(loop, host_, expressions_);
    for (LocalCopy const& copy : copies) print_local_copy(copy, loop);
    print_body(loop);
    for (LocalCopy const& copy : copies)
      if (copy.is_written && !host_.is_last_use(copy.array->name, &loop))
        line(statement_for(copy, "store(&{2}, {1});", *vector_, expressions_));
    vector_.reset();
    select_vector();
    close(");");
    if (!matrices.empty()) close();
  }

  void print_local_copy(LocalCopy const& copy, TreeNode const& loop) {
    std::string const name = expressions_.identifier(copy.array->name);
    line(fmt::format("{} local_{}{};", vector_type(copy.array->type), name,
                     copy.expanded.n_own_axes == 0 ? "" : fmt::format("[{}]", copy.n_own)));
    if (copy.expanded.n_own_axes > 0 || !sets_first(loop, copy.array->name))
      line(statement_for(copy, "{1} = load<{0}>(&{2});", *vector_, expressions_));
    vector_->arrays.insert(copy.array->name);
    vector_->copies.emplace(copy.array->name, copy.expanded);
  }

  void select_vector() {
    expressions_.set_vector(vector_ ? &*vector_ : nullptr);
    vectors_.set_vector(vector_ ? &*vector_ : nullptr);
  }

  void print_vector_node(TreeNode const& node) {
    switch (node.kind) {
    case NodeKind::assignment:
      return print_vector_assignment(node);
    case NodeKind::barrier:
      return;
    case NodeKind::condition:
      if (vectors_.varies(node.condition)) return print_varying_condition(node);
      open(fmt::format("if ({})", expressions_.value(node.condition)));
      print_nodes(node.body);
      return close();
    case NodeKind::loop: {
      std::set<std::string> varying = vector_->arrays;
      varying.insert(vector_->variable);
      if (depends_on(node, varying)) return print_lanes(node);
      return print_sequential_loop(node);
    }
    }
  }

  /// Prints a condition that varies between lanes, in one of three forms: for vectors with a mask; for vectors where
  /// the condition is true in all lanes, otherwise for lanes; only for lanes. The lanes of a vector loop do not depend
  /// on each other, so that the order of lanes and nodes does not matter.
  void print_varying_condition(TreeNode const& node) {
    if (vectors_.can_be_masked(node.body)) {
      for (std::string const& text : vectors_.masked(node)) line(text);
      return;
    }
    if (vector_->has_narrow_lanes || count_statements(node.body) > max_statements_to_repeat) return print_lanes(node);
    auto const iteration_condition = std::exchange(vector_->iteration_condition, nullptr); // not that of inner nodes
    std::string const mask = vectors_.new_mask();
    open("");
    line(fmt::format("Masks const {} = {};", mask, vectors_.value(node.condition)));
    open(fmt::format("if (all_lanes({}))", mask));
    print_nodes(node.body);
    close();
    open(fmt::format("else if (any_lane({}))", mask));
    print_lanes(node);
    close();
    close();
    vector_->iteration_condition = iteration_condition;
  }

  /// Prints a node that has no form with vectors, for one lane after the other.
  void print_lanes(TreeNode const& node) {
    open("for (int lane = 0; lane < lanes; ++lane)");
    line(fmt::format("long const {} = {} + lane;", expressions_.identifier(vector_->variable), vector_->first));
    vector_->is_lane = true;
    print_node(node);
    vector_->is_lane = false;
    close();
  }

  void print_vector_assignment(TreeNode const& node) {
    std::string const element = expressions_.element(node.target);
    if (vector_->arrays.contains(node.target->name)) {
      if (vectors_.has_varying_subscripts(node.target)) return print_lanes(node);
      return line(fmt::format("{} = {};", element, vectors_.value(node.value)));
    }
    AccessStride const stride = expressions_.stride_along(node.target, vector_->variable);
    if (stride.is_zero() && !vectors_.varies(node.value) && !reads(node.value, node.target->name))
      return line(fmt::format("{} = {};", element, expressions_.value(node.value)));
    if (!stride.is_linear || stride.is_zero() || node.target->type == Type::boolean) return print_lanes(node);
    std::string const value = vectors_.value(node.value);
    if (stride.is_one()) return line(fmt::format("store(&{}, {});", element, value));
    line(fmt::format("scatter(&{}, {}{}, {});", element, stride.constant, stride.symbolic, value));
  }

  HostTree const& host_;
  TreeVectors vectors_;
  std::optional<VectorLoop> vector_;
  std::set<std::string> allocated_{}; ///< temporaries that each thread allocates outside of the divided loops
  bool is_in_divided_loop_ = false;
  bool has_transposed_copies_ = false;
  TreeNode const* complete_ = nullptr; ///< the vector loop that has all of its iterations
};

} // namespace

std::string print_host_tree(ir::LoopTree const& tree, Dialect const& dialect) {
  HostTree const host(tree);
  return HostTreePrinter(host, dialect).print();
}

} // namespace chemora::emit
