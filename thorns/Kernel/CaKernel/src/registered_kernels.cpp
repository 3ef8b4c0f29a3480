#include "registered_kernels.hpp"

#include "cactus_grid_functions.hpp"
#include "framework/base/errors.hpp"
#include "framework/base/text.hpp"
#include "util_Table.h"

#include <algorithm>
#include <sstream>
#include <utility>

#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else // the flesh of another Cactus does not show its schedule
inline void CCTK_VisitScheduledFunctions(void (*)(cFunctionData const*, void*), void*) {}
inline int CCTK_VisitFunctionsIn(char const*, void (*)(cFunctionData const*, void*), void*) { return 0; }
#endif

namespace ca_kernel {

namespace ir = chemora::ir;
namespace launch = chemora::launch;
using chemora::base::UserError;
using chemora::runtime::are_equal_names;
using chemora::runtime::KernelRegistry;
using chemora::runtime::RegisteredKernel;

namespace {

std::vector<std::string> names_of_kernels(KernelRegistry const& registry, cFunctionData const& function) {
  std::vector<std::string> names{function.routine};
  constexpr char const* key = "Kernels";
  CCTK_INT type = 0, n = 0;
  if (function.tags < 0 || Util_TableQueryValueInfo(function.tags, &type, &n, key) != 1) return names;
  std::string list(static_cast<std::size_t>(n) + 1, '\0');
  if (type != CCTK_VARIABLE_CHAR ||
      Util_TableGetString(function.tags, static_cast<int>(list.size()), list.data(), key) < 0)
    throw UserError(std::string("TAGS of ") + function.thorn + "::" + function.routine +
                    ": Kernels takes names of kernels in quotes.");
  std::istringstream words(list.c_str());
  for (std::string word; words >> word;) {
    registry.find(function.thorn, word); // throws if no such kernel exists
    names.push_back(word);
  }
  return names;
}

/// Calls act(function, index of the kernel) for the kernels of all functions that `visit` visits. `visit` is C code,
/// so that exceptions are caught before they pass through it.
template <class VisitFunctions, class Act>
void for_each_launch(KernelRegistry const& registry, VisitFunctions const& visit, Act const& act) {
  struct Data {
    KernelRegistry const& registry;
    Act const& act;
    std::string error{};
  } data{registry, act};
  visit(
      [](cFunctionData const* function, void* pointer) {
        auto& data = *static_cast<Data*>(pointer);
        try {
          for (std::size_t const kernel : kernels_of(data.registry, *function)) data.act(*function, kernel);
        } catch (std::exception const& error) {
          data.error = error.what();
        }
      },
      &data);
  if (!data.error.empty()) throw UserError(data.error);
}

struct Value {
  int type = 0;
  double number = 0;
  std::string text;
};

/// The value of a parameter. A name without an owner (as in `owner::parameter`) denotes a parameter of the thorn.
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

/// The value of a scalar of the thorn; 0 if no grid exists yet.
double scalar_value(cGH const* cctkGH, std::string const& thorn, std::string const& name) {
  std::string const full_name = std::string(CCTK_ThornImplementation(thorn.c_str())) + "::" + name;
  auto const* const value =
      cctkGH ? static_cast<CCTK_REAL const*>(CCTK_VarDataPtr(cctkGH, 0, full_name.c_str())) : nullptr;
  return value ? static_cast<double>(*value) : 0;
}

} // namespace

std::vector<std::size_t> kernels_of(KernelRegistry const& registry, cFunctionData const& function) {
  std::vector<std::size_t> indices;
  auto const& kernels = registry.kernels();
  for (auto const& name : names_of_kernels(registry, function))
    for (std::size_t i = 0; i < kernels.size(); ++i)
      if (are_equal_names(kernels[i].thorn, function.thorn) && are_equal_names(kernels[i].name, name))
        indices.push_back(i);
  return indices;
}

std::vector<Usage> scheduled_usage(KernelRegistry const& registry) {
  std::vector<Usage> usage(registry.kernels().size(), Usage::never);
  for_each_launch(registry, CCTK_VisitScheduledFunctions, [&](cFunctionData const& function, std::size_t kernel) {
    usage[kernel] = std::max(usage[kernel], function.n_TriggerGroups > 0 ? Usage::if_triggered : Usage::always);
  });
  return usage;
}

bool is_scheduled(std::string const& thorn, std::string const& function) {
#if __has_include("cctk_ScheduleVisit.h")
  struct Search {
    std::string const &thorn, &function;
    bool is_found = false;
  } search{thorn, function};
  CCTK_VisitScheduledFunctions(
      [](cFunctionData const* each, void* pointer) {
        auto& data = *static_cast<Search*>(pointer);
        data.is_found = data.is_found ||
                        (are_equal_names(each->thorn, data.thorn) && are_equal_names(each->routine, data.function));
      },
      &search);
  return search.is_found;
#else
  return !thorn.empty() && !function.empty();
#endif
}

std::vector<std::size_t> evolution_kernels(KernelRegistry const& registry) {
  std::vector<std::size_t> kernels;
  for_each_launch(
      registry, [](auto act, void* data) { CCTK_VisitFunctionsIn("CCTK_EVOL", act, data); },
      [&](cFunctionData const& function, std::size_t kernel) {
        if (function.n_TriggerGroups == 0) kernels.push_back(kernel);
      });
  return kernels;
}

// Resolves implementation names first, because CCTK_ParameterGet accepts only thorn names. Caches addresses, because
// they do not change during a run.
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
    double& value = values[parameter.name];
    if (parameter.name.starts_with(ir::boundary_width_prefix)) {
      if (widths.empty()) widths = launch::width_parameters(cctkGH ? outer_widths(cctkGH) : launch::FaceWidths{});
      value = widths.at(parameter.name);
    } else if (parameter.name.starts_with(ir::scalar_prefix)) {
      value = scalar_value(cctkGH, thorn, parameter.name.substr(ir::scalar_prefix.size()));
    } else {
      Value const given = read(thorn, parameter.name);
      value = parameter.keywords.empty() ? given.number : chemora::runtime::keyword_index(thorn, parameter, given.text);
    }
  }
  return values;
}

std::size_t choose_variant(RegisteredKernel const& kernel) {
  return chemora::runtime::choose_variant(
      kernel, [&](std::string const& parameter) { return read(kernel.thorn, parameter).text; });
}

} // namespace ca_kernel
