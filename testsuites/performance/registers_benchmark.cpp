// Prints the registers and spills of a kernel that CUDA's compiler reports, for several addressing modes of the arrays
// and orders of the statements. No device is needed.
//
// Usage: bench_registers KERNEL ORDER SIZE VARIANTS NAME=VALUE... < graphs. VARIANTS is a list of addressing modes such
// as `fixed,run-time,one address`, in which `other order` denotes fixed strides and the order of the statements that
// the plan does not select. The values of parameters are numbers. Prints a JSON object (see
// scripts/benchmarks/registers.py).
#include "codegen/emit/c_printer.hpp"
#include "codegen/plan/fission.hpp"
#include "codegen/plan/lower.hpp"
#include "kernels/device/cuda/loaded_kernel.hpp"
#include "kernels/device/cuda/nvrtc.hpp"
#include "kernels/jit/specialise.hpp"
#include "kernels/tiling/choose_block_plan.hpp"
#include "kernels/tiling/choose_kernels.hpp"
#include "testsuites/performance/benchmark_kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace chemora;

namespace {

constexpr char const* architecture = "sm_90";

/// The limits of an H200.
device::BlockLimits const limits{.max_threads = 1024,
                                 .max_per_axis = {1024, 1024, 64},
                                 .n_units = 132,
                                 .threads_per_unit = 2048,
                                 .warp = 32,
                                 .local_bytes = 48 << 10,
                                 .cache_bytes = 228 << 10,
                                 .reports_registers = true};
constexpr int registers_of_a_unit = 65536;

/// A dialect that addresses all inputs by constant offsets from one pointer and all outputs from a second pointer. With
/// a single pointer, as in the Chemora paper, the compiler would have to assume that a store changes inputs.
class OneAddress final : public emit::CudaDialect {
public:
  std::string head(ir::Loops const& loops, std::vector<emit::Argument> const& arguments) const override {
    std::string const real = loops.real == ir::Type::real64 ? "double" : "float";
    std::string text = CudaDialect::head(loops, {});
    text.insert(text.rfind("chemora_device_arguments"),
                fmt::format("{0} const* __restrict__ all_inputs,\n    {0}* __restrict__ all_outputs,\n    ", real));
    long const distance = long{loops.allocated[0]} * loops.allocated[1] * loops.allocated[2];
    for (emit::Argument const& argument : arguments)
      text += argument.is_output ? fmt::format("  {}* const {} = all_outputs + {}L;\n", real, argument.identifier,
                                               distance * argument.position)
                                 : fmt::format("  {} const* const {} = all_inputs + {}L;\n", real, argument.identifier,
                                               distance * argument.position);
    return text;
  }
};

std::string source(ir::Graph const& graph, plan::KernelPlan const& plan, base::Index3 const& allocated,
                   std::string const& addressing) {
  auto const& known = addressing == "run-time" ? ir::run_time_extents : allocated;
  if (addressing != "one address") return jit::lower_to_source(graph, plan, known, plan::Language::cuda).source;
  return emit::print_block_kernel(plan::lower(graph, plan, {allocated}), OneAddress());
}

/// Compiles each source once, because the planner has compiled some of the variants.
device::CudaResources resources(ir::Graph const& graph, plan::KernelPlan const& plan, base::Index3 const& allocated,
                                std::string const& addressing) {
  static std::map<std::string, device::CudaResources> compiled;
  std::string const text = source(graph, plan, allocated, addressing);
  auto const cached = compiled.find(text);
  if (cached != compiled.end()) return cached->second;
  return compiled[text] = device::cuda_resources({graph.name, text}, architecture);
}

/// Computes the same facts as jit::trial_facts, but from the log of the compiler.
device::KernelFacts trial_facts(ir::Graph const& graph, plan::KernelPlan const& plan, base::Index3 const& allocated) {
  auto const found = resources(graph, plan, allocated, "fixed");
  return {.max_threads = device::largest_block(found.registers, registers_of_a_unit, limits.warp, limits.max_threads),
          .registers = found.registers,
          .spilled_bytes = static_cast<std::size_t>(found.stack_bytes),
          .lacks_registers = device::lacks_registers(found.registers, found.stack_bytes)};
}

std::string to_json(std::string const& addressing, std::string const& order, plan::KernelPlan const& plan,
                    device::CudaResources const& found) {
  int const threads = plan.block[0] * plan.block[1] * plan.block[2];
  int const together =
      device::largest_block(found.registers, registers_of_a_unit, limits.warp, limits.threads_per_unit);
  return fmt::format(
      "{{\"addressing\": \"{}\", \"order\": \"{}\", \"registers\": {}, \"stack_bytes\": {}, "
      "\"spill_store_bytes\": {}, \"spill_load_bytes\": {}, \"occupancy\": {:.4g}, \"seconds\": {:.3g}}}",
      addressing, order, found.registers, found.stack_bytes, found.spill_store_bytes, found.spill_load_bytes,
      static_cast<double>(together / threads * threads) / limits.threads_per_unit, found.seconds);
}

std::vector<std::string> words_of(std::string const& list) {
  std::vector<std::string> words;
  std::istringstream text(list);
  for (std::string word; std::getline(text, word, ',');) words.push_back(word);
  return words;
}

std::string to_json(ir::Graph const& piece, plan::KernelPlan const& chosen, std::string const& reason,
                    base::Index3 const& allocated, std::vector<std::string> const& variants) {
  auto const live = plan::live_registers(piece, chosen, {allocated});
  std::vector<std::string> found;
  for (std::string const& variant : variants) {
    bool const is_other = variant == "other order";
    std::string const addressing = is_other ? "fixed" : variant;
    auto plan = chosen;
    plan.is_fat = chosen.is_fat != is_other;
    found.push_back(
        to_json(addressing, plan.is_fat ? "fat" : "slim", plan, resources(piece, plan, allocated, addressing)));
  }
  return fmt::format("{{\"arrays\": {}, \"operations\": {}, \"plan\": \"{}\", \"reason\": \"{}\", \"live_slim\": {}, "
                     "\"live_fat\": {}, "
                     "\"found\": [{}]}}",
                     piece.inputs.size() + piece.outputs.size(), plan::n_operations(piece), plan::to_text(chosen),
                     reason, live.slim, live.fat, fmt::join(found, ", "));
}

int run(std::string const& kernel, int order, int size, std::vector<std::string> const& variants,
        std::vector<std::string> const& values) {
  std::string const text{std::istreambuf_iterator<char>(std::cin), {}};
  passes::KnownValues known{.spacing = std::array{1.0 / size, 1.0 / size, 1.0 / size}};
  for (std::string const& value : values) {
    auto const sign = value.find('=');
    known.parameters[value.substr(0, sign)] = std::stod(value.substr(sign + 1));
  }
  int const ghosts = order / 2 + 1, n = size + 2 * ghosts;
  base::Index3 const allocated{n, n, n};
  known.global_size = allocated;
  ir::Graph const graph = jit::specialise(performance::find_graph(text, kernel, order), known).front().graph;
  tiling::BlockMachine const machine{
      std::string("cuda:") + architecture, limits,
      [&](ir::Graph const& piece, plan::KernelPlan const& plan) { return trial_facts(piece, plan, allocated); }};
  tiling::Problem const problem{.allocated = allocated,
                                .box = {{ghosts, ghosts, ghosts}, {n - ghosts, n - ghosts, n - ghosts}},
                                .blocks = &machine};
  auto const planned = tiling::choose_kernels(graph, problem, machine::this_machine(), {});
  auto const split = plan::split(graph, planned.plan);
  std::vector<std::string> pieces;
  for (std::size_t n = 0; n < split.pieces.size(); ++n)
    pieces.push_back(to_json(split.pieces[n].graph, split.pieces[n].plan, planned.reasons[n], allocated, variants));
  // Plans one kernel whose blocks have as many threads as the registers permit.
  auto const slim = tiling::choose_block_plan(
      graph, problem, machine,
      {.max_threads = machine.trial(graph, {.tile = {8, 4, 1}, .block = {8, 4, 1}})->max_threads});
  plan::KernelPlan const& untreated = slim.plan.kernels.front();
  fmt::print("{{\"case\": \"{} order={} n={} {}\", \"compiler\": \"{}\", \"why\": \"{}\", \"kernels\": [{}], "
             "\"untreated\": {}}}\n",
             kernel, order, size, architecture, device::nvrtc_version(), planned.reason, fmt::join(pieces, ", "),
             to_json("fixed", "slim", untreated, resources(graph, untreated, allocated, "fixed")));
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    std::fputs("usage: bench_registers KERNEL ORDER SIZE VARIANTS NAME=VALUE... < graphs\n", stderr);
    return 1;
  }
  try {
    return run(argv[1], std::stoi(argv[2]), std::stoi(argv[3]), words_of(argv[4]), {argv + 5, argv + argc});
  } catch (std::exception const& error) {
    std::fprintf(stderr, "bench_registers: %s\n", error.what());
    return 1;
  }
}
