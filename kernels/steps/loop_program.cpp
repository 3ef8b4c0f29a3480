#include "kernels/steps/loop_program.hpp"

#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/jit/loop_trees.hpp"
#include "kernels/jit/typed_elements.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::steps {

namespace {

/// Returns the value of an int32 expression of parameters.
long value_of(ir::ExpressionPtr const& expression, ParameterValues const& values) {
  std::vector<double> operands;
  for (ir::ExpressionPtr const& operand : expression->operands)
    operands.push_back(static_cast<double>(value_of(operand, values)));
  switch (expression->kind) {
  case ir::ExpressionKind::number:
    return static_cast<long>(expression->number);
  case ir::ExpressionKind::name:
    return static_cast<long>(values.at(expression->name));
  case ir::ExpressionKind::operation:
    return static_cast<long>(ir::evaluate(expression->op, ir::Type::int32, ir::Type::int32, operands));
  default:
    throw base::InternalError("an extent contains the value of an array");
  }
}

std::size_t bytes_of(ir::Type type) { return static_cast<std::size_t>(ir::element_bytes(type)); }

/// Returns the product of the extents. Throws if no computer has memory for so many elements.
long number_of_elements(std::string const& array, std::vector<long> const& extents) {
  long constexpr most = 1L << 40;
  long product = 1;
  for (long const extent : extents) {
    if (extent > most / std::max(product, 1L))
      throw base::UserError(fmt::format("The array `{}` with the extents {} has more than {} elements. Specify smaller "
                                        "sizes.",
                                        array, fmt::join(extents, " x "), most));
    product *= extent;
  }
  return product;
}

void check_values(ir::LoopTree const& tree, ParameterValues const& values) {
  std::vector<std::string> missing;
  for (ir::TreeParameter const& parameter : tree.parameters)
    if (!values.contains(parameter.name)) missing.push_back("`" + parameter.name + "`");
  if (!missing.empty())
    throw base::UserError(fmt::format("Kernel `{}` needs values of {}.", tree.kernel, base::list_in_words(missing)));
}

void check_subscripts(loops::LoopKernel const& kernel, ParameterValues const& values) {
  std::map<std::string, long> integers;
  for (loops::Parameter const& parameter : kernel.parameters)
    if (parameter.type == ir::Type::int32) integers[parameter.name] = static_cast<long>(values.at(parameter.name));
  polyhedral::check_subscripts(kernel, integers);
}

} // namespace

LoopProgram::LoopProgram(loops::LoopKernel const& kernel, device::Device& device, ParameterValues const& values)
    : device_(device) {
  ir::LoopTree const tree = polyhedral::schedule(kernel);
  check_values(tree, values);
  check_subscripts(kernel, values);
  jit::Lowered const lowered = jit::lower_to_source(tree, device.properties().language);
  source_ = lowered.source;
  device::CompileRequest const request{.kernel = kernel.name, .source = source_};
  device::CompiledObject const compiled = device.compile({&request, 1}, 1).front();
  if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
  compile_seconds_ = compiled.seconds;
  module_ = device.load(kernel.name, compiled.object, lowered.shape);

  for (ir::TypedArray const& array : tree.arrays)
    if (array.is_argument || array.scope == ir::Scope::grid) allocate(array, values);
  ir::TreeArguments const names = ir::arguments_of(tree);
  for (std::string const& name : names.inputs) inputs_.push_back(argument(name).memory);
  for (std::string const& name : names.outputs) outputs_.push_back(argument(name).memory);
  for (Argument const& temporary : arguments_)
    if (!temporary.array.is_argument) outputs_.push_back(temporary.memory);
  for (ir::TreeParameter const& parameter : tree.parameters) parameters_.push_back(values.at(parameter.name));
  n_phases_ = static_cast<int>(ir::phases_of(tree).size());
  if (n_phases_ > 1) parameters_.push_back(0);
  base::Index3 const blocks = jit::number_of_blocks(tree, values);
  for (std::size_t axis = 0; axis < 3; ++axis) launch_.upper[axis] = blocks[axis];
}

