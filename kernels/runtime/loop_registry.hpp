/// The registered functions with loops (docs/loops.md).
#pragma once

#include "codegen/loop_functions/loop_function.hpp"
#include "kernels/runtime/kernel_registry.hpp"

#include <list>
#include <string>
#include <vector>

namespace chemora::runtime {

/// A registered function with loops. KernelName::name is the name of the scheduled function.
struct RegisteredLoops : KernelName {
  loop_functions::LoopFunction function;
};

class LoopRegistry {
public:
  /// Adds a file. Errors in the text are added to errors().
  void add(std::string const& thorn, std::string const& file, std::string const& text);

  /// Returns null if the thorn has no such function.
  RegisteredLoops const* find(std::string const& thorn, std::string const& function) const;
  std::list<RegisteredLoops> const& functions() const { return functions_; }
  std::vector<std::string> const& errors() const { return errors_; }
  /// Full names of all functions.
  std::vector<std::string> names() const;

private:
  std::list<RegisteredLoops> functions_; ///< a list, because elements are referred to
  std::vector<std::string> errors_;
};

} // namespace chemora::runtime
