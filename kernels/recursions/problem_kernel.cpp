#include "kernels/recursions/problem_kernel.hpp"

#include "codegen/polyhedral/polyhedral.hpp"
#include "framework/base/errors.hpp"
#include "kernels/jit/loop_trees.hpp"
#include "kernels/jit/typed_elements.hpp"
#include "kernels/machine/timed.hpp"
#include "kernels/recursions/interleave.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace chemora::recursions {

namespace {

using recursion::WideNumber;
using wavefront::Role;

device::ArrayShape shape_of(std::size_t bytes) {
  constexpr std::size_t row = 1 << 20; // extents are of type int
  if (bytes <= row) return {.extent = {static_cast<int>(bytes), 1, 1}, .element_size = 1};
  return {.extent = {row, static_cast<int>((bytes + row - 1) / row), 1}, .element_size = 1};
}

/// Returns mantissa * 2^exponent.
WideNumber scaled(double mantissa, long exponent) {
  long const scale = exponent / WideNumber::bits;
  return {std::ldexp(static_cast<long double>(mantissa), static_cast<int>(exponent - scale * WideNumber::bits)),
          static_cast<int>(scale)};
}

WideNumber integer(double stored, ir::Type type, long offset) {
  if (!ir::is_narrow(type) && std::abs(stored) >= wavefront::overflow_limit(type))
    return stored < 0 ? -HUGE_VAL : HUGE_VAL;
  return stored - static_cast<double>(offset);
}

double number_of_elements(ir::TypedArray const& array, std::map<std::string, long> const& sizes) {
  double n = 1;
  for (ir::ArrayAxis const& axis : array.axes) n *= static_cast<double>(std::max(axis.extent.value(sizes), 0L));
  return n;
}

std::size_t number_of(std::vector<std::string> const& names, std::string const& name) {
  return static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
}

void prefetch(Letters letters) {
  constexpr std::size_t line_bytes = 64;
  for (std::size_t n = 0; n < letters.size(); n += line_bytes) __builtin_prefetch(letters.data() + n);
}

} // namespace

void DeviceMemory::reserve(std::size_t bytes) {
  if (bytes <= bytes_) return;
  release();
  device::ArrayShape const shape = shape_of(bytes);
  memory_ = device_->allocate(shape.bytes());
  bytes_ = shape.bytes();
}

void DeviceMemory::release() noexcept {
  if (memory_) device_->release(memory_);
  memory_ = nullptr;
  bytes_ = 0;
}

void DeviceMemory::write(void const* from, std::size_t bytes) {
  if (bytes == 0) return;
  if (device_->properties().shares_host_memory) {
    std::memcpy(memory_, from, bytes);
    return;
  }
  device::ArrayShape const shape = shape_of(bytes);
  if (shape.bytes() == bytes) {
    device_->copy_to_device(memory_, from, shape, {{0, 0, 0}, shape.extent});
    return;
  }
  std::vector<std::byte> padded(shape.bytes());
  std::memcpy(padded.data(), from, bytes);
  device_->copy_to_device(memory_, padded.data(), shape, {{0, 0, 0}, shape.extent});
}

void DeviceMemory::read(void* to, std::size_t bytes) const {
  if (bytes == 0) return;
  if (device_->properties().shares_host_memory) {
    std::memcpy(to, memory_, bytes);
    return;
  }
  device::ArrayShape const shape = shape_of(bytes);
  std::vector<std::byte> padded(shape.bytes());
  device_->copy_to_host(padded.data(), memory_, shape, {{0, 0, 0}, shape.extent});
  std::memcpy(to, padded.data(), bytes);
}

std::byte const* DeviceMemory::on_host(std::size_t bytes, std::vector<std::byte>& copy) const {
  if (device_->properties().shares_host_memory) return static_cast<std::byte const*>(memory_);
  copy.resize(bytes);
  read(copy.data(), bytes);
  return copy.data();
}

