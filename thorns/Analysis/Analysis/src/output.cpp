/// The output method Analysis, which evaluates programs and expressions and appends the results to files.
#include "analyses.hpp"
#include "local_grid.hpp"
#include "results/tables.hpp"

#include "IO/IOTools/src/communicate.hpp"
#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "framework/base/errors.hpp"

#include <algorithm>
#include <exception>

namespace analysis {

namespace patterns = chemora::patterns;

namespace {

constexpr char const* method = "Analysis::programs";

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

/// The analyses, which are read when parameters are checked.
std::vector<Analysis>& analyses() {
  static std::vector<Analysis> read;
  return read;
}

bool is_due(cGH const* cctkGH, Analysis const& analysis) {
  DECLARE_CCTK_PARAMETERS
  return every > 0 && cctkGH->cctk_iteration % every == 0 &&
         !iotools::is_written(method, analysis.name, cctkGH->cctk_iteration);
}

bool has_storage(cGH const* cctkGH, Analysis const& analysis) {
  return std::all_of(analysis.variables.begin(), analysis.variables.end(),
                     [&](auto const& item) { return CCTK_VarDataPtrI(cctkGH, 0, item.second) != nullptr; });
}

std::vector<patterns::Output> results_of(cGH const* cctkGH, Analysis const& analysis) {
  MpiExchange exchange(cctkGH);
  std::vector<patterns::Output> outputs;
  iotools::read_as(cctkGH, "Analysis::" + analysis.name, [&] {
    GridOfProcess grid = grid_of(cctkGH, analysis.variables, exchange);
    grid.inputs.parameters = analysis.parameters;
    outputs = patterns::evaluate(analysis.program, grid.inputs, grid.local, exchange);
    return 0;
  });
  return outputs;
}

void write(cGH const* cctkGH, Analysis const& analysis) {
  DECLARE_CCTK_PARAMETERS
  auto const outputs = results_of(cctkGH, analysis);
  std::string const folder = iotools::output_directory(cctkGH, out_dir);
  for (Rows const& rows : to_rows(analysis.program, outputs, {cctkGH->cctk_iteration, cctkGH->cctk_time}))
    files.append(cctkGH, folder + "/" + analysis.name + (rows.name.empty() ? "" : "-" + rows.name) + ".tsv",
                 rows.header, rows.text,
                 {.variable = "Analysis::" + analysis.name,
                  .slice = rows.name,
                  .mime_type = "text/tab-separated-values",
                  .description = "Results of an analysis over time"});
  iotools::record_written(method, analysis.name, cctkGH->cctk_iteration);
}

/// Writes the analyses that contain `variable` (-1: any variable), are due and have storage. Returns their number.
int write_due(cGH const* cctkGH, int variable) {
  int n_written = 0;
  for (Analysis const& analysis : analyses()) {
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

int output_gh(cGH const* cctkGH) { return write_due(cctkGH, -1); }

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
  try {
    analysis::analyses() = analysis::read_analyses();
    analysis::report_nonlocal_programs();
  } catch (std::exception const& error) {
    CCTK_VPARAMWARN("%s", error.what());
  }
}
