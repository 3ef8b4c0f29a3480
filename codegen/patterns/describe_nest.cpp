#include "codegen/patterns/describe_nest.hpp"

#include "codegen/ir/ordered_reduction.hpp"
#include "codegen/patterns/mapping.hpp"
#include "codegen/patterns/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace chemora::patterns {

namespace {

/// The paper has one word for all reductions.
std::string word_of(Pattern const& pattern) {
  return pattern.kind == PatternKind::fold ? "reduce" : pattern_word(pattern);
}

class NestDescriber {
public:
  NestDescriber(Program const& program, KnownNumbers const& known, std::set<int> const& stored)
      : program_(program), sizes_(program, known), stored_(stored) {}

  Nest describe(NodePtr const& value, std::string const& result) {
    result_ = result;
    visit_stored(value);
    return std::move(nest_);
  }

private:
  Variable const& variable(int number) const { return program_.variables[static_cast<std::size_t>(number)]; }
  bool is_local(Node const& node) const {
    return node.kind == NodeKind::variable && variable(node.variable).role == Role::local;
  }
  int level() const { return pattern_ < 0 ? -1 : level_of(nest_, pattern_); }

  /// Visits a value that is stored: elements of the innermost map are written.
  void visit_stored(NodePtr const& value) {
    bool const is_map = value->kind == NodeKind::pattern &&
                        (value->pattern->kind == PatternKind::map || value->pattern->kind == PatternKind::zip);
    if (is_map && value->type.rank == static_cast<int>(value->extents.size()))
      return visit_pattern(*value, [&](NodePtr const& body) { visit_stored(body); });
    if (value->kind == NodeKind::let) {
      define(value->variable, value->operands[0]);
      return visit_stored(value->operands[1]);
    }
    visit(value);
    if (pattern_ >= 0) add_access(result_, level(), std::nullopt);
  }

  void define(int variable, NodePtr const& value) {
    if (value->type.is_array() && value->kind == NodeKind::let) {
      define(value->variable, value->operands[0]);
      return define(variable, value->operands[1]);
    }
    if (is_selection(*value)) stored_.insert(variable);
    if (stored_.contains(variable)) return visit_inner_result(variable, value);
    values_[variable] = value;
    if (!value->type.is_array()) visit(value);
  }

  /// Visits a map, filter or groupBy whose elements are stored.
  void visit_inner_result(int variable, NodePtr const& value) {
    if (!value->type.is_array()) {
      visit(value);
      return add_flexible_access(variable);
    }
    std::size_t const number = nest_.patterns.size();
    visit_pattern(*value, [&](NodePtr const& body) { visit_inner_result(variable, body); });
    nest_.patterns[number].is_stored = true;
  }

  void visit(NodePtr const& node) {
    switch (node->kind) {
    case NodeKind::pattern:
      return visit_pattern(*node, [&](NodePtr const& body) { visit(body); });
    case NodeKind::conditional:
      return visit_conditional(*node);
    case NodeKind::let:
      define(node->variable, node->operands[0]);
      return visit(node->operands[1]);
    case NodeKind::element:
      add_element(*node);
      [[fallthrough]];
    default:
      for_each_part(*node, [&](NodePtr const& part) { visit(part); });
    }
  }

  void visit_conditional(Node const& node) {
    if (pattern_ < 0) return for_each_part(node, [&](NodePtr const& part) { visit(part); });
    visit(node.operands[0]);
    std::set<int> levels;
    add_levels(node.operands[0], levels);
    // The condition may have patterns of its own.
    std::erase_if(levels, [&](int inner) { return inner > level(); });
    for (std::size_t alternative = 1; alternative < node.operands.size(); ++alternative) {
      nest_.branches.push_back({.name = alternative == 1 ? "if" : "else", .levels = {levels.begin(), levels.end()}});
      branches_.push_back(static_cast<int>(nest_.branches.size()) - 1);
      visit(node.operands[alternative]);
      branches_.pop_back();
    }
  }

  /// Adds the levels on whose indices the value depends.
  void add_levels(NodePtr const& node, std::set<int>& levels) const {
    if (is_local(*node)) {
      if (auto const found = level_of_variable_.find(node->variable); found != level_of_variable_.end())
        levels.insert(found->second);
      else if (auto const value = values_.find(node->variable); value != values_.end())
        add_levels(value->second, levels);
    }
    for_each_part(*node, [&](NodePtr const& part) { add_levels(part, levels); });
  }

