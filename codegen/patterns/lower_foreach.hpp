/// Lowers `foreach` and assignments to elements to loop kernels.
///
///     foreach (i in 1 .. n - 1, j < m) { a[i, j] = a[i - 1, j] + b[j] }
///
/// becomes the loops over `i` and `j`, which are mapped like those of a map. All iterations read the values from before
/// the statement. Several iterations may assign equal values to an element. A kernel has one of three forms:
///
/// | form | elements are assigned | for |
/// |---|---|---|
/// | in_place | in the variable | statements that read no element which they assign in another iteration |
/// | copied | in a copy, which becomes the variable | other statements that assign each element once |
/// | checked | in a copy, by one thread in the order of the iterations | other statements |
///
/// The checked form reports whether an element may have received different values. The interpreter must then execute
/// the statement.
#pragma once

#include "codegen/patterns/lower_nest.hpp"

#include <functional>
#include <set>

namespace chemora::patterns {

enum class ForeachForm { in_place, copied, checked };

struct LoweredForeach {
  loops::LoopKernel kernel{};
  std::vector<std::string> inputs{}; ///< arrays that the kernel reads, or assigns in place
  std::vector<ChunkCount> chunk_counts{};
  struct Target {
    int variable = 0;
    std::string argument{}; ///< with the new values: the variable or its copy
    std::string states{};   ///< of the checked form: argument for whether elements are assigned; may be empty
  };
  std::vector<Target> targets{};
  std::string conflict{}; ///< of the checked form: argument with one element, which is not 0 if values may be different
  ForeachForm form = ForeachForm::in_place;
};

/// Calls `visit` for the expressions that the interpreter evaluates when it executes the statement. For `foreach`,
/// these include the expressions of all inner statements.
void for_each_value(Statement const& statement, std::function<void(NodePtr const&)> const& visit);
/// Returns the variables that the statement updates, or whose elements it assigns.
std::set<int> stored_variables(Statement const& statement);

/// Returns an expression with the patterns, reads and writes of a statement foreach or store, from which its mapping
/// and its errors are determined. The expression cannot be evaluated.
NodePtr accesses_of(Program const& declarations, Statement const& statement);

/// Returns the kernel of a statement foreach or store. The levels of `mapping` are those of accesses_of(); the levels
/// of `foreach` are sequential in the checked form. Variables of statements are declared as for other kernels
/// (kernel_program.hpp). Throws base::UserError if the statement has no kernel.
LoweredForeach lower_foreach(Program const& declarations, Statement const& statement, ForeachForm form,
                             Mapping const& mapping, NestOptions const& options = {});

} // namespace chemora::patterns
