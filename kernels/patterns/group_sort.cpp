#include "kernels/patterns/group_sort.hpp"

#include "codegen/patterns/mapping_search.hpp"
#include "codegen/patterns/sorted_groups.hpp"

#include <algorithm>
#include <bit>

namespace chemora::patterns {

namespace {

/// With 2^10 values of a digit, the counts of a chunk of 1024 elements need as much memory as its elements.
constexpr int max_digit_bits = 10;

NodePtr value_of_statement(std::string const& variable) {
  Program const& program = sort_program();
  int const number = program.find(variable);
  auto const found = std::ranges::find_if(program.statements, [&](Statement const& statement) {
    return statement.kind == StatementKind::let && statement.variable == number;
  });
  return found->value;
}

KernelArguments arguments_of(ValueKernel const& kernel,
                             std::map<std::string, std::shared_ptr<KernelArray>> const& all) {
  KernelArguments arguments;
  for (std::string const& name : kernel.inputs) arguments[name] = all.at(name).get();
  return arguments;
}

} // namespace

ValueKernel& GroupSort::kernel_of(std::string const& variable) {
  ValueKernel& kernel = kernels_[variable];
  if (!kernel.loaded)
    load_value(kernel, place_, sort_program(), value_of_statement(variable), "sort_" + variable,
               {.nest = nest_options(place_),
                .mapping = [&](Nest const& nest) { return find_mapping(nest, place_.machine()).mapping; }});
  return kernel;
}

std::shared_ptr<KernelArray> GroupSort::value(std::string const& variable, KernelParameters const& parameters,
                                              Arrays const& inputs) {
  ValueKernel& kernel = kernel_of(variable);
  return run_nest(kernel, place_, parameters, arguments_of(kernel, inputs));
}

Selected GroupSort::selected(std::string const& variable, long n, long n_groups, Arrays const& inputs) {
  ValueKernel& kernel = kernel_of(variable);
  KernelParameters const parameters{{"n", static_cast<double>(n)}};
  return run_selection(kernel, place_, parameters, arguments_of(kernel, inputs), n, n_groups);
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
  double const n_groups = changes.first->read().at(1);
  Groups groups{.n_groups = static_cast<long>(n_groups), .order = arrays["order"]};
  parameters["groups"] = n_groups;
  groups.first = value("first", parameters, arrays);
  groups.keys = value("group_keys", parameters, arrays);
  return groups;
}

} // namespace chemora::patterns
