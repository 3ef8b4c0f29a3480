#include "kernels/runtime/compiled_kernel.hpp"

#include <algorithm>

namespace chemora::runtime {

monitor::KernelRecord MeasuredKernel::complete_record() {
  monitor::KernelRecord complete = record;
  complete.seconds = stopwatch->seconds();
  if (!counter) return complete;
  device::HardwareCounts const counts = counter->counts();
  complete.counted_seconds = counts.seconds.value_or(complete.unknown);
  complete.cycles = counts.cycles.value_or(complete.unknown);
  complete.instructions = counts.instructions.value_or(complete.unknown);
  complete.memory_bytes = counts.memory_bytes.value_or(complete.unknown);
  complete.launch = counts.launch;
  return complete;
}

MeasuredKernel::Launch::Launch(MeasuredKernel& kernel) : kernel_(kernel) {
  if (kernel_.counter) kernel_.counter->start();
  kernel_.stopwatch->start();
}

MeasuredKernel::Launch::~Launch() {
  kernel_.stopwatch->stop();
  if (kernel_.counter) kernel_.counter->stop();
}

Meters::Meters(device::Device& device, bool reads_counters) : device_(device) {
  if (!reads_counters) {
    reason_ = "Counters of the hardware are not read: CaKernel::counters is \"no\".";
    return;
  }
  try {
    counters_ = device.open_counters();
  } catch (device::DeviceError const& error) {
    reason_ = std::string("Counters of the hardware cannot be read: ") + error.what();
  }
}

MeasuredKernel Meters::make(std::string const& kernel) {
  MeasuredKernel measured{{}, device_.make_stopwatch(), counters_ ? counters_->make_counter() : nullptr};
  measured.record.kernel = kernel;
  measured.record.device = device_.properties().kind;
  return measured;
}

RegionArguments::RegionArguments(CompiledRegion const& region, FindGridArray const& find,
                                 std::vector<std::string> const& parameters) {
  auto const array_of = [&](std::string const& name) {
    auto const slot = region.scratch_slots.find(name);
    return slot == region.scratch_slots.end() ? Array{find(name)} : Array{{}, slot->second};
  };
  for (auto const& compiled : region.parts) {
    auto const& graph = compiled.bound.graph();
    Part& part = parts_.emplace_back();
    part.bound = &compiled.bound;
    for (auto const& name : graph.inputs) part.inputs.push_back(array_of(name));
    for (auto const& name : graph.outputs) part.outputs.push_back(array_of(name));
    for (auto const& parameter : graph.parameters) {
      auto const position = std::find(parameters.begin(), parameters.end(), parameter.name);
      part.parameters.push_back(static_cast<std::size_t>(position - parameters.begin()));
    }
  }
  arguments_.resize(parts_.size());
}

std::span<launch::BoundKernel::Arguments const> RegionArguments::update(GridFunctions const& functions,
                                                                        launch::Scratch const& scratch,
                                                                        std::span<double const> parameters) {
  auto const address = [&](Array const& array) {
    return array.slot >= 0 ? scratch.array(array.slot) : functions.address(array.array);
  };
  for (std::size_t n = 0; n < parts_.size(); ++n) {
    auto& [inputs, outputs, values] = arguments_[n];
    inputs.clear(), outputs.clear(), values.clear();
    for (auto const& array : parts_[n].inputs) inputs.push_back(address(array));
    for (auto const& array : parts_[n].outputs) outputs.push_back(address(array));
    for (std::size_t const position : parts_[n].parameters) values.push_back(parameters[position]);
    parts_[n].bound->check_storage(arguments_[n]);
  }
  return arguments_;
}

} // namespace chemora::runtime
