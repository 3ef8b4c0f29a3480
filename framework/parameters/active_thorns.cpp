// cctk_ActiveThorns.h: thorns and implementations from C.
#include "framework/include/cctk_ActiveThorns.h"

#include "framework/parameters/thorn_catalogue.hpp"

using chemora::parameters::thorn_catalogue;

namespace {

/// Distinct implementation names that live as long as the program.
std::vector<std::string> const& implementation_names() {
  static std::vector<std::string> names;
  if (names.empty()) names = thorn_catalogue().implementations();
  return names;
}

} // namespace

extern "C" {

int CCTK_IsThornActive(const char* thorn) {
  auto const* const found = thorn ? thorn_catalogue().find_thorn(thorn) : nullptr;
  return found && found->is_active;
}

int CCTK_IsThornCompiled(const char* thorn) { return thorn && thorn_catalogue().find_thorn(thorn); }

int CCTK_IsImplementationActive(const char* implementation) {
  return implementation && thorn_catalogue().active_implementor(implementation);
}

int CCTK_IsImplementationCompiled(const char* implementation) {
  return implementation && thorn_catalogue().implementor(implementation);
}

const char* CCTK_ActivatingThorn(const char* implementation) {
  auto const* const thorn = implementation ? thorn_catalogue().active_implementor(implementation) : nullptr;
  return thorn ? thorn->name.c_str() : nullptr;
}

const char* CCTK_ThornImplementation(const char* thorn) {
  auto const* const found = thorn ? thorn_catalogue().find_thorn(thorn) : nullptr;
  return found ? found->implementation().c_str() : nullptr;
}

const char* CCTK_ImplementationThorn(const char* implementation) {
  auto const* const thorn = implementation ? thorn_catalogue().implementor(implementation) : nullptr;
  return thorn ? thorn->name.c_str() : nullptr;
}

int CCTK_NumCompiledThorns(void) { return static_cast<int>(thorn_catalogue().thorns().size()); }

int CCTK_NumCompiledImplementations(void) { return static_cast<int>(implementation_names().size()); }

const char* CCTK_CompiledThorn(int index) {
  if (index < 0 || index >= CCTK_NumCompiledThorns()) return nullptr;
  return thorn_catalogue().thorns()[static_cast<std::size_t>(index)].name.c_str();
}

const char* CCTK_CompiledImplementation(int index) {
  if (index < 0 || index >= CCTK_NumCompiledImplementations()) return nullptr;
  return implementation_names()[static_cast<std::size_t>(index)].c_str();
}

} // extern "C"
