/// The C functions of cctk_IOMethods.h and cctk_IO.h: output methods that thorns register, and output with them.
#include "framework/include/cctk_IOMethods.h"

#include "framework/include/cctk_ActiveThorns.h"
#include "framework/include/cctk_IO.h"
#include "framework/include/cctk_RunSummary.h"
#include "framework/include/cctk_Timers.h"
#include "framework/services/registry.hpp"

namespace chemora::services {

namespace {

struct Method {
  std::string name;
  std::string thorn;
  IOMethod functions{};
};

NamedRegistry<Method>& methods() {
  static NamedRegistry<Method> registry;
  return registry;
}

/// Sets one function of a method; returns -1 for an unknown handle.
template <class Function>
int set(int handle, Function IOMethod::*member, Function function) {
  Method* const method = methods().find(handle);
  if (!method) return -1;
  method->functions.*member = function;
  return 0;
}

int output_by_all_methods(cGH const* cctkGH) {
  int n_variables = 0;
  for (int handle = 0; handle < methods().size(); ++handle)
    if (IOMethod const functions = methods().find(handle)->functions; functions.OutputGH) {
      double const compilation = CCTK_RunTimeOfPart("compilation");
      CCTK_TimerStartI(functions.timer_handle);
      n_variables += functions.OutputGH(cctkGH);
      CCTK_TimerStopI(functions.timer_handle);
      CCTK_AddRunTime("compilation during output", CCTK_RunTimeOfPart("compilation") - compilation);
    }
  return n_variables;
}

int output_variable(cGH const* cctkGH, char const* variable, char const* name, char const* alias) {
  Method const* const method = methods().find(methods().handle(name));
  if (!method || !method->functions.OutputVarAs) return -1;
  return method->functions.OutputVarAs(cctkGH, variable, alias);
}

} // namespace

} // namespace chemora::services

using namespace chemora::services;

CHEMORA_OVERLOADABLE(int, OutputGH, (const cGH* cctkGH), (cctkGH), output_by_all_methods)
CHEMORA_OVERLOADABLE(int, OutputVarAsByMethod,
                     (const cGH* cctkGH, const char* var, const char* method, const char* alias),
                     (cctkGH, var, method, alias), output_variable)

extern "C" {

int CCTKi_RegisterIOMethod(const char* thorn, const char* name) {
  int const handle = methods().add({name, thorn, {}});
  if (handle < 0) return -1;
  Method& method = *methods().find(handle);
  method.functions.implementation = CCTK_ThornImplementation(thorn);
  method.functions.name = method.name.c_str();
  method.functions.timer_handle = CCTK_TimerCreate(("Output: " + method.name).c_str());
  return handle;
}

int CCTK_RegisterIOMethodOutputGH(int handle, int (*function)(const cGH* cctkGH)) {
  return set(handle, &IOMethod::OutputGH, function);
}
int CCTK_RegisterIOMethodTimeToOutput(int handle, int (*function)(const cGH* cctkGH, int vindex)) {
  return set(handle, &IOMethod::TimeToOutput, function);
}
int CCTK_RegisterIOMethodTriggerOutput(int handle, int (*function)(const cGH* cctkGH, int vindex)) {
  return set(handle, &IOMethod::TriggerOutput, function);
}
int CCTK_RegisterIOMethodOutputVarAs(int handle,
                                     int (*function)(const cGH* cctkGH, const char* vname, const char* alias)) {
  return set(handle, &IOMethod::OutputVarAs, function);
}

const char* CCTK_IOMethodImplementation(int handle) {
  Method const* const method = methods().find(handle);
  return method ? method->functions.implementation : nullptr;
}
const char* CCTK_IOMethodName(int handle) { return methods().name(handle); }
const struct IOMethod* CCTK_IOMethod(int handle) {
  Method const* const method = methods().find(handle);
  return method ? &method->functions : nullptr;
}
int CCTK_NumIOMethods(void) { return methods().size(); }

int CCTK_OutputVarAs(const cGH* cctkGH, const char* var, const char* alias) {
  int n_methods = 0;
  for (int handle = 0; handle < methods().size(); ++handle)
    if (CCTK_OutputVarAsByMethod(cctkGH, var, CCTK_IOMethodName(handle), alias) == 0) ++n_methods;
  return n_methods;
}
int CCTK_OutputVar(const cGH* cctkGH, const char* var) { return CCTK_OutputVarAs(cctkGH, var, var); }
int CCTK_OutputVarByMethod(const cGH* cctkGH, const char* var, const char* method) {
  return CCTK_OutputVarAsByMethod(cctkGH, var, method, var);
}

} // extern "C"
