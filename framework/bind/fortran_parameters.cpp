// Order and types of the parameters in their common block.
#include "framework/bind/fortran_parameters.hpp"

namespace chemora::bind {

namespace {

std::string type_of(ccl::ParameterType type) {
  switch (type) {
  case ccl::ParameterType::integer:
  case ccl::ParameterType::boolean:
    return "CCTK_INT";
  case ccl::ParameterType::real:
    return "CCTK_REAL";
  case ccl::ParameterType::keyword:
  case ccl::ParameterType::string:
    return "CCTK_STRING";
  }
  throw base::InternalError("bind::type_of: unknown type of parameter");
}

} // namespace

std::vector<FortranParameter> fortran_parameters(Thorn const& thorn) {
  std::vector<FortranParameter> members;
  for (bool const is_small : {false, true})
    for (auto const& parameter : thorn.param.parameters)
      if ((type_of(parameter.type) == "CCTK_INT") == is_small) members.push_back({&parameter, type_of(parameter.type)});
  return members;
}

std::string fortran_parameter_common(Thorn const& thorn) { return "chemora_p_" + thorn.name; }

} // namespace chemora::bind
