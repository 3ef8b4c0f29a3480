#include "codegen/tensor/familiar_names.hpp"

#include <map>

namespace chemora::tensor {

namespace {

std::map<std::string, std::string> const& hints() {
  static std::string const laplacian = "The Laplacian of u is `delta^ij D_ij u`, or `g^ij CD_ij u` with a metric.";
  static std::string const gradient = "The gradient of u is `D_i u`.", divergence = "The divergence of v is `D_i v^i`.";
  static std::string const curl = "The curl of v is `Eps^ijk D_j v_k`.";
  static std::string const derivative = "A derivative is written `D_i u`, along x `D_x u`, the second one `D_ij u`.";
  static std::string const time = "The time is `t`.", step = "The time step is `dt`.";
  static std::string const sign = "The sign of a is `if(a < 0, -1, 1)`.";
  static std::string const logarithm = "The natural logarithm is `log`.";
  static std::map<std::string, std::string> const table{
      {"ln", logarithm},
      {"log10", "The logarithm to base 10 of a is `log(a)/log(10)`."},
      {"log2", "The logarithm to base 2 of a is `log(a)/log(2)`."},
      {"time", time},
      {"cctk_time", time},
      {"timestep", step},
      {"cctk_delta_time", step},
      {"laplacian", laplacian},
      {"laplace", laplacian},
      {"Laplacian", laplacian},
      {"Laplace", laplacian},
      {"lap", laplacian},
      {"grad", gradient},
      {"gradient", gradient},
      {"nabla", gradient},
      {"div", divergence},
      {"divergence", divergence},
      {"curl", curl},
      {"rot", curl},
      {"diff", derivative},
      {"deriv", derivative},
      {"partial", derivative},
      {"ddx", derivative},
      {"radius", "The distance from the origin is `r`."},
      {"arcsin", "The inverse sine is `asin`."},
      {"arccos", "The inverse cosine is `acos`."},
      {"arctan", "The inverse tangent is `atan`."},
      {"sgn", sign},
      {"sign", sign},
      {"sec", "The secant of a is `1/cos(a)`."},
      {"cot", "The cotangent of a is `1/tan(a)`."},
      {"mod", "The remainder of a by b is `a - b*floor(a/b)`."},
      {"fmod", "The remainder of a by b is `a - b*floor(a/b)`."},
      {"ceil", "The least whole number not below a is `-floor(-a)`."},
      {"square", "The square of a is `a**2`."},
      {"true", "A truth value is written as a comparison; a boolean parameter is yes or no."},
      {"false", "A truth value is written as a comparison; a boolean parameter is yes or no."}};
  return table;
}

} // namespace

std::string hint_for_familiar(std::string const& name) {
  auto const hint = hints().find(name);
  return hint == hints().end() ? "" : " " + hint->second;
}

} // namespace chemora::tensor