  // Patterns.

  template <class VisitBody>
  void visit_pattern(Node const& node, VisitBody visit_body) {
    int const outer_pattern = pattern_;
    std::vector<int> const outer_branches = branches_;
    Pattern const& pattern = *node.pattern;
    for (Generator const& generator : pattern.generators) {
      for_each_part(generator, [&](NodePtr const& part) {
        if (!part->type.is_array()) visit(part);
      });
      if (&generator == &pattern.generators.front()) open(pattern);
      level_of_variable_[generator.variable] = level();
      if (generator.kind == GeneratorKind::element) element_variables_.insert(generator.variable);
      define_element(generator);
    }
    for (NodePtr const& part : {pattern.key, pattern.combine})
      if (part) visit(part);
    if (pattern.body) visit_body(pattern.body);
    if (pattern.kind == PatternKind::iterate && pattern.key)
      nest_.patterns[static_cast<std::size_t>(pattern_)].levels_of_length = levels_of_length(pattern);
    pattern_ = outer_pattern;
    branches_ = outer_branches;
  }

  void open(Pattern const& pattern) {
    bool const is_map = pattern.kind == PatternKind::map || pattern.kind == PatternKind::zip;
    KnownSize size = sizes_.of(pattern.generators[0]);
    bool is_known_at_launch = sizes_.is_known_at_launch(pattern.generators[0]);
    for (std::size_t n = 1; !is_map && n < pattern.generators.size(); ++n) {
      KnownSize const next = sizes_.of(pattern.generators[n]);
      size = {size.value * next.value, std::min(size.source, next.source)};
      is_known_at_launch = is_known_at_launch && sizes_.is_known_at_launch(pattern.generators[n]);
      slow_variables_.insert(pattern.generators[n - 1].variable);
    }
    nest_.patterns.push_back(
        {.name = fmt::format("{} {}", word_of(pattern), variable(pattern.generators[0].variable).name),
         .parent = pattern_,
         .branches = branches_,
         .size = size.value,
         .size_source = size.source,
         .is_size_known_at_launch = is_known_at_launch,
         .needs_synchronisation = !is_map,
         .can_be_split = can_be_split(pattern),
         .split_size = static_cast<double>(ir::reduction_chunk),
         .max_threads = max_threads(pattern, is_known_at_launch && !is_inside_unknown_size()),
         .result_bytes = pattern.body ? bytes_of(pattern.body->type) : bytes_of_number});
    pattern_ = static_cast<int>(nest_.patterns.size()) - 1;
    branches_.clear();
  }

  /// A reduction inside maps only can be split.
  bool can_be_split(Pattern const& pattern) const {
    bool const is_reduction = pattern.kind == PatternKind::fold || pattern.kind == PatternKind::count ||
                              pattern.kind == PatternKind::reduce || pattern.kind == PatternKind::arg_min ||
                              pattern.kind == PatternKind::arg_max;
    bool is_inside_maps = true;
    for (int number = pattern_; number >= 0; number = nest_.patterns[static_cast<std::size_t>(number)].parent)
      is_inside_maps = is_inside_maps && !nest_.patterns[static_cast<std::size_t>(number)].needs_synchronisation;
    return is_reduction && is_inside_maps && !pattern.is_exact;
  }

  /// Whether an enclosing pattern has a size that is unknown at launch. Threads of a block may then execute its body
  /// different numbers of times, so that the body must have no barrier.
  bool is_inside_unknown_size() const {
    bool result = false;
    for (int number = pattern_; number >= 0; number = nest_.patterns[static_cast<std::size_t>(number)].parent)
      result = result || !nest_.patterns[static_cast<std::size_t>(number)].is_size_known_at_launch;
    return result;
  }

  /// The limits of lower_nest.hpp.
  static int max_threads(Pattern const& pattern, bool is_size_known_at_launch) {
    bool const is_sequential = pattern.kind == PatternKind::iterate || pattern.kind == PatternKind::filter ||
                               pattern.kind == PatternKind::group;
    if (!is_size_known_at_launch || is_sequential) return 1;
    bool const is_map = pattern.kind == PatternKind::map || pattern.kind == PatternKind::zip;
    return is_map ? max_block_size : static_cast<int>(ir::reduction_lanes);
  }

