// Kernels of other thorns' host code, run on boxes of arrays where these live on a device.
#include "cctk.h"
#include "codegen/ir/graph.hpp"
#include "compile_only.hpp"
#include "framework/base/errors.hpp"
#include "kernel_data.hpp"
#include "local_grid.hpp"
#include "runtime.hpp"

#include <exception>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ca_kernel {

namespace ir = chemora::ir;
namespace base = chemora::base;

namespace {

/// By number.
std::vector<Runtime::Generic>& box_kernels() {
  static std::vector<Runtime::Generic> kernels;
  return kernels;
}

/// Each text is parsed once.
CCTK_INT number_of(std::string const& text, int thin_axis) {
  static std::unordered_map<std::string, ir::Graph> graphs;
  static std::map<Runtime::Generic, CCTK_INT> numbers;
  auto graph = graphs.find(text);
  if (graph == graphs.end()) graph = graphs.emplace(text, ir::parse_graph(text, "CaKernel_BoxKernel")).first;
  Runtime::Generic const kernel{&graph->second, thin_axis};
  auto const [known, is_new] = numbers.emplace(kernel, static_cast<CCTK_INT>(box_kernels().size()));
  if (is_new) box_kernels().push_back(kernel);
  return known->second;
}

/// Checks what another thorn says: `n` is one past the largest number allowed.
std::size_t checked(CCTK_INT number, char const* what, std::size_t n) {
  if (number >= 0 && static_cast<std::size_t>(number) < n) return static_cast<std::size_t>(number);
  throw base::UserError("CaKernel_UpdateBoxes is given the " + std::string(what) + " number " + std::to_string(number) +
                        "; there are " + std::to_string(n) + ", the first of which is number 0.");
}

void check_axis(CCTK_INT axis) {
  if (axis < -1 || axis > 2)
    throw base::UserError("CaKernel_BoxKernel is given the axis " + std::to_string(axis) +
                          " along which boxes are thin; allowed are 0, 1, 2 and, for none, -1.");
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

extern "C" CCTK_INT CaKernelThorn_BoxKernel(CCTK_POINTER_TO_CONST gh, CCTK_STRING graph, CCTK_INT thin_axis) {
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  try {
    check_axis(thin_axis);
    CCTK_INT const number = number_of(graph, static_cast<int>(thin_axis));
    Runtime::instance().compile(cctkGH, box_kernels()[static_cast<std::size_t>(number)], local_grid(cctkGH));
    return number;
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}

extern "C" CCTK_INT CaKernelThorn_UpdateBoxes(CCTK_POINTER_TO_CONST gh, CCTK_INT const* kernels,
                                              CCTK_INT const* n_arrays, CCTK_INT const* variables, CCTK_INT const* tls,
                                              CCTK_INT const* n_parameters, CCTK_REAL const* parameters,
                                              CCTK_INT n_updates, CCTK_INT const* which, CCTK_INT const* lower,
                                              CCTK_INT const* upper, CCTK_INT n_boxes) {
  if (CCTK_CompilesOnly()) return 0;
  auto const* const cctkGH = static_cast<cGH const*>(gh);
  try {
    int const level = refinement_level(cctkGH);
    std::vector<Runtime::Update> updates(static_cast<std::size_t>(n_updates));
    for (auto& update : updates) {
      update.kernel = box_kernels()[checked(*kernels++, "kernel", box_kernels().size())];
      for (CCTK_INT i = *n_arrays++; i > 0; --i)
        update.arrays.push_back(Device_Array(cctkGH, *variables++, level, *tls++));
      update.parameters.assign(parameters, parameters + *n_parameters);
      parameters += *n_parameters++;
    }
    std::vector<Runtime::UpdatedBox> boxes(static_cast<std::size_t>(n_boxes));
    for (auto& [update, box] : boxes) {
      update = checked(*which++, "update", updates.size());
      for (std::size_t d = 0; d < 3; ++d) box.lower[d] = *lower++, box.upper[d] = *upper++;
    }
    Runtime::instance().update_boxes(cctkGH, updates, boxes, local_grid(cctkGH));
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
  return 0;
}
