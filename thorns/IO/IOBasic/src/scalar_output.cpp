// One line per output: time, tab, value.
#include "scalar_output.hpp"

#include "text/scalar_file_name.hpp"

#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/reduction.hpp"
#include "IO/IOTools/src/text/number_format.hpp"
#include "IO/IOTools/src/text_file.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk.h>
#include <cctk_Parameters.h>

namespace iobasic {
namespace {

struct State {
  iotools::OutputList variables{CCTK_THORNSTRING, "IOBasic::outScalar_vars", iotools::not_a_number};
  iotools::TextFiles files{CCTK_THORNSTRING, IOUtil_AdvertiseFile};
};

State& state() {
  static State only;
  return only;
}

std::string header(int variable, std::string const& alias, std::string const& comment) {
  auto text = iotools::file_info_lines(comment);
  if (iotools::wanted_file_info().labels)
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

  static std::string objection(int variable) { return iotools::not_a_number(variable); }

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

} // namespace

void check_scalar_parameters(cGH const* cctkGH) {
  DECLARE_CCTK_PARAMETERS
  state().variables.check(cctkGH, outScalar_vars);
  if (!state().variables.requests().empty())
    iotools::check_reductions(CCTK_THORNSTRING, "IOBasic::outScalar_reductions", outScalar_reductions,
                              state().variables);
}

void register_scalar_method() { iotools::OutputMethod<ScalarMethod>::add("Scalar"); }

} // namespace iobasic
