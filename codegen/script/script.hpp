/// The script language: statements that transform the loop kernels of a source file. It has the notation of the Loo.py
/// paper and is interpreted here; a script cannot do anything besides transforming kernels. README.md lists the
/// statements and functions.
///
///     f_r, f_s = parse_fortran(SOURCE, FILENAME)
///     f = fuse_kernels([f_r, f_s], suffixes=["_r", "_s"])
///     for name in ["q", "rhsq"]:
///         f = set_array_dim_names(f, name, "i,j,k,field,e")
///     f = tag_inames(f, "e:g.0, i:l.0, j:l.1")
#pragma once

#include "codegen/loops/loop_kernel.hpp"
#include "codegen/transform/transform.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace chemora::script {

/// A script and the place of its lines in the user's file.
struct ScriptText {
  base::SourceText source{};                     ///< the whole file, for excerpts in messages
  std::vector<std::string> lines{};              ///< without comment markers
  std::vector<base::SourcePosition> positions{}; ///< position of the first character of each line
};

/// What a script may use.
struct Environment {
  /// Returns the kernels of the source, after replacing macros. The definitions of c_preprocess are `NAME VALUE`.
  std::function<std::vector<loops::LoopKernel>(std::vector<std::string> const& definitions)> parse_fortran{};
  std::map<std::string, transform::Value> variables{}; ///< predefined variables, such as Nq and the sizes of a search
  /// Is called for each `size(name, choices)` of the script with the choices and the chosen value; may be empty. The
  /// value is that of the predefined variable `name`, which must be one of the choices, or else the first choice.
  std::function<void(std::string const& name, std::vector<transform::Value> const& choices,
                     transform::Value const& value)>
      report_size{};
  /// Is called by the statement `report(f, "title")`, for tables of the work of a kernel after each step; may be empty.
  std::function<void(loops::LoopKernel const&, std::string const& title)> report{};
  /// Is called after each transformation with the kernel and the call; may be empty.
  std::function<void(loops::LoopKernel const&, transform::Call const&)> after_transformation{};
};

/// Executes the script and returns the kernels of `RESULT`, or if it is not set, of the variable that was assigned
/// last. Throws base::UserError with position, nearest names and expected forms.
std::vector<loops::LoopKernel> run(ScriptText const& script, Environment const& environment);

/// Applies the statements of a plan (LoopKernel::plan), one call per line, to a kernel.
loops::LoopKernel apply_plan(loops::LoopKernel const& kernel, std::string const& plan,
                             std::string const& source_name = "<plan>");

} // namespace chemora::script
