/// The C functions of cctk_GHExtensions.h: data of thorns in the grid hierarchy.
#include "framework/include/cctk_GHExtensions.h"

#include "framework/services/registry.hpp"

#include <cstdlib>

namespace chemora::services {

namespace {

struct Extension {
  std::string name;
  void* (*set_up)(tFleshConfig*, int, cGH*) = nullptr;
  int (*initialise)(cGH*) = nullptr;
  int (*traverse)(cGH*, char const*) = nullptr;
};

NamedRegistry<Extension>& extensions() {
  static NamedRegistry<Extension> registry;
  return registry;
}

/// Returns 1, or 0 for an unknown handle, as in Cactus.
template <class Function>
int set(int handle, Function Extension::*member, Function function) {
  Extension* const extension = extensions().find(handle);
  if (!extension) return 0;
  extension->*member = function;
  return 1;
}

} // namespace

} // namespace chemora::services

using namespace chemora::services;

extern "C" {

int CCTK_RegisterGHExtension(const char* name) { return extensions().add({name}); }

int CCTK_UnregisterGHExtension(const char* name) {
  Extension* const extension = extensions().find(extensions().handle(name));
  if (!extension) return -1;
  *extension = Extension{}; // the handle is not reused, so that the other handles stay valid
  return 0;
}

int CCTK_RegisterGHExtensionSetupGH(int handle, void* (*function)(tFleshConfig*, int, cGH*)) {
  return set(handle, &Extension::set_up, function);
}
int CCTK_RegisterGHExtensionInitGH(int handle, int (*function)(cGH*)) {
  return set(handle, &Extension::initialise, function);
}
int CCTK_RegisterGHExtensionScheduleTraverseGH(int handle, int (*function)(cGH*, const char*)) {
  return set(handle, &Extension::traverse, function);
}

int CCTK_GHExtensionHandle(const char* name) { return extensions().handle(name); }

void* CCTK_GHExtension(const cGH* cctkGH, const char* name) {
  int const handle = extensions().handle(name);
  return handle >= 0 && cctkGH && cctkGH->extensions ? cctkGH->extensions[handle] : nullptr;
}

int CCTKi_SetupGHExtensions(tFleshConfig* config, int convergence_level, cGH* cctkGH) {
  auto const n = static_cast<std::size_t>(extensions().size());
  cctkGH->extensions = static_cast<void**>(std::calloc(n + 1, sizeof(void*)));
  for (int handle = 0; handle < extensions().size(); ++handle)
    if (auto const set_up = extensions().find(handle)->set_up)
      cctkGH->extensions[handle] = set_up(config, convergence_level, cctkGH);
  return 0;
}

int CCTKi_InitGHExtensions(cGH* cctkGH) {
  int n_failed = 0;
  for (int handle = 0; handle < extensions().size(); ++handle)
    if (auto const initialise = extensions().find(handle)->initialise) n_failed += initialise(cctkGH) < 0;
  return n_failed ? -1 : 0;
}

int CCTKi_ScheduleTraverseGHExtensions(cGH* cctkGH, const char* where) {
  int n_called = 0;
  for (int handle = 0; handle < extensions().size(); ++handle)
    if (auto const traverse = extensions().find(handle)->traverse) {
      traverse(cctkGH, where);
      ++n_called;
    }
  return n_called;
}

} // extern "C"
