#include "kernels/recursions/sweeps.hpp"

#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/wavefront/axis_functions.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/jit/loop_trees.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::recursions {

namespace {

using base::Box;
using base::Index3;

/// A compiled kernel with the order of its arguments.
struct Kernel {
  wavefront::SweepKernel lowered{};
  ir::LoopTree tree{};
  ir::TreeArguments arguments{};
  runtime::LoadedSource loaded{};
};

using Arrays = std::map<std::string, void*>;
using Values = std::map<std::string, double>;

/// The numbers of the kernels of a traversal: inside of PlannedSweep::main and elsewhere.
struct TraversalKernels {
  std::string name{};
  std::size_t main = 0, general = 0;
};

/// The values of functions of one axis, for the scalars of the last run.
struct AxisTables {
  Values scalars{}, constants{};
  Arrays arrays{}; ///< on the device
};

struct CompiledSweep {
  PlannedSweep planned;
  std::vector<TraversalKernels> kernels{}; ///< of each traversal
  std::vector<std::string> memory{};       ///< tables and copies, in the order of their slots
  AxisTables tables{};
};

} // namespace

struct Sweeps::Implementation {
  wavefront::SweepFunction const& function;
  std::string name;
  SweepDistribution distribution;
  SweepTools tools;
  SweepOptions options;
  std::vector<CompiledSweep> sweeps{};
  std::vector<Kernel> kernels{};
  std::vector<runtime::SourceKernel> sources{};

  void add(std::size_t n);
  TraversalKernels add_kernels(CompiledSweep& sweep, Traversal const& traversal, std::string const& kernel_name);
  std::size_t add_kernel(CompiledSweep& sweep, std::size_t pass, wavefront::Place const& place,
                         runtime::SourceKernel source);

  void update_tables(CompiledSweep& sweep, Values const& scalars);
  void run(CompiledSweep& sweep, Arrays arrays, Values const& scalars);
  void run(CompiledSweep const& sweep, std::size_t traversal, Arrays const& arrays, Values& values);
  void launch(PlannedSweep const& planned, std::size_t pass, Kernel const& kernel, Box const& box, Arrays const& arrays,
              Values& values);
  void pass_values(PlannedSweep const& planned, Traversal const& traversal, std::size_t block, bool is_sent,
                   Arrays const& arrays) const;
};

void Sweeps::Implementation::add(std::size_t n) {
  CompiledSweep sweep{
      plan_sweep(function.sweeps[n], function.passes[n], distribution, tools.device.properties(), options)};
  for (std::string const& copied : function.passes[n].copied) sweep.memory.push_back("old_" + copied);
  for (Traversal const& traversal : sweep.planned.traversals) {
    std::string const pass = sweep.planned.traversals.size() > 1 ? fmt::format(".{}", traversal.pass + 1) : "";
    sweep.kernels.push_back(add_kernels(sweep, traversal, fmt::format("{}.{}{}", name, n + 1, pass)));
  }
  sweeps.push_back(std::move(sweep));
}

TraversalKernels Sweeps::Implementation::add_kernels(CompiledSweep& sweep, Traversal const& traversal,
                                                     std::string const& kernel_name) {
  PlannedSweep const& planned = sweep.planned;
  bool has_main = false, has_others = false;
  for (Box const& block : traversal.blocks)
    for (auto const& part : wavefront::parts_of(planned.passes, traversal.pass, planned.main, block,
                                                distribution.grid().scalars.lower_global))
      (part.is_main ? has_main : has_others) = true;
  TraversalKernels result{.name = kernel_name};
  runtime::SourceKernel source;
  source.record = work_of(planned, traversal);
  source.record.plan = fmt::format("{}, {}", direction_text(traversal.directions), to_text(planned.plan));
  source.record.plan_reason = planned.reason;
  source.name = kernel_name;
  if (has_main) result.main = add_kernel(sweep, traversal.pass, planned.main, source);
  source.name = kernel_name + ".boundary";
  if (has_others) result.general = add_kernel(sweep, traversal.pass, {}, source);
  return result;
}

