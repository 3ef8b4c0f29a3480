// Reads parameters through the flesh.
#include "thorn_parameters.hpp"

#include "framework/base/errors.hpp"
#include "outer_boundary.hpp"

#include <algorithm>
#include <map>
#include <strings.h>
#include <utility>

namespace ca_kernel {

namespace ir = chemora::ir;
using chemora::base::UserError;

namespace {

/// A parameter's value; `owner` is the thorn unless the name says otherwise.
struct Value {
  int type = 0;
  double number = 0;
  std::string text;
};

Value read(std::string const& thorn, std::string const& name) {
  auto const separator = name.find("::");
  std::string const owner = separator == std::string::npos ? thorn : name.substr(0, separator);
  std::string const own_name = separator == std::string::npos ? name : name.substr(separator + 2);
  Value value;
  void const* const data = find_parameter(owner, own_name, value.type);
  if (!data)
    throw UserError("A kernel of thorn " + thorn + " uses parameter " + owner + "::" + own_name +
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
                  "\", which its kernels do not know.");
}

} // namespace

// CCTK_ParameterGet knows thorns only. Where a parameter is stays so.
void const* find_parameter(std::string const& owner, std::string const& name, int& type) {
  struct Known {
    void const* data;
    int type;
  };
  static std::map<std::pair<std::string, std::string>, Known> all;
  auto found = all.find({owner, name});
  if (found == all.end()) {
    char const* const thorn = CCTK_IsThornActive(owner.c_str()) ? owner.c_str() : CCTK_ActivatingThorn(owner.c_str());
    Known known{nullptr, 0};
    if (thorn) known.data = CCTK_ParameterGet(name.c_str(), thorn, &known.type);
    if (!known.data) return nullptr;
    found = all.emplace(std::pair(owner, name), known).first;
  }
  type = found->second.type;
  return found->second.data;
}

std::map<std::string, double> parameter_values(cGH const* cctkGH, std::string const& thorn, ir::Graph const& graph) {
  std::map<std::string, double> values;
  std::map<std::string, double> of_grid;
  for (auto const& parameter : graph.parameters) {
    if (parameter.name.starts_with(ir::boundary_width_prefix)) {
      if (of_grid.empty()) of_grid = boundary_parameters(cctkGH);
      values[parameter.name] = of_grid.at(parameter.name);
      continue;
    }
    Value const value = read(thorn, parameter.name);
    values[parameter.name] = parameter.keywords.empty() ? value.number : keyword_index(thorn, parameter, value.text);
  }
  return values;
}

bool guards_hold(std::string const& thorn, std::vector<ir::Guard> const& guards) {
  return std::all_of(guards.begin(), guards.end(), [&](ir::Guard const& guard) {
    return strcasecmp(read(thorn, guard.name).text.c_str(), guard.value.c_str()) == 0;
  });
}

std::size_t choose_variant(Kernel const& kernel) {
  std::vector<std::size_t> holding;
  for (std::size_t i = 0; i < kernel.variants.size(); ++i)
    if (guards_hold(kernel.thorn, kernel.variants[i].guards())) holding.push_back(i);
  if (holding.size() == 1) return holding.front();
  std::string guards;
  for (auto const& variant : kernel.variants)
    for (auto const& guard : variant.guards()) guards += " " + guard.name + "=" + guard.value;
  throw UserError("Kernel " + kernel.full_name() + " has " + std::to_string(holding.size()) +
                  " variants for the parameters of this run; one is needed. Its variants are for:" + guards + ".");
}

} // namespace ca_kernel
