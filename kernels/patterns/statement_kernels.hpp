/// Lowers the statements of a program to kernels, and compiles each kernel when it is first needed.
#pragma once

#include "codegen/patterns/evaluation_errors.hpp"
#include "codegen/patterns/kernel_program.hpp"
#include "codegen/patterns/lower_foreach.hpp"
#include "kernels/patterns/program_runner.hpp"
#include "kernels/patterns/value_kernel.hpp"

namespace chemora::patterns {

/// The kernel of a statement. Without a loaded kernel, the statement is interpreted.
struct StatementKernel : ValueKernel {
  /// Of a groupBy with any keys: the kernel of the keys. After the elements are ordered by key, the kernel of the
  /// statement computes the members.
  std::unique_ptr<StatementKernel> keys{};
  LoweredForeach foreach{}; ///< of `foreach` and assignments to elements
  std::string mapping = "chunks", trace{};
  /// Computes whether the interpreter would report an error, if this depends on data.
  std::unique_ptr<StatementKernel> errors{};
  bool has_fixed_errors = false; ///< whether this depends only on inputs
  std::size_t report = 0;        ///< number of the value in the report
};

class StatementKernels {
public:
  /// The arguments must outlive this object.
  StatementKernels(KernelProgram const& program, KernelPlace& place, RunOptions options)
      : program_(program), place_(place), options_(std::move(options)) {}

  /// Sets the sizes and integer parameters for which kernels are made. Removes kernels for other sizes.
  void set_sizes(std::map<std::string, double> const& sizes);

  /// Returns the kernel of a statement `let` or an assignment to a variable. Makes it if there is none.
  StatementKernel& kernel_of(Statement const& statement);
  /// Returns the kernel of a statement `foreach` or an assignment to elements.
  StatementKernel& kernel_of_effects(Statement const& statement);

  RunReport& report() { return report_; }

private:
  /// Returns the kernel with the key. If there is none, makes it by `prepare`.
  StatementKernel& kernel_for(void const* key, std::string const& variable,
                              std::function<void(StatementKernel&)> const& prepare);
  void prepare_effects(StatementKernel& kernel, Statement const& source, std::string const& name);
  void load_effects(StatementKernel& kernel, Statement const& statement, ForeachForm form, Mapping const& mapping,
                    std::string const& name);
  void load_errors(StatementKernel& kernel, EvaluationErrors const& errors, std::string const& name);
  void prepare(StatementKernel& kernel, Statement const& statement, std::string const& name);
  void load(StatementKernel& kernel, Program const& declarations, NodePtr const& value, std::string const& name);
  Mapping mapping_of(Nest const& nest, StatementKernel& kernel, std::string const& name) const;
  bool depends_on_statements(NodePtr const& value) const;

  KernelProgram const& program_;
  KernelPlace& place_;
  RunOptions options_;
  std::map<std::string, double> sizes_{};
  std::map<void const*, StatementKernel> kernels_{}; ///< by values of statements, and statements with effects
  RunReport report_{};
};

} // namespace chemora::patterns
