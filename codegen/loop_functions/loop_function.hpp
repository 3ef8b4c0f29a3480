/// A file of Fortran loops as a scheduled function of a thorn (docs/loops.md): its arguments, and its kernels after the
/// script.
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/script/free_sizes.hpp"
#include "codegen/transform/transform.hpp"
#include "framework/base/source_text.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace chemora::loop_functions {

/// An argument of the subroutines of a file. Subroutines with arguments of the same name share the argument.
struct Argument {
  std::string name{};
  ir::Type type = ir::Type::real64;
  bool is_array = false;
  std::vector<ir::LinearExpression>
      extents{};                            ///< of an array, in terms of integer arguments; the first axis is fastest
  bool is_read = false, is_written = false; ///< accesses to an array
  bool is_overwritten = false;              ///< whether an instruction certainly writes all elements of the array
  std::string meaning{};                    ///< text after `=` of a line `!$chemora NAME = ...`; empty without a line
  base::SourcePosition where{};             ///< of the line `!$chemora`, otherwise of the first occurrence
};

struct LoopFunction {
  std::string name{};
  base::SourceText source{};
  std::vector<Argument> arguments{};

  /// Returns null if there is no such argument.
  Argument const* find(std::string const& argument) const;
};

/// Reads a file. The name of the function is the name of the file without folder and ending. Throws base::UserError
/// with all errors.
LoopFunction read_loop_function(base::SourceText const& source);

/// Variables that a script may use, by name.
using ScriptVariables = std::map<std::string, transform::Value>;

/// Returns the kernels of the script of the function, or of `script` if this text is not empty. Without a script, the
/// result is one kernel per subroutine. If `free_sizes` is not null, the function appends the sizes that the script
/// leaves free and that have no value in `variables`. Throws base::UserError for errors in the script, for a script
/// without a kernel, and for a change of the layout of an argument.
std::vector<loops::LoopKernel> transformed(LoopFunction const& function, ScriptVariables const& variables,
                                           std::string const& script = {}, std::string const& script_name = {},
                                           std::vector<script::FreeSize>* free_sizes = nullptr);

/// Returns the name of the function of a file: `Apply` for `thorn/loops/Apply.f90`.
std::string function_name(std::string const& file);

} // namespace chemora::loop_functions
