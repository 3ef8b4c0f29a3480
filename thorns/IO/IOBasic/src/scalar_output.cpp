/// The output method Scalar: time and value of grid scalars and reductions in text files. Start-up of IOBasic.
#include "info_output.hpp"
#include "text.hpp"

#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/reduction.hpp"
#include "IO/IOTools/src/text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk.h>
#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

namespace iobasic {
namespace {

struct State {
  iotools::OutputList variables{CCTK_THORNSTRING, "IOBasic::outScalar_vars", iotools::not_numeric_reason};
  iotools::TextFiles files{CCTK_THORNSTRING, IOUtil_AdvertiseFile};
};

State& state() {
  static State the_state;
  return the_state;
}

std::string header(int variable, std::string const& alias, std::string const& comment) {
  auto text = iotools::file_info_lines(comment);
  if (iotools::requested_file_info().labels)
    text += comment + "x-label time\n" + comment + "y-label " + iotools::full_name(variable) + "\n";
  return text + comment + alias + " v time\n";
}

void append(cGH const* cctkGH, int variable, std::string const& alias, std::string const& reduction, double value) {
  DECLARE_CCTK_PARAMETERS
  if (CCTK_MyProc(cctkGH) != 0) return;
  bool const is_xgraph = CCTK_Equals(outScalar_style, "xgraph") != 0;
  auto const scheme = new_filename_scheme ? NameScheme::long_names : NameScheme::short_names;
  auto const path =
      iotools::output_directory(cctkGH, out_dir) + "/" + scalar_file_name(alias, reduction, scheme, is_xgraph);
  bool const is_integer = reduction.empty() && iotools::is_integer(variable);
  auto const number = is_integer ? iotools::to_text(value, ".0f") : iotools::to_text(value, std::string(out_format));
  state().files.append(cctkGH, path, header(variable, alias, is_xgraph ? "\"" : "#"),
                       iotools::to_text(cctkGH->cctk_time, std::string(out_format)) + "\t" + number + "\n",
                       {.variable = iotools::full_name(variable),
                        .slice = reduction.empty() ? "tl" : reduction,
                        .mime_type = is_xgraph ? "application/x-graph" : "application/gnuplot",
                        .description = reduction.empty() ? "Grid scalar over time" : "Reduction over time"});
}

struct ScalarMethod {
  static iotools::OutputList& variables() {
    DECLARE_CCTK_PARAMETERS
    int const every = outScalar_every == -2 ? -1 : static_cast<int>(outScalar_every);
    state().variables.update(outScalar_vars, iotools::resolve({outScalar_criterion, every, -1, outScalar_dt, -2.}));
    return state().variables;
  }

  static std::string rejection_reason(int variable) { return iotools::not_numeric_reason(variable); }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    DECLARE_CCTK_PARAMETERS
    if (iotools::is_scalar(request.variable)) {
      if (auto const value = iotools::scalar(cctkGH, request.variable))
        append(cctkGH, request.variable, alias, "", *value);
      return 0;
    }
    for (auto const& reduction : iotools::words(request.options.reductions.value_or(outScalar_reductions)))
      if (auto const value = iotools::reduce(cctkGH, reduction, request.variable))
        append(cctkGH, request.variable, alias, reduction, *value);
    return 0;
  }
};

void check_scalar_parameters(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  state().variables.check(cctkGH, outScalar_vars);
  if (!state().variables.requests().empty())
    iotools::check_reductions(CCTK_THORNSTRING, "IOBasic::outScalar_reductions", outScalar_reductions,
                              state().variables);
}

} // namespace
} // namespace iobasic

extern "C" int IOBasic_Startup(void) {
  iobasic::register_info_method();
  iotools::OutputMethod<iobasic::ScalarMethod>::add("Scalar");
  return 0;
}

extern "C" void IOBasic_CheckParameters(CCTK_ARGUMENTS) {
  iobasic::check_info_parameters(cctkGH);
  iobasic::check_scalar_parameters(cctkGH);
}
