#include "kernels/steps/steps.hpp"

#include "codegen/fortran/fortran.hpp"
#include "codegen/script/script.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "kernels/machine/timed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>

namespace chemora::steps {

namespace {

constexpr double seconds_per_measurement = 0.3; ///< as in section 4 of the Loo.py paper

std::map<std::string, transform::Value> variables_of(Choice const& choice) {
  std::map<std::string, transform::Value> variables{{"device", transform::make_value(choice.device)}};
  for (auto const& [name, value] : choice.values) {
    bool const is_integer = value == std::floor(value);
    variables[name] = is_integer ? transform::make_value(static_cast<long>(value)) : transform::make_value(value);
  }
  return variables;
}

std::map<std::string, long> integers_of(ParameterValues const& values) {
  std::map<std::string, long> integers;
  for (auto const& [name, value] : values) integers[name] = static_cast<long>(value);
  return integers;
}

/// Returns the loops of the subscripts of the last assignment to an argument.
std::vector<std::string> loops_of_result(loops::LoopKernel const& kernel) {
  std::vector<std::string> result;
  for (loops::Instruction const& instruction : kernel.instructions) {
    if (!instruction.target || !kernel.array(instruction.target->name).is_argument) continue;
    result.clear();
    for (std::string const& name : ir::names_in(instruction.target))
      if (kernel.find_loop(name)) result.push_back(name);
  }
  return result;
}

using Results = std::map<std::string, std::vector<double>>;

Results results_of(LoopProgram& program) {
  Results results;
  for (std::string const& array : program.arrays()) results[array] = program.read(array);
  return results;
}

/// Returns the largest difference relative to the largest value of `expected`, over all arrays.
double largest_difference(Results const& results, Results const& expected) {
  double largest = 0;
  for (auto const& [array, values] : expected) {
    double difference = 0, size = 0;
    for (std::size_t n = 0; n < values.size(); ++n) {
      difference = std::max(difference, std::abs(results.at(array)[n] - values[n]));
      size = std::max(size, std::abs(values[n]));
    }
    if (size > 0) largest = std::max(largest, difference / size);
  }
  return largest;
}

double seconds_of(LoopProgram& program, device::Device& device, int n_runs) {
  double const start = machine::wall_seconds();
  for (int n = 0; n < n_runs; ++n) program.run();
  device.finish();
  return machine::wall_seconds() - start;
}

int runs_of(LoopProgram& program, device::Device& device) {
  int n_runs = 1;
  while (seconds_of(program, device, n_runs) < seconds_per_measurement) n_runs *= 2;
  return n_runs;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Measures all programs in turns, so that changes of the machine's speed affect all of them.
void measure_rates(std::vector<std::unique_ptr<LoopProgram>> const& programs, double points, device::Device& device,
                   int n_measurements, std::vector<StepResult>& results) {
  std::vector<int> n_runs;
  for (auto const& program : programs) n_runs.push_back(runs_of(*program, device));
  std::vector<std::vector<double>> rates(programs.size());
  for (int n = 0; n < n_measurements; ++n)
    for (std::size_t k = 0; k < programs.size(); ++k)
      rates[k].push_back(points * n_runs[k] / seconds_of(*programs[k], device, n_runs[k]));
  for (std::size_t k = 0; k < programs.size(); ++k) results[k].rate = median(rates[k]);
}

/// Executes the script of a file. `prepare` sets functions of the environment.
std::vector<loops::LoopKernel> execute(base::SourceText const& file, Choice const& choice,
                                       std::function<void(script::Environment&)> const& prepare) {
  fortran::Script const lines = fortran::script_of(file);
  auto const parse = [&](std::vector<std::string> const& definitions) {
    return fortran::parse(file, {.real = choice.real, .definitions = definitions});
  };
  if (lines.lines.empty()) return parse({});
  script::Environment environment{.parse_fortran = parse, .variables = variables_of(choice)};
  prepare(environment);
  return script::run({file, lines.lines, lines.positions}, environment);
}

} // namespace

std::vector<Step> steps_of(base::SourceText const& file, Choice const& choice) {
  std::vector<Step> reports, transformations;
  std::vector<loops::LoopKernel> const kernels = execute(file, choice, [&](script::Environment& environment) {
    environment.report = [&](loops::LoopKernel const& kernel, std::string const& title) {
      reports.push_back({title, kernel});
    };
    environment.after_transformation = [&](loops::LoopKernel const& kernel, transform::Call const& call) {
      transformations.push_back({transform::to_text(call), kernel});
    };
  });
  if (!reports.empty()) return reports;
  if (!transformations.empty()) return transformations;
  return {{"end", kernels.at(0)}};
}

std::vector<script::FreeSize> free_sizes(base::SourceText const& file, Choice const& choice) {
  std::vector<script::FreeSize> sizes;
  execute(file, choice, [&](script::Environment& environment) { script::collect_free_sizes(environment, sizes); });
  return sizes;
}

double n_points(loops::LoopKernel const& kernel, std::vector<std::string> const& loops, ParameterValues const& values) {
  std::vector<std::string> known;
  for (loops::Loop const& loop : kernel.loops) known.push_back(loop.name);
  for (std::string const& loop : loops)
    if (!kernel.find_loop(loop))
      throw base::UserError(
          fmt::format("Kernel `{}` has no loop `{}`.{}", kernel.name, loop, base::did_you_mean(loop, known)));
  return polyhedral::n_points(kernel, loops.empty() ? loops_of_result(kernel) : loops, integers_of(values));
}

void fill(LoopProgram& program, loops::LoopKernel const& kernel) {
  for (std::string const& array : program.arrays()) {
    std::mt19937_64 generator(array.size());
    std::uniform_real_distribution<double> number(1, 2);
    bool const is_real = ir::is_real(kernel.array(array).type);
    std::vector<double> elements(program.n_elements(array));
    for (double& element : elements) element = is_real ? number(generator) : 1;
    program.write(array, elements);
  }
}

std::vector<StepResult> measure(std::vector<Step> const& steps, ParameterValues const& values, double points,
                                device::Device& device, int n_measurements) {
  std::vector<StepResult> results;
  std::vector<std::unique_ptr<LoopProgram>> programs;
  Results first;
  for (Step const& step : steps) {
    polyhedral::Counts const counts = polyhedral::count(step.kernel, integers_of(values));
    results.push_back({.title = step.title,
                       .words = (counts.words_read + counts.words_written) / points,
                       .operations = counts.operations / points});
    if (n_measurements == 0) continue;
    programs.push_back(std::make_unique<LoopProgram>(step.kernel, device, values));
    LoopProgram& program = *programs.back();
    results.back().compile_seconds = program.compile_seconds();
    fill(program, step.kernel);
    program.run();
    if (programs.size() == 1) first = results_of(program);
    results.back().difference = largest_difference(results_of(program), first);
  }
  if (n_measurements > 0) measure_rates(programs, points, device, n_measurements, results);
  return results;
}

} // namespace chemora::steps
