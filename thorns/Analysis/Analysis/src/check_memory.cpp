/// Checks before the run that the arrays of the analyses fit into memory.
#include "analyses.hpp"
#include "local_grid.hpp"

#include "Numerics/ThornTools/src/communicator.hpp"
#include "cctk.h"
#include "cctk_Arguments.h"
#include "cctk_Parameters.h"
#include "codegen/patterns/array_bytes.hpp"
#include "codegen/patterns/distribute.hpp"
#include "framework/base/system_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace analysis {

namespace patterns = chemora::patterns;

namespace {

struct Node {
  double bytes = 0; ///< of all processes of this computer
  int n_processes = 1;
};

Node sum_on_node(double bytes, MPI_Comm communicator) {
  MPI_Comm on_node = MPI_COMM_NULL;
  MPI_Comm_split_type(communicator, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &on_node);
  Node node;
  MPI_Comm_size(on_node, &node.n_processes);
  MPI_Allreduce(&bytes, &node.bytes, 1, MPI_DOUBLE, MPI_SUM, on_node);
  MPI_Comm_free(&on_node);
  return node;
}

double n_points(long const (&points)[3]) {
  return static_cast<double>(points[0]) * static_cast<double>(points[1]) * static_cast<double>(points[2]);
}

/// Returns a lower bound of the bytes that an evaluation of the analysis needs on this process.
double bytes_of(Analysis const& analysis, GridOfProcess const& grid) {
  patterns::Inputs inputs = grid.inputs;
  inputs.parameters = analysis.parameters;
  inputs.arrays = analysis.inputs;
  auto own = static_cast<double>(grid.local.box.n_points());
  double bytes = 0;
  for (auto const& [name, derived] : analysis.derived)
    bytes = std::max(bytes, bytes_per_point(derived) * own) + sizeof(double) * own;
  if (patterns::find_nonlocal_part(analysis.program)) {
    // Each process has copies of all grid functions, and the messages with the parts of one of them.
    own = n_points(inputs.points);
    auto const n_fields = static_cast<double>(analysis.variables.size() + analysis.derived.size());
    bytes += (n_fields + 1) * sizeof(double) * own;
  }
  return bytes + patterns::array_bytes(analysis.program, inputs, own);
}

void check_memory(cGH const* cctkGH) {
  constexpr double gibibyte = 1 << 30;
  MpiExchange exchange(cctkGH);
  GridOfProcess const grid = grid_of(cctkGH, {}, exchange, nullptr);
  for (Analysis const& analysis : analyses()) {
    Node const node = sum_on_node(bytes_of(analysis, grid), thorntools::communicator(cctkGH));
    auto const available = static_cast<double>(chemora::base::available_memory());
    if (node.bytes <= available) continue;
    auto const nonlocal = patterns::find_nonlocal_part(analysis.program);
    std::string const reason = nonlocal ? fmt::format(" Each process needs whole grid functions: {}: {}.",
                                                      chemora::base::to_text(nonlocal->where), nonlocal->message)
                                        : "";
    CCTK_VERROR("%s", fmt::format("The analysis {} needs at least {:.1f} GiB of memory on {} of one computer, where "
                                  "{:.1f} GiB are available.{} Use more computers, a coarser grid or smaller arrays.",
                                  analysis.name, node.bytes / gibibyte,
                                  node.n_processes == 1 ? "a process" : fmt::format("{} processes", node.n_processes),
                                  available / gibibyte, reason)
                          .c_str());
  }
}

} // namespace
} // namespace analysis

extern "C" void Analysis_CheckMemory(CCTK_ARGUMENTS) {
  DECLARE_CCTK_PARAMETERS
  if (every == 0 || analysis::analyses().empty()) return;
  try {
    analysis::check_memory(cctkGH);
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}
