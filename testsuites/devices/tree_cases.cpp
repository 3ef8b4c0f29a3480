#include "testsuites/devices/tree_cases.hpp"

#include "kernels/jit/loop_trees.hpp"

#include <gtest/gtest.h>

#include <omp.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>

namespace chemora::testing_support {

namespace {

using Values = std::map<std::string, std::vector<double>>;

constexpr std::size_t n_after = 16; ///< elements after the end of each array, which no kernel may change

/// Returns the value of these elements.
double value_after(ir::Type type) { return type == ir::Type::boolean ? 1 : type == ir::Type::int8 ? 123 : 12345; }

std::size_t n_elements(ir::TypedArray const& array, std::map<std::string, double> const& parameters) {
  std::map<std::string, long> integers;
  for (auto const& [name, value] : parameters) integers[name] = static_cast<long>(value);
  long n = 1;
  for (ir::ArrayAxis const& axis : array.axes) n *= axis.extent.value(integers);
  return static_cast<std::size_t>(n);
}

/// Returns random numbers between 1/16 and 1. Integers are the numbers 0 to 7 in a permuted order, again and again;
/// narrow integers are all numbers of their type.
std::vector<double> random_values(ir::Type type, std::size_t n, std::mt19937& random) {
  std::vector<double> values(n);
  std::uniform_real_distribution<double> uniform(1.0 / 16, 1);
  std::uniform_int_distribution<int> narrow(static_cast<int>(ir::min_integer(type)),
                                            static_cast<int>(ir::max_integer(type)));
  for (std::size_t i = 0; i < n; ++i)
    values[i] = ir::is_narrow(type)         ? static_cast<double>(narrow(random))
                : type == ir::Type::int32   ? static_cast<double>((5 * i + 3) % 8)
                : type == ir::Type::boolean ? static_cast<double>(random() % 2)
                                            : ir::rounded_to(type, uniform(random));
  return values;
}

std::size_t bytes_of(ir::Type type) { return static_cast<std::size_t>(ir::element_bytes(type)); }

template <typename Number>
void put(std::byte* to, double value) {
  auto const number = static_cast<Number>(value);
  std::memcpy(to, &number, sizeof number);
}

template <typename Number>
double get(std::byte const* from) {
  Number number;
  std::memcpy(&number, from, sizeof number);
  return static_cast<double>(number);
}

std::vector<std::byte> packed(ir::Type type, std::vector<double> const& values) {
  std::vector<std::byte> bytes(values.size() * bytes_of(type));
  for (std::size_t n = 0; n < values.size(); ++n) {
    std::byte* const to = bytes.data() + n * bytes_of(type);
    if (type == ir::Type::real64) put<double>(to, values[n]);
    if (type == ir::Type::real32) put<float>(to, values[n]);
    if (type == ir::Type::int32) put<int>(to, values[n]);
    if (type == ir::Type::int16) put<std::int16_t>(to, values[n]);
    if (type == ir::Type::int8) put<std::int8_t>(to, values[n]);
    if (type == ir::Type::boolean) put<unsigned char>(to, values[n]);
  }
  return bytes;
}

std::vector<double> unpacked(ir::Type type, std::vector<std::byte> const& bytes) {
  std::vector<double> values(bytes.size() / bytes_of(type));
  for (std::size_t n = 0; n < values.size(); ++n) {
    std::byte const* const from = bytes.data() + n * bytes_of(type);
    values[n] = type == ir::Type::real64   ? get<double>(from)
                : type == ir::Type::real32 ? get<float>(from)
                : type == ir::Type::int32  ? get<int>(from)
                : type == ir::Type::int16  ? get<std::int16_t>(from)
                : type == ir::Type::int8   ? get<std::int8_t>(from)
                                           : get<unsigned char>(from);
  }
  return values;
}

/// An array in the memory of a device.
class DeviceArray {
public:
  DeviceArray(device::Device& device, ir::Type type, std::vector<double> values) : device_(device), type_(type) {
    values.resize(values.size() + n_after, value_after(type));
    bytes_ = packed(type, values);
    memory_ = device_.allocate(bytes_.size());
    device_.copy_to_device(memory_, bytes_.data(), shape(), whole());
  }
  ~DeviceArray() { device_.release(memory_); }
  DeviceArray(DeviceArray const&) = delete;
  DeviceArray& operator=(DeviceArray const&) = delete;

  void* memory() const { return memory_; }
  std::vector<double> values() {
    device_.copy_to_host(bytes_.data(), memory_, shape(), whole());
    return unpacked(type_, bytes_);
  }

private:
  device::ArrayShape shape() const { return {{static_cast<int>(bytes_.size()), 1, 1}, 1}; }
  base::Box whole() const { return {{0, 0, 0}, {static_cast<int>(bytes_.size()), 1, 1}}; }

