#include "kernels/patterns/kernel_memory.hpp"

#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/loop_trees.hpp"
#include "kernels/jit/typed_elements.hpp"
#include "kernels/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace chemora::patterns {

namespace {

class DeviceArray final : public KernelArray {
public:
  DeviceArray(device::Device& device, ir::Type type, std::size_t n_elements)
      : device_(device), type_(type), n_elements_(n_elements),
        memory_(device.allocate(std::max<std::size_t>(n_elements, 1) * element_bytes())) {}
  DeviceArray(device::Device& device, void* memory, std::size_t n_elements)
      : device_(device), type_(ir::Type::real64), n_elements_(n_elements), memory_(memory), is_owner_(false) {}
  ~DeviceArray() override {
    if (is_owner_) device_.release(memory_);
  }
  DeviceArray(DeviceArray const&) = delete;
  DeviceArray& operator=(DeviceArray const&) = delete;

  std::size_t n_elements() const override { return n_elements_; }
  void* memory() const { return memory_; }

  void write(std::vector<double> const& elements) override {
    if (elements.size() != n_elements_)
      throw base::InternalError("an array is written with another number of elements");
    if (n_elements_ == 0) return;
    if (type_ == ir::Type::real64) return copy_to_device(elements.data());
    std::vector<std::byte> packed(n_elements_ * element_bytes());
    for (std::size_t n = 0; n < n_elements_; ++n) jit::store_element(packed.data(), type_, n, elements[n]);
    copy_to_device(packed.data());
  }

  std::vector<double> read() const override {
    std::vector<double> elements(n_elements_);
    if (n_elements_ == 0) return elements;
    if (type_ == ir::Type::real64) {
      copy_to_host(elements.data());
      return elements;
    }
    std::vector<std::byte> packed(n_elements_ * element_bytes());
    copy_to_host(packed.data());
    for (std::size_t n = 0; n < n_elements_; ++n) elements[n] = jit::load_element(packed.data(), type_, n);
    return elements;
  }

private:
  std::size_t element_bytes() const { return static_cast<std::size_t>(ir::element_bytes(type_)); }
  device::ArrayShape shape() const {
    return {.extent = {static_cast<int>(n_elements_), 1, 1}, .element_size = element_bytes()};
  }
  void copy_to_device(void const* elements) {
    device_.copy_to_device(memory_, elements, shape(), {{0, 0, 0}, shape().extent});
  }
  void copy_to_host(void* elements) const {
    device_.copy_to_host(elements, memory_, shape(), {{0, 0, 0}, shape().extent});
  }

  device::Device& device_;
  ir::Type type_;
  std::size_t n_elements_;
  void* memory_;
  bool is_owner_ = true;
};

std::map<std::string, long> integers_of(loops::LoopKernel const& kernel, KernelParameters const& values) {
  std::map<std::string, long> integers;
  for (loops::Parameter const& parameter : kernel.parameters)
    if (parameter.type == ir::Type::int32) integers[parameter.name] = static_cast<long>(values.at(parameter.name));
  return integers;
}

class DeviceKernel final : public LoadedKernel {
public:
  DeviceKernel(device::Device& device, loops::LoopKernel const& kernel, LoadModule const& load_module)
      : device_(device), kernel_(kernel), tree_(polyhedral::schedule(kernel)), names_(ir::arguments_of(tree_)),
        n_phases_(static_cast<int>(ir::phases_of(tree_).size())) {
    jit::Lowered lowered = jit::lower_to_source(tree_, device.properties().language);
    module_ = load_module({.name = kernel.name,
                           .representation = loops::to_text(kernel),
                           .plan = ir::to_text(tree_),
                           .source = std::move(lowered.source),
                           .shape = lowered.shape});
  }

