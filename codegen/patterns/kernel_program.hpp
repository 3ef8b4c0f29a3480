/// A program whose statements are computed by kernels, one after another.
///
/// The program is flattened (flatten.hpp). Outputs, conditions and elements that contain patterns are values of
/// statements `let` of their own. So are nonlinear sizes, such as `n * n`, that can be computed before a statement. For
/// the kernel of a statement, variables of other statements are declared like inputs:
///
/// | variable of a statement | declaration for kernels |
/// |---|---|
/// | integer | size |
/// | real or bool | parameter |
/// | array `a` | input, with the sizes `a.size`, `a.size_1`, ... where its extents follow from data |
/// | array `g` of groups | inputs `g.members`, `g.first` and `g.keys`, with the sizes `g.size` and `g.members.size` |
#pragma once

#include "codegen/patterns/evaluation_errors.hpp"
#include "codegen/patterns/pattern.hpp"

#include <utility>

namespace chemora::patterns {

struct KernelProgram {
  Program program{};
  Program declarations{}; ///< the variables of `program` and further sizes and inputs; no statements
  /// The value of each statement `let` and assignment in terms of `declarations`, by its value in `program`.
  std::map<Node const*, NodePtr> values{};
  /// Each `foreach` and each assignment to elements in terms of `declarations`, by its statement in `program`.
  std::map<Statement const*, Statement> effects{};
  /// The errors of each value, and of each `foreach` and assignment to elements, by the keys of `values` and `effects`.
  std::map<void const*, EvaluationErrors> errors{};
  /// The names of statements with patterns, in reports: of a variable or an output, or `foreach_NAME`. Further
  /// statements with the same name have a number, as in `x_2`.
  std::map<Statement const*, std::string> names{};
  /// Variable and axis of sizes, and variable and part of arrays of groups, by name.
  std::map<std::string, std::pair<int, std::size_t>> sizes{};
  std::map<std::string, std::pair<int, GroupPart>> parts{};
};

KernelProgram kernel_program(Program const& program);

} // namespace chemora::patterns
