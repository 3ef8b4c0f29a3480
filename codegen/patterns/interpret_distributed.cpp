/// Patterns over a grid that is divided among processes.
///
/// Each process visits its own points. Then all processes receive the partial results of all processes and combine them
/// in the same way, so that variables have equal values on all processes.
#include "codegen/patterns/extremum.hpp"
#include "codegen/patterns/interpreter.hpp"
#include "codegen/patterns/messages.hpp"

#include <algorithm>
#include <numeric>
#include <set>

namespace chemora::patterns {

double Interpreter::value_at_point(Node const& node) {
  LocalGrid const& grid = *distribution_.grid;
  LocalField const& field = grid.fields.at(variable(node.operands[0]->variable).name);
  long offset = 0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    offset += (integer(*node.operands[axis + 1]) - grid.box.first[axis]) * field.strides[axis];
  return field.first[offset];
}

double Interpreter::fold_of_all(Pattern const& pattern) {
  auto const messages = exchange_results(*distribution_.exchange, [&](MessageWriter& writer) {
    if (pattern.is_exact)
      writer.put(exact_sum(pattern).terms());
    else
      writer.put(fold(pattern));
  });
  if (!pattern.is_exact) {
    double result = MessageReader(messages[0]).number();
    for (std::size_t n = 1; n < messages.size(); ++n)
      result = combined(pattern, result, MessageReader(messages[n]).number());
    return without_sign_of_zero(pattern, result);
  }
  ExactSum sum;
  for (std::string const& message : messages)
    for (double const term : MessageReader(message).numbers()) sum.add(term);
  return sum.value();
}

double Interpreter::count_of_all(Pattern const& pattern) {
  double sum = 0;
  for (std::string const& message :
       exchange_results(*distribution_.exchange, [&](MessageWriter& writer) { writer.put(count(pattern)); }))
    sum += MessageReader(message).number();
  return sum;
}

void Interpreter::find_extremum_of_all(Node const& node, double* result) {
  Pattern const& pattern = *node.pattern;
  int const point = pattern.generators[0].variable;
  bool const is_minimum = pattern.kind == PatternKind::arg_min;
  auto const messages = exchange_results(*distribution_.exchange, [&](MessageWriter& writer) {
    Extremum extremum{.is_minimum = is_minimum};
    for_each(pattern.generators, [&] {
      long const order = order_;
      extremum.add({number(*pattern.body), order, slot(point).numbers});
    });
    extremum.put_into(writer);
  });
  Extremum extremum{.is_minimum = is_minimum};
  for (std::string const& message : messages) {
    MessageReader reader(message);
    extremum.add_from(reader);
  }
  std::fill_n(result, components(node.type), -1);
  std::vector<double> const& found = extremum.result().point;
  std::copy(found.begin(), found.end(), result);
}

double Interpreter::size_of_all(Node const& node) {
  double sum = 0;
  auto const size_here = [&](MessageWriter& writer) {
    writer.put(static_cast<double>(array(*node.operands[0]).extents[static_cast<std::size_t>(node.index)]));
  };
  for (std::string const& message : exchange_results(*distribution_.exchange, size_here))
    sum += MessageReader(message).number();
  return sum;
}

ArrayView Interpreter::distributed_array(Node const& node) {
  bool const is_group = node.pattern->kind == PatternKind::group;
  ArrayView own;
  auto const messages = exchange_results(*distribution_.exchange, [&](MessageWriter& writer) {
    own = local_array(node);
    if (!is_group) return;
    for (ArrayView const& group : own.storage->items) writer.put(group.key);
  });
  if (!is_group) return own;
  std::map<long, ArrayView> groups;
  std::size_t const n = components(node.pattern->body->type);
  for (std::string const& message : messages)
    for (MessageReader reader(message); !reader.at_end();) {
      long const key = reader.integer();
      ArrayView& group = groups[key] = whole_array({.n_components = n}, {0});
      group.key = key;
    }
  for (ArrayView const& group : own.storage->items) groups[group.key] = group;
  ArrayStorage storage;
  for (auto& [key, group] : groups) storage.items.push_back(std::move(group));
  long const size = static_cast<long>(storage.items.size());
  return whole_array(std::move(storage), {size});
}

ArrayValue Interpreter::gathered(Node const& node) {
  auto const messages = exchange_results(*distribution_.exchange, [&](MessageWriter& writer) {
    ArrayView const own = array(node);
    for (long const order : own.storage->order) writer.put(order);
    writer.put(own.storage->numbers);
  });
  std::size_t const n = components(*node.type.element);
  std::vector<long> order;
  std::vector<double> numbers;
  for (std::string const& message : messages) {
    MessageReader reader(message);
    // The message consists of the orders, the number of numbers, and the numbers.
    std::size_t const n_elements = (message.size() / sizeof(double) - 1) / (n + 1);
    for (std::size_t k = 0; k < n_elements; ++k) order.push_back(reader.integer());
    std::vector<double> const part = reader.numbers();
    numbers.insert(numbers.end(), part.begin(), part.end());
  }
  std::vector<std::size_t> places(order.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) { return order[a] < order[b]; });
  ArrayValue value{.extents = {static_cast<long>(order.size())}};
  for (std::size_t const place : places)
    value.numbers.insert(value.numbers.end(), numbers.begin() + static_cast<long>(place * n),
                         numbers.begin() + static_cast<long>((place + 1) * n));
  return value;
}

} // namespace chemora::patterns
