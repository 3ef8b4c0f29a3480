// Collects values (of triggered variables when they were triggered) and prints them on rank 0.
#include "info_output.hpp"

#include "text/info_table.hpp"
#include "text/progress.hpp"

#include "Base/IOUtil/src/output_list.hpp"
#include "Base/IOUtil/src/reduction.hpp"

#include <cctk_Parameters.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <utility>

namespace iobasic {
namespace {

enum class Row { due, last };
using Values = std::vector<std::optional<double>>;

/// What the method remembers between outputs.
struct State {
  ioutil::OutputList variables{CCTK_THORNSTRING, "IOBasic::outInfo_vars", ioutil::not_a_number};
  std::map<int, Values> triggered; ///< values of this iteration's triggered variables
  std::vector<TableColumns> columns;
  TableFormat format;
  int last_iteration = -1;
  int rows = 0;
  Progress progress;
};

State& state() {
  static State only;
  return only;
}

double seconds_now() {
  static auto const start = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

ioutil::Frequency frequency() {
  DECLARE_CCTK_PARAMETERS
  int const every = outInfo_every == -2 ? -1 : static_cast<int>(outInfo_every);
  return ioutil::resolve({outInfo_criterion, every, -1, outInfo_dt, -2.});
}

void update() {
  DECLARE_CCTK_PARAMETERS
  state().variables.update(outInfo_vars, frequency());
}

bool is_row_due(cGH const* cctkGH) {
  return ioutil::is_due(frequency(), ioutil::moment_of(cctkGH)) && state().last_iteration != cctkGH->cctk_iteration;
}

std::vector<std::string> reductions_of(ioutil::Request const& request) {
  DECLARE_CCTK_PARAMETERS
  if (ioutil::is_scalar(request.variable)) return {};
  return ioutil::words(request.options.reductions.value_or(outInfo_reductions));
}

TableColumns columns_of(ioutil::Request const& request) {
  bool const is_integer = ioutil::is_scalar(request.variable) && ioutil::is_integer(request.variable);
  return {
      .variable = ioutil::full_name(request.variable), .reductions = reductions_of(request), .is_integer = is_integer};
}

Values values_of(cGH const* cctkGH, ioutil::Request const& request) {
  if (ioutil::is_scalar(request.variable)) return {ioutil::scalar(cctkGH, request.variable)};
  Values values;
  for (auto const& reduction : reductions_of(request))
    values.push_back(ioutil::reduce(cctkGH, reduction, request.variable));
  return values;
}

/// The values for the row: those kept by a trigger, else new ones; nothing where the variable itself is not due. The
/// last row shows all that have storage.
Values row_values(cGH const* cctkGH, ioutil::Request const& request, Row row) {
  if (auto const kept = state().triggered.find(request.variable); kept != state().triggered.end()) return kept->second;
  bool const is_shown = row == Row::last ? ioutil::has_storage(cctkGH, request.variable)
                                         : state().variables.is_due(cctkGH, request.variable);
  if (!is_shown) return Values(std::max<std::size_t>(1, reductions_of(request).size()));
  return values_of(cctkGH, request);
}

TableFormat table_format() {
  DECLARE_CCTK_PARAMETERS
  return {.iteration_width = static_cast<int>(iter_width),
          .time_width = static_cast<int>(time_width),
          .time_precision = static_cast<int>(time_prec),
          .int_width = static_cast<int>(int_width),
          .real_width = static_cast<int>(real_width),
          .real_precision = static_cast<int>(real_prec),
          .real_precision_exponent = static_cast<int>(real_prec_sci),
          .real_min = real_min,
          .real_max = real_max};
}

Termination termination() {
  DECLARE_CCTK_PARAMETERS
  using enum Termination;
  static std::pair<char const*, Termination> const words[] = {
      {"iteration", iteration}, {"time", time}, {"runtime", runtime}, {"any", any}, {"all", all},
      {"either", either},       {"both", both}};
  for (auto const& [word, value] : words)
    if (CCTK_Equals(terminate, word)) return value;
  return never;
}

Estimate estimate(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  Limits const limits{.termination = termination(),
                      .last_iteration = static_cast<int>(cctk_itlast),
                      .initial_time = cctk_initial_time,
                      .final_time = cctk_final_time,
                      .max_runtime = max_runtime,
                      .time_step = cctkGH->cctk_delta_time};
  double const seconds = seconds_now();
  double const done = fraction_done(limits, cctkGH->cctk_iteration, cctkGH->cctk_time, CCTK_RunTime());
  return state().progress.update(seconds, cctkGH->cctk_iteration, done);
}

bool is_header_due(std::vector<TableColumns> const& columns, TableFormat const& format) {
  DECLARE_CCTK_PARAMETERS
  auto& known = state();
  bool const has_changed = columns != known.columns || !(format == known.format);
  return known.rows == 0 || has_changed || (outHeader_every > 0 && known.rows % outHeader_every == 0);
}

void print_row(cGH const* cctkGH, std::vector<TableColumns> const& columns, Values const& values) {
  auto const format = table_format();
  auto text = is_header_due(columns, format) ? header_text(format, columns) : std::string();
  text += row_text(format, columns, cctkGH->cctk_iteration, cctkGH->cctk_time, estimate(cctkGH), values);
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  state().columns = columns;
  state().format = format;
  ++state().rows;
}

int output_row(cGH const* cctkGH, Row row) {
  std::vector<TableColumns> columns;
  Values values;
  for (auto const& request : state().variables.requests()) {
    columns.push_back(columns_of(request));
    auto const own = row_values(cctkGH, request, row);
    values.insert(values.end(), own.begin(), own.end());
  }
  if (CCTK_MyProc(cctkGH) == 0) print_row(cctkGH, columns, values);
  state().triggered.clear();
  state().last_iteration = cctkGH->cctk_iteration;
  return static_cast<int>(columns.size());
}

int output_gh(cGH const* cctkGH) {
  update();
  return is_row_due(cctkGH) ? output_row(cctkGH, Row::due) : 0;
}

int time_to_output(cGH const* cctkGH, int variable) {
  update();
  return is_row_due(cctkGH) && !state().triggered.contains(variable) && state().variables.is_due(cctkGH, variable);
}

int trigger_output(cGH const* cctkGH, int variable) {
  auto const* const request = state().variables.find(variable);
  if (request != nullptr) state().triggered[variable] = values_of(cctkGH, *request);
  return 0;
}

int output_var_as(cGH const* cctkGH, char const* name, char const* alias) {
  int const variable = CCTK_VarIndex(name);
  if (variable < 0 || !ioutil::has_storage(cctkGH, variable)) return -1;
  ioutil::Request const request{.variable = variable, .options = {}};
  auto columns = columns_of(request);
  columns.variable = alias;
  auto const values = values_of(cctkGH, request);
  if (CCTK_MyProc(cctkGH) == 0) print_row(cctkGH, {columns}, values);
  return 0;
}

} // namespace

void check_info_parameters() {
  DECLARE_CCTK_PARAMETERS
  state().variables.check(outInfo_vars);
  if (!state().variables.requests().empty())
    ioutil::check_reductions(CCTK_THORNSTRING, "IOBasic::outInfo_reductions", outInfo_reductions, state().variables);
}

void output_last_row(cGH const* cctkGH) {
  bool const has_rows = state().last_iteration >= 0;
  if (has_rows && state().last_iteration != cctkGH->cctk_iteration) output_row(cctkGH, Row::last);
}

void register_info_method() {
  int const handle = CCTK_RegisterIOMethod("Info");
  CCTK_RegisterIOMethodOutputGH(handle, output_gh);
  CCTK_RegisterIOMethodTimeToOutput(handle, time_to_output);
  CCTK_RegisterIOMethodTriggerOutput(handle, trigger_output);
  CCTK_RegisterIOMethodOutputVarAs(handle, output_var_as);
}

} // namespace iobasic
