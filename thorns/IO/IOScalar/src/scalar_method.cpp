/// The output method IOScalar: appends one line per output and file.
#include "text.hpp"

#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/reduction.hpp"
#include "IO/IOTools/src/text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <cstdlib>
#include <map>
#include <optional>

namespace ioscalar {
namespace {

struct State {
  iotools::OutputList variables{CCTK_THORNSTRING, "IOScalar::outScalar_vars", iotools::not_numeric_reason};
  iotools::TextFiles files{CCTK_THORNSTRING, IOUtil_AdvertiseFile};
  std::map<int, int> written_groups; ///< group -> iteration
};

State& state() {
  static State the_state;
  return the_state;
}

Layout layout() {
  DECLARE_CCTK_PARAMETERS
  return {.one_file_per_group = one_file_per_group != 0, .all_reductions_in_one_file = all_reductions_in_one_file != 0};
}

/// The result of one reduction of one variable, or the value of a grid scalar (empty `reduction`).
std::optional<double> result(cGH const* cctkGH, int variable, std::string const& reduction) {
  return reduction.empty() ? iotools::scalar(cctkGH, variable) : iotools::reduce(cctkGH, reduction, variable);
}

/// "thorn-group" in lower case, the base of file names of groups.
std::string group_base(int variable) {
  DECLARE_CCTK_PARAMETERS
  char* const name = CCTK_GroupNameFromVarI(variable);
  auto base = iotools::lower(name);
  std::free(name);
  if (auto const at = base.find("::"); at != std::string::npos) base.replace(at, 2, out_group_separator);
  return base;
}

/// The content of a file: results of all variables and reductions, in the order of the columns.
struct File {
  std::string base, title;
  std::vector<int> variables;
  std::vector<std::string> reductions;
};

void append_line(cGH const* cctkGH, File const& file) {
  DECLARE_CCTK_PARAMETERS
  auto line = std::to_string(cctkGH->cctk_iteration) + " " + iotools::to_text(cctkGH->cctk_time, out_precision);
  std::vector<Column> columns;
  for (auto const& reduction : file.reductions)
    for (int const variable : file.variables) {
      columns.push_back({.variable = CCTK_VarName(variable), .reduction = reduction});
      auto const value = result(cctkGH, variable, reduction);
      line += " " + (value ? iotools::to_text(*value, out_precision) : "nan");
    }
  if (CCTK_MyProc(cctkGH) != 0) return;
  auto const directory = iotools::output_directory(cctkGH, outScalar_dir);
  state().files.append(cctkGH, directory + "/" + file_name(file.base, file.reductions[0], layout()),
                       "# Scalar ASCII output created by IOScalar\n" + iotools::file_info_lines("# ") + "#\n" +
                           column_lines(file.title, columns, layout()),
                       line + "\n",
                       {.variable = file.title,
                        .slice = file.reductions[0].empty() ? "tl" : file.reductions[0],
                        .mime_type = "text/plain",
                        .description = "Scalars over time"});
}

/// The variables that share a file with this one; empty if their file was already written in this iteration.
std::vector<int> variables_of_file(cGH const* cctkGH, int variable) {
  if (!layout().one_file_per_group) return {variable};
  int const group = CCTK_GroupIndexFromVarI(variable);
  auto const [entry, is_first] = state().written_groups.try_emplace(group, -1);
  if (entry->second == cctkGH->cctk_iteration) return {};
  entry->second = cctkGH->cctk_iteration;
  std::vector<int> variables;
  for (int i = 0; i < CCTK_NumVarsInGroupI(group); ++i) variables.push_back(CCTK_FirstVarIndexI(group) + i);
  return variables;
}

struct Method {
  static iotools::OutputList& variables() {
    DECLARE_CCTK_PARAMETERS
    state().variables.update(outScalar_vars, iotools::resolve({outScalar_criterion, static_cast<int>(outScalar_every),
                                                               -2, outScalar_dt, -2.}));
    return state().variables;
  }

  static std::string rejection_reason(int variable) { return iotools::not_numeric_reason(variable); }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    DECLARE_CCTK_PARAMETERS
    File file{.base = layout().one_file_per_group ? group_base(request.variable) : alias,
              .title = iotools::full_name(request.variable),
              .variables = variables_of_file(cctkGH, request.variable),
              .reductions = iotools::is_scalar(request.variable)
                                ? std::vector<std::string>{""}
                                : iotools::words(request.options.reductions.value_or(outScalar_reductions))};
    if (file.variables.empty() || file.reductions.empty()) return 0;
    if (layout().all_reductions_in_one_file) {
      append_line(cctkGH, file);
      return 0;
    }
    auto const reductions = file.reductions;
    for (auto const& reduction : reductions) {
      file.reductions = {reduction};
      append_line(cctkGH, file);
    }
    return 0;
  }
};

} // namespace
} // namespace ioscalar

extern "C" int IOScalar_Startup(void) {
  iotools::OutputMethod<ioscalar::Method>::add("IOScalar");
  return 0;
}

extern "C" void IOScalar_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  auto& variables = ioscalar::state().variables;
  variables.check(cctkGH, outScalar_vars);
  if (!variables.requests().empty())
    iotools::check_reductions(CCTK_THORNSTRING, "IOScalar::outScalar_reductions", outScalar_reductions, variables);
}
