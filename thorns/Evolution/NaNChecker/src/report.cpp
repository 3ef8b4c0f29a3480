// Says what was found, and ends the run where that is asked for.
#include "check.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

namespace nanchecker {
namespace {

std::string text(double number) {
  char buffer[40];
  std::snprintf(buffer, sizeof buffer, "%.6g", number);
  return buffer;
}

// Coordinates of a point of a grid function, empty where no coordinate system knows them.
std::string coordinates(cGH const* gh, Variable const& variable, std::size_t point) {
  std::string const system = "cart" + std::to_string(variable.sizes.dim) + "d";
  std::string all;
  if (!variable.is_grid_function || CCTK_CoordSystemHandle(system.c_str()) < 0) return all;
  for (int d = 0; d < variable.sizes.dim; ++d) {
    int const index = CCTK_CoordIndex(d + 1, nullptr, system.c_str());
    void const* const data = index < 0 ? nullptr : CCTK_VarDataPtrI(gh, 0, index);
    if (!data || CCTK_GroupDimFromVarI(index) != variable.sizes.dim) return {};
    all += (d ? ", " : "") + text(static_cast<CCTK_REAL const*>(data)[point]);
  }
  return all;
}

bool is_nan(Variable const& variable, std::size_t number) {
  if (variable.real_size == sizeof(float)) return std::isnan(static_cast<float const*>(variable.data)[number]);
  if (variable.real_size == sizeof(double)) return std::isnan(static_cast<double const*>(variable.data)[number]);
  return std::isnan(static_cast<long double const*>(variable.data)[number]);
}

// The global index counts from 0, as cctk_lbnd does.
std::string place(cGH const* gh, Variable const& variable, std::size_t number) {
  std::size_t const point = number / variable.numbers_per_point;
  std::string where;
  if (variable.numbers_per_point == 2) where = number % 2 ? " in the imaginary part" : " in the real part";
  auto const index = variable.local_index(point);
  for (std::size_t d = 0; d < index.size(); ++d)
    where += (d ? ", " : " at index (") + std::to_string(index[d] + variable.sizes.lbnd[d]);
  if (!index.empty()) where += ")";
  std::string const where_on_grid = coordinates(gh, variable, point);
  return where_on_grid.empty() ? where : where + ", coordinates (" + where_on_grid + ")";
}

} // namespace

void report(cGH const* gh, Found const& found, bool details, int report_max) {
  if (found.bad.empty()) return;
  Variable const& variable = found.variable;
  int const process = CCTK_MyProc(gh);
  std::size_t const n_shown = report_max < 0 ? found.bad.size() : std::min<std::size_t>(report_max, found.bad.size());
  for (std::size_t i = 0; details && i < n_shown; ++i)
    CCTK_VWARN(CCTK_WARN_ALERT, "%s in '%s'%s, process %d, iteration %d",
               is_nan(variable, found.bad[i]) ? "NaN" : "Inf", variable.name.c_str(),
               place(gh, variable, found.bad[i]).c_str(), process, gh->cctk_iteration);
  CCTK_VWARN(CCTK_WARN_ALERT, "There are %zu values NaN or Inf in '%s' on process %d in iteration %d, the first%s",
             found.bad.size(), variable.name.c_str(), process, gh->cctk_iteration,
             variable.sizes.dim == 0 && variable.numbers_per_point == 1
                 ? ": the scalar itself"
                 : place(gh, variable, found.bad.front()).c_str());
}

bool is_action(char const* word) {
  return CCTK_EQUALS(word, "just warn") || CCTK_EQUALS(word, "terminate") || CCTK_EQUALS(word, "abort");
}

void take_action(cGH const* gh, char const* word) {
  if (CCTK_EQUALS(word, "terminate")) {
    CCTK_WARN(CCTK_WARN_ALERT, "The run ends after this iteration, because NaNChecker::action_if_found is 'terminate'");
    CCTK_TerminateNext(gh);
  } else if (CCTK_EQUALS(word, "abort")) {
    CCTK_WARN(CCTK_WARN_ALERT, "The run ends now, because NaNChecker::action_if_found is 'abort'");
    CCTK_Abort(const_cast<cGH*>(gh), 1); // the exit code
  }
}

} // namespace nanchecker