ProblemKernel::ProblemKernel(recursion::System const& system, recursion::Inputs const& shared,
                             wavefront::Lowered lowered, int lanes, wavefront::Representation const& representation,
                             std::string const& name, device::Device& device, Compile const& compile,
                             MemoryLimit& memory)
    : system_(system), shared_(shared), device_(device), memory_(memory), offset_(lowered.offset),
      lanes_(static_cast<std::size_t>(lanes)), limits_results_(representation.limits_results),
      has_infinity_(representation.has_infinity), launches_(std::move(lowered.launches)) {
  double const start = machine::wall_seconds();
  tree_ = polyhedral::schedule(lowered.kernel);
  jit::Lowered const source = jit::lower_to_source(tree_, device.properties().language);
  module_ = compile(name, source.source, source.shape);
  for (ir::TypedArray const& array : tree_.arrays) {
    if (!array.is_argument && array.scope != ir::Scope::grid) continue;
    auto const argument = std::ranges::find(lowered.arguments, array.name, &wavefront::LoweredArgument::array);
    arrays_.push_back(
        {argument == lowered.arguments.end() ? wavefront::LoweredArgument{array.name, Role::work, ""} : *argument,
         array, DeviceMemory(device)});
  }
  compile_seconds_ = machine::wall_seconds() - start;
  memory_.kernels_.push_back(this);
}

ProblemKernel::~ProblemKernel() {
  std::erase(memory_.kernels_, this);
  try {
    device_.finish();
  } catch (device::DeviceError const&) {
    // The next call that uses the device reports the failure.
  }
}

ProblemKernel::Sizes ProblemKernel::sizes_of(std::vector<std::string> const& parameters, Lengths longest,
                                             std::size_t n_groups) const {
  Sizes sizes = shared_.sizes;
  for (std::size_t n = 0; n < parameters.size(); ++n) sizes["length_" + parameters[n]] = longest[n];
  sizes["n_groups"] = static_cast<long>(n_groups);
  launches_.add_quotients(sizes);
  return sizes;
}

double ProblemKernel::bytes(std::vector<std::string> const& parameters, Lengths longest, std::size_t n_groups) const {
  Sizes const sizes = sizes_of(parameters, longest, n_groups);
  double total = 0;
  for (Array const& array : arrays_)
    total += number_of_elements(array.declaration, sizes) * static_cast<double>(array.element_bytes());
  return total;
}

double ProblemKernel::held_bytes() const {
  double total = 0;
  for (Array const& array : arrays_) total += static_cast<double>(array.memory.bytes());
  return total;
}

void ProblemKernel::release_memory() noexcept {
  for (Array& array : arrays_) array.memory.release();
}

TableResults ProblemKernel::solve(ProblemList const& problems, std::span<std::size_t const> numbers) {
  std::vector<long> longest(problems.parameters().size());
  for (std::size_t const n : numbers)
    for (std::size_t k = 0; k < longest.size(); ++k) longest[k] = std::max(longest[k], problems.lengths(n)[k]);
  Sizes const sizes = sizes_of(problems.parameters(), longest, (numbers.size() + lanes_ - 1) / lanes_);
  double growth = 0;
  for (Array& array : arrays_) {
    array.n_elements = static_cast<std::size_t>(number_of_elements(array.declaration, sizes));
    growth += static_cast<double>(std::max(array.bytes(), array.memory.bytes()) - array.memory.bytes());
  }
  memory_.provide(growth);
  for (Array& array : arrays_) {
    array.memory.reserve(std::max(array.bytes(), array.element_bytes()));
    fill(array, problems, numbers);
  }
  bool const is_complete = launch(sizes);
  TableResults results;
  results.values.resize(numbers.size() * system_.result->tables.size());
  results.overflows.assign(numbers.size(), !is_complete);
  if (is_complete) read_results(results);
  return results;
}

void ProblemKernel::fill(Array& array, ProblemList const& problems, std::span<std::size_t const> numbers) {
  Role const role = array.argument.role;
  if (role == Role::input) return fill_input(array);
  if (role == Role::letters) return fill_letters(array, problems, numbers);
  if (role == Role::stop) return array.memory.write(std::vector<std::byte>(array.bytes()).data(), array.bytes());
  if (role != Role::length && role != Role::longest) return;
  std::size_t const parameter = number_of(problems.parameters(), array.argument.name);
  std::size_t const n_per_element = role == Role::length ? 1 : lanes_;
  std::vector<std::int32_t> elements(array.n_elements);
  for (std::size_t n = 0; n < numbers.size(); ++n) {
    std::int32_t& element = elements[n / n_per_element];
    element = std::max(element, static_cast<std::int32_t>(problems.lengths(numbers[n])[parameter]));
  }
  array.memory.write(elements.data(), array.bytes());
}

