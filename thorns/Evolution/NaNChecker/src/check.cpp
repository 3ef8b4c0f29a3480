#include "check.hpp"

#include "Numerics/ThornTools/src/host_access.hpp"
#include "Numerics/ThornTools/src/variable_type.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string>

namespace nanchecker {
namespace {

/// The integer after "timelevel=" in the options of a variable; 0 without options; empty for invalid options.
std::optional<int> time_level(char const* options) {
  if (!options || !*options) return 0;
  constexpr char key[] = "timelevel=";
  if (std::strncmp(options, key, sizeof key - 1) != 0) return std::nullopt;
  char const* const begin = options + sizeof key - 1;
  char const* const end = begin + std::strcspn(begin, "]} ");
  int level = 0;
  auto const [next, error] = std::from_chars(begin, end, level);
  if (error != std::errc() || next != end || level < 0) return std::nullopt;
  return level;
}

bool set_type(Variable& variable, int type) {
  if (!thorntools::is_real_type(type) && !thorntools::is_complex_type(type)) return false;
  variable.numbers_per_point = thorntools::is_complex_type(type) ? 2 : 1;
  variable.real_size = CCTK_VarTypeSize(type) / variable.numbers_per_point;
  return true;
}

} // namespace

std::size_t Variable::n_points() const {
  std::size_t n = 1;
  for (int d = 0; d < sizes.dim; ++d) n *= static_cast<std::size_t>(sizes.ash[d]);
  return n;
}

std::vector<int> Variable::local_index(std::size_t point) const {
  std::vector<int> index;
  for (int d = 0; d < sizes.dim; ++d) {
    index.push_back(static_cast<int>(point % sizes.ash[d]));
    point /= sizes.ash[d];
  }
  return index;
}

bool Variable::is_local_point(std::size_t point) const {
  auto const index = local_index(point);
  for (int d = 0; d < sizes.dim; ++d)
    if (index[d] >= sizes.lsh[d]) return false;
  return true;
}

std::optional<Variable> find_variable(cGH const* cctkGH, int index, char const* options) {
  Variable variable;
  variable.index = index;
  variable.name = CCTK_FullVarName(index);
  int const group = CCTK_GroupIndexFromVarI(index);
  if (!set_type(variable, CCTK_VarTypeI(index)) || CCTK_QueryGroupStorageI(cctkGH, group) <= 0) return std::nullopt;
  auto const level = time_level(options);
  if (!level || *level >= CCTK_ActiveTimeLevelsVI(cctkGH, index)) {
    CCTK_VWARN(CCTK_WARN_ALERT, "'%s' is not checked: its options are '%s', but only timelevel=0 to %d are possible",
               variable.name.c_str(), options, CCTK_ActiveTimeLevelsVI(cctkGH, index) - 1);
    return std::nullopt;
  }
  variable.time_level = *level;
  int const type = CCTK_GroupTypeI(group);
  variable.is_grid_function = type == CCTK_GF;
  if (type != CCTK_SCALAR) CCTK_GroupDynamicData(cctkGH, group, &variable.sizes);
  variable.data = CCTK_VarDataPtrI(cctkGH, *level, index);
  if (!variable.data) return std::nullopt;
  return variable;
}

void require_on_host(cGH const* cctkGH, Variable const& variable) {
  thorntools::require_on_host(cctkGH, variable.index, variable.time_level);
}

void report_write(cGH const* cctkGH, Variable const& variable) {
  if (variable.is_grid_function && CCTK_IsFunctionAliased("Accelerator_NotifyDataModified"))
    thorntools::call_for_host(Accelerator_NotifyDataModified, cctkGH, {{variable.index}, {variable.time_level}});
}

namespace {

struct Search {
  cGH const* cctkGH;
  SearchedValues searched;
  char const* mask; ///< full name of the mask, a grid function; null: no mask
  std::vector<CheckedVariable> checked;
};

std::optional<Variable> find_values(cGH const* cctkGH, int index, char const* options) {
  auto variable = find_variable(cctkGH, index, options);
  if (variable) require_on_host(cctkGH, *variable);
  return variable;
}

/// The values of the mask; null if its size or type does not fit the variable.
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

/// Calls `function` with a typed pointer to the values of the variable.
template <typename Function>
auto with_numbers(Variable const& variable, Function const& function) {
  if (variable.real_size == sizeof(float)) return function(static_cast<float const*>(variable.data));
  if (variable.real_size == sizeof(double)) return function(static_cast<double const*>(variable.data));
  return function(static_cast<long double const*>(variable.data));
}

std::vector<std::size_t> bad_numbers(Search const& search, Variable const& variable) {
  return with_numbers(variable, [&](auto const* numbers) {
    return find_bad(numbers, variable.n_points(), variable.numbers_per_point, search.searched,
                    mask_for(search, variable));
  });
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

/// The coordinates of a point of a grid function as text; empty if the grid function's dimension has no coordinate
/// system.
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
  return with_numbers(variable, [&](auto const* numbers) { return std::isnan(numbers[number]); });
}

/// The position of a value as text: global indices, which begin at 0, and coordinates.
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
