// A place for kernels of patterns that needs no compiler.
#pragma once

#include "codegen/polyhedral/polyhedral.hpp"
#include "kernels/patterns/kernel_memory.hpp"

#include <cmath>
#include <mutex>

namespace chemora::testing_support {

using namespace patterns;

/// Executes kernels by interpretation of their loop trees. Several threads may use it.
class InterpretedPlace final : public KernelPlace {
public:
  struct Array final : KernelArray {
    explicit Array(std::size_t n) : elements(n, std::nan("")) {}
    std::size_t n_elements() const override { return elements.size(); }
    void write(std::vector<double> const& values) override { elements = values; }
    std::vector<double> read() const override { return elements; }
    std::vector<double> elements;
  };
  struct Kernel final : LoadedKernel {
    explicit Kernel(loops::LoopKernel const& kernel) : kernel(kernel) {
      std::scoped_lock const lock(one_thread());
      tree = polyhedral::schedule(kernel);
    }
    void run(KernelParameters const& parameters, KernelArguments const& arrays) override {
      std::scoped_lock const lock(one_thread());
      std::map<std::string, long> integers;
      for (auto const& [name, value] : parameters) integers[name] = static_cast<long>(value);
      polyhedral::check_subscripts(kernel, integers);
      std::map<std::string, std::vector<double>> values;
      for (auto const& [name, array] : arrays) {
        long n = 1;
        for (ir::ArrayAxis const& axis : kernel.array(name).axes) n *= axis.extent.value(integers);
        values[name] = array->read();
        values[name].resize(static_cast<std::size_t>(n)); // arrays of selections may be longer
      }
      ir::interpret(tree, parameters, values);
      for (auto const& [name, array] : arrays) array->write(values.at(name));
    }
    static std::mutex& one_thread() {
      static std::mutex mutex;
      return mutex;
    }
    loops::LoopKernel kernel;
    ir::LoopTree tree{};
  };

  explicit InterpretedPlace(bool is_device) : is_device_(is_device) {}
  MachineShape machine() const override { return is_device_ ? h200_shape() : host_shape(2, 1 << 20); }
  bool is_device() const override { return is_device_; }
  std::unique_ptr<KernelArray> allocate(ir::Type, std::size_t n) override { return std::make_unique<Array>(n); }
  std::unique_ptr<KernelArray> view(void* memory, std::size_t n) override {
    auto array = std::make_unique<Array>(n);
    array->elements.assign(static_cast<double const*>(memory), static_cast<double const*>(memory) + n);
    return array;
  }
  std::unique_ptr<LoadedKernel> load(loops::LoopKernel const& kernel) override {
    return std::make_unique<Kernel>(kernel);
  }

private:
  bool is_device_;
};

} // namespace chemora::testing_support
