/// The output methods IOASCII_1D, IOASCII_2D and IOASCII_3D: text files of lines, planes and whole grids.
#include "text.hpp"

#include "IO/IOTools/src/grid_data.hpp"
#include "IO/IOTools/src/output_files.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/slices.hpp"
#include "IO/IOTools/src/text.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <array>
#include <functional>
#include <utility>

namespace ioascii {
namespace {

using iotools::Slice;

iotools::OutputFiles files(CCTK_THORNSTRING, IOUtil_AdvertiseFile);

bool is_complex(int variable) { return CCTK_VarTypeI(variable) == CCTK_VARIABLE_COMPLEX; }

std::string rejection_reason_of(int variable, int dimensions) {
  auto const reason = iotools::not_sliceable_reason(variable, dimensions);
  return !reason.empty() || is_complex(variable) ? reason : iotools::not_numeric_reason(variable);
}

std::string header(Slice const& slice, int variable, std::string const& comment) {
  auto text = iotools::file_info_lines(comment);
  if (!iotools::requested_file_info().labels) return text;
  char label = 'x';
  for (int const d : slice.directions) {
    text += comment + label++ + "-label " + (slice.is_diagonal ? "diagonal" : std::string(1, "xyz"[d % 3])) + "\n";
    if (slice.is_diagonal) break;
  }
  return text + comment + label + "-label " + iotools::full_name(variable) + " " + slice.position_text() + "\n";
}

struct Style {
  std::string directory;
  TextStyle text;
};

using Columns = std::vector<std::function<double(std::size_t)>>;

void write_file(cGH const* cctkGH, int variable, std::string const& alias, Slice const& slice, Style const& style,
                Columns columns, bool is_empty) {
  DECLARE_CCTK_PARAMETERS
  Points const points{
      .axes = slice.axes, .has_coordinates = iotools::has_coordinates(cctkGH, variable), .columns = std::move(columns)};
  NameStyle const names{.has_long_names = new_filename_scheme != 0, .is_xgraph = style.text.is_xgraph};
  auto const path = style.directory + "/" + file_name(alias, slice.directions, slice.is_diagonal, slice.fixed, names);
  files.append(cctkGH, path, header(slice, variable, style.text.is_xgraph ? "\"" : "#"),
               is_empty ? "" : points_text(points, cctkGH->cctk_time, style.text),
               {.variable = iotools::full_name(variable),
                .slice = std::to_string(slice.axes.size()) + "D",
                .mime_type = style.text.is_xgraph ? "application/x-graph" : "application/gnuplot",
                .description = "Values over coordinates"});
}

/// Writes a slice. Complex numbers become two columns, or two files for xgraph.
void write_slice(cGH const* cctkGH, int variable, std::string const& alias, Slice const& slice, Style style) {
  DECLARE_CCTK_PARAMETERS
  int const type = CCTK_VarTypeI(variable);
  auto const data = iotools::collect(cctkGH, variable, slice.slab, type);
  if (!data || CCTK_MyProc(cctkGH) != 0) return;
  style.text.format = out_format;
  style.text.has_integers = iotools::is_integer(variable);
  bool const is_empty = data->bytes.empty();
  auto const write = [&](std::string const& name, Columns columns) {
    write_file(cctkGH, variable, name, slice, style, std::move(columns), is_empty);
  };
  if (!is_complex(variable)) return write(alias, {[&](std::size_t i) { return iotools::number_at(*data, type, i); }});
  auto const part = [&](int offset) {
    return [&data, offset](std::size_t i) { return iotools::number_at(*data, CCTK_VARIABLE_REAL, 2 * i + offset); };
  };
  if (!style.text.is_xgraph) return write(alias, {part(0), part(1)});
  write(alias + "_re", {part(0)});
  write(alias + "_im", {part(1)});
}

/// The parameters of the output method for slices with a given number of dimensions.
struct Parameters {
  char const *variables, *directory;
  CCTK_INT every;
  bool is_xgraph, has_time_column;
};

Parameters parameters_of(int dimensions) {
  DECLARE_CCTK_PARAMETERS
  if (dimensions == 1)
    return {out1D_vars, out1D_dir, out1D_every, CCTK_Equals(out1D_style, "xgraph") != 0,
            CCTK_Equals(out1D_style, "gnuplot f(t,x)") != 0};
  if (dimensions == 2)
    return {out2D_vars, out2D_dir, out2D_every, false, CCTK_Equals(out2D_style, "gnuplot f(t,x,y)") != 0};
  return {out3D_vars, out3D_dir, out3D_every, false, CCTK_Equals(out3D_style, "gnuplot f(t,x,y,z)") != 0};
}

template <int dimensions>
struct Method {
  static constexpr char const* name = std::array{"IOASCII_1D", "IOASCII_2D", "IOASCII_3D"}[dimensions - 1];
  static constexpr char const* stem = std::array{"out1D", "out2D", "out3D"}[dimensions - 1];

  static iotools::MethodParameters parameters() {
    auto const own = parameters_of(dimensions);
    constexpr CCTK_REAL inherited_dt = -2;
    return {.variables = own.variables,
            .frequency = iotools::frequency(own.every == -1 ? "default" : "iteration", own.every, inherited_dt),
            .folder_name = std::array{"out1D_dir", "out2D_dir", "out3D_dir"}[dimensions - 1],
            .folder = own.directory};
  }

  static std::string rejection_reason(int variable) { return rejection_reason_of(variable, dimensions); }

  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    auto const parameters = parameters_of(dimensions);
    Style const style{.directory = iotools::output_directory(cctkGH, parameters.directory),
                      .text = {.is_xgraph = parameters.is_xgraph, .has_time_column = parameters.has_time_column}};
    for (auto const& slice : iotools::slices_of(cctkGH, CCTK_THORNSTRING, request.variable, dimensions))
      write_slice(cctkGH, request.variable, alias, slice, style);
    return 0;
  }
};

} // namespace
} // namespace ioascii

extern "C" int IOASCII_Startup(void) {
  iotools::OutputMethod<ioascii::Method<1>>::add();
  iotools::OutputMethod<ioascii::Method<2>>::add();
  iotools::OutputMethod<ioascii::Method<3>>::add();
  return 0;
}

extern "C" void IOASCII_CheckParameters(CCTK_ARGUMENTS) {
  iotools::OutputMethod<ioascii::Method<1>>::check(cctkGH);
  iotools::OutputMethod<ioascii::Method<2>>::check(cctkGH);
  iotools::OutputMethod<ioascii::Method<3>>::check(cctkGH);
}
