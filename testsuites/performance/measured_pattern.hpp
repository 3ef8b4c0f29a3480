// A statement of a program of patterns whose kernels are measured.
#pragma once

#include "codegen/patterns/kernel_program.hpp"
#include "codegen/patterns/lower_nest.hpp"
#include "codegen/patterns/nest.hpp"
#include "kernels/patterns/kernel_memory.hpp"
#include "testsuites/performance/pattern_cases.hpp"

#include <memory>
#include <set>
#include <string>

namespace performance {

class MeasuredPattern {
public:
  /// Both arguments must outlive the object.
  MeasuredPattern(PatternCase const& problem, chemora::patterns::KernelPlace& place);

  chemora::patterns::Nest const& nest() const { return nest_; }

  struct Kernel {
    chemora::patterns::KernelParameters parameters{};
    std::unique_ptr<chemora::patterns::LoadedKernel> loaded{};
  };
  /// Throws base::UserError if the nest has no kernel with this mapping.
  Kernel load(chemora::patterns::Mapping const& mapping);
  void run(Kernel const& kernel);

  std::vector<double> result() const { return result_->read(); }
  /// Computes the result with the interpreter, which takes long for more than some thousand elements.
  std::vector<double> interpreted() const;

private:
  double number(std::string const& name) const;
  void allocate(chemora::loops::LoopKernel const& kernel, std::vector<std::string> const& inputs,
                std::map<std::string, long> const& integers);

  PatternCase const& problem_;
  chemora::patterns::KernelPlace& place_;
  chemora::patterns::KernelProgram program_;
  chemora::patterns::NodePtr value_{};
  std::set<int> stored_{}; ///< variables of inner results
  chemora::patterns::Nest nest_{};
  std::map<std::string, std::unique_ptr<chemora::patterns::KernelArray>> inputs_{};
  std::unique_ptr<chemora::patterns::KernelArray> result_{};
};

// Cases of groups (measured_groups.cpp): the order of elements by their keys (kernels/patterns/group_order.hpp).

/// Returns the names of the cases, which begin with `groups:`.
std::vector<std::string> group_case_names();

/// Measures a case: `automatic`, hashing and sorting beside hand-written code, in turns. Returns the JSON object of
/// scripts/benchmarks/patterns.py. The limit is the rate of a triad that moves as many bytes as the keys and the order
/// have. Throws base::InternalError if two orders differ.
std::string measured_groups(std::string const& name, long n_elements, int n_measurements);

} // namespace performance
