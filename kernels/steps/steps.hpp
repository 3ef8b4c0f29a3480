/// The steps of a script of transformations: the kernel after each step, its work, and its speed on a device.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/polyhedral/polyhedral.hpp"
#include "codegen/script/free_sizes.hpp"
#include "framework/base/source_text.hpp"
#include "kernels/steps/loop_program.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace chemora::steps {

/// The kernel of a script at a statement `report(f, "title")`, or after a transformation, whose text is then the title.
struct Step {
  std::string title;
  loops::LoopKernel kernel;
};

/// What the caller chooses for a script.
struct Choice {
  ir::Type real = ir::Type::real64; ///< type of `real` without a size
  ParameterValues values{};         ///< also variables of the script
  std::string device = "host";      ///< the variable `device` of the script
};

/// Reads the Fortran subroutines of a file and executes its script. Returns a step for each report; if there are none,
/// a step for each transformation; if there is no transformation either, the first kernel with the title "end". Throws
/// base::UserError for errors in the file.
std::vector<Step> steps_of(base::SourceText const& file, Choice const& choice);

/// Returns the free sizes that the script of a file uses and that have no value in `choice`. Throws as steps_of().
std::vector<script::FreeSize> free_sizes(base::SourceText const& file, Choice const& choice);

/// One combination of values of the free sizes.
struct Candidate {
  ParameterValues sizes;
  double rate = 0;         ///< points per second; 0 if a transformation rejects these sizes
  std::string rejection{}; ///< the message of the rejected transformation
};

/// Measures the last kernel of the script for every combination of the free sizes. Then it measures the three fastest
/// combinations again, `n_measurements` times in turns. Returns the combinations by decreasing rate. Calls `progress`
/// before each combination with its number and the number of all. Throws base::UserError if the script has no free
/// size, or more than 1000 combinations.
std::vector<Candidate> search(base::SourceText const& file, Choice const& choice, double points, device::Device& device,
                              int n_measurements, std::function<void(std::size_t, std::size_t)> const& progress);

/// Work and speed of a step.
struct StepResult {
  std::string title;
  double words = 0;      ///< reads and writes of arguments, per point
  double operations = 0; ///< floating-point operations, per point
  double rate = 0;       ///< points per second, the median of all measurements; 0 if it was not measured
  double difference = 0; ///< largest difference of a result from that of the first step, relative to its largest value
  double compile_seconds = 0;
};

/// Returns the number of points of the loops `loops` of the kernel; if `loops` is empty, of the loops of the subscripts
/// of its last assignment to an argument. Throws base::UserError for an unknown loop.
double n_points(loops::LoopKernel const& kernel, std::vector<std::string> const& loops, ParameterValues const& values);

/// Writes reproducible random numbers between 1 and 2 to all arguments, and 1 to integer arguments.
void fill(LoopProgram& program, loops::LoopKernel const& kernel);

/// Counts the work of each step and, if `n_measurements` is positive, runs all steps in turns on the device with the
/// same arguments.
std::vector<StepResult> measure(std::vector<Step> const& steps, ParameterValues const& values, double points,
                                device::Device& device, int n_measurements);

} // namespace chemora::steps
