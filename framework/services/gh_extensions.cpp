// cctk_GHExtensions.h: thorns' own data hung on the grid hierarchy.
#include "framework/include/cctk_GHExtensions.h"

#include "framework/services/named_registry.hpp"

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
  static NamedRegistry<Extension> all;
  return all;
}

/// 1 if it is done, 0 for an unknown handle: unlike elsewhere.
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
  *extension = Extension{}; // the handle stays, so that those of others keep their meaning
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

void* CCTK_GHExtension(const cGH* GH, const char* name) {
  int const handle = extensions().handle(name);
  return handle >= 0 && GH && GH->extensions ? GH->extensions[handle] : nullptr;
}

int CCTKi_SetupGHExtensions(tFleshConfig* config, int convergence_level, cGH* GH) {
  auto const n = static_cast<std::size_t>(extensions().size());
  GH->extensions = static_cast<void**>(std::calloc(n + 1, sizeof(void*)));
  for (int handle = 0; handle < extensions().size(); ++handle)
    if (auto const set_up = extensions().find(handle)->set_up)
      GH->extensions[handle] = set_up(config, convergence_level, GH);
  return 0;
}

int CCTKi_InitGHExtensions(cGH* GH) {
  int n_failed = 0;
  for (int handle = 0; handle < extensions().size(); ++handle)
    if (auto const initialise = extensions().find(handle)->initialise) n_failed += initialise(GH) < 0;
  return n_failed ? -1 : 0;
}

int CCTKi_ScheduleTraverseGHExtensions(cGH* GH, const char* where) {
  int n_called = 0;
  for (int handle = 0; handle < extensions().size(); ++handle)
    if (auto const traverse = extensions().find(handle)->traverse) {
      traverse(GH, where);
      ++n_called;
    }
  return n_called;
}

} // extern "C"
