// A table by identity. Thorns may have kernels in common: either does.
#include "built_in.hpp"

#include "framework/base/errors.hpp"

namespace ca_kernel {

void BuiltInFunctions::add(std::string const& identity, BuiltInFunction function) {
  functions_.insert_or_assign(identity, std::move(function));
}

BuiltInFunction const* BuiltInFunctions::find(std::string const& identity) const {
  auto const found = functions_.find(identity);
  return found == functions_.end() ? nullptr : &found->second;
}

void throw_missing(std::string const& kernels, std::string const& reason) {
  throw chemora::base::UserError(
      "These kernels are not built in, and cannot be compiled: " + kernels + ". " + reason +
      " Install g++ where the run computes, or set CHEMORA_CXX to the absolute path of a compiler; or fill a cache "
      "that "
      "the run can read (CaKernel::cache_dir) by --compile-only on a machine with such processors and a compiler; or "
      "build the kernels in: edlc --thorn does, and CMake with CHEMORA_BUILT_IN_KERNELS on.");
}

} // namespace ca_kernel
