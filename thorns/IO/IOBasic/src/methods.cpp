/// The output methods of IOBasic. Info prints one row of the info table per output. Scalar writes times and values of
/// grid scalars and reductions to text files.
#include "text.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"
#include "Numerics/ThornTools/src/run_summary.hpp"

#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <map>

namespace iobasic {
namespace {

using Values = std::vector<std::optional<double>>;

/// The state of the method Info between outputs.
struct State {
  iotools::OutputList variables{CCTK_THORNSTRING, "outInfo", iotools::not_numeric_reason};
  std::map<int, Values> triggered; ///< values that triggers have computed in this iteration
  std::vector<TableColumns> columns;
  TableFormat format;
  int last_iteration = -1;
  int rows = 0;
  iotools::Progress progress;
};

State& state() {
  static State the_state;
  return the_state;
}

double seconds_now() {
  static auto const start = std::chrono::steady_clock::now();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

iotools::MethodParameters info_parameters() {
  DECLARE_CCTK_PARAMETERS
  return {.variables = outInfo_vars,
          .frequency = iotools::frequency(outInfo_criterion, outInfo_every, outInfo_dt),
          .reductions = outInfo_reductions};
}

/// Returns the fraction of the run that is complete. If `with_run_time` is false, all processes compute the same
/// result.
double fraction_complete(cGH const* cctkGH, bool with_run_time) {
  DECLARE_CCTK_PARAMETERS
  iotools::Limits const limits{.termination = iotools::to_termination(terminate),
                               .last_iteration = static_cast<int>(cctk_itlast),
                               .initial_time = cctk_initial_time,
                               .final_time = cctk_final_time,
                               .max_runtime = with_run_time ? max_runtime : 0,
                               .time_step = cctkGH->cctk_delta_time};
  return iotools::fraction_done(limits, cctkGH->cctk_iteration, cctkGH->cctk_time, CCTK_RunTime());
}

/// Whether the limits of iteration and time make this the last iteration of the run. The table always ends with a row
/// for this iteration, whatever the output frequency. The decision is made before ANALYSIS, so that functions triggered
/// by the table's variables run.
bool is_last(cGH const* cctkGH) {
  constexpr double rounding_error = 1e-9;
  return cctkGH->cctk_iteration > 0 && fraction_complete(cctkGH, false) >= 1 - rounding_error;
}

bool is_row_due(cGH const* cctkGH) {
  return (iotools::is_due(info_parameters().frequency, iotools::moment_of(cctkGH)) ||
          (state().last_iteration >= 0 && is_last(cctkGH))) &&
         state().last_iteration != cctkGH->cctk_iteration;
}

bool is_variable_due(cGH const* cctkGH, int variable) {
  return state().variables.is_due(cctkGH, variable) || (is_last(cctkGH) && state().variables.find(variable) != nullptr);
}

std::vector<std::string> reductions_of(iotools::Request const& request) {
  DECLARE_CCTK_PARAMETERS
  if (iotools::is_scalar(request.variable)) return {};
  return iotools::distinct_words(request.options.reductions.value_or(outInfo_reductions));
}

TableColumns columns_of(iotools::Request const& request) {
  bool const is_integer = iotools::is_scalar(request.variable) && iotools::is_integer(request.variable);
  return {
      .variable = iotools::full_name(request.variable), .reductions = reductions_of(request), .is_integer = is_integer};
}

Values values_of(cGH const* cctkGH, iotools::Request const& request) {
  Values values;
  iotools::read_as(cctkGH, "IOBasic::Info", [&] {
    if (iotools::is_scalar(request.variable)) values.push_back(iotools::scalar(cctkGH, request.variable));
    for (auto const& reduction : reductions_of(request))
      values.push_back(iotools::reduce(cctkGH, reduction, request.variable));
    return 0;
  });
  return values;
}

/// Returns the values of a variable for the table row. Values that a trigger has stored are reused. The result is empty
/// if the variable has no output at this iteration.
Values row_values(cGH const* cctkGH, iotools::Request const& request) {
  if (auto const entry = state().triggered.find(request.variable); entry != state().triggered.end())
    return entry->second;
  if (!is_variable_due(cctkGH, request.variable) || !iotools::has_storage(cctkGH, request.variable))
    return Values(std::max<std::size_t>(1, reductions_of(request).size()));
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
          .real_max = real_max,
          .max_width = static_cast<int>(table_width)};
}

Estimate estimate(cGH const* cctkGH) {
  double const seconds = seconds_now() - CCTK_RunTimeOfPart("compilation") - CCTK_RunTimeOfPart("pauses");
  return state().progress.update(seconds, cctkGH->cctk_iteration, fraction_complete(cctkGH, true));
}

bool is_header_due(std::vector<TableColumns> const& columns, TableFormat const& format) {
  DECLARE_CCTK_PARAMETERS
  auto const& previous = state();
  bool const has_changed = columns != previous.columns || !(format == previous.format);
  return previous.rows == 0 || has_changed || (outHeader_every > 0 && previous.rows % outHeader_every == 0);
}

/// Prints a warning for the first value of the run that is not finite. `values` contains one value for each reduction
/// of a variable, or the value of a scalar.
void warn_if_not_finite(cGH const* cctkGH, std::vector<TableColumns> const& columns, Values const& values) {
  static bool has_warned = false;
  auto value = values.begin();
  for (auto const& column : columns)
    for (std::size_t n = 0; n < std::max<std::size_t>(1, column.reductions.size()) && !has_warned; ++n, ++value) {
      if (!*value || std::isfinite(**value)) continue;
      has_warned = true;
      CCTK_VWarn(1, __LINE__, __FILE__, CCTK_THORNSTRING,
                 "%s is not finite in iteration %d. The initial data may be wrong, or the time step too large. The "
                 "thorn NaNChecker can end such a run.",
                 column.variable.c_str(), cctkGH->cctk_iteration);
    }
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

int output_row(cGH const* cctkGH) {
  std::vector<TableColumns> columns;
  Values values;
  for (auto const& request : state().variables.requests()) {
    columns.push_back(columns_of(request));
    auto const variable_values = row_values(cctkGH, request);
    values.insert(values.end(), variable_values.begin(), variable_values.end());
  }
  if (CCTK_MyProc(cctkGH) == 0) {
    print_row(cctkGH, columns, values);
    warn_if_not_finite(cctkGH, columns, values);
  }
  state().triggered.clear();
  state().last_iteration = cctkGH->cctk_iteration;
  return static_cast<int>(columns.size());
}

int output_gh(cGH const* cctkGH) {
  state().variables.update(info_parameters());
  return is_row_due(cctkGH) ? output_row(cctkGH) : 0;
}

int time_to_output(cGH const* cctkGH, int variable) {
  state().variables.update(info_parameters());
  return is_row_due(cctkGH) && !state().triggered.contains(variable) && is_variable_due(cctkGH, variable);
}

int trigger_output(cGH const* cctkGH, int variable) {
  auto const* const request = state().variables.find(variable);
  if (request != nullptr && iotools::has_storage(cctkGH, variable))
    state().triggered[variable] = values_of(cctkGH, *request);
  return 0;
}

int output_var_as(cGH const* cctkGH, char const* name, char const* alias) {
  int const variable = CCTK_VarIndex(name);
  if (variable < 0 || !iotools::has_storage(cctkGH, variable)) return -1;
  iotools::Request const request{.variable = variable};
  auto columns = columns_of(request);
  columns.variable = alias;
  auto const values = values_of(cctkGH, request);
  if (CCTK_MyProc(cctkGH) == 0) print_row(cctkGH, {columns}, values);
  return 0;
}

std::string header(int variable, std::string const& alias, std::string const& comment) {
  auto text = iotools::file_info_lines(comment);
  if (iotools::requested_file_info().labels)
    text += comment + "x-label time\n" + comment + "y-label " + iotools::full_name(variable) + "\n";
  return text + comment + alias + " v time\n";
}

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

void append_to_file(cGH const* cctkGH, int variable, std::string const& alias, std::string const& reduction,
                    double value) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_MyProc(cctkGH) != 0) return;
  bool const is_xgraph = CCTK_Equals(outScalar_style, "xgraph") != 0;
  auto const scheme = new_filename_scheme ? NameScheme::long_names : NameScheme::short_names;
  auto const path =
      iotools::output_directory(cctkGH, out_dir) + "/" + scalar_file_name(alias, reduction, scheme, is_xgraph);
  bool const is_integer = reduction.empty() && iotools::is_integer(variable);
  auto const number = is_integer ? iotools::to_text(value, ".0f") : iotools::to_text(value, std::string(out_format));
  files.append(cctkGH, path, header(variable, alias, is_xgraph ? "\"" : "#"),
               iotools::to_text(cctkGH->cctk_time, std::string(out_format)) + "\t" + number + "\n",
               {.variable = iotools::full_name(variable),
                .slice = reduction.empty() ? "tl" : reduction,
                .mime_type = is_xgraph ? "application/x-graph" : "application/gnuplot",
                .description = reduction.empty() ? "Grid scalar over time" : "Reduction over time"});
}

struct ScalarMethod {
  static constexpr char const *name = "Scalar", *stem = "outScalar";
  static constexpr iotools::RejectionReason rejection_reason = iotools::not_numeric_reason;

