#include "testsuites/performance/benchmark_kernel.hpp"

#include "codegen/ir/operation.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/machine/machine.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <iostream>
#include <iterator>

namespace performance {

using namespace chemora;

ir::Graph find_graph(std::string const& text, std::string const& name, int order) {
  std::size_t at = text.find("graph ");
  while (at != std::string::npos) {
    std::size_t const next = text.find("\ngraph ", at);
    ir::Graph graph = ir::parse_graph(text.substr(at, next == std::string::npos ? next : next + 1 - at));
    bool const is_variant = graph.guards.empty() || graph.guards.front().value == std::to_string(order);
    if (graph.name == name && is_variant) return graph;
    at = next == std::string::npos ? next : next + 1;
  }
  throw base::UserError(fmt::format("Standard input has no graph {} of order {}.", name, order));
}

ir::Graph with_element_type(ir::Graph graph, ir::Type real) {
  graph.real = real;
  for (ir::Value& value : graph.values)
    if (ir::is_real(value.type)) {
      value.type = real;
      value.number = ir::rounded_to(real, value.number);
    }
  for (ir::Parameter& parameter : graph.parameters)
    if (ir::is_real(parameter.type)) parameter.type = real;
  ir::verify(graph, "change of the element type");
  return graph;
}

ir::Type element_type(std::string const& name) {
  auto const type = ir::find_type(name);
  if (!type || !ir::is_real(*type)) throw base::UserError("`" + name + "` is neither real64 nor real32.");
  return *type;
}

plan::Plan parse_plan(std::string const& text, plan::Plan const& model) {
  return plan::parse_plan(text, text.starts_with("plan ") ? plan::Plan{} : model, "PLAN");
}

launch::BoundKernel bind_kernel(device::Device& device, ir::Graph const& graph, plan::KernelPlan const& plan,
                                base::Index3 const& extent, base::Index3 const& allocated) {
  auto const lowered = jit::lower_to_source(graph, plan, allocated, device.properties().language);
  device::CompileRequest const request{graph.name, lowered.source};
  auto const compiled = device.compile({&request, 1}, 1).front();
  if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
  return {graph, extent, allocated, device.load(graph.name, compiled.object, lowered.shape)};
}

base::Box WaveCase::interior() const {
  int const first = ghosts(), end = size + first;
  return {{first, first, first}, {end, end, end}};
}

void prepare_cost_model() {
  char const* const file = std::getenv("CHEMORA_ACCESS_TIMES");
  if (!file) return machine::set_access_times(machine::measure_access_times(machine::this_machine()));
  std::ifstream stream(file);
  auto const times = machine::access_times_from({std::istreambuf_iterator<char>(stream), {}});
  if (!times) throw base::UserError(fmt::format("The file {} {}.", file, machine::expected_access_times()));
  machine::set_access_times(*times);
}

int run_wave_benchmark(int argc, char** argv, std::string const& program, WaveBenchmark with_real64,
                       WaveBenchmark with_real32) {
  if (argc != 5) {
    fmt::print(stderr, "usage: {} ORDER SIZE real64|real32 MEASUREMENTS < graphs\n", program);
    return 1;
  }
  try {
    prepare_cost_model();
    std::string const graphs{std::istreambuf_iterator<char>(std::cin), {}};
    WaveCase const problem{std::stoi(argv[1]), std::stoi(argv[2]), element_type(argv[3]), std::stoi(argv[4])};
    (problem.real == ir::Type::real32 ? with_real32 : with_real64)(problem, graphs);
    return 0;
  } catch (std::exception const& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
}

} // namespace performance
