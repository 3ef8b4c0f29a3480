/// The C functions of cctk_Schedule.h, cctk_Bin.h, cctk_PreSync.h and CCTK_Traverse.
#include "framework/base/errors.hpp"
#include "framework/include/cctk_Bin.h"
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Flesh.h"
#include "framework/include/cctk_Groups.h"
#include "framework/include/cctk_IOMethods.h"
#include "framework/include/cctk_PreSync.h"
#include "framework/include/cctk_Schedule.h"
#include "framework/parameters/parameter_table.hpp"
#include "framework/run/scheduler.hpp"
#include "framework/run/stages.hpp"
#include "framework/schedule/schedule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using chemora::run::scheduler;

namespace {

/// Prints the times of the functions of a bin or group. For an empty `bin`, prints those of all functions, and the
/// times of SYNC and output, which belong to no function.
void print_times(std::string const& bin, std::FILE* file) {
  double total = 0;
  std::string lines;
  auto const add = [&](std::string const& where, std::string const& thorn, std::string const& name, int timer,
                       std::vector<std::string> const& bins) {
    double const seconds = chemora::run::seconds_of_timer(timer);
    total += seconds;
    lines += fmt::format("{:<28} {:<20} {:<36} {:14.6f}{}{}\n", where, thorn, name, seconds, bins.empty() ? "" : "  ",
                         fmt::join(bins, " "));
  };
  for (auto const* const item : scheduler().schedule().all_items())
    if (!item->is_group() && (bin.empty() || item->where == bin))
      add(item->where, item->thorn, item->shown_name(), scheduler().call_of(*item).timer,
          scheduler().schedule().bins_with(item->where));
  if (bin.empty()) {
    add("(SYNC)", "Cactus", "ghost zones", chemora::run::synchronisation_timer(), {});
    for (int handle = 0; handle < CCTK_NumIOMethods(); ++handle)
      add("(output)", CCTK_IOMethodImplementation(handle), CCTK_IOMethodName(handle),
          CCTK_IOMethod(handle)->timer_handle, {});
  }
  fmt::print(file, "{:<28} {:<20} {:<36} {:>14}  {}\n{}\n{}{}\n{:<86} {:14.6f}\n", "Bin or group", "Thorn", "Function",
             "Seconds", "Bins", std::string(101, '-'), lines, std::string(101, '-'), "Total", total);
}

/// Whether functions may access only the variables in their READS and WRITES.
bool is_restricted() {
  static bool const is_restricted =
      chemora::parameters::parameter_table().find("Cactus", "presync_mode")->text() == "presync-only";
  return is_restricted;
}

/// Functions access a vector by its element 0, so a declaration of one element permits access to all.
bool is_same_variable(int declared, int wanted) {
  if (declared == wanted) return true;
  int const group = CCTK_GroupIndexFromVarI(wanted);
  cGroup properties{};
  if (group != CCTK_GroupIndexFromVarI(declared) || CCTK_GroupData(group, &properties) < 0) return false;
  int const length = properties.vectorgroup ? std::max(properties.vectorlength, 1) : 1;
  int const first = CCTK_FirstVarIndexI(group);
  return (declared - first) / length == (wanted - first) / length;
}

} // namespace

extern "C" {

int CCTK_CallFunction(void* function, cFunctionData* fdata, void* data) {
  switch (fdata->type) {
  case FunctionNoArgs:
    reinterpret_cast<int (*)()>(function)();
    break;
  case FunctionOneArg:
    reinterpret_cast<int (*)(void*)>(function)(data);
    break;
  case FunctionStandard:
    reinterpret_cast<void (*)(cGH*)>(function)(static_cast<cGH*>(data));
    break;
  }
  return 0;
}

const cFunctionData* CCTK_ScheduleQueryCurrentFunction(const cGH* cctkGH) {
  (void)cctkGH;
  return scheduler().current();
}

int CCTK_IsInBin(const char* bin) {
  std::string const& running = scheduler().bin();
  return !running.empty() && running == chemora::schedule::bin_name(bin);
}

int CCTK_ScheduleTraverse(const char* where, void* cctkGH, int (*CallFunction)(void*, cFunctionData*, void*)) {
  if (!scheduler().schedule().contains(where)) return 1;
  scheduler().traverse(where, static_cast<cGH*>(cctkGH), CallFunction ? CallFunction : CCTK_CallFunction);
  return 0;
}

int CCTK_Traverse(cGH* cctkGH, const char* where) {
  if (!scheduler().schedule().contains(where)) return 1;
  if (CCTKi_ScheduleTraverseGHExtensions(cctkGH, where) == 0) CCTK_ScheduleTraverse(where, cctkGH, nullptr);
  return 0;
}

int CCTKi_ScheduleGHInit(void* cctkGH) {
  auto const* const gh = static_cast<cGH const*>(cctkGH);
  for (auto const& [group, n_time_levels] : scheduler().permanent_storage())
    CCTK_GroupStorageIncrease(gh, 1, &group, &n_time_levels, nullptr);
  return 0;
}

int CCTK_SchedulePrint(const char* where) {
  fmt::print("{}", chemora::schedule::to_text(scheduler().schedule(), where ? where : ""));
  return 0;
}

int CCTK_SchedulePrintTimesToFile(const char* where, FILE* file) {
  print_times(where ? chemora::schedule::bin_name(where) : "", file);
  return 0;
}

int CCTK_SchedulePrintTimes(const char* where) { return CCTK_SchedulePrintTimesToFile(where, stdout); }

cLanguage CCTK_TranslateLanguage(const char* name) {
  std::string const word = chemora::ccl::lower_case(name);
  return word == "c" ? LangC : word == "fortran" ? LangFortran : LangNone;
}

int CCTK_HasAccess(const cGH* cctkGH, int var_index) {
  auto const* const data = CCTK_ScheduleQueryCurrentFunction(cctkGH);
  if (!is_restricted() || !data) return 1;
  return std::any_of(data->RDWR, data->RDWR + data->n_RDWR,
                     [&](RDWR_entry const& entry) { return is_same_variable(entry.varindex, var_index); });
}

void* CCTKi_VarDataPtrI(const cGH* cctkGH, int timelevel, int varindex) {
  if (varindex < 0 || !cctkGH->data[varindex]) return nullptr;
  if (is_restricted() && !CCTK_HasAccess(cctkGH, varindex)) return nullptr;
  return cctkGH->data[varindex][timelevel];
}

} // extern "C"
