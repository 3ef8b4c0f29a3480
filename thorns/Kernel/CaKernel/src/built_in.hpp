// Kernels that are part of the program: what runs where nobody compiles.
#pragma once

#include "kernels/device/device.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace ca_kernel {

struct BuiltInFunction {
  std::string instructions; ///< name of an instruction set (codegen/ahead)
  std::function<std::unique_ptr<chemora::device::Module>()> make_module;
};

/// By the identity of what they do (codegen/ahead), so that none is taken for a kernel of other equations.
class BuiltInFunctions {
public:
  void add(std::string const& identity, BuiltInFunction function);

  /// Null if there is none.
  BuiltInFunction const* find(std::string const& identity) const;

private:
  std::map<std::string, BuiltInFunction> functions_;
};

/// Throws base::UserError: these kernels are needed, not built in, and cannot be compiled; `reason` tells why.
[[noreturn]] void throw_missing(std::string const& kernels, std::string const& reason);

} // namespace ca_kernel
