/// The programs and expressions that the parameters request.
#pragma once

#include "codegen/patterns/pattern.hpp"
#include "derived_fields.hpp"
#include "kernels/patterns/grid_runner.hpp"
#include "kernels/patterns/program_runner.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace analysis {

struct Analysis {
  std::string name{}; ///< base of the names of output files; a time series of expressions is "expressions"
  chemora::patterns::Program program{};
  std::map<std::string, int> variables{};        ///< indices of variables of the flesh, by the names in the program
  std::map<std::string, DerivedField> derived{}; ///< grid functions that follow from others, by their names
  /// Values of these grid functions at the points of this process. The memory is retained between evaluations.
  std::map<std::string, std::vector<double>> derived_values{};
  std::map<std::string, double> parameters{};
  std::map<std::string, std::string> mappings{}; ///< that are requested for single patterns, by their names
  std::map<std::string, chemora::patterns::ArrayValue> inputs{}; ///< arrays from files
  std::string description{};                                     ///< comment at the beginning of the program
  std::shared_ptr<chemora::patterns::GridRunner> runner{};
  /// Computes a program that does not use the grid; null for other programs and without kernels.
  chemora::patterns::ProgramRunner* array_runner = nullptr;
  chemora::patterns::KernelPlace* device_place = nullptr; ///< of its kernels on a device, once these are needed
  int n_evaluations = 0;
  double seconds = 0; ///< of the evaluations and their output

  /// Returns whether the program contains patterns over the grid or grid functions.
  bool uses_grid() const;
  /// The value of a parameter, which may be its default.
  double parameter(std::string const& parameter) const;
  /// Returns the values of all parameters: `bins = 64, lower = 0`. The values in `used` replace them
  /// (used_parameters()).
  std::string parameters_text(std::map<std::string, double> const& used) const;
  /// The grid functions: `field = Wave::rho`.
  std::string variables_text() const;
};

/// Whether Analysis::mapping has mappings of single patterns.
bool has_single_mappings();

/// Reads programs and expressions, and binds grid functions and parameters to them. Throws chemora::base::UserError
/// with all errors.
std::vector<Analysis> read_analyses();

/// The analyses of this run, which are read when parameters are checked.
std::vector<Analysis>& analyses();

} // namespace analysis