  static iotools::MethodParameters parameters() {
    DECLARE_CCTK_PARAMETERS
    return {.variables = outScalar_vars,
            .frequency = iotools::frequency(outScalar_criterion, outScalar_every, outScalar_dt),
            .reductions = outScalar_reductions,
            .folder_name = "out_dir",
            .folder = out_dir};
  }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    DECLARE_CCTK_PARAMETERS
    int const variable = request.variable;
    if (iotools::is_scalar(variable)) {
      if (auto const value = iotools::scalar(cctkGH, variable)) append_to_file(cctkGH, variable, alias, "", *value);
      return 0;
    }
    for (auto const& reduction : iotools::distinct_words(request.options.reductions.value_or(outScalar_reductions)))
      if (auto const value = iotools::reduce(cctkGH, reduction, variable))
        append_to_file(cctkGH, variable, alias, reduction, *value);
    return 0;
  }
};

} // namespace
} // namespace iobasic

extern "C" int IOBasic_Startup(void) {
  using namespace iobasic;
  iotools::register_method("Info", {output_gh, time_to_output, trigger_output, output_var_as});
  iotools::OutputMethod<ScalarMethod>::add();
  return 0;
}

extern "C" void IOBasic_CheckParameters(CCTK_ARGUMENTS) {
  iobasic::state().variables.check(cctkGH, iobasic::info_parameters());
  iotools::OutputMethod<iobasic::ScalarMethod>::check(cctkGH);
}
