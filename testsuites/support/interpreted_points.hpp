// Kernels of sweeps that need no compiler.
#pragma once

#include "kernels/patterns/grid_runner.hpp"

namespace chemora::testing_support {

/// Executes the loop tree of a kernel by interpretation.
class InterpretedPoints final : public patterns::PointKernel {
public:
  explicit InterpretedPoints(patterns::SweepKernel const& kernel) : kernel_(kernel) {}

  void run(std::vector<double> const& parameters, std::span<void const* const> inputs,
           std::span<void* const> outputs) const override {
    std::map<std::string, double> values;
    std::map<std::string, long> integers;
    for (std::size_t n = 0; n < parameters.size(); ++n) {
      values[kernel_.tree.parameters[n].name] = parameters[n];
      integers[kernel_.tree.parameters[n].name] = static_cast<long>(parameters[n]);
    }
    std::map<std::string, std::vector<double>> arrays;
    for (std::size_t n = 0; n < inputs.size(); ++n)
      arrays[kernel_.arguments.inputs[n]] = read(kernel_.arguments.inputs[n], inputs[n], integers);
    for (std::size_t n = 0; n < outputs.size(); ++n)
      arrays[kernel_.arguments.outputs[n]] = read(kernel_.arguments.outputs[n], outputs[n], integers);
    ir::interpret(kernel_.tree, values, arrays);
    for (std::size_t n = 0; n < outputs.size(); ++n) {
      std::vector<double> const& result = arrays.at(kernel_.arguments.outputs[n]);
      if (is_real(kernel_.arguments.outputs[n]))
        std::copy(result.begin(), result.end(), static_cast<double*>(outputs[n]));
      else
        std::copy(result.begin(), result.end(), static_cast<std::int32_t*>(outputs[n]));
    }
  }

private:
  bool is_real(std::string const& array) const { return kernel_.lowered.kernel.array(array).type == ir::Type::real64; }

  std::vector<double> read(std::string const& array, void const* from,
                           std::map<std::string, long> const& integers) const {
    long n = 1;
    for (ir::ArrayAxis const& axis : kernel_.lowered.kernel.array(array).axes) n *= axis.extent.value(integers);
    if (is_real(array)) return {static_cast<double const*>(from), static_cast<double const*>(from) + n};
    return {static_cast<std::int32_t const*>(from), static_cast<std::int32_t const*>(from) + n};
  }

  patterns::SweepKernel const& kernel_;
};

/// Sets kernels that are interpreted.
inline void interpret_kernels(patterns::GridRunner& runner) {
  std::vector<std::unique_ptr<patterns::PointKernel>> kernels;
  for (patterns::SweepKernel const* const kernel : runner.needed_kernels())
    kernels.push_back(std::make_unique<InterpretedPoints>(*kernel));
  runner.set_kernels(std::move(kernels));
}

} // namespace chemora::testing_support