  /// Returns the levels of enclosing patterns on whose indices the condition of an `iterate`, and thus the number of
  /// its iterations, depends. Returns nothing if the condition depends on elements of arrays.
  std::set<int> levels_of_length(Pattern const& iteration) const {
    std::set<int> levels;
    for (NodePtr const& part : {iteration.initial, iteration.key, iteration.body}) {
      if (reads_elements(part)) return {};
      add_levels(part, levels);
    }
    levels.erase(level());
    return levels;
  }

  bool reads_elements(NodePtr const& node) const {
    NodePtr const value = resolved(node);
    bool result = value->kind == NodeKind::element ||
                  (value->kind == NodeKind::variable && element_variables_.contains(value->variable));
    for_each_part(*value, [&](NodePtr const& part) { result = result || reads_elements(part); });
    return result;
  }

  int bytes_of(Type const& type) const {
    if (type.kind != Kind::structure) return bytes_of_number;
    return bytes_of_number * static_cast<int>(program_.structure(type.structure).fields.size());
  }

  /// Sets the variable of a generator over an array. Elements of arguments are accesses; those of a map are computed
  /// where they are used.
  void define_element(Generator const& generator) {
    if (generator.kind != GeneratorKind::element) return;
    if (NodePtr const body = visit_element_of(generator.set)) values_[generator.variable] = body;
  }

  /// Visits what an element of the array at the open level needs. Returns the body of a map.
  NodePtr visit_element_of(NodePtr const& array) {
    NodePtr const set = resolved(array);
    if (set->kind == NodeKind::let) {
      define(set->variable, set->operands[0]);
      return visit_element_of(set->operands[1]);
    }
    bool const is_map = set->kind == NodeKind::pattern &&
                        (set->pattern->kind == PatternKind::map || set->pattern->kind == PatternKind::zip);
    if (is_map) {
      for (Generator const& generator : set->pattern->generators) {
        level_of_variable_[generator.variable] = level();
        define_element(generator);
      }
      visit(set->pattern->body);
      return set->pattern->body;
    }
    bool const is_row = set->kind == NodeKind::element && !set->operands.back(); // its elements are adjacent
    NodePtr const base = set->kind == NodeKind::element ? resolved(set->operands[0]) : set;
    if (base->kind == NodeKind::variable && stored_.contains(base->variable)) {
      add_flexible_access(base->variable);
    } else if (set->kind == NodeKind::variable) {
      add_access(variable(set->variable).name, variable(set->variable).extents.size() == 1 ? level() : -1,
                 std::set{level()});
    } else if (is_row && set->operands[0]->kind == NodeKind::variable) {
      add_access(variable(set->operands[0]->variable).name, level(),
                 levels_of({set->operands.begin() + 1, set->operands.end()}));
    } else {
      visit(set);
    }
    return nullptr;
  }

  NodePtr resolved(NodePtr node) const {
    while (is_local(*node)) {
      auto const value = values_.find(node->variable);
      if (value == values_.end()) break;
      node = value->second;
    }
    return node;
  }

  // Accesses.

  using Levels = std::optional<std::set<int>>;

  void add_access(std::string const& name, int contiguous_level, Levels const& levels) {
    if (pattern_ < 0) return;
    nest_.accesses.push_back({.name = name, .pattern = pattern_, .branches = branches_, .levels = levels});
    if (contiguous_level >= 0) nest_.accesses.back().contiguous_level = contiguous_level;
  }

  void add_flexible_access(int variable) {
    add_access(this->variable(variable).name, -1, std::nullopt);
    if (pattern_ >= 0) nest_.accesses.back().has_flexible_layout = true;
  }

  void add_element(Node const& node) {
    NodePtr const array = resolved(node.operands[0]);
    if (array->kind == NodeKind::variable && stored_.contains(array->variable))
      return add_flexible_access(array->variable);
    if (array->kind == NodeKind::pattern && array->pattern->kind == PatternKind::map && node.operands.size() == 2) {
      define(array->pattern->generators[0].variable, node.operands[1]); // an element of a map is computed here
      return visit(array->pattern->body);
    }
    if (array->kind != NodeKind::variable || is_local(*array)) return;
    bool const is_grid = variable(array->variable).role == Role::grid;
    std::vector<NodePtr> const subscripts(node.operands.begin() + 1, node.operands.end());
    std::size_t const fastest = is_grid ? 0 : subscripts.size() - 1;
    int contiguous = -1;
    for (auto const& [number, level] : level_of_variable_)
      if (level > contiguous && !slow_variables_.contains(number) && is_contiguous(subscripts, fastest, number))
        contiguous = level;
    add_access(variable(array->variable).name, contiguous, levels_of(subscripts));
  }

