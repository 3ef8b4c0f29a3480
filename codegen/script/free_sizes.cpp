#include "codegen/script/free_sizes.hpp"

#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

namespace chemora::script {

std::string to_text(Sizes const& sizes) {
  return base::join(sizes, "; ", [](auto const& size) { return fmt::format("{} = {}", size.first, size.second); });
}

void collect_free_sizes(Environment& environment, std::vector<FreeSize>& sizes) {
  std::set<std::string> given;
  for (auto const& [name, value] : environment.variables) given.insert(name);
  environment.report_size = [given, &sizes](std::string const& name, std::vector<transform::Value> const& choices,
                                            transform::Value const&) {
    bool const is_known = std::any_of(sizes.begin(), sizes.end(), [&](auto const& size) { return size.name == name; });
    if (is_known || given.contains(name)) return;
    FreeSize& size = sizes.emplace_back(FreeSize{name, {}});
    for (transform::Value const& choice : choices) size.choices.push_back(choice.integer);
  };
}

std::size_t n_combinations(std::vector<FreeSize> const& sizes) {
  std::size_t product = 1;
  for (FreeSize const& size : sizes) {
    if (product > SIZE_MAX / size.choices.size()) return SIZE_MAX;
    product *= size.choices.size();
  }
  return product;
}

Sizes combination(std::vector<FreeSize> const& sizes, std::size_t number) {
  Sizes values;
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    values[size->name] = size->choices[number % size->choices.size()];
    number /= size->choices.size();
  }
  return values;
}

} // namespace chemora::script
