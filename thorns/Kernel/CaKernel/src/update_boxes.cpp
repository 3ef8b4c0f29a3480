// Kernels of other thorns' host code, run on boxes of arrays where these live on a device.
#include "cctk.h"
#include "codegen/ir/graph.hpp"
#include "framework/base/errors.hpp"
#include "local_grid.hpp"
#include "runtime.hpp"

#include <charconv>
#include <exception>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;

namespace {

/// Parsed once.
ir::Graph const& known_graph(std::string const& text) {
  static std::unordered_map<std::string, ir::Graph> graphs;
  auto found = graphs.find(text);
  if (found == graphs.end()) found = graphs.emplace(text, ir::parse_graph(text, "CaKernel_UpdateBoxes")).first;
  return found->second;
}

/// Graphs call arrays array0, array1, ...
CCTK_INT number_of(std::string const& array, CCTK_INT n_arrays, ir::Graph const& graph) {
  constexpr std::string_view word = "array";
  CCTK_INT i = -1;
  char const* const end = array.data() + array.size();
  bool const is_numbered =
      array.starts_with(word) && std::from_chars(array.data() + word.size(), end, i).ptr == end && i >= 0;
  if (!is_numbered || i >= n_arrays)
    throw base::UserError("The graph " + graph.name + " names the array " + array +
                          ", but CaKernel_UpdateBoxes is given " + std::to_string(n_arrays) +
                          (n_arrays == 1 ? " array" : " arrays") + ", the first of which is array0.");
  return i;
}

std::vector<base::Box> boxes_of(CCTK_INT const* lower, CCTK_INT const* upper, CCTK_INT n) {
  std::vector<base::Box> boxes(static_cast<std::size_t>(n));
  for (auto& box : boxes)
    for (std::size_t d = 0; d < 3; ++d) box.lower[d] = *lower++, box.upper[d] = *upper++;
  return boxes;
}

} // namespace

} // namespace ca_kernel

using namespace ca_kernel;

extern "C" CCTK_INT CaKernelThorn_CanUpdateBoxes(CCTK_POINTER_TO_CONST cctkGH) {
  try {
    static bool const can = Runtime::instance().compiles_for_all(static_cast<cGH const*>(cctkGH));
    return can;
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}

extern "C" CCTK_INT CaKernelThorn_UpdateBoxes(CCTK_POINTER_TO_CONST gh, CCTK_STRING graph, CCTK_INT const* variables,
                                              CCTK_INT const* rls, CCTK_INT const* tls, CCTK_INT n_arrays,
                                              CCTK_REAL const* parameters, CCTK_INT n_parameters, CCTK_INT const* lower,
                                              CCTK_INT const* upper, CCTK_INT n_boxes) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  try {
    std::map<std::string, double> values;
    for (CCTK_INT i = 0; i < n_parameters; ++i) values["parameter" + std::to_string(i)] = parameters[i];
    auto const boxes = boxes_of(lower, upper, n_boxes);
    ir::Graph const& known = known_graph(graph);
    Runtime::instance().launch_generic(cctkGH, known, local_grid(cctkGH), boxes, values, [&](std::string const& name) {
      CCTK_INT const i = number_of(name, n_arrays, known);
      return Device_Array(cctkGH, variables[i], rls[i], tls[i]);
    });
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
  return 0;
}
