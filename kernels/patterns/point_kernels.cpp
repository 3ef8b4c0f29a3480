#include "kernels/patterns/point_kernels.hpp"

#include "codegen/patterns/nodes.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/loop_trees.hpp"

namespace chemora::patterns {

namespace {

class ModuleKernel final : public PointKernel {
public:
  explicit ModuleKernel(std::unique_ptr<device::Module> module) : module_(std::move(module)) {}

  void run(std::vector<double> const& parameters, std::span<void const* const> inputs,
           std::span<void* const> outputs) const override {
    chemora_kernel_arguments launch{};
    for (int& upper : launch.upper) upper = 1; // one block
    launch.parameters = parameters.data();
    module_->launch(inputs, outputs, launch);
  }

private:
  std::unique_ptr<device::Module> module_;
};

} // namespace

SweepKernel make_sweep_kernel(GridProgram const& program, Sweep const& sweep, std::string const& name,
                              NestOptions const& options) {
  SweepKernel kernel{.name = name};
  std::vector<NodePtr> computed;
  for (NodePtr const& value : sweep.values()) {
    bool const is_field = is_grid_element(program.declarations, *value);
    int const field = is_field ? value->operands[0]->variable : 0;
    kernel.fields.push_back(is_field ? program.declarations.variables[static_cast<std::size_t>(field)].name : "");
    if (!is_field) computed.push_back(value);
  }
  if (computed.empty()) return kernel;
  kernel.lowered = lower_points(program.declarations, sweep.point, computed, name, options);
  kernel.tree = polyhedral::schedule(kernel.lowered.kernel);
  kernel.arguments = ir::arguments_of(kernel.tree);
  if (ir::phases_of(kernel.tree).size() != 1)
    throw base::InternalError("The kernel " + name + " of a sweep has several phases.");
  return kernel;
}

KernelSource source_of(SweepKernel const& kernel) {
  jit::Lowered lowered = jit::lower_to_source(kernel.tree, plan::Language::cpp);
  return {.name = kernel.lowered.kernel.name,
          .representation = loops::to_text(kernel.lowered.kernel),
          .plan = ir::to_text(kernel.tree),
          .source = std::move(lowered.source),
          .shape = lowered.shape};
}

std::unique_ptr<PointKernel> make_point_kernel(std::unique_ptr<device::Module> module) {
  return std::make_unique<ModuleKernel>(std::move(module));
}

} // namespace chemora::patterns