std::size_t Sweeps::Implementation::add_kernel(CompiledSweep& sweep, std::size_t pass, wavefront::Place const& place,
                                               runtime::SourceKernel source) {
  PlannedSweep const& planned = sweep.planned;
  Kernel kernel;
  wavefront::SweepSpace space{.sizes = sizes_of(distribution.grid()), .place = place};
  for (int axis = 0; axis < 3 && planned.plan.is_fused; ++axis) space.max_points[axis] = planned.computed.extent(axis);
  kernel.lowered = wavefront::lower_sweep(planned.sweep, planned.passes, pass, planned.plan, space);
  for (std::string const& table : kernel.lowered.tables)
    if (!base::contains(sweep.memory, table)) sweep.memory.push_back(table);
  kernel.tree = polyhedral::schedule(kernel.lowered.kernel);
  kernel.arguments = ir::arguments_of(kernel.tree);
  source.representation = loops::to_text(kernel.lowered.kernel);
  source.plan = ir::to_text(kernel.tree);
  jit::Lowered lowered = jit::lower_to_source(kernel.tree, tools.device.properties().language);
  source.source = std::move(lowered.source);
  source.shape = lowered.shape;
  kernels.push_back(std::move(kernel));
  sources.push_back(std::move(source));
  return kernels.size() - 1;
}

// --- Execution ---

/// Computes the functions of one axis if scalars have changed.
void Sweeps::Implementation::update_tables(CompiledSweep& sweep, Values const& scalars) {
  AxisTables& tables = sweep.tables;
  if (sweep.planned.passes.axis_of.empty() || tables.scalars == scalars) return;
  tables.scalars = scalars;
  for (auto const& [name, values] : wavefront::axis_values(sweep.planned.sweep.system, sweep.planned.passes,
                                                           sizes_of(distribution.grid()), scalars)) {
    if (sweep.planned.passes.axis_of.at(name) < 0) {
      tables.constants["constant_" + name] = values.front();
      continue;
    }
    device::ArrayShape const shape{{static_cast<int>(values.size()), 1, 1}};
    auto const [array, is_new] = tables.arrays.try_emplace(name, nullptr);
    if (is_new) array->second = tools.device.allocate(shape.bytes());
    tools.device.finish(); // kernels of the last run may still read the values
    tools.device.copy_to_device(array->second, values.data(), shape, {{0, 0, 0}, shape.extent});
  }
}

void Sweeps::Implementation::run(CompiledSweep& sweep, Arrays arrays, Values const& scalars) {
  launch::LocalGrid const& grid = distribution.grid();
  tools.memory.reserve(static_cast<int>(sweep.memory.size()), device::ArrayShape{grid.allocated}.bytes());
  for (std::size_t slot = 0; slot < sweep.memory.size(); ++slot)
    arrays[sweep.memory[slot]] = tools.memory.array(static_cast<int>(slot));
  Box const whole{{0, 0, 0}, grid.allocated};
  for (std::string const& copied : sweep.planned.passes.copied) {
    device::ArrayBox const from = distribution.box_of(arrays.at(copied), whole);
    device::ArrayBox const to = distribution.box_of(arrays.at("old_" + copied), whole);
    tools.device.copy_within({&from, 1}, {&to, 1});
  }
  Values values = scalars;
  for (int axis = 0; axis < 3; ++axis)
    values[fmt::format("spacing_{}", base::axis_names[axis])] = grid.scalars.spacing[axis];
  update_tables(sweep, values);
  arrays.insert(sweep.tables.arrays.begin(), sweep.tables.arrays.end());
  values.insert(sweep.tables.constants.begin(), sweep.tables.constants.end());
  for (int axis = 0; axis < 3; ++axis) {
    values[fmt::format("lower_{}", base::axis_names[axis])] = grid.scalars.lower_global[axis];
    values[fmt::format("allocated_{}", base::axis_names[axis])] = grid.allocated[axis];
  }
  for (std::size_t n = 0; n < sweep.planned.traversals.size(); ++n) run(sweep, n, arrays, values);
}

void Sweeps::Implementation::run(CompiledSweep const& sweep, std::size_t n, Arrays const& arrays, Values& values) {
  PlannedSweep const& planned = sweep.planned;
  Traversal const& traversal = planned.traversals[n];
  for (std::size_t block = 0; block < traversal.blocks.size(); ++block) {
    pass_values(planned, traversal, block, false, arrays);
    for (auto const& part : wavefront::parts_of(planned.passes, traversal.pass, planned.main, traversal.blocks[block],
                                                distribution.grid().scalars.lower_global))
      launch(planned, traversal.pass, kernels[part.is_main ? sweep.kernels[n].main : sweep.kernels[n].general],
             part.box, arrays, values);
    pass_values(planned, traversal, block, true, arrays);
  }
  std::vector<void*> finished;
  for (std::string const& array : traversal.finished) finished.push_back(arrays.at(array));
  distribution.exchange(finished, planned.axes);
}

