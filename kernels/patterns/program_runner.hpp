/// Runs a program of patterns with kernels.
#pragma once

#include "codegen/patterns/pattern.hpp"
#include "kernels/patterns/kernel_memory.hpp"

#include <memory>

namespace chemora::patterns {

/// What a run has computed by kernels, for reports and tests.
struct RunReport {
  struct Value {
    std::string variable{};
    std::string mapping{};  ///< of its kernel; "chunks" for filters and groups
    std::string grouping{}; ///< of a groupBy with any keys: how the last run ordered the elements
    std::string reason{};   ///< where and why the value was interpreted; empty if it has a kernel
    std::string trace{};    ///< of the decision for the mapping (trace_of), if RunOptions requests it
    int n_runs = 0;
  };
  std::vector<Value>
      values{}; ///< statements that define arrays, or numbers by patterns, in the order of their first run
  std::size_t n_copied_to_device = 0, n_copied_to_host = 0; ///< elements of arrays
};

struct RunOptions {
  std::string mapping = "automatic";             ///< of all nests, as in requested_mapping()
  std::map<std::string, std::string> mappings{}; ///< of single nests, by KernelProgram::names
  std::string grouping = "automatic";            ///< of groupBy with any keys, as in GroupOrder
  bool has_traces = false;
  bool has_checks = true; ///< whether errors are found; false for programs that have none
};

/// Loaded kernels remain for further runs with the same sizes.
class ProgramRunner {
public:
  /// `place` must outlive this object.
  ProgramRunner(Program const& program, KernelPlace& place, RunOptions const& options = {});
  ~ProgramRunner();

  /// Computes all outputs with the bits of patterns::interpret(). Each statement is computed by a kernel if there is
  /// one, and interpreted otherwise. Arrays remain in the memory of the device until the interpreter reads them. Throws
  /// base::UserError for a mapping of RunOptions::mappings that is impossible. Other errors are those of
  /// patterns::interpret(). If a statement has several errors, those of its filters and groups are found first.
  /// `arrays` are those inputs that are on the device, by name.
  std::vector<Output> run(Inputs const& inputs, std::map<std::string, std::shared_ptr<KernelArray>> const& arrays = {});

  RunReport const& report() const;
  /// Lines for the report of the run: the mapping of each kernel, and what is interpreted and why.
  std::string notes() const;

private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

} // namespace chemora::patterns
