// The type a parameter has in thorns' sources.
#include "framework/bind/parameter_type.hpp"

#include "framework/base/errors.hpp"

namespace chemora::bind {

std::string parameter_type(ccl::ParameterType type) {
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
  throw base::InternalError("bind::parameter_type: unknown type of parameter");
}

} // namespace chemora::bind
