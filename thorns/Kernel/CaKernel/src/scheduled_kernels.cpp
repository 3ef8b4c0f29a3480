#include "scheduled_kernels.hpp"

#include "framework/base/errors.hpp"
#include "util_Table.h"

#include <algorithm>
#include <functional>
#include <sstream>
#include <string>

#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else // the flesh of another Cactus does not show its schedule
inline void CCTK_VisitScheduledFunctions(void (*)(cFunctionData const*, void*), void*) {}
inline int CCTK_VisitFunctionsIn(char const*, void (*)(cFunctionData const*, void*), void*) { return 0; }
#endif

namespace ca_kernel {

namespace base = chemora::base;
using chemora::runtime::are_equal_names;
using chemora::runtime::KernelRegistry;

namespace {

std::vector<std::string> names_of_kernels(KernelRegistry const& registry, cFunctionData const& function) {
  std::vector<std::string> names{function.routine};
  constexpr char const* key = "Kernels";
  CCTK_INT type = 0, n = 0;
  if (function.tags < 0 || Util_TableQueryValueInfo(function.tags, &type, &n, key) != 1) return names;
  std::string list(static_cast<std::size_t>(n) + 1, '\0');
  if (type != CCTK_VARIABLE_CHAR ||
      Util_TableGetString(function.tags, static_cast<int>(list.size()), list.data(), key) < 0)
    throw base::UserError(std::string("TAGS of ") + function.thorn + "::" + function.routine +
                          ": Kernels takes names of kernels in quotes.");
  std::istringstream words(list.c_str());
  for (std::string word; words >> word;) {
    registry.find(function.thorn, word); // throws if there is none
    names.push_back(word);
  }
  return names;
}

/// What a visit of scheduled functions does with the kernels of each function. The visit is C code, so that an
/// exception becomes an error message.
struct Visit {
  KernelRegistry const& registry;
  std::function<void(cFunctionData const&, std::size_t kernel)> act;
  std::string error;
};

void visit_function(cFunctionData const* function, void* data) {
  auto& visit = *static_cast<Visit*>(data);
  try {
    for (std::size_t const kernel : kernels_of(visit.registry, *function)) visit.act(*function, kernel);
  } catch (std::exception const& error) {
    visit.error = error.what();
  }
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
  Visit visit{registry,
              [&](cFunctionData const& function, std::size_t kernel) {
                Usage const by_function = function.n_TriggerGroups > 0 ? Usage::if_triggered : Usage::always;
                usage[kernel] = std::max(usage[kernel], by_function);
              },
              {}};
  CCTK_VisitScheduledFunctions(visit_function, &visit);
  if (!visit.error.empty()) throw base::UserError(visit.error);
  return usage;
}

std::vector<std::size_t> evolution_kernels(KernelRegistry const& registry) {
  std::vector<std::size_t> kernels;
  Visit visit{registry,
              [&](cFunctionData const& function, std::size_t kernel) {
                if (function.n_TriggerGroups == 0) kernels.push_back(kernel);
              },
              {}};
  CCTK_VisitFunctionsIn("CCTK_EVOL", visit_function, &visit);
  if (!visit.error.empty()) throw base::UserError(visit.error);
  return kernels;
}

} // namespace ca_kernel
