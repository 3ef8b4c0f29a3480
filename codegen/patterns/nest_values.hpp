/// Values of expressions inside the loops of a mapped nest.
#pragma once

#include "codegen/patterns/lower_nest.hpp"
#include "codegen/patterns/nodes.hpp"
#include "codegen/patterns/ordered_loops.hpp"

#include <map>
#include <optional>

namespace chemora::patterns {

struct LoweredForeach;
struct LoweredPoints;
struct LoweredSelection;

class NestValues {
public:
  NestValues(Program const& program, Mapping const& mapping, NestOptions const& options, NodePtr const& value);

  /// Adds the instructions that compute the value and store it to the result.
  void store(std::string const& result);

  /// Adds the instructions of a filter or groupBy, and sets the kernel and the arrays of `lowered`.
  void store_selection(LoweredSelection& lowered);

  /// Adds the instructions that compute values at points, and sets the kernel and the arguments of `lowered`, which has
  /// the name of the kernel.
  void store_points(LoweredPoints& lowered, int point, std::vector<NodePtr> const& values);

  /// Adds the instructions of a statement foreach or store, and sets the kernel and the arguments of `lowered`, whose
  /// form is given.
  void store_foreach(LoweredForeach& lowered, Statement const& statement);

  LoweredNest lowered() &&;

private:
  // Scalars and structures.
  Fields value(NodePtr const& node);
  Fields operation(Node const& node);
  /// Returns whether an expression may only be evaluated if the program evaluates it.
  bool needs_guard(NodePtr const& node) const;
  /// Whether the subscripts of an element of an argument are variables of loops over the whole axes.
  bool is_inside(Node const& element) const;
  /// Returns a value that is computed only if the condition holds.
  void assign_if(ir::ExpressionPtr const& condition, Fields const& targets, NodePtr const& value);
  Fields conditional(Node const& node);
  Fields variable(Node const& node);
  ir::ExpressionPtr integer(NodePtr const& node) { return value(node)[0]; }
  void define(int variable, NodePtr const& value);
  void define_fields(Node const& node);
  bool is_linear_in_loops(ir::ExpressionPtr const& value) const;

  // Arrays are computed element by element.
  Fields element(NodePtr const& array, std::vector<ir::ExpressionPtr> const& subscripts);
  Fields element_of_argument(int variable, std::vector<ir::ExpressionPtr> const& subscripts);
  void define_generator(Generator const& generator, ir::ExpressionPtr const& index);
  ir::ExpressionPtr size(NodePtr const& array, std::size_t axis);

  // Reductions.
  Fields reduced(Node const& node);
  Fields iterated(Node const& node);
  using Element = std::function<Fields(ir::LinearExpression const& element)>;
  Fields reduced(LevelMapping const& mapping, std::string const& name, ElementCount const& count,
                 Combination const& combination, Element const& element);
  /// Combines the chunks that an earlier phase has stored, or stores them and throws PhaseEnds.
  Fields split(Node const& node, std::string const& name, ElementCount const& count, Combination const& combination,
               Element const& element);
  std::vector<std::string> declare_chunks(Node const& node, std::string const& name, ElementCount const& count,
                                          Combination const& combination);
  Combination combination_of(Node const& node);
  Combination fold_of(Node const& node);
  Combination extremum_of(Node const& node);
  Combination function_of(Node const& node);
  Fields contribution(Node const& node, ir::ExpressionPtr const& position);
  void define_generators(Pattern const& pattern, std::vector<ElementCount> const& counts, ir::ExpressionPtr position);
  Fields position_of(Node const& node, ir::ExpressionPtr const& position);
  ElementCount product(std::vector<ElementCount> const& counts, std::string const& name);
  ElementCount count_of_elements(Pattern const& pattern, std::vector<ElementCount> const& counts);
  ElementCount count_of_generator(Generator const& generator);
  /// Returns the numbers of elements of variables that do not depend on each other.
  std::vector<ElementCount> counts_of_generators(Node const& node);
  ElementCount bounded(ir::ExpressionPtr const& count, std::string const& name);

  // Stores.
  void store_phases();
  std::size_t n_split_reductions() const;
  void store(NodePtr const& value, std::vector<ir::ExpressionPtr> const& subscripts);
  void open_blocks_of_maps();
  void store_map(Node const& node, std::vector<ir::ExpressionPtr> const& subscripts);
  void declare_result(NodePtr const& value);
  /// Declares an argument with its last axis fastest. Structures have their fields along a further axis.
  void declare_argument(std::string const& name, ir::Type type, std::vector<NodePtr> const& extents,
                        std::size_t n_fields);