LoopProgram::~LoopProgram() {
  try {
    device_.finish();
  } catch (device::DeviceError const&) {
    // The memory is released also if a launch failed; the next call that uses the device reports the failure.
  }
  for (Argument const& each : arguments_) device_.release(each.memory);
}

void LoopProgram::allocate(ir::TypedArray const& array, ParameterValues const& values) {
  Argument result{.array = array, .extents = {}, .strides = {}};
  for (ir::ArrayAxis const& axis : array.axes) result.extents.push_back(value_of(ir::make_linear(axis.extent), values));
  result.n_elements = number_of_elements(array.name, result.extents);
  for (ir::ExpressionPtr const& stride : ir::strides(array)) result.strides.push_back(value_of(stride, values));
  auto const bytes = static_cast<std::size_t>(std::max(result.n_elements, 1L)) * bytes_of(array.type);
  result.memory = device_.allocate(bytes);
  arguments_.push_back(std::move(result));
  write(array.name, std::vector<double>(n_elements(array.name), 0.0));
}

LoopProgram::Argument const& LoopProgram::argument(std::string const& name) const {
  auto const found = std::find_if(arguments_.begin(), arguments_.end(),
                                  [&](Argument const& argument) { return argument.array.name == name; });
  if (found == arguments_.end()) throw base::InternalError(fmt::format("there is no array `{}`", name));
  return *found;
}

std::vector<std::string> LoopProgram::arrays() const {
  std::vector<std::string> names;
  for (Argument const& each : arguments_)
    if (each.array.is_argument) names.push_back(each.array.name);
  return names;
}

std::size_t LoopProgram::n_elements(std::string const& array) const {
  return static_cast<std::size_t>(argument(array).n_elements);
}

void* LoopProgram::memory(std::string const& array) const { return argument(array).memory; }

device::ArrayShape LoopProgram::shape(Argument const& argument) const {
  return {.extent = {static_cast<int>(argument.n_elements), 1, 1}, .element_size = bytes_of(argument.array.type)};
}

void LoopProgram::for_each_element(Argument const& argument,
                                   std::function<void(std::size_t, std::size_t)> const& visit) {
  std::vector<long> subscripts(argument.extents.size(), 0);
  long offset = 0;
  for (long n = 0; n < argument.n_elements; ++n) {
    visit(static_cast<std::size_t>(n), static_cast<std::size_t>(offset));
    for (std::size_t axis = 0; axis < subscripts.size(); ++axis) {
      offset += argument.strides[axis];
      if (++subscripts[axis] < argument.extents[axis]) break;
      offset -= argument.extents[axis] * argument.strides[axis];
      subscripts[axis] = 0;
    }
  }
}

void LoopProgram::write(std::string const& array, std::vector<double> const& elements) {
  Argument const& to = argument(array);
  std::vector<std::byte> packed(shape(to).bytes());
  for_each_element(to, [&](std::size_t n, std::size_t offset) {
    jit::store_element(packed.data(), to.array.type, offset, elements.at(n));
  });
  device_.copy_to_device(to.memory, packed.data(), shape(to), {{0, 0, 0}, shape(to).extent});
}

std::vector<double> LoopProgram::read(std::string const& array) const {
  Argument const& from = argument(array);
  std::vector<std::byte> packed(shape(from).bytes());
  device_.copy_to_host(packed.data(), from.memory, shape(from), {{0, 0, 0}, shape(from).extent});
  std::vector<double> elements(static_cast<std::size_t>(from.n_elements));
  for_each_element(from, [&](std::size_t n, std::size_t offset) {
    elements[n] = jit::load_element(packed.data(), from.array.type, offset);
  });
  return elements;
}

void LoopProgram::run() {
  launch_.parameters = parameters_.data();
  for (int phase = 0; phase < n_phases_; ++phase) {
    if (n_phases_ > 1) parameters_.back() = phase;
    module_->launch(inputs_, outputs_, launch_);
  }
}

} // namespace chemora::steps
