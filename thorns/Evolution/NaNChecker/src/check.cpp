#include "check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace nanchecker {
namespace {

struct Search {
  cGH const* cctkGH;
  SearchedValues searched;
  char const* mask; ///< full name of a grid function; null: none
  std::vector<CheckedVariable> checked;
};

std::optional<Variable> find_values(cGH const* cctkGH, int index, char const* options) {
  auto variable = find_variable(cctkGH, index, options);
  if (variable) require_on_host(cctkGH, *variable);
  return variable;
}

/// The values of the mask for a variable; null if the mask does not fit.
double const* mask_for(Search const& search, Variable const& variable) {
  if (!search.mask || !variable.is_grid_function) return nullptr;
  int const index = CCTK_VarIndex(search.mask);
  auto const mask = index < 0 ? std::nullopt : find_values(search.cctkGH, index, nullptr);
  bool const fits = mask && CCTK_VarTypeI(index) == CCTK_VARIABLE_REAL && mask->n_points() == variable.n_points();
  if (fits) return static_cast<double const*>(mask->data);
  static bool has_warned = false;
  if (!has_warned)
    CCTK_VWARN(CCTK_WARN_ALERT,
               "All points of '%s' are checked, because '%s' is not a real grid function of the same size",
               variable.name.c_str(), search.mask);
  has_warned = true;
  return nullptr;
}

std::vector<std::size_t> bad_numbers(Search const& search, Variable const& variable) {
  auto const find = [&](auto const* numbers) {
    return find_bad(numbers, variable.n_points(), variable.numbers_per_point, search.searched,
                    mask_for(search, variable));
  };
  if (variable.real_size == sizeof(float)) return find(static_cast<float const*>(variable.data));
  if (variable.real_size == sizeof(double)) return find(static_cast<double const*>(variable.data));
  return find(static_cast<long double const*>(variable.data));
}

void check_variable(int index, char const* options, void* argument) {
  Search& search = *static_cast<Search*>(argument);
  auto variable = find_values(search.cctkGH, index, options);
  if (!variable) return;
  auto bad = bad_numbers(search, *variable);
  std::erase_if(bad,
                [&](std::size_t number) { return !variable->is_local_point(number / variable->numbers_per_point); });
  search.checked.push_back({std::move(*variable), std::move(bad)});
}

std::string text(double number) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.6g", number);
  return buffer;
}

/// Coordinates of a point of a grid function; empty if there is no coordinate system of its dimension.
std::string coordinates(cGH const* cctkGH, Variable const& variable, std::size_t point) {
  std::string const system = "cart" + std::to_string(variable.sizes.dim) + "d";
  std::string list;
  if (!variable.is_grid_function || CCTK_CoordSystemHandle(system.c_str()) < 0) return list;
  for (int d = 0; d < variable.sizes.dim; ++d) {
    int const index = CCTK_CoordIndex(d + 1, nullptr, system.c_str());
    void const* const data = index < 0 ? nullptr : CCTK_VarDataPtrI(cctkGH, 0, index);
    if (!data || CCTK_GroupDimFromVarI(index) != variable.sizes.dim) return {};
    list += (d ? ", " : "") + text(static_cast<CCTK_REAL const*>(data)[point]);
  }
  return list;
}

bool is_nan(Variable const& variable, std::size_t number) {
  if (variable.real_size == sizeof(float)) return std::isnan(static_cast<float const*>(variable.data)[number]);
  if (variable.real_size == sizeof(double)) return std::isnan(static_cast<double const*>(variable.data)[number]);
  return std::isnan(static_cast<long double const*>(variable.data)[number]);
}

/// The position of a value in words. Global indices begin at 0.
std::string position_of(cGH const* cctkGH, Variable const& variable, std::size_t number) {
  std::size_t const point = number / variable.numbers_per_point;
  std::string text_of_index;
  if (variable.numbers_per_point == 2) text_of_index = number % 2 ? " in the imaginary part" : " in the real part";
  auto const index = variable.local_index(point);
  for (std::size_t d = 0; d < index.size(); ++d)
    text_of_index += (d ? ", " : " at index (") + std::to_string(index[d] + variable.sizes.lbnd[d]);
  if (!index.empty()) text_of_index += ")";
  std::string const point_coordinates = coordinates(cctkGH, variable, point);
  return point_coordinates.empty() ? text_of_index : text_of_index + ", coordinates (" + point_coordinates + ")";
}

} // namespace

std::optional<std::vector<CheckedVariable>> check(cGH const* cctkGH, char const* list, SearchedValues searched,
                                                  char const* mask) {
  Search search{cctkGH, searched, mask, {}};
  if (CCTK_TraverseString(list, check_variable, &search, CCTK_GROUP_OR_VAR) < 0) return std::nullopt;
  return std::move(search.checked);
}

void report(cGH const* cctkGH, CheckedVariable const& checked, bool details, int report_max) {
  if (checked.bad.empty()) return;
  Variable const& variable = checked.variable;
  int const process = CCTK_MyProc(cctkGH);
  std::size_t const n_shown =
      report_max < 0 ? checked.bad.size() : std::min<std::size_t>(report_max, checked.bad.size());
  for (std::size_t i = 0; details && i < n_shown; ++i)
    CCTK_VWARN(CCTK_WARN_ALERT, "%s in '%s'%s, process %d, iteration %d",
               is_nan(variable, checked.bad[i]) ? "NaN" : "Inf", variable.name.c_str(),
               position_of(cctkGH, variable, checked.bad[i]).c_str(), process, cctkGH->cctk_iteration);
  CCTK_VWARN(CCTK_WARN_ALERT, "There are %zu values NaN or Inf in '%s' on process %d in iteration %d, the first%s",
             checked.bad.size(), variable.name.c_str(), process, cctkGH->cctk_iteration,
             variable.sizes.dim == 0 && variable.numbers_per_point == 1
                 ? ": the scalar itself"
                 : position_of(cctkGH, variable, checked.bad.front()).c_str());
}

bool is_action(char const* word) {
  return CCTK_EQUALS(word, "just warn") || CCTK_EQUALS(word, "terminate") || CCTK_EQUALS(word, "abort");
}

void take_action(cGH const* cctkGH, char const* word) {
  if (CCTK_EQUALS(word, "terminate")) {
    CCTK_WARN(CCTK_WARN_ALERT, "The run ends after this iteration, because NaNChecker::action_if_found is 'terminate'");
    CCTK_TerminateNext(cctkGH);
  } else if (CCTK_EQUALS(word, "abort")) {
    CCTK_WARN(CCTK_WARN_ALERT, "The run ends now, because NaNChecker::action_if_found is 'abort'");
    CCTK_Abort(const_cast<cGH*>(cctkGH), 1); // the exit code
  }
}

} // namespace nanchecker
