#include "kernels/patterns/group_sort.hpp"

#include "codegen/patterns/describe_nest.hpp"
#include "codegen/patterns/mapping_search.hpp"
#include "codegen/patterns/sorted_groups.hpp"

#include <algorithm>
#include <bit>

namespace chemora::patterns {

namespace {

/// With 2^10 values of a digit, the counts of a chunk of 1024 elements need as much memory as its elements.
constexpr int max_digit_bits = 10;
constexpr char const* step_result = "result";

std::map<std::string, long> to_integers(KernelParameters const& parameters) {
  std::map<std::string, long> integers;
  for (auto const& [name, value] : parameters) integers[name] = static_cast<long>(value);
  return integers;
}

NodePtr value_of_statement(std::string const& variable) {
  Program const& program = sort_program();
  int const number = program.find(variable);
  auto const found = std::ranges::find_if(program.statements, [&](Statement const& statement) {
    return statement.kind == StatementKind::let && statement.variable == number;
  });
  return found->value;
}

} // namespace

std::shared_ptr<KernelArray> allocate_argument(KernelPlace& place, loops::LoopKernel const& kernel,
                                               std::string const& name, KernelParameters const& parameters) {
  std::map<std::string, long> const integers = to_integers(parameters);
  ir::TypedArray const& declaration = kernel.array(name);
  long n = 1;
  for (ir::ArrayAxis const& axis : declaration.axes) n *= std::max(0L, axis.extent.value(integers));
  return place.allocate(declaration.type, static_cast<std::size_t>(n));
}

GroupSort::Step& GroupSort::step(std::string const& variable) {
  auto const [item, is_new] = steps_.try_emplace(variable);
  Step& step = item->second;
  if (!is_new) return step;
  Program const& program = sort_program();
  NodePtr const value = value_of_statement(variable);
  NestOptions const options{.is_device = place_.is_device()};
  PatternKind const kind = value->pattern->kind;
  if (kind == PatternKind::filter || kind == PatternKind::group) {
    step.selection = lower_selection(program, value, step_result, options);
    step.kernel = std::move(step.selection.kernel);
    step.inputs = step.selection.inputs;
  } else {
    Mapping const mapping = find_mapping(nest_of(program, value, step_result), place_.machine()).mapping;
    LoweredNest lowered = lower_nest(program, value, step_result, mapping, options);
    step.kernel = std::move(lowered.kernel);
    step.inputs = std::move(lowered.inputs);
    step.chunk_counts = std::move(lowered.chunk_counts);
  }
  step.kernel.name = "sort_" + variable;
  step.loaded = place_.load(step.kernel);
  return step;
}

std::shared_ptr<KernelArray> GroupSort::value(std::string const& variable, KernelParameters parameters,
                                              Arrays const& inputs) {
  Step& step = this->step(variable);
  std::map<std::string, long> const sizes = to_integers(parameters);
  for (ChunkCount const& chunks : step.chunk_counts)
    parameters[chunks.parameter] = static_cast<double>(chunks.value(sizes));
  std::shared_ptr<KernelArray> result = allocate_argument(place_, step.kernel, step_result, parameters);
  KernelArguments arguments{{step_result, result.get()}};
  for (std::string const& name : step.inputs) arguments[name] = inputs.at(name).get();
  step.loaded->run(parameters, arguments);
  return result;
}

GroupSort::Selected GroupSort::selected(std::string const& variable, long n, long n_groups, Arrays const& inputs) {
  Step& step = this->step(variable);
  KernelParameters parameters = selection_sizes(step.selection, n, n_groups);
  parameters["n"] = static_cast<double>(n);
  Arrays arrays;
  for (std::string const& name : step.selection.temporaries)
    arrays[name] = allocate_argument(place_, step.kernel, name, parameters);
  for (std::string const& name : {step.selection.result, step.selection.first})
    arrays[name] = allocate_argument(place_, step.kernel, name, parameters);
  KernelArguments arguments;
  for (auto const& [name, array] : arrays) arguments[name] = array.get();
  for (std::string const& name : step.inputs) arguments[name] = inputs.at(name).get();
  step.loaded->run(parameters, arguments);
  return {arrays[step.selection.result], arrays[step.selection.first]->read().at(static_cast<std::size_t>(n_groups))};
}

std::shared_ptr<KernelArray> GroupSort::integers(std::vector<double> const& numbers) {
  std::shared_ptr<KernelArray> result = place_.allocate(ir::Type::int32, numbers.size());
  result->write(numbers);
  return result;
}

GroupSort::Groups GroupSort::sort(std::shared_ptr<KernelArray> const& keys, long n) {
  if (n == 0) return {.order = integers({}), .first = integers({0}), .keys = integers({})};
  KernelParameters parameters{{"n", static_cast<double>(n)}};
  Arrays arrays{{"keys", keys}};
  double const least = value("least", parameters, arrays)->read()[0];
  double const greatest = value("greatest", parameters, arrays)->read()[0];
  arrays["order"] = value("identity", parameters, arrays);

  // Digits of `key - least` in the arithmetic of int32. Together, the digits contain all bits in which keys differ.
  int const n_bits = std::bit_width(static_cast<unsigned long>(greatest - least));
  int const n_passes = (n_bits + max_digit_bits - 1) / max_digit_bits;
  int const digit_bits = n_passes == 0 ? 0 : (n_bits + n_passes - 1) / n_passes;
  long const n_values = 1L << digit_bits;
  for (int pass = 0; pass < n_passes; ++pass) {
    arrays["digit"] = integers({least, static_cast<double>(1L << (pass * digit_bits)), static_cast<double>(n_values)});
    arrays["order"] = selected("by_digit", n, n_values, arrays).members;
  }

  Selected const changes = selected("changes", n, 1, arrays);
  arrays["heads"] = changes.members;
  Groups groups{.n_groups = static_cast<long>(changes.n_members), .order = arrays["order"]};
  parameters["groups"] = changes.n_members;
  groups.first = value("first", parameters, arrays);
  groups.keys = value("group_keys", parameters, arrays);
  return groups;
}

} // namespace chemora::patterns
