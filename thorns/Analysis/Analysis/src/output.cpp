/// The output method Analysis, which evaluates programs and expressions and appends the results to files.
#include "analyses.hpp"
#include "hdf5_tables.hpp"
#include "kernels.hpp"
#include "local_grid.hpp"
#include "results/tables.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"
#include "Numerics/ThornTools/src/communicator.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "framework/base/errors.hpp"
#include "framework/base/number.hpp"
#include "framework/base/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <filesystem>
#include <set>

namespace analysis {

namespace patterns = chemora::patterns;

namespace {

constexpr char const* method = "Analysis::programs";

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

/// The iteration at which this run started, which is that of the checkpoint after a recovery.
int first_iteration(cGH const* cctkGH) {
  static int const first = cctkGH->cctk_iteration;
  return first;
}

bool is_due(cGH const* cctkGH, Analysis const& analysis) {
  DECLARE_CCTK_PARAMETERS
  return every > 0 && cctkGH->cctk_iteration % every == 0 &&
         !iotools::is_written(method, analysis.name, cctkGH->cctk_iteration);
}

bool writes(std::string const& format) {
  DECLARE_CCTK_PARAMETERS
  return chemora::base::contains(iotools::words(formats), format);
}

bool has_storage(cGH const* cctkGH, Analysis const& analysis) {
  return std::all_of(analysis.variables.begin(), analysis.variables.end(),
                     [&](auto const& item) { return CCTK_VarDataPtrI(cctkGH, 0, item.second) != nullptr; });
}

/// Computes the derived grid functions and adds them to the grid.
void derive_fields(cGH const* cctkGH, Analysis& analysis, GridOfProcess& grid) {
  long const* const points = grid.inputs.points;
  DividedGrid const divided{.own = grid.local.box,
                            .points = {points[0], points[1], points[2]},
                            .communicator = thorntools::communicator(cctkGH)};
  for (auto const& [name, derived] : analysis.derived) {
    double const parameter = derived.parameter.empty() ? 0 : analysis.parameter(derived.parameter);
    std::vector<double>& values = analysis.derived_values[name];
    set_derived_values(derived, grid.local.fields.at(derived.field), parameter, divided, values);
    grid.local.fields[name] = {.first = values.data(),
                               .strides = {1, divided.own.extent(0), divided.own.extent(0) * divided.own.extent(1)}};
  }
}

bool are_equal(std::vector<patterns::Output> const& a, std::vector<patterns::Output> const& b) {
  auto const same = [](patterns::ArrayValue const& x, patterns::ArrayValue const& y) {
    auto const equal = [](double p, double q) { return (p != p && q != q) || chemora::base::same_bits(p, q); };
    return x.extents == y.extents &&
           std::equal(x.numbers.begin(), x.numbers.end(), y.numbers.begin(), y.numbers.end(), equal);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](auto const& left, auto const& right) {
    return std::equal(left.columns.begin(), left.columns.end(), right.columns.begin(), right.columns.end(),
                      [&](auto const& x, auto const& y) { return x.first == y.first && same(x.second, y.second); });
  });
}

std::vector<patterns::Output> evaluate(Analysis const& analysis, GridOfProcess const& grid,
                                       patterns::Exchange& exchange) {
  DECLARE_CCTK_PARAMETERS
  auto outputs = analysis.array_runner
                     ? analysis.array_runner->run(grid.inputs)
                     : analysis.runner->run(grid.inputs, grid.local, exchange, grid.device ? &*grid.device : nullptr);
  bool const is_compared = CCTK_Equals(evaluation, "compared") != 0;
  if (is_compared && grid.device) grid.device->copy_to_host();
  if (is_compared && !are_equal(outputs, patterns::evaluate(analysis.program, grid.inputs, grid.local, exchange)))
    throw chemora::base::InternalError("Kernels of the analysis " + analysis.name +
                                       " have other results than the interpreter.");
  return outputs;
}

std::vector<patterns::Output> results_of(cGH const* cctkGH, Analysis& analysis) {
  MpiExchange exchange(cctkGH);
  std::vector<patterns::Output> outputs;
  iotools::read_as(cctkGH, "Analysis::" + analysis.name, [&] {
    GridOfProcess grid = grid_of(cctkGH, analysis.variables, exchange, device_place(cctkGH, analysis));
    if (grid.inputs.points[0] == 0 && analysis.uses_grid())
      throw chemora::base::UserError(fmt::format("The analysis {} uses the grid, but the run has no grid functions "
                                                 "with storage. Activate a thorn with grid functions, for example "
                                                 "CartGrid3D.",
                                                 analysis.name));
    grid.inputs.parameters = analysis.parameters;
    grid.inputs.arrays = analysis.inputs;
    derive_fields(cctkGH, analysis, grid);
    outputs = evaluate(analysis, grid, exchange);
    return 0;
  });
  return outputs;
}

Moment moment_of(cGH const* cctkGH) { return {cctkGH->cctk_iteration, cctkGH->cctk_time}; }

iotools::FileDescription file_description(Analysis const& analysis, Table const& table, std::string const& type) {
  return {.variable = "Analysis::" + analysis.name,
          .slice = table.name,
          .mime_type = type,
          .description = "Results of an analysis over time"};
}

void write_tsv(cGH const* cctkGH, Analysis const& analysis, std::string const& folder, std::string const& name,
               std::string const& parameters, Table const& table) {
  std::string origin = "# " + analysis.name;
  for (std::string const& text : {analysis.variables_text(), parameters})
    if (!text.empty()) origin += "; " + text;
  files.append(cctkGH, folder + "/" + name + ".tsv", header_of(table) + origin + "; units of the run\n",
               text_of(table, moment_of(cctkGH)), file_description(analysis, table, "text/tab-separated-values"));
}

#ifdef HAVE_CAPABILITY_IOHDF5
void write_hdf5(cGH const* cctkGH, Analysis const& analysis, std::string const& folder, std::string const& name,
                std::string const& parameters, Table const& table) {
  if (!iotools::is_root()) return;
  static std::set<std::string> started; // tables to which this run has written
  std::string const path = folder + "/" + analysis.name + ".h5";
  try {
    bool const is_first = files.start(cctkGH, path);
    // The checkpoint may be from before the output of its iteration, which is then written again.
    bool const repeats = cctkGH->cctk_iteration == first_iteration(cctkGH);
    std::optional<int> last;
    if (started.insert(name).second) last = first_iteration(cctkGH) - (repeats ? 1 : 0);
    append_rows(path, name, table, moment_of(cctkGH), last,
                {{"program", std::filesystem::path(analysis.program.name).filename()},
                 {"description", analysis.description},
                 {"grid functions", analysis.variables_text()},
                 {"parameters", parameters},
                 {"units", "units of the run"}});
    if (is_first) files.advertise(cctkGH, path, file_description(analysis, table, "application/x-hdf5"));
  } catch (std::runtime_error const& error) {
    iotools::report_io_error(CCTK_THORNSTRING, fmt::format("The results in {} are incomplete. {}", path, error.what()));
  }
}
#else
void write_hdf5(cGH const*, Analysis const&, std::string const&, std::string const&, std::string const&, Table const&) {
}
#endif

void write(cGH const* cctkGH, Analysis& analysis) {
  DECLARE_CCTK_PARAMETERS
  finish_kernels(cctkGH);
  auto const start = std::chrono::steady_clock::now();
  auto const outputs = results_of(cctkGH, analysis);
  std::string const folder = iotools::output_directory(cctkGH, out_dir);
  std::string const used = analysis.parameters_text(used_parameters(analysis.program, outputs));
  for (Table const& table : to_tables(analysis.program, outputs)) {
    std::string const name = analysis.name + (table.name.empty() ? "" : "-" + table.name);
    if (writes("tsv")) write_tsv(cctkGH, analysis, folder, name, used, table);
    if (writes("hdf5")) write_hdf5(cctkGH, analysis, folder, name, used, table);
  }
  iotools::record_written(method, analysis.name, cctkGH->cctk_iteration);
  ++analysis.n_evaluations;
  analysis.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report_work(cctkGH, analysis);
}

/// Writes the analyses that contain `variable` (-1: any variable), are due and have storage. Returns their number.
int write_due(cGH const* cctkGH, int variable) {
  int n_written = 0;
  for (Analysis& analysis : analyses()) {
    bool const is_selected = variable < 0 || std::any_of(analysis.variables.begin(), analysis.variables.end(),
                                                         [&](auto const& item) { return item.second == variable; });
    if (!is_selected || !is_due(cctkGH, analysis) || !has_storage(cctkGH, analysis)) continue;
    try {
      write(cctkGH, analysis);
    } catch (std::exception const& error) {
      CCTK_VERROR("%s", error.what());
    }
    ++n_written;
  }
  return n_written;
}

/// Reports programs that need whole grid functions on each process.
void report_nonlocal_programs() {
  if (!iotools::is_root()) return;
  for (Analysis const& analysis : analyses())
    if (auto const part = patterns::find_nonlocal_part(analysis.program))
      CCTK_VINFO("%s: %s. All processes evaluate the program %s, with copies of whole grid functions.",
                 chemora::base::to_text(part->where).c_str(), part->message.c_str(), analysis.name.c_str());
}

void check_formats() {
  DECLARE_CCTK_PARAMETERS
  for (std::string const& format : iotools::words(formats))
    if (format != "tsv" && format != "hdf5")
      CCTK_VPARAMWARN("Analysis::formats contains `%s`. Allowed are tsv and hdf5, separated by blanks.",
                      format.c_str());
  if (!writes("tsv") && !writes("hdf5"))
    CCTK_PARAMWARN("Analysis::formats is empty. Allowed are tsv and hdf5, separated by blanks.");
#ifndef HAVE_CAPABILITY_IOHDF5
  if (writes("hdf5"))
    CCTK_PARAMWARN(
        "Analysis::formats contains hdf5, but the program was built without HDF5. Use tsv, or build with the "
        "thorn IOHDF5.");
#endif
}

int output_gh(cGH const* cctkGH) {
  first_iteration(cctkGH);
  return write_due(cctkGH, -1);
}

int time_to_output(cGH const* cctkGH, int variable) {
  for (Analysis const& analysis : analyses())
    for (auto const& [name, index] : analysis.variables)
      if (index == variable && is_due(cctkGH, analysis)) return 1;
  return 0;
}

/// A program may read several variables, all of which must be up to date. OutputGH therefore writes it.
int trigger_output(cGH const*, int) { return 0; }

int output_var_as(cGH const*, char const* name, char const*) {
  CCTK_VWARN(CCTK_WARN_ALERT, "Analysis evaluates only its programs and expressions, not '%s' on demand.", name);
  return -1;
}

} // namespace
} // namespace analysis

extern "C" int Analysis_Startup(void) {
  using namespace analysis;
  iotools::register_method("Analysis", {output_gh, time_to_output, trigger_output, output_var_as});
  return 0;
}

extern "C" void Analysis_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS(void) cctkGH;
  if (*out_dir != '\0') iotools::check_folder(CCTK_THORNSTRING, CCTK_THORNSTRING "::out_dir", out_dir, true);
  analysis::check_formats();
  try {
    analysis::analyses() = analysis::read_analyses();
    analysis::report_nonlocal_programs();
  } catch (std::exception const& error) {
    CCTK_VPARAMWARN("%s", error.what());
  }
}

extern "C" void Analysis_Compile(CCTK_ARGUMENTS) {
  try {
    analysis::compile_kernels(cctkGH, analysis::analyses());
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}
