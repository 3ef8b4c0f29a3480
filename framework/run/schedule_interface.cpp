// cctk_Schedule.h, cctk_Bin.h and CCTK_Traverse: the schedule from C.
#include "framework/base/errors.hpp"
#include "framework/include/cctk_Bin.h"
#include "framework/include/cctk_Comm.h"
#include "framework/include/cctk_Flesh.h"
#include "framework/include/cctk_IOMethods.h"
#include "framework/include/cctk_Schedule.h"
#include "framework/include/cctk_Timers.h"
#include "framework/run/scheduler.hpp"
#include "framework/schedule/bins.hpp"
#include "framework/schedule/print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <string>
#include <vector>

using chemora::run::scheduler;

namespace {

double seconds_of(int timer) {
  static cTimerData* const info = CCTK_TimerCreateData();
  CCTK_TimerI(timer, info);
  auto const* const value = CCTK_GetClockValueI(0, info);
  return value ? CCTK_TimerClockSeconds(value) : 0;
}

// Of one bin or group, or of everything: then with the groups after SYNC and with output, which belong to no function.
void print_times(std::string const& bin, std::FILE* file) {
  double total = 0;
  std::string lines;
  auto const add = [&](std::string const& where, std::string const& thorn, std::string const& name, int timer,
                       std::vector<std::string> const& bins) {
    double const seconds = seconds_of(timer);
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

const cFunctionData* CCTK_ScheduleQueryCurrentFunction(const cGH* GH) {
  (void)GH;
  return scheduler().current();
}

int CCTK_IsInBin(const char* bin) {
  std::string const& running = scheduler().bin();
  return !running.empty() && running == chemora::schedule::bin_name(bin);
}

int CCTK_ScheduleTraverse(const char* where, void* GH, int (*CallFunction)(void*, cFunctionData*, void*)) {
  if (!scheduler().schedule().knows(where)) return 1;
  scheduler().traverse(where, static_cast<cGH*>(GH), CallFunction ? CallFunction : CCTK_CallFunction);
  return 0;
}

int CCTK_Traverse(cGH* GH, const char* where) {
  if (!scheduler().schedule().knows(where)) return 1;
  if (CCTKi_ScheduleTraverseGHExtensions(GH, where) == 0) CCTK_ScheduleTraverse(where, GH, nullptr);
  return 0;
}

int CCTKi_ScheduleGHInit(void* GH) {
  auto const* const gh = static_cast<cGH const*>(GH);
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

} // extern "C"
