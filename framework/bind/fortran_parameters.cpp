// Order and types of the parameters in their common block.
#include "framework/bind/fortran_parameters.hpp"

#include "framework/bind/parameter_type.hpp"

namespace chemora::bind {

std::vector<FortranParameter> fortran_parameters(Thorn const& thorn) {
  std::vector<FortranParameter> members;
  for (bool const is_small : {false, true})
    for (auto const& parameter : thorn.param.parameters)
      if ((parameter_type(parameter.type) == "CCTK_INT") == is_small)
        members.push_back({&parameter, parameter_type(parameter.type)});
  return members;
}

std::string fortran_parameter_common(Thorn const& thorn) { return "chemora_p_" + thorn.name; }

} // namespace chemora::bind
