/// Patterns of the interpreter.
#include "codegen/ir/expression_evaluator.hpp"
#include "codegen/ir/ordered_reduction.hpp"
#include "codegen/patterns/exact_sum.hpp"
#include "codegen/patterns/interpreter.hpp"
#include "codegen/patterns/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace chemora::patterns {

namespace {

using ir::Op;

constexpr long max_elements = 1L << 31;

/// Returns the number of axes of the result of a map that its generators make.
int n_axes_of(Pattern const& pattern) { return pattern.generators[0].kind == GeneratorKind::point ? 3 : 1; }

} // namespace

long Interpreter::n_elements(Generator const& generator, base::SourcePosition const& where) {
  long n = 0;
  switch (generator.kind) {
  case GeneratorKind::range:
    n = generator.count ? integer(*generator.count) : integer(*generator.last) - integer(*generator.first) + 1;
    break;
  case GeneratorKind::element:
    n = array(*generator.set).extents[0];
    break;
  case GeneratorKind::axis:
    n = inputs_.points[generator.axis];
    break;
  case GeneratorKind::point:
    n = inputs_.points[0] * inputs_.points[1] * inputs_.points[2];
  }
  if (n > max_elements)
    fail(where, fmt::format("The pattern has {} elements; at most {} are allowed.", n, max_elements));
  return std::max(n, 0L);
}

// Scalars.

void Interpreter::evaluate_pattern(Node const& node, double* result) {
  Pattern const& pattern = *node.pattern;
  bool const is_distributed = this->is_distributed(pattern);
  switch (pattern.kind) {
  case PatternKind::reduce:
    return reduce(pattern, components(node.type), result);
  case PatternKind::iterate:
    return iterate(pattern, components(node.type), result);
  case PatternKind::fold:
    *result = is_distributed ? fold_of_all(pattern) : fold(pattern);
    return;
  case PatternKind::count:
    *result = is_distributed ? count_of_all(pattern) : count(pattern);
    return;
  default:
    return is_distributed ? find_extremum_of_all(node, result) : find_extremum(node, result);
  }
}

void Interpreter::reduce(Pattern const& pattern, std::size_t n, double* result) {
  std::vector<double> initial(n), value(n);
  evaluate(*pattern.initial, initial.data());
  auto const combine = [&](std::vector<double> const& left, std::vector<double> const& right) {
    slot(pattern.left).numbers = left;
    slot(pattern.right).numbers = right;
    std::vector<double> combined(n);
    evaluate(*pattern.combine, combined.data());
    return combined;
  };
  ir::OrderedReduction reduction(initial, combine, ir::ReductionOrder::consecutive);
  for_each(pattern.generators, [&] {
    evaluate(*pattern.body, value.data());
    reduction.add(value);
  });
  std::vector<double> const total = reduction.result();
  std::copy(total.begin(), total.end(), result);
}

void Interpreter::iterate(Pattern const& pattern, std::size_t n, double* result) {
  Generator const& range = pattern.generators[0];
  define(pattern.left, *pattern.initial);
  long const first = range.first ? integer(*range.first) : 0;
  long const last = range.last ? integer(*range.last) : integer(*range.count) - 1;
  for (long k = first; k <= last; ++k) {
    slot(range.variable).numbers[0] = static_cast<double>(k);
    if (pattern.key && number(*pattern.key) == 0) break;
    define(pattern.left, *pattern.body);
  }
  std::copy_n(slot(pattern.left).numbers.begin(), n, result);
}

ExactSum Interpreter::exact_sum(Pattern const& pattern) {
  ExactSum sum;
  for_each(pattern.generators, [&] { sum.add(number(*pattern.body)); });
  return sum;
}

double Interpreter::combined(Pattern const& pattern, double left, double right) {
  ir::Type const type = ir_type(pattern.body->type.kind);
  std::array const operands{left, right};
  return ir::evaluate(pattern.op, type, type, operands);
}