void Sweeps::Implementation::launch(PlannedSweep const& planned, std::size_t pass, Kernel const& kernel, Box const& box,
                                    Arrays const& arrays, Values& values) {
  Index3 extents{};
  for (int axis = 0; axis < 3; ++axis) {
    values[fmt::format("first_{}", base::axis_names[axis])] = box.lower[axis];
    values[fmt::format("last_{}", base::axis_names[axis])] = box.upper[axis] - 1;
    extents[axis] = box.extent(axis);
  }
  std::vector<void const*> inputs;
  std::vector<void*> outputs;
  for (std::string const& array : kernel.arguments.inputs) inputs.push_back(arrays.at(array));
  for (std::string const& array : kernel.arguments.outputs) outputs.push_back(arrays.at(array));
  std::optional<runtime::MeasuredKernel::Launch> measured;
  if (kernel.loaded.measured) {
    ++kernel.loaded.measured->record.calls;
    kernel.loaded.measured->record.points += box.n_points();
    measured.emplace(*kernel.loaded.measured);
  }
  chemora_kernel_arguments arguments{};
  std::fill(std::begin(arguments.allocated), std::end(arguments.allocated), 1);
  int const n_fronts = wavefront::n_fronts(planned.passes, pass, planned.plan, extents);
  for (int front = 0; front < n_fronts; ++front) {
    values["front"] = front;
    std::vector<double> parameters;
    for (ir::TreeParameter const& parameter : kernel.tree.parameters) parameters.push_back(values.at(parameter.name));
    Index3 const blocks = jit::number_of_blocks(kernel.tree, values);
    std::copy(blocks.begin(), blocks.end(), arguments.upper);
    arguments.parameters = parameters.data();
    kernel.loaded.module->launch(inputs, outputs, arguments);
  }
}

/// Receives the values that a block reads before its computation, or sends its values afterwards. Along the axis of the
/// blocks, only the first block receives and only the last one sends.
void Sweeps::Implementation::pass_values(PlannedSweep const& planned, Traversal const& traversal, std::size_t block,
                                         bool is_sent, Arrays const& arrays) const {
  std::size_t const end = is_sent ? traversal.blocks.size() - 1 : 0;
  for (int axis = 0; axis < 3; ++axis) {
    int const other = (is_sent ? traversal.to : traversal.from)[axis];
    if (other < 0 || (axis == traversal.block_axis && block != end)) continue;
    std::vector<device::ArrayBox> boxes;
    for (std::string const& array : traversal.passed)
      boxes.push_back(distribution.box_of(
          arrays.at(array), passed_box(planned, traversal, traversal.blocks[block], axis, is_sent, distribution)));
    if (is_sent)
      distribution.send(other, boxes);
    else
      distribution.receive(other, boxes);
  }
}

// --- Interface ---

Sweeps::Sweeps(wavefront::SweepFunction const& function, std::string const& name, launch::LocalGrid const& grid,
               SweepTools const& tools, SweepOptions const& options)
    : implementation_(new Implementation{.function = function,
                                         .name = name,
                                         .distribution = SweepDistribution(grid, tools.processes, tools.device),
                                         .tools = tools,
                                         .options = options}) {
  base::Diagnostics errors(&function.source);
  for (std::size_t n = 0; n < function.sweeps.size(); ++n)
    base::collect_errors(
        errors, [&] { check_sweep(function.sweeps[n], function.passes[n], implementation_->distribution, options); });
  errors.throw_if_errors();
  for (std::size_t n = 0; n < function.sweeps.size(); ++n) implementation_->add(n);
}

Sweeps::~Sweeps() {
  for (CompiledSweep const& sweep : implementation_->sweeps)
    for (auto const& [name, array] : sweep.tables.arrays) implementation_->tools.device.release(array);
}

std::vector<runtime::SourceKernel> const& Sweeps::sources() const { return implementation_->sources; }

void Sweeps::set_kernels(std::vector<runtime::LoadedSource> kernels) {
  for (std::size_t n = 0; n < kernels.size(); ++n) implementation_->kernels.at(n).loaded = std::move(kernels[n]);
}

void Sweeps::run(std::map<std::string, void*> const& arrays, std::map<std::string, double> scalars) {
  for (CompiledSweep& sweep : implementation_->sweeps) implementation_->run(sweep, arrays, scalars);
}

std::string Sweeps::notes() const {
  std::string text;
  for (auto const& [planned, kernels, memory, tables] : implementation_->sweeps)
    for (std::size_t n = 0; n < kernels.size(); ++n) {
      Traversal const& traversal = planned.traversals[n];
      text += fmt::format("{}, line {}: {}, {} ({})", kernels[n].name, planned.sweep.where.line,
                          direction_text(traversal.directions), to_text(planned.plan), planned.reason);
      if (traversal.blocks.size() > 1)
        text += fmt::format(", a pipeline with {} blocks along {} on process 0", traversal.blocks.size(),
                            base::axis_names[traversal.block_axis]);
      text += "\n";
    }
  return text;
}

} // namespace chemora::recursions