  void run(KernelParameters const& parameters, KernelArguments const& arrays) override {
    std::map<std::string, long> const integers = integers_of(kernel_, parameters);
    if (integers != checked_) polyhedral::check_subscripts(kernel_, integers);
    checked_ = integers;
    std::vector<void const*> inputs;
    std::vector<void*> outputs;
    for (std::string const& name : names_.inputs) inputs.push_back(memory_of(arrays, name));
    for (std::string const& name : names_.outputs) outputs.push_back(memory_of(arrays, name));
    add_temporaries(integers, outputs);
    std::vector<double> values;
    for (ir::TreeParameter const& parameter : tree_.parameters) values.push_back(parameters.at(parameter.name));
    if (n_phases_ > 1) values.push_back(0);
    chemora_kernel_arguments launch{};
    base::Index3 const blocks = jit::number_of_blocks(tree_, parameters);
    for (std::size_t axis = 0; axis < 3; ++axis) launch.upper[axis] = blocks[axis];
    launch.parameters = values.data();
    for (int phase = 0; phase < n_phases_; ++phase) {
      if (n_phases_ > 1) values.back() = phase;
      module_->launch(inputs, outputs, launch);
    }
    device_.finish();
  }

private:
  static void* memory_of(KernelArguments const& arrays, std::string const& name) {
    return dynamic_cast<DeviceArray const&>(*arrays.at(name)).memory();
  }

  void add_temporaries(std::map<std::string, long> const& integers, std::vector<void*>& outputs) {
    for (ir::TypedArray const& array : tree_.arrays) {
      if (array.is_argument || array.scope != ir::Scope::grid) continue;
      long n = 1;
      for (ir::ArrayAxis const& axis : array.axes) n *= std::max(0L, axis.extent.value(integers));
      std::unique_ptr<DeviceArray>& temporary = temporaries_[array.name];
      if (!temporary || temporary->n_elements() != static_cast<std::size_t>(n))
        temporary = std::make_unique<DeviceArray>(device_, array.type, static_cast<std::size_t>(n));
      outputs.push_back(temporary->memory());
    }
  }

  device::Device& device_;
  loops::LoopKernel kernel_;
  ir::LoopTree tree_;
  ir::TreeArguments names_;
  int n_phases_;
  std::unique_ptr<device::Module> module_{};
  std::map<std::string, std::unique_ptr<DeviceArray>> temporaries_{};
  std::map<std::string, long> checked_{}; ///< parameters for which the subscripts were checked
};

std::unique_ptr<device::Module> compiled_module(device::Device& device, KernelSource const& source) {
  device::CompileRequest const request{.kernel = source.name, .source = source.source};
  device::CompiledObject const compiled = device.compile({&request, 1}, 1).front();
  if (!compiled.error.empty()) throw device::DeviceError(compiled.error);
  return device.load(source.name, compiled.object, source.shape);
}

class DevicePlace final : public KernelPlace {
public:
  DevicePlace(device::Device& device, LoadModule load_module) : device_(device), load_module_(std::move(load_module)) {
    if (!load_module_) load_module_ = [this](KernelSource const& source) { return compiled_module(device_, source); };
  }

  MachineShape machine() const override {
    device::Properties const& properties = device_.properties();
    if (!is_device()) {
      machine::Machine const& processor = machine::this_machine();
      return host_shape(properties.n_threads, static_cast<double>(machine::capacity_per_thread(processor)));
    }
    device::BlockLimits const& blocks = properties.blocks;
    MachineShape shape =
        gpu_shape(properties.name, blocks.n_units, std::max(blocks.threads_per_unit, blocks.max_threads));
    shape.max_block_threads = std::min(shape.max_block_threads, blocks.max_threads);
    for (std::size_t axis = 0; axis < 3; ++axis)
      shape.max_dimension_threads[axis] = std::min(shape.max_dimension_threads[axis], blocks.max_per_axis[axis]);
    shape.shared_bytes = static_cast<double>(blocks.local_bytes);
    return shape;
  }
  bool is_device() const override { return device_.properties().language != plan::Language::cpp; }
  std::unique_ptr<KernelArray> allocate(ir::Type type, std::size_t n_elements) override {
    return std::make_unique<DeviceArray>(device_, type, n_elements);
  }
  std::unique_ptr<KernelArray> view(void* memory, std::size_t n_elements) override {
    return std::make_unique<DeviceArray>(device_, memory, n_elements);
  }
  std::unique_ptr<LoadedKernel> load(loops::LoopKernel const& kernel) override {
    return std::make_unique<DeviceKernel>(device_, kernel, load_module_);
  }

private:
  device::Device& device_;
  LoadModule load_module_;
};

} // namespace

std::unique_ptr<KernelPlace> make_kernel_place(device::Device& device, LoadModule load_module) {
  return std::make_unique<DevicePlace>(device, std::move(load_module));
}

} // namespace chemora::patterns