  device::Device& device_;
  ir::Type type_;
  std::vector<std::byte> bytes_;
  void* memory_;
};

Values run(device::Device& device, device::Module& module, TreeCase const& c, Values const& values) {
  std::map<std::string, std::unique_ptr<DeviceArray>> arrays;
  std::vector<void const*> inputs;
  std::vector<void*> outputs;
  for (ir::TypedArray const& array : c.tree.arrays)
    if (array.is_argument || array.scope == ir::Scope::grid) {
      auto const given = values.find(array.name);
      arrays[array.name] = std::make_unique<DeviceArray>(
          device, array.type,
          given == values.end() ? std::vector<double>(n_elements(array, c.parameters)) : given->second);
    }
  auto const names = ir::arguments_of(c.tree);
  for (std::string const& name : names.inputs) inputs.push_back(arrays.at(name)->memory());
  for (std::string const& name : names.outputs) outputs.push_back(arrays.at(name)->memory());
  for (ir::TypedArray const& array : c.tree.arrays)
    if (!array.is_argument && array.scope == ir::Scope::grid) outputs.push_back(arrays.at(array.name)->memory());

  std::vector<double> parameters;
  for (ir::TreeParameter const& parameter : c.tree.parameters) parameters.push_back(c.parameters.at(parameter.name));
  parameters.push_back(0);
  chemora_kernel_arguments arguments{};
  auto const blocks = jit::number_of_blocks(c.tree, c.parameters);
  for (std::size_t axis = 0; axis < 3; ++axis) arguments.upper[axis] = blocks[axis];
  std::size_t const n_phases = ir::phases_of(c.tree).size();
  for (std::size_t phase = 0; phase < n_phases; ++phase) {
    parameters.back() = static_cast<double>(phase);
    arguments.parameters = parameters.data();
    module.launch(inputs, outputs, arguments);
  }
  device.finish();
  Values result;
  for (auto const& [name, old] : values) result[name] = arrays.at(name)->values();
  return result;
}

/// Returns the number of representable numbers between two values, or a large number if one of them is not finite.
long distance(ir::Type type, double left, double right) {
  if (std::isnan(left) && std::isnan(right)) return 0;
  if (std::bit_cast<long>(left) == std::bit_cast<long>(right)) return 0;
  if (!ir::is_real(type) || !std::isfinite(left) || !std::isfinite(right)) return 1L << 60;
  if (type == ir::Type::real64) return std::abs(std::bit_cast<long>(left) - std::bit_cast<long>(right));
  return std::abs(static_cast<long>(std::bit_cast<int>(static_cast<float>(left))) -
                  std::bit_cast<int>(static_cast<float>(right)));
}

void expect_equal(TreeCase const& c, Values const& expected, Values const& actual, long max_ulp,
                  std::string const& source) {
  for (ir::TypedArray const& array : c.tree.arrays) {
    if (!array.is_argument) continue;
    auto const &right = actual.at(array.name), &wanted = expected.at(array.name);
    for (std::size_t n = 0; n < right.size(); ++n) {
      double const want = n < wanted.size() ? wanted[n] : value_after(array.type);
      ASSERT_LE(distance(array.type, want, right[n]), max_ulp)
          << array.name << " differs at element " << n << ": " << want << " and " << right[n] << "\n"
          << to_text(c.tree) << source;
    }
  }
}

} // namespace

void expect_bits_of_interpreter(device::Device& device, std::vector<TreeCase> const& cases,
                                Expectation const& expectation) {
  std::vector<jit::Lowered> lowered;
  std::vector<device::CompileRequest> requests;
  for (TreeCase const& c : cases) {
    lowered.push_back(jit::lower_to_source(c.tree, device.properties().language));
    requests.push_back({c.tree.kernel, lowered.back().source});
  }
  auto const objects = device.compile(requests, 2);
  for (std::size_t n = 0; n < cases.size(); ++n) {
    TreeCase const& c = cases[n];
    ASSERT_EQ(objects[n].error, "") << lowered[n].source;
    std::mt19937 random(static_cast<unsigned>(n));
    Values values;
    for (ir::TypedArray const& array : c.tree.arrays)
      if (array.is_argument) values[array.name] = random_values(array.type, n_elements(array, c.parameters), random);
    Values expected = values;
    ir::interpret(c.tree, c.parameters, expected);
    auto const module = device.load(c.tree.kernel, objects[n].object, lowered[n].shape);
    for (int const n_threads : expectation.n_threads) {
      omp_set_num_threads(n_threads);
      expect_equal(c, expected, run(device, *module, c, values), expectation.max_ulp, lowered[n].source);
    }
  }
}

} // namespace chemora::testing_support
