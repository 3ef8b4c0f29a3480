// Looks up names, then asks the device for addresses.
#include "part_arguments.hpp"

#include "cctk_Functions.h"

#include <algorithm>

namespace ca_kernel {

PartArguments::PartArguments(Runtime::Part const& part, FindGridArray const& find,
                             std::vector<std::string> const& parameters) {
  auto const array_of = [&](std::string const& name) {
    auto const slot = part.slots.find(name);
    return slot == part.slots.end() ? Array{find(name)} : Array{{}, slot->second};
  };
  for (auto const& compiled : part.kernels) {
    auto const& graph = compiled.bound.graph();
    Kernel& kernel = kernels_.emplace_back();
    kernel.bound = &compiled.bound;
    for (auto const& name : graph.inputs) kernel.inputs.push_back(array_of(name));
    for (auto const& name : graph.outputs) kernel.outputs.push_back(array_of(name));
    for (auto const& parameter : graph.parameters) {
      auto const found = std::find(parameters.begin(), parameters.end(), parameter.name);
      kernel.parameters.push_back(static_cast<std::size_t>(found - parameters.begin()));
    }
  }
  arguments_.resize(kernels_.size());
}

std::span<chemora::launch::BoundKernel::Arguments const>
PartArguments::now(cGH const* cctkGH, chemora::launch::Scratch const& scratch, std::span<double const> parameters) {
  int const level = refinement_level(cctkGH);
  auto const address = [&](Array const& array) {
    return array.slot >= 0 ? scratch.array(array.slot)
                           : Device_Array(cctkGH, array.array.variable, level, array.array.time_level);
  };
  for (std::size_t k = 0; k < kernels_.size(); ++k) {
    auto& [inputs, outputs, values] = arguments_[k];
    inputs.clear(), outputs.clear(), values.clear();
    for (auto const& array : kernels_[k].inputs) inputs.push_back(address(array));
    for (auto const& array : kernels_[k].outputs) outputs.push_back(address(array));
    for (std::size_t const n : kernels_[k].parameters) values.push_back(parameters[n]);
    kernels_[k].bound->check_storage(arguments_[k]);
  }
  return arguments_;
}

} // namespace ca_kernel
