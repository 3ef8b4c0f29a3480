/// The C functions of cctk_Interp.h: interpolation operators that thorns register.
#include "framework/include/cctk_Interp.h"

#include "framework/include/cctk_ActiveThorns.h"
#include "framework/include/cctk_WarnLevel.h"
#include "framework/include/util_ErrorCodes.h"
#include "framework/services/registry.hpp"

namespace chemora::services {

namespace {

struct Interpolator {
  std::string name;
  std::string thorn;
  cInterpOpLocalUniform function;
};

NamedRegistry<Interpolator>& interpolators() {
  static NamedRegistry<Interpolator> registry;
  return registry;
}

} // namespace

} // namespace chemora::services

using namespace chemora::services;

extern "C" {

int CCTK_InterpHandle(const char* name) { return interpolators().handle(name); }

int CCTK_InterpRegisterOpLocalUniform(cInterpOpLocalUniform operator_ptr, const char* operator_name,
                                      const char* thorn_name) {
  constexpr int no_function = -1, duplicate_name = -3; // as in Cactus
  if (!operator_ptr || !operator_name || !thorn_name) return no_function;
  int const handle = interpolators().add({operator_name, thorn_name, operator_ptr});
  return handle < 0 ? duplicate_name : handle;
}

const char* CCTK_InterpOperatorImplementation(int handle) {
  Interpolator const* const found = interpolators().find(handle);
  return found ? CCTK_ThornImplementation(found->thorn.c_str()) : nullptr;
}

const char* CCTK_InterpOperator(int handle) { return interpolators().name(handle); }
int CCTK_NumInterpOperators(void) { return interpolators().size(); }

int CCTK_InterpLocalUniform(int N_dims, int operator_handle, int param_table_handle, const CCTK_REAL coord_origin[],
                            const CCTK_REAL coord_delta[], int N_interp_points, int interp_coords_type_code,
                            const void* const interp_coords[], int N_input_arrays, const CCTK_INT input_array_dims[],
                            const CCTK_INT input_array_type_codes[], const void* const input_arrays[],
                            int N_output_arrays, const CCTK_INT output_array_type_codes[],
                            void* const output_arrays[]) {
  Interpolator const* const found = interpolators().find(operator_handle);
  if (!found) {
    CCTK_VWarn(CCTK_WARN_ALERT, __LINE__, __FILE__, "Cactus",
               "Cannot interpolate: there is no interpolation operator with the handle %d. Is a thorn active that "
               "registers the operator?",
               operator_handle);
    return UTIL_ERROR_BAD_HANDLE;
  }
  return found->function(N_dims, param_table_handle, coord_origin, coord_delta, N_interp_points,
                         interp_coords_type_code, interp_coords, N_input_arrays, input_array_dims,
                         input_array_type_codes, input_arrays, N_output_arrays, output_array_type_codes, output_arrays);
}

} // extern "C"