  // Results of inner maps (nest_inner_results.cpp).
  struct InnerResult {
    std::vector<std::string> arrays{};           ///< by field
    std::vector<ir::Type> types{};               ///< of the fields; truth values are integers in memory
    std::vector<ir::ExpressionPtr> subscripts{}; ///< of the iterations of outer levels, before those of the element
    std::optional<MappedLoops::Lanes> lanes{};   ///< of an outer level; the last subscript
  };
  /// Adds the instructions that compute and store the array. Returns false, without an effect, if it is not stored.
  bool store_inner_result(int variable, NodePtr const& array);
  bool is_level_in_block(std::size_t level) const;
  bool is_known_at_launch(ir::LinearExpression const& number) const;
  std::optional<long> bytes_of(std::vector<ir::LinearExpression> const& extents, std::size_t n_fields,
                               long limit) const;
  double bytes_in_grid(std::vector<ir::LinearExpression> const& extents, std::size_t n_fields) const;
  std::optional<ir::Scope> scope_of(std::vector<ir::LinearExpression> const& extents, std::size_t n_fields,
                                    bool has_threads);
  std::optional<InnerResult> declare_inner_result(std::string const& name, std::vector<ir::Type> const& types,
                                                  std::vector<ir::LinearExpression> const& extents, bool has_threads);
  std::vector<MappedLoops::Lanes> axes_of_reductions() const;
  void add_outer_axes(InnerResult& result, std::vector<ir::ArrayAxis>& axes);
  void store_inner(InnerResult const& result, Fields const& fields, std::vector<ir::ExpressionPtr> const& subscripts);
  ir::ExpressionPtr inner_element(InnerResult const& result, std::size_t field,
                                  std::vector<ir::ExpressionPtr> const& subscripts) const;
  Fields element_of_inner(InnerResult const& result, std::vector<ir::ExpressionPtr> const& subscripts) const;

  // Filters and groups inside patterns (nest_inner_selections.cpp).
  struct InnerSelection {
    InnerResult members{}, first{}, keys{};    ///< `first` of groups only, `keys` of groups with any keys only
    ir::ExpressionPtr n_members{}, n_groups{}; ///< `n_groups` of groups only
    std::optional<ir::LinearExpression> max_members{}, max_groups{}; ///< in terms of parameters
  };
  void store_inner_selection(int variable, Node const& node);
  void store_inner_filter(Pattern const& pattern, std::vector<ElementCount> const& counts,
                          InnerSelection const& selection);
  void store_inner_groups(Node const& node, std::vector<ElementCount> const& counts, InnerSelection& selection);
  void store_inner_sorted_groups(Node const& node, std::vector<ElementCount> const& counts, InnerSelection& selection);
  struct SortedMembers;
  void merge_inner_members(SortedMembers const& sorted, ir::ExpressionPtr const& n_members);
  InnerResult declare_inner(Node const& node, std::string const& name, std::vector<ir::Type> const& types,
                            ir::LinearExpression const& extent);
  ir::ExpressionPtr open_candidates(Pattern const& pattern, std::vector<ElementCount> const& counts);
  /// Returns a part of groups inside a pattern.
  Fields element_of_groups(InnerSelection const& groups, GroupPart part, ir::ExpressionPtr const& subscript) const;
  /// Returns the selection inside a pattern whose members are the elements of an array, and null for other arrays.
  InnerSelection const* selection_of(NodePtr const& array) const;
  /// Returns the largest value of an integer, in terms of parameters, if it is known.
  std::optional<ir::LinearExpression> max_integer(NodePtr const& number);
  std::optional<ir::LinearExpression> max_count(Generator const& generator);
  std::optional<ir::LinearExpression> max_size(NodePtr const& array);
  std::optional<ir::LinearExpression> max_first(NodePtr const& array);
  bool is_sum_of_sizes(ir::LinearExpression const& number) const;

  // Prefetches of elements (nest_prefetches.cpp).
  /// An element whose subscripts are indices of outer levels plus numbers; the last one is that of the innermost level.
  struct OuterElement {
    struct Subscript {
      std::size_t level = 0;
      long offset = 0;
      bool operator==(Subscript const&) const = default;
    };
    int variable = 0;
    std::vector<Subscript> subscripts{};
    std::size_t level() const { return subscripts.back().level; }
    bool operator==(OuterElement const&) const = default;
  };
  struct Prefetched {
    OuterElement element{};
    InnerResult tile{};
    ir::LinearExpression first{}; ///< index, at this level, of the first element in the tile
  };
  void record_outer_element(int variable, std::vector<ir::ExpressionPtr> const& subscripts);
  std::vector<OuterElement> elements_of_level();
  IterationGroups prefetches(ir::LinearExpression const& count);
  void prefetch(std::vector<OuterElement> const& elements, ir::LinearExpression const& first, int size,
                ir::LinearExpression const& count);
  void declare_prefetched(OuterElement const& element, ir::LinearExpression const& first, int size);
  std::optional<Fields> prefetched_element(int variable, std::vector<ir::ExpressionPtr> const& subscripts) const;

