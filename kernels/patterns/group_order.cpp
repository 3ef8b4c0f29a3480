#include "kernels/patterns/group_order.hpp"

#include "codegen/patterns/mapping_search.hpp"
#include "codegen/patterns/sorted_groups.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <random>

namespace chemora::patterns {

namespace {

/// With 2^10 values of a digit, the counts of a chunk of 1024 elements need as much memory as its elements.
constexpr int max_digit_bits = 10;
constexpr long max_counted_values = 1L << max_digit_bits;
/// A sample misses a key that a fraction f of the elements have with the probability (1 - f)^4096. With at most 1024
/// keys, these are less than a tenth of the elements on average.
constexpr long sample_size = 4096;
constexpr double typical_probes = 4; ///< for the mapping of `ranks`

NodePtr value_of_statement(std::string const& variable) {
  Program const& program = order_program();
  int const number = program.find(variable);
  auto const definition = std::ranges::find_if(program.statements, [&](Statement const& statement) {
    return statement.kind == StatementKind::let && statement.variable == number;
  });
  return definition->value;
}

KernelArguments arguments_of(ValueKernel const& kernel,
                             std::map<std::string, std::shared_ptr<KernelArray>> const& arrays) {
  KernelArguments arguments;
  for (std::string const& name : kernel.inputs) arguments[name] = arrays.at(name).get();
  return arguments;
}

std::string size_of(KeyTable const& table) {
  return base::counted(static_cast<long>(table.n_keys()), "key") + " with " + base::counted(table.n_probes(), "probe");
}

/// Returns the number of bits in which `n_values` adjacent keys may differ from the smallest one.
int n_bits_of(long n_values) { return static_cast<int>(std::bit_width(static_cast<unsigned long>(n_values - 1))); }

int n_digits(long n_values) { return (n_bits_of(n_values) + max_digit_bits - 1) / max_digit_bits; }

/// Returns one random number from each of equal parts of 0 to n - 1, so that keys with a period are not missed.
std::vector<double> places_of_sample(long n) {
  long const size = std::min(n, sample_size);
  std::minstd_rand random;
  std::vector<double> places;
  for (long k = 0; k < size; ++k) {
    long const begin = k * n / size, end = (k + 1) * n / size;
    places.push_back(static_cast<double>(begin + static_cast<long>(random()) % (end - begin)));
  }
  return places;
}

} // namespace

GroupOrder::GroupOrder(KernelPlace& place, std::string const& grouping) : place_(place), grouping_(grouping) {
  if (grouping != "automatic" && grouping != "hash" && grouping != "sort")
    throw base::UserError(fmt::format("`{}` is not a grouping method; expected automatic, hash or sort.", grouping));
}

ValueKernel& GroupOrder::kernel_of(std::string const& variable, long max_n) {
  ValueKernel& kernel = kernels_[{variable, max_n}];
  std::map<std::string, double> max_sizes;
  if (max_n > 0) max_sizes["n"] = static_cast<double>(max_n);
  if (!kernel.loaded)
    load_value(kernel, place_, order_program(), value_of_statement(variable), "groups_" + variable,
               {.nest = nest_options(place_, max_sizes),
                .sizes = {{"n_probes", typical_probes}},
                .mapping = [&](Nest const& nest) { return find_mapping(nest, place_.machine()).mapping; }});
  return kernel;
}

std::shared_ptr<KernelArray> GroupOrder::value(std::string const& variable, KernelParameters const& parameters,
                                               Arrays const& inputs) {
  ValueKernel& kernel = kernel_of(variable, 0);
  return run_nest(kernel, place_, parameters, arguments_of(kernel, inputs));
}

Selected GroupOrder::selected(std::string const& variable, long n, long n_groups, Arrays const& inputs) {
  auto const max_n = static_cast<long>(std::bit_ceil(static_cast<unsigned long>(n)));
  ValueKernel& kernel = kernel_of(variable, place_.is_device() ? 0 : max_n);
  KernelParameters const parameters{{"n", static_cast<double>(n)}};
  return run_selection(kernel, place_, parameters, arguments_of(kernel, inputs), n, n_groups);
}

std::shared_ptr<KernelArray> GroupOrder::integers(std::vector<double> const& numbers) {
  std::shared_ptr<KernelArray> result = place_.allocate(ir::Type::int32, numbers.size());
  result->write(numbers);
  return result;
}

GroupOrder::Groups GroupOrder::order(std::shared_ptr<KernelArray> const& keys, long n) {
  if (n == 0) return {.order = integers({}), .first = integers({0}), .keys = integers({}), .method = "no elements"};
  Elements elements{.n = n, .arrays = {{"keys", keys}}};
  elements.min_key = value("min_key", elements.parameters(), elements.arrays)->read()[0];
  elements.max_key = value("max_key", elements.parameters(), elements.arrays)->read()[0];
  elements.trace =
      fmt::format("groups: {} with keys from {:.0f} to {:.0f}; a sort needs {}\n", base::counted(n, "element"),
                  elements.min_key, elements.max_key, base::counted(n_digits(elements.n_values()), "pass", "passes"));
  std::optional<Groups> groups;
  if (grouping_ == "automatic" && elements.n_values() <= max_counted_values)
    groups = by_counting(elements);
  else if (grouping_ != "sort")
    groups = by_hashing(elements);
  if (!groups) groups = by_sorting(elements);
  groups->trace = elements.trace;
  return *groups;
}

GroupOrder::Groups GroupOrder::by_counting(Elements& elements) {
  elements.arrays["digit"] = integers({elements.min_key, 1, static_cast<double>(elements.n_values())});
  std::vector<double> keys;
  for (double key = elements.min_key; key <= elements.max_key; ++key) keys.push_back(key);
  Groups groups = groups_of(selected("by_offset", elements.n, elements.n_values(), elements.arrays), keys);
  groups.method =
      fmt::format("counting of {} from a range of {}", base::counted(groups.n_groups, "key"), elements.n_values());
  return groups;
}

std::vector<double> GroupOrder::sample(Elements& elements, std::string const& variable, long n) {
  std::vector<double> const places = places_of_sample(n);
  elements.arrays["places"] = integers(places);
  KernelParameters parameters = elements.parameters();
  parameters["n_places"] = static_cast<double>(places.size());
  return value(variable, parameters, elements.arrays)->read();
}

std::optional<GroupOrder::Groups> GroupOrder::by_hashing(Elements& elements) {
  Arrays& arrays = elements.arrays;
  KeyTable table;
  std::vector<double> sampled_keys = sample(elements, "sample", elements.n);
  for (int n_samples = 1;; ++n_samples) { // ends because each further sample adds keys
    bool const is_built = table.add(sampled_keys);
    elements.trace += fmt::format("groups: sample {} has {}: {}\n", n_samples,
                                  base::counted(static_cast<long>(sampled_keys.size()), "element"),
                                  is_built ? size_of(table) : table.error());
    if (!is_built) return std::nullopt;
    arrays["multiplier"] = integers({static_cast<double>(table.multiplier())});
    arrays["slot_keys"] = integers(table.slot_keys());
    arrays["slot_ranks"] = integers(table.slot_ranks());
    KernelParameters parameters = elements.parameters();
    parameters["slots"] = table_slots;
    parameters["n_probes"] = table.n_probes();
    arrays["rank_of"] = value("ranks", parameters, arrays);
    if (value("smallest_rank", parameters, arrays)->read()[0] >= 0) {
      auto const n_keys = static_cast<long>(table.n_keys());
      Groups groups = groups_of(selected("by_rank", elements.n, n_keys, arrays), table.keys());
      groups.method = fmt::format("hash table of {}", size_of(table));
      return groups;
    }
    Selected const missing = selected("missing", elements.n, 1, arrays);
    arrays["missing_elements"] = missing.members;
    sampled_keys = sample(elements, "missing_sample", static_cast<long>(missing.first->read().at(1)));
  }
}

GroupOrder::Groups GroupOrder::groups_of(Selected const& selected, std::vector<double> const& keys) {
  std::vector<double> const starts = selected.first->read();
  std::vector<double> first, group_keys;
  for (std::size_t rank = 0; rank < keys.size(); ++rank) {
    if (starts[rank] == starts[rank + 1]) continue;
    first.push_back(starts[rank]);
    group_keys.push_back(keys[rank]);
  }
  first.push_back(starts.back());
  return {.n_groups = static_cast<long>(group_keys.size()),
          .order = selected.members,
          .first = integers(first),
          .keys = integers(group_keys)};
}

GroupOrder::Groups GroupOrder::by_sorting(Elements& elements) {
  Arrays& arrays = elements.arrays;
  KernelParameters parameters = elements.parameters();
  arrays["order"] = value("identity", parameters, arrays);

  // Digits of `key - min_key` in the arithmetic of int32. Together, the digits contain all bits in which keys differ.
  int const n_bits = n_bits_of(elements.n_values());
  int const n_passes = n_digits(elements.n_values());
  int const digit_bits = n_passes == 0 ? 0 : (n_bits + n_passes - 1) / n_passes;
  long const n_values = 1L << digit_bits;
  for (int pass = 0; pass < n_passes; ++pass) {
    arrays["digit"] =
        integers({elements.min_key, static_cast<double>(1L << (pass * digit_bits)), static_cast<double>(n_values)});
    arrays["order"] = selected("by_digit", elements.n, n_values, arrays).members;
  }

  Selected const changes = selected("changes", elements.n, 1, arrays);
  arrays["starts"] = changes.members;
  double const n_groups = changes.first->read().at(1);
  Groups groups{.n_groups = static_cast<long>(n_groups), .order = arrays["order"]};
  parameters["groups"] = n_groups;
  groups.first = value("first", parameters, arrays);
  groups.keys = value("group_keys", parameters, arrays);
  groups.method = fmt::format("radix sort in {}", base::counted(n_passes, "pass", "passes"));
  return groups;
}

} // namespace chemora::patterns
