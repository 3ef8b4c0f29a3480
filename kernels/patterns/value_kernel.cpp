#include "kernels/patterns/value_kernel.hpp"

#include "codegen/patterns/describe_nest.hpp"
#include "codegen/patterns/inner_results.hpp"
#include "codegen/patterns/nodes.hpp"

#include <algorithm>

namespace chemora::patterns {

namespace {

std::map<std::string, long> integers_of(loops::LoopKernel const& kernel, KernelParameters const& parameters) {
  std::map<std::string, long> integers;
  for (loops::Parameter const& parameter : kernel.parameters) {
    auto const found = parameters.find(parameter.name);
    if (parameter.type == ir::Type::int32 && found != parameters.end())
      integers[parameter.name] = static_cast<long>(found->second);
  }
  return integers;
}

} // namespace

NestOptions nest_options(KernelPlace const& place, std::map<std::string, double> const& sizes) {
  MachineShape const machine = place.machine();
  NestOptions options{.is_device = place.is_device(),
                      .n_threads = machine.parallel_blocks,
                      .chunk_bytes = static_cast<long>(machine.shared_bytes) / 2};
  // Partial results of reductions need the remainder of the tile memory.
  if (options.is_device) options.tile_bytes = static_cast<long>(machine.shared_bytes) / 3;
  for (auto const& [name, size] : sizes) options.max_sizes[name] = static_cast<long>(size);
  return options;
}

void load_value(ValueKernel& kernel, KernelPlace& place, Program const& declarations, NodePtr const& value,
                std::string const& name, ValueOptions const& options) {
  if (is_selection(*value)) {
    kernel.selection = lower_selection(declarations, value, ValueKernel::result, options.nest);
    kernel.is_selection = true;
    kernel.kernel = kernel.selection.kernel;
    kernel.inputs = kernel.selection.inputs;
    kernel.chunk_counts = kernel.selection.chunk_counts;
  } else {
    KnownNumbers const known{.exact = options.sizes};
    NestOptions nest = options.nest;
    nest.stored = stored_inner_results(declarations, value, known, place.machine());
    Mapping const mapping = options.mapping(nest_of(declarations, value, ValueKernel::result, known, nest.stored));
    LoweredNest lowered = lower_nest(declarations, value, ValueKernel::result, mapping, nest);
    kernel.kernel = std::move(lowered.kernel);
    kernel.inputs = std::move(lowered.inputs);
    kernel.chunk_counts = std::move(lowered.chunk_counts);
  }
  kernel.kernel.name = name;
  kernel.loaded = place.load(kernel.kernel);
}

std::shared_ptr<KernelArray> allocate_argument(KernelPlace& place, loops::LoopKernel const& kernel,
                                               std::string const& name, KernelParameters const& parameters) {
  std::map<std::string, long> const integers = integers_of(kernel, parameters);
  ir::TypedArray const& declaration = kernel.array(name);
  long n = 1;
  for (ir::ArrayAxis const& axis : declaration.axes) n *= std::max(0L, axis.extent.value(integers));
  return place.allocate(declaration.type, static_cast<std::size_t>(n));
}

void add_chunk_counts(ValueKernel const& kernel, KernelParameters& parameters) {
  std::map<std::string, long> const integers = integers_of(kernel.kernel, parameters);
  for (ChunkCount const& chunks : kernel.chunk_counts)
    parameters[chunks.parameter] = static_cast<double>(chunks.value(integers));
}

std::shared_ptr<KernelArray> run_nest(ValueKernel& kernel, KernelPlace& place, KernelParameters parameters,
                                      KernelArguments arguments) {
  add_chunk_counts(kernel, parameters);
  std::shared_ptr<KernelArray> result = allocate_argument(place, kernel.kernel, ValueKernel::result, parameters);
  arguments[ValueKernel::result] = result.get();
  kernel.loaded->run(parameters, arguments);
  return result;
}

Selected run_selection(ValueKernel& kernel, KernelPlace& place, KernelParameters parameters, KernelArguments arguments,
                       long n_elements, long n_groups) {
  parameters.merge(selection_sizes(kernel.selection, n_elements, n_groups));
  add_chunk_counts(kernel, parameters);
  auto const allocated = [&](std::string const& name) {
    std::shared_ptr<KernelArray> array = allocate_argument(place, kernel.kernel, name, parameters);
    arguments[name] = array.get();
    return array;
  };
  std::vector<std::shared_ptr<KernelArray>> temporaries;
  for (std::string const& name : kernel.selection.temporaries) temporaries.push_back(allocated(name));
  Selected const selected{.members = allocated(kernel.selection.result), .first = allocated(kernel.selection.first)};
  kernel.loaded->run(parameters, arguments);
  return selected;
}

} // namespace chemora::patterns