double Interpreter::fold(Pattern const& pattern) {
  if (pattern.is_exact) return exact_sum(pattern).value();
  ir::Type const type = ir_type(pattern.body->type.kind);
  bool const is_logical = pattern.op == Op::logical_or || pattern.op == Op::logical_and;
  double const neutral = is_logical ? (pattern.op == Op::logical_and ? 1 : 0) : ir::neutral_element(pattern.op, type);
  ir::OrderedReduction reduction(neutral, [&](double left, double right) { return combined(pattern, left, right); });
  for_each(pattern.generators, [&] { reduction.add(number(*pattern.body)); });
  return without_sign_of_zero(pattern, reduction.result());
}

double Interpreter::without_sign_of_zero(Pattern const& pattern, double result) {
  bool const is_over_grid = std::any_of(pattern.generators.begin(), pattern.generators.end(),
                                        [](Generator const& generator) { return generator.is_over_grid; });
  return is_over_grid && pattern.body->type.kind == Kind::real ? result + 0.0 : result;
}

double Interpreter::count(Pattern const& pattern) {
  long n = 0;
  for_each(pattern.generators, [&] { n += number(*pattern.body) != 0 ? 1 : 0; });
  return static_cast<double>(n);
}

void Interpreter::find_extremum(Node const& node, double* result) {
  Pattern const& pattern = *node.pattern;
  Generator const& generator = pattern.generators[0];
  bool const is_element = generator.kind == GeneratorKind::element, is_minimum = pattern.kind == PatternKind::arg_min;
  std::size_t const n = components(node.type);
  std::fill(result, result + n, -1);
  double best = 0;
  long position = 0;
  for_each(pattern.generators, [&] {
    double const value = number(*pattern.body);
    bool const is_better = position == 0 || (is_minimum ? value < best : best < value);
    if (is_better) {
      best = value;
      if (is_element)
        *result = static_cast<double>(position);
      else
        std::copy_n(slot(generator.variable).numbers.begin(), n, result);
    }
    ++position;
  });
}

// Arrays.

ArrayView Interpreter::pattern_array(Node const& node) {
  return is_distributed(*node.pattern) ? distributed_array(node) : local_array(node);
}

ArrayView Interpreter::local_array(Node const& node) {
  switch (node.pattern->kind) {
  case PatternKind::filter:
    return filter(node);
  case PatternKind::group:
    return group(node);
  default:
    return map(node);
  }
}

/// Appends the value of the body of a map. `rows` are the extents of bodies that are further axes of the result.
void Interpreter::append(Node const& map, ArrayStorage& storage, std::vector<long>& rows) {
  Node const& body = *map.pattern->body;
  if (map.type.rank == n_axes_of(*map.pattern)) {
    if (body.type.is_array() || body.type.kind == Kind::group) {
      storage.items.push_back(array(body));
      return;
    }
    storage.numbers.resize(storage.numbers.size() + storage.n_components);
    return evaluate(body, storage.numbers.data() + storage.numbers.size() - storage.n_components);
  }
  ArrayView const part = array(body);
  if (rows.empty()) rows = part.extents;
  if (rows != part.extents) fail(map.where, "The rows of `map` have different sizes.");
  if (part.storage->items.empty()) {
    ArrayValue const value = to_value(part);
    storage.numbers.insert(storage.numbers.end(), value.numbers.begin(), value.numbers.end());
  } else {
    for_each_element(
        part, [&](long offset) { storage.items.push_back(part.storage->items[static_cast<std::size_t>(offset)]); });
  }
}

