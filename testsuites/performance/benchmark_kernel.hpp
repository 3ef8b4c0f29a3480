// Reads the input of the benchmarks (graphs that edlc prints, and cases from the command line) and compiles kernels
// with one plan.
#pragma once

#include "codegen/ir/graph.hpp"
#include "codegen/plan/plan.hpp"
#include "kernels/device/device.hpp"
#include "kernels/launch/bound_kernel.hpp"
#include "testsuites/performance/arrays.hpp"

#include <string>

namespace performance {

/// Returns the graph of kernel `name` for this order of finite differences. `text` contains several graphs. Throws
/// base::UserError if there is no such graph.
chemora::ir::Graph find_graph(std::string const& text, std::string const& name, int order);

/// Returns the graph with the element type `real`. Constants are rounded to this type.
chemora::ir::Graph with_element_type(chemora::ir::Graph graph, chemora::ir::Type real);

/// real64 or real32; throws base::UserError for other words.
chemora::ir::Type element_type(std::string const& name);

/// Gives the cost model the access times of this machine, as in a run: those of the file that the environment variable
/// CHEMORA_ACCESS_TIMES names, or measured ones. Throws base::UserError if the file cannot be used.
void prepare_cost_model();

/// Returns the plan that a text describes: a whole plan, whose text starts with `plan `, as in a database of measured
/// plans; otherwise changes of `model`.
chemora::plan::Plan parse_plan(std::string const& text, chemora::plan::Plan const& model);

/// Compiles and loads the kernel of a specialised graph. The arrays have the extent `allocated`; the kernel uses the
/// first `extent` points of each axis. Throws device::DeviceError if the device cannot compile it.
chemora::launch::BoundKernel bind_kernel(chemora::device::Device& device, chemora::ir::Graph const& graph,
                                         chemora::plan::KernelPlan const& plan, chemora::base::Index3 const& extent,
                                         chemora::base::Index3 const& allocated);

/// A cube of `size` points per axis for the wave equation.
struct WaveCase {
  int order, size;
  chemora::ir::Type real;
  int n_measurements;

  int ghosts() const { return order / 2; }
  PaddedGrid padded() const { return {size, ghosts(), real == chemora::ir::Type::real32 ? 4 : 8}; }
  chemora::base::Box interior() const;
};

using WaveBenchmark = void (*)(WaveCase const& problem, std::string const& graphs);

/// Implements main() of `PROGRAM ORDER SIZE real64|real32 MEASUREMENTS < graphs`. Calls the function for the element
/// type on the command line.
int run_wave_benchmark(int argc, char** argv, std::string const& program, WaveBenchmark with_real64,
                       WaveBenchmark with_real32);

} // namespace performance
