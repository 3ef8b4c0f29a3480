// The cases of the patterns benchmark: a statement of a program, its inputs, and hand-written loops for the same.
#pragma once

#include "codegen/patterns/pattern.hpp"
#include "kernels/device/device.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace performance {

struct HandArrays;

struct PatternCase {
  std::string name{};
  std::string file{};                      ///< with the program
  std::string variable{};                  ///< of the statement, or the name of the output, whose value is computed
  std::map<std::string, double> numbers{}; ///< sizes, parameters, and variables of earlier statements
  std::map<std::string, chemora::patterns::ArrayValue> arrays{};
  double elements = 0;   ///< unit of the measured rate
  double bytes = 0;      ///< that a run must move between memory and processor
  double operations = 0; ///< of real64, if these and not the bytes are the limit
  long n_results = 0;
  bool has_integer_result = false;
  std::function<void(HandArrays& arrays)> by_hand{};
};

/// The arrays of a case for hand-written loops, in the memory of a device like those of kernels.
struct HandArrays {
  /// Both arguments must outlive the object.
  HandArrays(PatternCase const& problem_of, chemora::device::Device& device_of)
      : problem(problem_of), device(device_of) {}
  ~HandArrays();
  HandArrays(HandArrays const&) = delete;
  HandArrays& operator=(HandArrays const&) = delete;

  double const* reals(std::string const& name);
  int const* integers(std::string const& name);
  double* result();
  int* integer_result();
  long size(std::string const& name) const { return static_cast<long>(problem.numbers.at(name)); }
  double number(std::string const& name) const { return problem.numbers.at(name); }
  std::vector<double> results();

  PatternCase const& problem;

private:
  template <typename Number>
  Number* array(std::string const& name, long n, std::vector<double> const* numbers);

  chemora::device::Device& device;
  std::map<std::string, void*> arrays_{};
};

std::vector<std::string> pattern_case_names();

/// Returns a case with about `n_elements` elements. `programs` is the folder of the programs of the thorn Analysis, and
/// `steps` the file pattern_steps.pat. The shapes of matrices are those of Lee et al. for 64M elements (64K x 1K, 8K x
/// 8K and 1K x 64K), with both extents reduced by the same factor.
PatternCase pattern_case(std::string const& name, long n_elements, std::string const& programs,
                         std::string const& steps);

} // namespace performance