/// The letters of the lanes of a group alternate.
void ProblemKernel::fill_letters(Array& array, ProblemList const& problems, std::span<std::size_t const> numbers) {
  std::size_t const parameter = number_of(problems.parameters(), array.argument.name);
  std::size_t const n_groups = (numbers.size() + lanes_ - 1) / lanes_, per_group = array.n_elements / n_groups;
  bool const is_in_place = device_.properties().shares_host_memory;
  std::vector<std::uint8_t> copy(is_in_place ? 0 : array.n_elements);
  auto* const to = is_in_place ? static_cast<std::uint8_t*>(array.memory.address()) : copy.data();
  auto const sequences_of = [&](std::size_t group) {
    std::vector<Letters> sequences;
    for (std::size_t n = group * lanes_; n < std::min((group + 1) * lanes_, numbers.size()); ++n)
      sequences.push_back(problems.letters(numbers[n], parameter));
    return sequences;
  };
  std::size_t longest_of_all = 0;
  for (std::size_t const n : numbers) longest_of_all = std::max(longest_of_all, problems.letters(n, parameter).size());
  // Kernels read a few letters after the end of the longest sequence of a group.
  std::size_t const n_padding = per_group / lanes_ - longest_of_all;
#pragma omp parallel for schedule(dynamic)
  for (std::size_t group = 0; group < n_groups; ++group) {
    std::vector<Letters> const sequences = sequences_of(group);
    std::size_t longest = 0;
    for (Letters const& letters : sequences) longest = std::max(longest, letters.size());
    for (Letters const& letters : sequences_of(group + 1)) prefetch(letters);
    interleave(sequences, lanes_, longest + n_padding, to + group * per_group);
  }
  if (!is_in_place) array.memory.write(copy.data(), copy.size());
}

void ProblemKernel::fill_input(Array& array) const {
  std::vector<double> const values = wavefront::input_elements(
      array.argument, array.declaration, shared_.arrays.at(array.argument.name), array.n_elements);
  std::vector<std::byte> elements(array.bytes());
  for (std::size_t n = 0; n < values.size(); ++n)
    jit::store_element(elements.data(), array.declaration.type, n, values[n]);
  array.memory.write(elements.data(), elements.size());
}

ProblemKernel::Array const* ProblemKernel::find_array(Role role) const {
  auto const found = std::ranges::find(arrays_, role, [](Array const& array) { return array.argument.role; });
  return found == arrays_.end() ? nullptr : &*found;
}

/// Returns whether the launches so far have reported, for each problem, that its values cannot be used.
bool ProblemKernel::is_stopped(Sizes const& sizes) const {
  Array const* const stop = find_array(Role::stop);
  if (!stop) return false;
  device_.finish();
  std::vector<std::int32_t> strips(stop->n_elements);
  stop->memory.read(strips.data(), stop->bytes());
  long const n_strips = stop->declaration.axes.front().extent.value(sizes);
  for (auto first = strips.begin(); first < strips.end(); first += n_strips)
    if (std::all_of(first, first + n_strips, [](std::int32_t is_found) { return is_found == 0; })) return false;
  return true;
}

