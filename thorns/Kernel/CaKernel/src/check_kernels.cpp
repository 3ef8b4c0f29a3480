// Ends a run before its first step if it will certainly need a kernel that nobody can compile.
#include "cctk.h"
#include "cctk_Arguments.h"
#include "compile_only.hpp"
#include "runtime.hpp"
#include "wanted_kernels.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <vector>

namespace ca_kernel {

namespace {

/// Names, separated by commas, of those that are wanted so and that this process cannot run.
std::string missing_kernels(cGH const* cctkGH, std::vector<Want> const& wants, Want want) {
  Runtime& runtime = Runtime::instance();
  auto const& kernels = runtime.registry().all();
  std::vector<Kernel const*> wanted;
  for (std::size_t i = 0; i < kernels.size(); ++i)
    if (wants[i] == want) wanted.push_back(&kernels[i]);
  std::string names;
  for (auto const& name : runtime.missing_kernels(cctkGH, wanted)) names += (names.empty() ? "" : ", ") + name;
  return names;
}

void check_kernels(cGH const* cctkGH) {
  Runtime& runtime = Runtime::instance();
  auto const wants = wanted_kernels(runtime.registry());
  if (std::all_of(wants.begin(), wants.end(), [](Want want) { return want == Want::never; }))
    return; // on all processes
  if (auto const names = missing_kernels(cctkGH, wants, Want::always); !names.empty())
    throw_missing(names, runtime.no_compilers_text());
  if (auto const names = missing_kernels(cctkGH, wants, Want::if_triggered); !names.empty())
    CCTK_VINFO("These kernels are not built in, and cannot be compiled: %s. The run ends if output asks for what they "
               "compute.",
               names.c_str());
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
