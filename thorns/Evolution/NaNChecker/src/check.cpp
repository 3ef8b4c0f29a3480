// Looks at all variables of a list.
#include "check.hpp"

#include <algorithm>

namespace nanchecker {
namespace {

struct Search {
  cGH const* gh;
  Wanted wanted;
  char const* counts;
  std::vector<Found> found;
};

std::optional<Variable> find_values(cGH const* gh, int index, char const* options) {
  auto variable = find_variable(gh, index, options);
  if (variable) bring_to_host(gh, *variable);
  return variable;
}

// The mask for a grid function, NULL where there is none of its size.
double const* counts_for(Search const& search, Variable const& variable) {
  if (!search.counts || !variable.is_grid_function) return nullptr;
  int const index = CCTK_VarIndex(search.counts);
  auto const mask = index < 0 ? std::nullopt : find_values(search.gh, index, nullptr);
  bool const fits = mask && CCTK_VarTypeI(index) == CCTK_VARIABLE_REAL && mask->n_points() == variable.n_points();
  if (fits) return static_cast<double const*>(mask->data);
  static bool has_warned = false;
  if (!has_warned)
    CCTK_VWARN(CCTK_WARN_ALERT, "All points of '%s' are checked: '%s' is no mask for it", variable.name.c_str(),
               search.counts);
  has_warned = true;
  return nullptr;
}

std::vector<std::size_t> bad_numbers(Search const& search, Variable const& variable) {
  auto const find = [&](auto const* numbers) {
    return find_bad(numbers, variable.n_points(), variable.numbers_per_point, search.wanted,
                    counts_for(search, variable));
  };
  if (variable.real_size == sizeof(float)) return find(static_cast<float const*>(variable.data));
  if (variable.real_size == sizeof(double)) return find(static_cast<double const*>(variable.data));
  return find(static_cast<long double const*>(variable.data));
}

void look_at(int index, char const* options, void* argument) {
  Search& search = *static_cast<Search*>(argument);
  auto variable = find_values(search.gh, index, options);
  if (!variable) return;
  auto bad = bad_numbers(search, *variable);
  std::erase_if(bad, [&](std::size_t number) { return !variable->holds(number / variable->numbers_per_point); });
  search.found.push_back({std::move(*variable), std::move(bad)});
}

} // namespace

std::optional<std::vector<Found>> check(cGH const* gh, char const* list, Wanted wanted, char const* counts) {
  Search search{gh, wanted, counts, {}};
  if (CCTK_TraverseString(list, look_at, &search, CCTK_GROUP_OR_VAR) < 0) return std::nullopt;
  return std::move(search.found);
}

} // namespace nanchecker
