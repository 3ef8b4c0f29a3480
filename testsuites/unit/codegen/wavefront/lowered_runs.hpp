/// Runs lowered kernels in tests, with the interpreters of loop kernels or compiled.
#pragma once

#include "codegen/recursion/inputs.hpp"
#include "codegen/wavefront/lowered.hpp"
#include "kernels/steps/loop_program.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace chemora::wavefront::tests {

/// The letters of the varying sequences of a problem, by name.
using Letters = std::map<std::string, std::vector<double>>;

/// Computes the values of all arguments that are arrays.
using Arrays = std::map<std::string, std::vector<double>>;
using RunKernel = std::function<void(loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters,
                                     Arrays& arrays)>;

inline RunKernel interpreted() { return loops::interpret; }
inline RunKernel interpreted_in_random_order(unsigned seed) {
  return [seed](loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters, Arrays& arrays) {
    loops::interpret_in_random_order(kernel, parameters, arrays, seed);
  };
}
inline RunKernel compiled(device::Device& device) {
  return [&device](loops::LoopKernel const& kernel, std::map<std::string, double> const& parameters, Arrays& arrays) {
    steps::LoopProgram program(kernel, device, parameters);
    for (auto const& [name, elements] : arrays) program.write(name, elements);
    program.run();
    for (auto& [name, elements] : arrays) elements = program.read(name);
  };
}

/// The numbers of the elements of one problem in an array with the axes lane, others, and group.
struct ProblemElements {
  std::size_t lane = 0, lanes = 1, group = 0, n_elements = 0; ///< elements per lane and group
  std::size_t operator()(std::size_t n) const { return (group * n_elements + n) * lanes + lane; }
};

/// Returns the results of all problems: the values of the tables inserted into the expression of the result. Problem n
/// is that of lane n % lanes of group n / lanes; lanes without a problem repeat the last one. Problems whose values may
/// be wrong (Role::overflow) have no number.
inline std::vector<recursion::Value> results(recursion::System const& system, Lowered const& lowered,
                                             recursion::Inputs const& shared, std::vector<Letters> const& problems,
                                             RunKernel const& run, std::size_t lanes = 1) {
  loops::verify(lowered.kernel, "lowering");
  std::size_t const n_groups = (problems.size() + lanes - 1) / lanes;
  std::map<std::string, double> parameters;
  std::map<std::string, long> sizes = shared.sizes;
  for (Letters const& problem : problems)
    for (auto const& [name, letters] : problem)
      sizes["length_" + name] = std::max(sizes["length_" + name], static_cast<long>(letters.size()));
  sizes["n_groups"] = static_cast<long>(n_groups);
  lowered.launches.add_quotients(sizes);

  Arrays arrays;
  auto const elements_of = [&](std::string const& array, std::size_t n) {
    return ProblemElements{n % lanes, lanes, n / lanes, arrays.at(array).size() / (lanes * n_groups)};
  };
  for (LoweredArgument const& argument : lowered.arguments) {
    ir::TypedArray const& array = lowered.kernel.array(argument.array);
    long n_elements = 1;
    for (ir::ArrayAxis const& axis : array.axes) n_elements *= axis.extent.value(sizes);
    double const unset = ir::is_real(array.type) ? std::numeric_limits<double>::quiet_NaN() : 1;
    std::vector<double>& elements = arrays[argument.array];
    elements.assign(static_cast<std::size_t>(n_elements), unset);
    if (argument.role == Role::input)
      elements = input_elements(argument, array, shared.arrays.at(argument.name), elements.size());
    if (argument.role == Role::stop) elements.assign(elements.size(), 0);
    if (argument.role == Role::longest) elements.assign(elements.size(), 0);
    for (std::size_t n = 0; n < problems.size() && argument.role == Role::longest; ++n)
      elements[n / lanes] = std::max(elements[n / lanes], static_cast<double>(problems[n].at(argument.name).size()));
    if (argument.role != Role::length && argument.role != Role::letters) continue;
    for (std::size_t n = 0; n < n_groups * lanes; ++n) {
      std::vector<double> const& letters = problems[std::min(n, problems.size() - 1)].at(argument.name);
      ProblemElements const at = elements_of(argument.array, n);
      if (argument.role == Role::length) elements[at(0)] = static_cast<double>(letters.size());
      for (std::size_t k = 0; k < letters.size() && argument.role == Role::letters; ++k) elements[at(k)] = letters[k];
    }
  }
  lowered.launches.for_each(sizes, [&](Launches::Sizes const& all_sizes) {
    for (loops::Parameter const& parameter : lowered.kernel.parameters)
      parameters[parameter.name] = static_cast<double>(all_sizes.at(parameter.name));
    run(lowered.kernel, parameters, arrays);
    return true;
  });

  std::vector<recursion::Value> values(problems.size());
  for (LoweredArgument const& argument : lowered.arguments) {
    for (std::size_t n = 0; n < problems.size() && argument.role == Role::overflow; ++n)
      if (arrays[argument.array][elements_of(argument.array, n)(0)] != 0)
        values[n].number = std::numeric_limits<double>::quiet_NaN();
    if (argument.role != Role::value && argument.role != Role::exponent) continue;
    for (std::size_t n = 0; n < problems.size(); ++n) {
      ProblemElements at = elements_of(argument.array, n);
      std::vector<double> const& elements = arrays[argument.array];
      if (argument.role == Role::value)
        values[n].number += system.result->type == recursion::ValueType::probability
                                ? std::log(elements[at(0)])
                                : elements[at(0)] - static_cast<double>(lowered.offset);
      if (argument.role == Role::exponent) values[n].number += elements[at(0)] * std::log(2.0);
    }
  }
  return values;
}

/// Returns the arguments of one problem as inputs of the interpreter of systems.
inline recursion::Inputs inputs_of(recursion::Inputs inputs, Letters const& problem) {
  for (auto const& [name, letters] : problem) {
    inputs.arrays[name] = letters;
    inputs.sizes["length_" + name] = static_cast<long>(letters.size());
  }
  return inputs;
}

/// Returns the numbers without positions.
inline std::vector<double> numbers(std::vector<recursion::Value> const& values) {
  std::vector<double> result;
  for (recursion::Value const& value : values) result.push_back(value.number);
  return result;
}

/// Adds a profile with these numbers of positions and letters.
inline void set_random_profile(recursion::Inputs& inputs, std::mt19937& random, long length, std::size_t n_letters) {
  std::map<std::string, std::vector<double>> fields;
  auto const n_positions = static_cast<std::size_t>(length) + 1;
  std::uniform_real_distribution<double> number(0.01, 1.0);
  auto const fill = [&](std::string const& name, std::size_t n, double factor) {
    for (std::size_t k = 0; k < n; ++k) fields[name].push_back(factor * number(random));
  };
  for (char const* const name : {"match", "insert"}) fill(name, n_positions * n_letters, 3);
  for (char const* const name : {"entry", "mm", "mi", "md", "im", "ii", "dm", "dd"}) fill(name, n_positions, 0.4);
  recursion::set_profile(inputs, "p", length, n_letters, fields);
}

} // namespace chemora::wavefront::tests
