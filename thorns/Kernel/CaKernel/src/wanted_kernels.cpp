// Walks over the schedule.
#include "wanted_kernels.hpp"

#include "cctk.h"
#include "framework/base/errors.hpp"
#include "util_Table.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>

#if __has_include("cctk_ScheduleVisit.h")
#include "cctk_ScheduleVisit.h"
#else // the flesh of another Cactus shows nothing
inline void CCTK_VisitScheduledFunctions(void (*)(cFunctionData const*, void*), void*) {}
inline int CCTK_VisitFunctionsIn(char const*, void (*)(cFunctionData const*, void*), void*) { return 0; }
#endif

namespace ca_kernel {

namespace base = chemora::base;

namespace {

std::vector<std::string> names_of_kernels(Registry const& registry, cFunctionData const& function) {
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
    registry.find(function.thorn, word); // must be there
    names.push_back(word);
  }
  return names;
}

struct Wanted {
  Registry const& registry;
  std::vector<Want> wants;
  std::string error;
};

void mark_kernels(cFunctionData const* function, void* data) {
  auto& wanted = *static_cast<Wanted*>(data);
  Want const want = function->n_TriggerGroups > 0 ? Want::if_triggered : Want::always;
  try {
    for (std::size_t const i : kernels_of(wanted.registry, *function))
      wanted.wants[i] = std::max(wanted.wants[i], want);
  } catch (std::exception const& error) {
    wanted.error = error.what(); // the caller is no C++
  }
}

struct Launched {
  Registry const& registry;
  std::vector<std::size_t> kernels;
  std::string error;
};

void add_kernels(cFunctionData const* function, void* data) {
  auto& launched = *static_cast<Launched*>(data);
  if (function->n_TriggerGroups > 0) return;
  try {
    for (std::size_t const i : kernels_of(launched.registry, *function)) launched.kernels.push_back(i);
  } catch (std::exception const& error) {
    launched.error = error.what(); // the caller is C code
  }
}

} // namespace

std::vector<std::size_t> kernels_of(Registry const& registry, cFunctionData const& function) {
  std::vector<std::size_t> found;
  auto const& kernels = registry.all();
  for (auto const& name : names_of_kernels(registry, function))
    for (std::size_t i = 0; i < kernels.size(); ++i)
      if (are_same(kernels[i].thorn, function.thorn) && are_same(kernels[i].name, name)) found.push_back(i);
  return found;
}

std::vector<Want> wanted_kernels(Registry const& registry) {
  Wanted wanted{registry, std::vector<Want>(registry.all().size(), Want::never), {}};
  CCTK_VisitScheduledFunctions(mark_kernels, &wanted);
  if (!wanted.error.empty()) throw base::UserError(wanted.error);
  return wanted.wants;
}

std::vector<std::size_t> evolution_kernels(Registry const& registry) {
  Launched launched{registry, {}, {}};
  CCTK_VisitFunctionsIn("CCTK_EVOL", add_kernels, &launched);
  if (!launched.error.empty()) throw base::UserError(launched.error);
  return std::move(launched.kernels);
}

} // namespace ca_kernel
