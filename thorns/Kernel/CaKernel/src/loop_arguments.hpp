/// Finds the values of the arguments of functions with loops (docs/loops.md) and sweeps (docs/sweeps.md): variables,
/// parameters and grid scalars.
#pragma once

#include "cctk.h"
#include "kernels/runtime/grid_functions.hpp"
#include "kernels/runtime/loop_kernels.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ca_kernel {

using FindValue = std::function<double(cGH const*)>;

/// Returns the source of the value of a scalar argument: a parameter or a scalar variable `name` of the thorn or
/// `OWNER::name`, or a name of the grid such as `cctk_time`. Empty if there is none.
FindValue find_scalar(std::string const& thorn, std::string const& name);

/// Returns the variable `name` of the thorn or `OWNER::name`, with a suffix `_p` for each past time level; nothing if
/// it does not exist in this run.
std::optional<chemora::runtime::GridArray> find_variable(std::string const& thorn, std::string name);

/// The sources of the arguments of one function. They do not change during a run.
class LoopArgumentSources {
public:
  /// Throws base::UserError with the position of each argument that has no value.
  explicit LoopArgumentSources(chemora::runtime::RegisteredLoops const& loops);

  /// Returns the current values of all arguments except addresses. Throws base::UserError if the size of an array does
  /// not agree with its shape, or an axis besides the last one is divided among processes.
  chemora::runtime::LoopArguments values(cGH const* cctkGH) const;
  /// Sets the addresses of all arrays on the device of the kernels. Throws base::UserError for an array without
  /// storage.
  void add_addresses(cGH const* cctkGH, chemora::runtime::LoopArguments& arguments) const;

  /// The arrays that the loops do not read and may write only in part.
  std::vector<chemora::runtime::GridArray> partly_written() const;

private:
  struct Array {
    chemora::loop_functions::Argument const* argument;
    chemora::runtime::GridArray array;
  };

  void add_scalar(chemora::loop_functions::Argument const& argument);
  FindValue extent_source(chemora::loop_functions::Argument const& argument, std::string const& text) const;
  chemora::runtime::GridArray find_array(chemora::loop_functions::Argument const& argument, std::string name) const;

  chemora::runtime::RegisteredLoops const& loops_;
  std::vector<Array> arrays_;
  std::map<std::string, FindValue> scalars_; ///< by argument
};

/// The parameters of a thorn that are variables of a script.
class ScriptParameters {
public:
  /// Selects the parameters that the text contains as words, or all of them if the text is empty.
  ScriptParameters(std::string const& thorn, std::string const& text);

  /// Returns the current values, by name.
  chemora::loop_functions::ScriptVariables values() const;

private:
  struct Parameter {
    std::string name;
    int type;
    void const* value;
  };
  std::vector<Parameter> parameters_;
};

} // namespace ca_kernel