  // Selections (nest_selections.cpp).
  struct Selection;
  void declare_selection(Selection& selection);
  long max_elements(Selection const& selection) const;
  void declare_array(std::string const& name, ir::Type type, std::vector<ir::LinearExpression> extents,
                     std::size_t n_fields);
  ir::LinearExpression open_elements(Selection const& selection, ir::LinearExpression const& chunk);
  ir::ExpressionPtr open_groups(Selection const& selection);
  void count_members(Selection const& selection, ir::LinearExpression const& chunk);
  void sort_members(Selection const& selection, ir::LinearExpression const& chunk);
  void add_up_members(Selection const& selection);
  ir::ExpressionPtr find_cell(Selection const& selection, ir::ExpressionPtr const& member);
  void copy_members(Selection const& selection, ir::LinearExpression const& block);

  // Statements of foreach (nest_foreach.cpp).
  struct Foreach;
  void declare_targets(Foreach& foreach);
  void copy_targets(Foreach const& foreach);
  Fields value_of_variable(int number);
  ir::ExpressionPtr field_of(std::string const& array, std::vector<ir::ExpressionPtr> subscripts, std::size_t field,
                             std::size_t n_fields) const;
  void execute(Foreach const& foreach, std::vector<Statement> const& statements);
  void execute(Foreach const& foreach, Statement const& statement);
  void store(Foreach const& foreach, Statement const& statement);
  void check_store(Foreach const& foreach, Statement const& statement, ir::ExpressionPtr const& element,
                   ir::ExpressionPtr const& state, ir::ExpressionPtr const& number);

  // Points of the grid (nest_points.cpp).
  /// Returns the value of a grid function at the point.
  ir::ExpressionPtr value_at_point(int field);

  // Instructions.
  /// Prevents that loops and temporaries have names of variables and results.
  void reserve_names();
  Fields temporaries(std::string const& name, Type const& type);
  /// Declares an integer and assigns it, independently of conditions.
  ir::ExpressionPtr int_scalar(std::string const& name, ir::ExpressionPtr const& number);
  std::vector<ir::Type> types_of(Type const& type) const;
  LevelMapping const& mapping_of_level() const;
  [[noreturn]] void fail(Node const& node, std::string const& what) const;
  [[noreturn]] void fail_over_grid(Generator const& generator) const;

  Variable const& declared(int variable) const { return program_.variables[static_cast<std::size_t>(variable)]; }
  std::string const& parameter(int variable);

  /// Returns the largest value of a linear expression of sizes, if there is a limit for each of them.
  std::optional<long> max_value(ir::LinearExpression const& expression) const;

  Program const& program_;
  Mapping const& mapping_;
  NestOptions const& options_;
  NodePtr value_;
  LoweredNest result_{};
  loops::KernelBuilder builder_;
  MappedLoops loops_;
  OrderedLoops reductions_;
  std::map<int, Fields> values_{};  ///< of local variables
  std::map<int, NodePtr> arrays_{}; ///< of local variables
  SubscriptRanges ranges_;
  std::size_t level_ = 0, n_rows_ = 0;
  LoweredPoints* points_ = nullptr; ///< of a kernel for points
  ir::ExpressionPtr point_index_{}; ///< number of the point in the list

  /// A level of a map that is open.
  struct OuterLevel {
    ir::LinearExpression index{}, count{};
    LevelMapping mapping{};
    LevelIndex loops{};
  };
  std::vector<OuterLevel> outer_{};
  std::vector<OpenBlock> blocks_{};            ///< of the levels of maps
  std::map<int, InnerResult> inner_results_{}; ///< by the variables of arrays
  std::map<int, InnerSelection> inner_selections_{};
  InnerResult const* inner_result_ = nullptr; ///< the result that is being stored
  long tile_bytes_ = 0;                       ///< allocated bytes of a block of a device
  long thread_bytes_ = 0;                     ///< allocated bytes of a thread of the host
  double grid_bytes_ = 0;                     ///< bytes of filters and groups in grid memory
  bool is_recording_ = false;                 ///< whether elements of outer levels are recorded, and not prefetched
  bool are_outer_elements_known_ = false;
  std::vector<OuterElement> outer_elements_{}; ///< elements that the kernel reads
  std::vector<Prefetched> prefetched_{};       ///< of open levels

  /// The phases of a split level. A phase ends with the first reduction of the level whose chunks are not stored yet.
  struct Split {
    static constexpr std::size_t none = SIZE_MAX;
    std::size_t level = none;
    ir::LinearExpression block{};                   ///< index of the block of the level
    std::size_t phase = 0;                          ///< number of reductions whose chunks are stored
    std::size_t n_reductions = 0;                   ///< of the level in this phase so far
    bool only_counts = false;                       ///< whether reductions are counted and not split
    std::vector<std::vector<std::string>> chunks{}; ///< arrays with the results of chunks, by reduction
  };
  struct PhaseEnds {};
  Split split_{};
};

} // namespace chemora::patterns