template <typename Visit>
void Interpreter::for_each_of_map(Pattern const& pattern, base::SourcePosition const& where, Visit const& visit) {
  Generator const& generator = pattern.generators[0];
  if (generator.kind == GeneratorKind::point) {
    // The elements of the result have z fastest, unlike the order of points.
    for (long i = 0; i < inputs_.points[0]; ++i)
      for (long j = 0; j < inputs_.points[1]; ++j)
        for (long k = 0; k < inputs_.points[2]; ++k) {
          slot(generator.variable).numbers = {static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
          visit();
        }
    return;
  }
  if (pattern.kind == PatternKind::map) return for_each(pattern.generators, visit);
  long const n = n_elements(generator, where);
  std::vector<ArrayView> sets;
  for (Generator const& next : pattern.generators)
    sets.push_back(next.kind == GeneratorKind::element ? array(*next.set) : ArrayView());
  for (long k = 0; k < n; ++k) {
    for (std::size_t g = 0; g < sets.size(); ++g) {
      Generator const& next = pattern.generators[g];
      if (next.kind == GeneratorKind::element)
        set(next.variable, sets[g], sets[g].offset + k * sets[g].strides[0]);
      else
        slot(next.variable).numbers[0] = static_cast<double>((next.first ? integer(*next.first) : 0) + k);
    }
    visit();
  }
}

ArrayView Interpreter::map(Node const& node) {
  Pattern const& pattern = *node.pattern;
  std::vector<long> extents{n_elements(pattern.generators[0], node.where)}, rows;
  for (Generator const& next : pattern.generators)
    if (n_elements(next, node.where) != extents[0])
      fail(node.where, fmt::format("The variables of `zipWith` have {} and {} elements; they need equal numbers.",
                                   extents[0], n_elements(next, node.where)));
  bool const is_empty = extents[0] == 0;
  if (pattern.generators[0].kind == GeneratorKind::point) extents.assign(inputs_.points, inputs_.points + 3);
  ArrayStorage storage{.n_components = components(*node.type.element)};
  for_each_of_map(pattern, node.where, [&] {
    if (is_distributed(pattern)) storage.order.push_back(order_);
    append(node, storage, rows);
  });
  if (is_empty)
    for (std::size_t axis = extents.size(); axis < node.extents.size(); ++axis)
      rows.push_back(node.extents[axis] ? std::max(0L, integer(*node.extents[axis])) : 0);
  extents.insert(extents.end(), rows.begin(), rows.end());
  return whole_array(std::move(storage), extents);
}

ArrayView Interpreter::filter(Node const& node) {
  Pattern const& pattern = *node.pattern;
  int const element = pattern.generators[0].variable;
  bool const has_items = node.type.element->is_array() || node.type.element->kind == Kind::group;
  ArrayStorage storage;
  if (!has_items) storage.n_components = components(*node.type.element);
  for_each(pattern.generators, [&] {
    if (number(*pattern.body) == 0) return;
    if (is_distributed(pattern)) storage.order.push_back(order_);
    Slot const& value = slot(element);
    if (has_items)
      storage.items.push_back(value.array);
    else
      storage.numbers.insert(storage.numbers.end(), value.numbers.begin(), value.numbers.end());
  });
  long const n = static_cast<long>(has_items ? storage.items.size() : storage.numbers.size() / storage.n_components);
  return whole_array(std::move(storage), {n});
}

ArrayView Interpreter::group(Node const& node) {
  Pattern const& pattern = *node.pattern;
  std::size_t const n = components(pattern.body->type);
  std::map<long, ArrayStorage> members;
  long const n_groups = pattern.n_groups ? std::max(0L, integer(*pattern.n_groups)) : 0;
  for (long key = 0; key < n_groups; ++key) members[key];
  std::vector<double> value(n);
  for_each(pattern.generators, [&] {
    long const key = integer(*pattern.key);
    if (pattern.n_groups && (key < 0 || key >= n_groups)) return;
    evaluate(*pattern.body, value.data());
    ArrayStorage& group = members[key];
    if (is_distributed(pattern)) group.order.push_back(order_);
    group.numbers.insert(group.numbers.end(), value.begin(), value.end());
  });
  ArrayStorage groups;
  for (auto& [key, group] : members) {
    group.n_components = n;
    long const size = static_cast<long>(group.numbers.size() / n);
    groups.items.push_back(whole_array(std::move(group), {size}));
    groups.items.back().key = key;
  }
  long const size = static_cast<long>(groups.items.size());
  return whole_array(std::move(groups), {size});
}

} // namespace chemora::patterns