/// Returns whether all launches were executed.
bool ProblemKernel::launch(Sizes const& sizes) {
  std::vector<void const*> inputs;
  std::vector<void*> outputs;
  auto const memory = [&](std::string const& name) {
    return std::ranges::find(arrays_, name, [](Array const& array) { return array.declaration.name; })
        ->memory.address();
  };
  ir::TreeArguments const names = ir::arguments_of(tree_);
  for (std::string const& name : names.inputs) inputs.push_back(memory(name));
  for (std::string const& name : names.outputs) outputs.push_back(memory(name));
  for (Array const& array : arrays_)
    if (!array.declaration.is_argument) outputs.push_back(array.memory.address());
  chemora_kernel_arguments arguments{};
  auto const n_phases = static_cast<int>(ir::phases_of(tree_).size());
  bool const is_complete = launches_.for_each(sizes, [&](Sizes const& all_sizes) {
    std::map<std::string, double> const values(all_sizes.begin(), all_sizes.end());
    std::vector<double> parameters;
    for (ir::TreeParameter const& parameter : tree_.parameters) parameters.push_back(values.at(parameter.name));
    if (n_phases > 1) parameters.push_back(0);
    base::Index3 const blocks = jit::number_of_blocks(tree_, values);
    for (std::size_t axis = 0; axis < 3; ++axis) arguments.upper[axis] = blocks[axis];
    arguments.parameters = parameters.data();
    for (int phase = 0; phase < n_phases; ++phase) {
      if (n_phases > 1) parameters.back() = phase;
      module_->launch(inputs, outputs, arguments);
    }
    return !is_stopped(all_sizes);
  });
  device_.finish();
  return is_complete;
}

/// Returns the elements of an array with the axes lane and group.
std::vector<double> ProblemKernel::elements_of(Array const& array, std::size_t n_problems) const {
  std::vector<std::byte> bytes(array.bytes());
  array.memory.read(bytes.data(), bytes.size());
  std::vector<double> elements(n_problems);
  for (std::size_t n = 0; n < n_problems; ++n) elements[n] = jit::load_element(bytes.data(), array.declaration.type, n);
  return elements;
}

WideNumber StoredTable::element(std::size_t number) const {
  double const value = jit::load_element(values_, type_, number);
  if (ir::is_integer(type_)) return integer(value, type_, offset_);
  if (!exponents_) return value;
  return scaled(value, std::lround(jit::load_element(exponents_, ir::Type::int32, number)));
}

std::map<std::string, StoredTable> ProblemKernel::tables() const {
  std::map<std::string, StoredTable> result;
  for (Role const role : {Role::table, Role::exponent})
    for (Array const& array : arrays_) {
      if (array.argument.role != role || !system_.find_function(array.argument.name)) continue;
      if (role == Role::table)
        result.try_emplace(array.argument.name, array.declaration.type, offset_, array.memory, array.bytes());
      else
        result.at(array.argument.name).set_exponents(array.memory, array.bytes());
    }
  return result;
}

std::size_t ProblemKernel::item_of(Array const& array) const {
  auto const& tables = system_.result->tables;
  return static_cast<std::size_t>(std::ranges::find(tables, array.argument.name, &recursion::TableValue::name) -
                                  tables.begin());
}

void ProblemKernel::read_results(TableResults& results) const {
  std::size_t const n_problems = results.overflows.size();
  std::map<std::size_t, std::vector<double>> exponents;
  for (Array const& array : arrays_)
    if (array.argument.role == Role::exponent) exponents[item_of(array)] = elements_of(array, n_problems);
  for (Array const& array : arrays_) {
    if (array.argument.role == Role::value) read_values(array, exponents[item_of(array)], results);
    if (array.argument.role != Role::overflow) continue;
    std::vector<double> const overflows = elements_of(array, n_problems);
    for (std::size_t n = 0; n < n_problems; ++n)
      if (overflows[n] != 0) results.overflows[n] = true;
  }
}

/// Reads the values of one item of Result::tables. `exponents` is empty for values without exponents.
void ProblemKernel::read_values(Array const& array, std::vector<double> const& exponents, TableResults& results) const {
  std::size_t const item = item_of(array), n_items = system_.result->tables.size();
  std::vector<double> const elements = elements_of(array, results.overflows.size());
  ir::Type const type = array.declaration.type;
  bool const is_integer =
      system_.function(system_.result->tables[item].function).type == recursion::ValueType::integer &&
      ir::is_integer(type);
  double const limit = wavefront::overflow_limit(type);
  for (std::size_t n = 0; n < elements.size(); ++n) {
    WideNumber& value = results.values[n * n_items + item];
    if (is_integer)
      value = has_infinity_ && elements[n] >= limit ? HUGE_VAL : integer(elements[n], type, offset_);
    else
      value = exponents.empty() ? WideNumber(elements[n]) : scaled(elements[n], std::lround(exponents[n]));
    if (is_integer && limits_results_ && elements[n] >= limit) results.overflows[n] = true;
  }
}

} // namespace chemora::recursions
