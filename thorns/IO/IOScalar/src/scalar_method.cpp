/// The output method IOScalar: appends one line per output and file.
#include "text.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <map>
#include <optional>

namespace ioscalar {
namespace {

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

Layout layout() {
  DECLARE_CCTK_PARAMETERS
  return {.one_file_per_group = one_file_per_group != 0, .all_reductions_in_one_file = all_reductions_in_one_file != 0};
}

/// Reduces a variable and returns the result. For an empty `reduction`, returns the value of a grid scalar.
std::optional<double> result(cGH const* cctkGH, int variable, std::string const& reduction) {
  return reduction.empty() ? iotools::scalar(cctkGH, variable) : iotools::reduce(cctkGH, reduction, variable);
}

/// The variables and reductions whose results a file contains, in the order of its columns.
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
  files.append(cctkGH, directory + "/" + file_name(file.base, file.reductions[0], layout()),
               "# Scalar ASCII output created by IOScalar\n" + iotools::file_info_lines("# ") + "#\n" +
                   column_lines(file.title, columns, layout()),
               line + "\n",
               {.variable = file.title,
                .slice = file.reductions[0].empty() ? "tl" : file.reductions[0],
                .mime_type = "text/plain",
                .description = "Scalars over time"});
}

/// Returns the variables that share a file with `variable`. The result is empty if this file was already written in
/// this iteration.
std::vector<int> variables_of_file(cGH const* cctkGH, int variable) {
  if (!layout().one_file_per_group) return {variable};
  static std::map<int, int> written_groups; // group -> iteration
  int const group = CCTK_GroupIndexFromVarI(variable);
  auto const [entry, is_first] = written_groups.try_emplace(group, -1);
  if (entry->second == cctkGH->cctk_iteration) return {};
  entry->second = cctkGH->cctk_iteration;
  std::vector<int> variables;
  for (int i = 0; i < CCTK_NumVarsInGroupI(group); ++i) variables.push_back(CCTK_FirstVarIndexI(group) + i);
  return variables;
}

struct Method {
  static constexpr char const *name = "IOScalar", *stem = "outScalar";
  static constexpr iotools::RejectionReason rejection_reason = iotools::not_numeric_reason;

  static iotools::MethodParameters parameters() {
    DECLARE_CCTK_PARAMETERS
    constexpr CCTK_INT inherited_every = -2;
    return {.variables = outScalar_vars,
            .frequency = iotools::frequency(outScalar_criterion, outScalar_every, outScalar_dt, inherited_every),
            .reductions = outScalar_reductions,
            .folder_name = "outScalar_dir",
            .folder = outScalar_dir};
  }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    DECLARE_CCTK_PARAMETERS
    File file{.base = layout().one_file_per_group
                          ? iotools::group_file_base(iotools::group_name(request.variable), out_group_separator)
                          : alias,
              .title = iotools::full_name(request.variable),
              .variables = variables_of_file(cctkGH, request.variable),
              .reductions = iotools::is_scalar(request.variable)
                                ? std::vector<std::string>{""}
                                : iotools::distinct_words(request.options.reductions.value_or(outScalar_reductions))};
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
  iotools::OutputMethod<ioscalar::Method>::add();
  return 0;
}

extern "C" void IOScalar_CheckParameters(CCTK_ARGUMENTS) { iotools::OutputMethod<ioscalar::Method>::check(cctkGH); }