  /// Returns the levels on whose indices subscripts depend; nothing if they depend on values of other variables. The
  /// open level visits the elements along `*`.
  Levels levels_of(std::vector<NodePtr> const& subscripts) const {
    std::set<int> levels;
    for (NodePtr const& subscript : subscripts) {
      if (!subscript) {
        levels.insert(level());
        continue;
      }
      if (uses_unknown(subscript)) return std::nullopt;
      for (auto const& [number, level] : level_of_variable_)
        if (uses(subscript, number)) levels.insert(level);
    }
    return levels;
  }

  /// Whether an expression depends on a variable that is neither that of a level nor has a known value.
  bool uses_unknown(NodePtr const& node) const {
    NodePtr const value = resolved(node);
    if (value->kind == NodeKind::size) return true; // elements, which may be defined by the size, do not matter
    bool result = is_local(*value) && !level_of_variable_.contains(value->variable);
    for_each_part(*value, [&](NodePtr const& part) { result = result || uses_unknown(part); });
    return result;
  }

  bool is_contiguous(std::vector<NodePtr> const& subscripts, std::size_t fastest, int variable) const {
    for (std::size_t axis = 0; axis < subscripts.size(); ++axis)
      if (axis != fastest && subscripts[axis] && uses(subscripts[axis], variable)) return false;
    if (!subscripts[fastest]) return false;
    std::optional<double> const factor = factor_of(subscripts[fastest], variable);
    return factor && std::abs(*factor) == 1;
  }

  bool uses(NodePtr const& node, int variable) const {
    NodePtr const value = resolved(node);
    bool result = value->kind == NodeKind::variable && value->variable == variable;
    for_each_part(*value, [&](NodePtr const& part) { result = result || uses(part, variable); });
    return result;
  }

  /// Returns the factor of the variable in a linear expression; nothing if the value is not linear in it.
  std::optional<double> factor_of(NodePtr const& expression, int variable) const {
    NodePtr const node = resolved(expression);
    if (!uses(node, variable)) return 0;
    if (node->kind == NodeKind::variable) return 1;
    if (node->kind != NodeKind::operation) return std::nullopt;
    std::vector<std::optional<double>> factors;
    for (NodePtr const& operand : node->operands) factors.push_back(factor_of(operand, variable));
    if (is_missing(factors)) return std::nullopt;
    switch (node->op) {
    case ir::Op::add:
      return *factors[0] + *factors[1];
    case ir::Op::subtract:
      return *factors[0] - *factors[1];
    case ir::Op::negate:
      return -*factors[0];
    case ir::Op::multiply:
      for (std::size_t n = 0; n < 2; ++n)
        if (NodePtr const number = resolved(node->operands[n]); number->kind == NodeKind::number)
          return number->number * *factors[1 - n];
      return std::nullopt;
    default:
      return std::nullopt;
    }
  }

  static bool is_missing(std::vector<std::optional<double>> const& factors) {
    return std::ranges::any_of(factors, [](auto const& factor) { return !factor; });
  }

  Program const& program_;
  KnownSizes sizes_;
  std::set<int> stored_; ///< variables of maps whose results are stored, and of selections inside patterns
  std::string result_{};
  Nest nest_{};
  int pattern_ = -1;            ///< innermost open pattern
  std::vector<int> branches_{}; ///< open branches in its body
  std::map<int, int> level_of_variable_{};
  std::set<int> element_variables_{}; ///< of generators over arrays
  std::set<int> slow_variables_{};    ///< of reductions with several variables, all but the last one
  std::map<int, NodePtr> values_{};   ///< of variables of `let`, and of elements of maps
};

} // namespace

Nest nest_of(Program const& program, NodePtr const& value, std::string const& result, KnownNumbers const& known,
             std::set<int> const& stored) {
  return NestDescriber(program, known, stored).describe(value, result);
}

} // namespace chemora::patterns
