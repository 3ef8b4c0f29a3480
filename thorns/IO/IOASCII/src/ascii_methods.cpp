// The output methods IOASCII_1D, IOASCII_2D and IOASCII_3D: the same code over different slices.
#include "slices.hpp"
#include "text/file_names.hpp"
#include "text/points_text.hpp"

#include "IO/IOTools/src/grid_axes.hpp"
#include "IO/IOTools/src/output_method.hpp"
#include "IO/IOTools/src/reduction.hpp"
#include "IO/IOTools/src/text_file.hpp"
#include "IO/IOUtil/src/ioutil_AdvertisedFiles.h"

#include <cctk_Arguments.h>
#include <cctk_Parameters.h>

#include <functional>
#include <utility>

namespace ioascii {
namespace {

iotools::TextFiles& files() {
  static iotools::TextFiles only{CCTK_THORNSTRING, IOUtil_AdvertiseFile};
  return only;
}

bool is_complex(int variable) { return CCTK_VarTypeI(variable) == CCTK_VARIABLE_COMPLEX; }

std::string too_small(int variable, int dimensions) {
  if (iotools::is_scalar(variable)) return "is a scalar, not a grid function or array";
  if (CCTK_GroupDimFromVarI(variable) < dimensions)
    return "has less than " + std::to_string(dimensions) + " dimensions";
  return is_complex(variable) ? "" : iotools::not_a_number(variable);
}

std::string header(Slice const& slice, int variable, std::string const& comment) {
  auto text = iotools::file_info_lines(comment);
  if (!iotools::wanted_file_info().labels) return text;
  char label = 'x';
  for (int const d : slice.directions) {
    text += comment + label++ + "-label " + (slice.is_diagonal ? "diagonal" : std::string(1, "xyz"[d % 3])) + "\n";
    if (slice.is_diagonal) break;
  }
  return text + comment + label + "-label " + iotools::full_name(variable) + " " + slice.where + "\n";
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
  files().append(cctkGH, path, header(slice, variable, style.text.is_xgraph ? "\"" : "#"),
                 is_empty ? "" : points_text(points, cctkGH->cctk_time, style.text),
                 {.variable = iotools::full_name(variable),
                  .slice = std::to_string(slice.axes.size()) + "D",
                  .mime_type = style.text.is_xgraph ? "application/x-graph" : "application/gnuplot",
                  .description = "Values over coordinates"});
}

/// Complex numbers are two columns, in xgraph's layout two files.
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
  auto const part = [&](int which) {
    return [&data, which](std::size_t i) { return iotools::number_at(*data, CCTK_VARIABLE_REAL, 2 * i + which); };
  };
  if (!style.text.is_xgraph) return write(alias, {part(0), part(1)});
  write(alias + "_re", {part(0)});
  write(alias + "_im", {part(1)});
}

iotools::Frequency frequency(CCTK_INT every) {
  DECLARE_CCTK_PARAMETERS
  return iotools::resolve({every == -1 ? out_criterion : "iteration", static_cast<int>(every), -1, -2., -2.});
}

struct Lines {
  static iotools::OutputList& variables() {
    DECLARE_CCTK_PARAMETERS
    list().update(out1D_vars, frequency(out1D_every));
    return list();
  }
  static iotools::OutputList& list() {
    static iotools::OutputList only{CCTK_THORNSTRING, "IOASCII::out1D_vars", objection};
    return only;
  }
  static std::string objection(int variable) { return too_small(variable, 1); }
  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    DECLARE_CCTK_PARAMETERS
    Style const style{.directory = iotools::output_directory(cctkGH, out1D_dir),
                      .text = {.is_xgraph = CCTK_Equals(out1D_style, "xgraph") != 0,
                               .has_time_column = CCTK_Equals(out1D_style, "gnuplot f(t,x)") != 0}};
    for (auto const& slice : lines_of(cctkGH, request.variable))
      write_slice(cctkGH, request.variable, alias, slice, style);
    return 0;
  }
};

struct Planes {
  static iotools::OutputList& variables() {
    DECLARE_CCTK_PARAMETERS
    list().update(out2D_vars, frequency(out2D_every));
    return list();
  }
  static iotools::OutputList& list() {
    static iotools::OutputList only{CCTK_THORNSTRING, "IOASCII::out2D_vars", objection};
    return only;
  }
  static std::string objection(int variable) { return too_small(variable, 2); }
  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    DECLARE_CCTK_PARAMETERS
    Style const style{.directory = iotools::output_directory(cctkGH, out2D_dir),
                      .text = {.has_time_column = CCTK_Equals(out2D_style, "gnuplot f(t,x,y)") != 0}};
    for (auto const& slice : planes_of(cctkGH, request.variable))
      write_slice(cctkGH, request.variable, alias, slice, style);
    return 0;
  }
};

struct Boxes {
  static iotools::OutputList& variables() {
    DECLARE_CCTK_PARAMETERS
    list().update(out3D_vars, frequency(out3D_every));
    return list();
  }
  static iotools::OutputList& list() {
    static iotools::OutputList only{CCTK_THORNSTRING, "IOASCII::out3D_vars", objection};
    return only;
  }
  static std::string objection(int variable) { return too_small(variable, 3); }
  static int write(cGH const* cctkGH, iotools::Request const& request, std::string const& alias) {
    DECLARE_CCTK_PARAMETERS
    Style const style{.directory = iotools::output_directory(cctkGH, out3D_dir),
                      .text = {.has_time_column = CCTK_Equals(out3D_style, "gnuplot f(t,x,y,z)") != 0}};
    for (auto const& slice : boxes_of(cctkGH, request.variable))
      write_slice(cctkGH, request.variable, alias, slice, style);
    return 0;
  }
};

} // namespace
} // namespace ioascii

extern "C" int IOASCII_Startup(void) {
  iotools::OutputMethod<ioascii::Lines>::add("IOASCII_1D");
  iotools::OutputMethod<ioascii::Planes>::add("IOASCII_2D");
  iotools::OutputMethod<ioascii::Boxes>::add("IOASCII_3D");
  return 0;
}

extern "C" void IOASCII_CheckParameters(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  ioascii::Lines::list().check(cctkGH, out1D_vars);
  ioascii::Planes::list().check(cctkGH, out2D_vars);
  ioascii::Boxes::list().check(cctkGH, out3D_vars);
  for (auto const* list : {&ioascii::Lines::list(), &ioascii::Planes::list(), &ioascii::Boxes::list()})
    list->require_hyperslabs();
}
