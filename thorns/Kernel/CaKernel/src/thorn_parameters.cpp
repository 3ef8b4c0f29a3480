#include "thorn_parameters.hpp"

#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "local_grid.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace ca_kernel {

namespace ir = chemora::ir;
using chemora::base::UserError;
using chemora::runtime::RegisteredKernel;

namespace {

struct Value {
  int type = 0;
  double number = 0;
  std::string text;
};

/// The value of a parameter. Names without an owner, as in `owner::parameter`, are those of parameters of the thorn.
Value read(std::string const& thorn, std::string const& name) {
  auto const separator = name.find("::");
  std::string const owner = separator == std::string::npos ? thorn : name.substr(0, separator);
  std::string const parameter = separator == std::string::npos ? name : name.substr(separator + 2);
  Value value;
  void const* const data = find_parameter(owner, parameter, value.type);
  if (!data)
    throw UserError("A kernel of thorn " + thorn + " uses parameter " + owner + "::" + parameter +
                    ", which does not exist.");
  switch (value.type) {
  case PARAMETER_REAL:
    value.number = *static_cast<CCTK_REAL const*>(data);
    break;
  case PARAMETER_INT:
    value.number = *static_cast<CCTK_INT const*>(data);
    value.text = std::to_string(*static_cast<CCTK_INT const*>(data));
    break;
  case PARAMETER_BOOLEAN:
    value.number = *static_cast<CCTK_INT const*>(data) ? 1 : 0;
    value.text = value.number != 0 ? "yes" : "no";
    break;
  default:
    value.text = *static_cast<char const* const*>(data);
  }
  return value;
}

int keyword_index(std::string const& thorn, ir::Parameter const& parameter, std::string const& text) {
  for (std::size_t i = 0; i < parameter.keywords.size(); ++i)
    if (CCTK_Equals(text.c_str(), parameter.keywords[i].c_str())) return static_cast<int>(i);
  throw UserError("Parameter " + thorn + "::" + parameter.name + " is \"" + text +
                  "\", but its kernels were generated for: " + chemora::base::join(parameter.keywords) + ".");
}

} // namespace

// CCTK_ParameterGet takes names of thorns only. The addresses of parameters do not change.
void const* find_parameter(std::string const& owner, std::string const& name, int& type) {
  struct Parameter {
    void const* data;
    int type;
  };
  static std::map<std::pair<std::string, std::string>, Parameter> cache;
  auto cached = cache.find({owner, name});
  if (cached == cache.end()) {
    char const* const thorn = CCTK_IsThornActive(owner.c_str()) ? owner.c_str() : CCTK_ActivatingThorn(owner.c_str());
    Parameter parameter{nullptr, 0};
    if (thorn) parameter.data = CCTK_ParameterGet(name.c_str(), thorn, &parameter.type);
    if (!parameter.data) return nullptr;
    cached = cache.emplace(std::pair(owner, name), parameter).first;
  }
  type = cached->second.type;
  return cached->second.data;
}

std::map<std::string, double> parameter_values(cGH const* cctkGH, std::string const& thorn, ir::Graph const& graph) {
  std::map<std::string, double> values, widths;
  for (auto const& parameter : graph.parameters) {
    if (parameter.name.starts_with(ir::boundary_width_prefix)) {
      if (widths.empty()) widths = boundary_parameters(cctkGH);
      values[parameter.name] = widths.at(parameter.name);
      continue;
    }
    Value const value = read(thorn, parameter.name);
    values[parameter.name] = parameter.keywords.empty() ? value.number : keyword_index(thorn, parameter, value.text);
  }
  return values;
}

std::size_t choose_variant(RegisteredKernel const& kernel) {
  std::vector<std::size_t> applicable;
  for (std::size_t i = 0; i < kernel.variants.size(); ++i) {
    auto const& guards = kernel.variants[i].guards();
    if (std::all_of(guards.begin(), guards.end(), [&](ir::Guard const& guard) {
          return chemora::runtime::are_equal_names(read(kernel.thorn, guard.name).text, guard.value);
        }))
      applicable.push_back(i);
  }
  if (applicable.size() == 1) return applicable.front();
  std::string guards;
  for (auto const& variant : kernel.variants)
    for (auto const& guard : variant.guards()) guards += " " + guard.name + "=" + guard.value;
  throw UserError("Kernel " + kernel.full_name() + " has " + std::to_string(applicable.size()) +
                  " variants for the parameters of this run; one is needed. Its variants are for:" + guards + ".");
}

} // namespace ca_kernel
