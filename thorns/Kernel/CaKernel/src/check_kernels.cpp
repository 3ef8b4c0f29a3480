// Ends a run before its first step if it will need a kernel that nobody can compile.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "compile_only.hpp"
#include "runtime.hpp"
#include "wanted_kernels.hpp"

#include <exception>

namespace ca_kernel {

namespace {

void check_kernels(cGH const* cctkGH) {
  Runtime& runtime = Runtime::instance();
  auto const& kernels = runtime.registry().all();
  auto const is_wanted = wanted_kernels(runtime.registry());
  std::vector<Kernel const*> wanted;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (is_wanted[i]) wanted.push_back(&kernels[i]);
  if (wanted.empty()) return; // the same on all processes
  std::string names;
  for (auto const& name : runtime.missing_kernels(cctkGH, wanted)) names += (names.empty() ? "" : ", ") + name;
  if (!names.empty()) throw_missing(names, runtime.no_compilers_text());
}

} // namespace
} // namespace ca_kernel

extern "C" void CaKernel_CheckKernels(CCTK_ARGUMENTS) {
  if (CCTK_CompilesOnly()) return; // tells by itself
  try {
    ca_kernel::check_kernels(cctkGH);
  } catch (std::exception const& error) {
    CCTK_VERROR("%s", error.what());
  }
}
