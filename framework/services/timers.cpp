/// The C functions of cctk_Timers.h: clocks, and timers with one value per clock. A wall clock always exists.
#include "framework/include/cctk_Timers.h"

#include "framework/services/registry.hpp"

#include <chrono>
#include <cstdio>
#include <cstring>
#include <vector>

namespace chemora::services {

namespace {

struct Clock {
  std::string name;
  cClockFuncs functions;
};

/// The clock "gettimeofday": seconds of wall-clock time, added over all intervals between start and stop.
struct WallTime {
  std::chrono::steady_clock::time_point started;
  double total = 0;
  bool is_running = false;

  double now() const {
    return total + (is_running ? std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count() : 0);
  }
};

WallTime& wall_time(void* data) { return *static_cast<WallTime*>(data); }

cClockFuncs wall_clock_functions() {
  return {
      "gettimeofday",
      1,
      [](int) -> void* { return new WallTime; },
      [](int, void* data) { delete static_cast<WallTime*>(data); },
      [](int, void* data) {
        wall_time(data).started = std::chrono::steady_clock::now();
        wall_time(data).is_running = true;
      },
      [](int, void* data) {
        wall_time(data).total = wall_time(data).now();
        wall_time(data).is_running = false;
      },
      [](int, void* data) { wall_time(data) = WallTime{}; },
      [](int, void* data, cTimerVal* values) {
        values[0].type = val_double;
        values[0].heading = "gettimeofday";
        values[0].units = "secs";
        values[0].val.d = values[0].seconds = wall_time(data).now();
        values[0].resolution = 1e-9;
      },
      [](int, void* data, cTimerVal* values) {
        wall_time(data) = WallTime{{}, values[0].val.d, false};
      },
      [](int, void*, cTimerVal* values) { return values[0].seconds; },
  };
}

NamedRegistry<Clock>& clocks() {
  static NamedRegistry<Clock> all = [] {
    NamedRegistry<Clock> initial;
    initial.add({"gettimeofday", wall_clock_functions()});
    return initial;
  }();
  return all;
}

struct Timer {
  std::string name;
  bool is_running = false;
  std::vector<void*> data; ///< data of the timer, indexed by clock
};

Handles<Timer>& timers() {
  static Handles<Timer> registry;
  return registry;
}

int find_timer(char const* name) {
  for (int handle = 0; name && handle < timers().size(); ++handle)
    if (Timer const* const timer = timers().find(handle); timer && timer->name == name) return handle;
  return -1;
}

int n_values() {
  int n = 0;
  for (int clock = 0; clock < clocks().size(); ++clock) n += clocks().find(clock)->functions.n_vals;
  return n;
}

/// Calls `action` for each clock of a timer; returns a negative number for an unknown timer. Clocks that were
/// registered after the timer are added here.
template <class Action>
int for_each_clock(int handle, Action action) {
  Timer* const timer = timers().find(handle);
  if (!timer) return -1;
  for (int clock = 0; clock < clocks().size(); ++clock) {
    cClockFuncs const& functions = clocks().find(clock)->functions;
    if (clock == static_cast<int>(timer->data.size()))
      timer->data.push_back(functions.create ? functions.create(handle) : nullptr);
    action(*timer, functions, timer->data[static_cast<std::size_t>(clock)]);
  }
  return 0;
}

} // namespace

} // namespace chemora::services

using namespace chemora::services;

extern "C" {

int CCTK_ClockRegister(const char* name, const cClockFuncs* functions) { return clocks().add({name, *functions}); }
int CCTK_NumClocks(void) { return clocks().size(); }
const char* CCTK_ClockName(int clock) { return clocks().name(clock); }
int CCTK_ClockHandle(const char* name) { return clocks().handle(name); }

int CCTK_NumTimers(void) { return timers().size(); }

const char* CCTK_TimerName(int timer) {
  Timer const* const found = timers().find(timer);
  return found ? found->name.c_str() : nullptr;
}

int CCTK_TimerCreate(const char* name) {
  int const known = find_timer(name);
  return known >= 0 ? known : timers().add({name ? name : "", false, {}});
}

int CCTK_TimerCreateI(void) { return timers().add({"UNNAMED TIMER", false, {}}); }

int CCTK_TimerDestroyI(int timer) {
  for_each_clock(timer, [&](Timer&, cClockFuncs const& functions, void* data) {
    if (functions.destroy) functions.destroy(timer, data);
  });
  return timers().remove(timer) ? 0 : -1;
}

int CCTK_TimerStartI(int timer) {
  return for_each_clock(timer, [&](Timer& found, cClockFuncs const& functions, void* data) {
    found.is_running = true;
    functions.start(timer, data);
  });
}

int CCTK_TimerStopI(int timer) {
  return for_each_clock(timer, [&](Timer& found, cClockFuncs const& functions, void* data) {
    found.is_running = false;
    functions.stop(timer, data);
  });
}

int CCTK_TimerResetI(int timer) {
  return for_each_clock(timer, [&](Timer&, cClockFuncs const& functions, void* data) { functions.reset(timer, data); });
}

int CCTK_TimerIsRunningI(int timer) {
  Timer const* const found = timers().find(timer);
  return found ? found->is_running : -1;
}

int CCTK_TimerI(int timer, cTimerData* info) {
  int n = 0;
  return for_each_clock(timer, [&](Timer&, cClockFuncs const& functions, void* data) {
    if (n + functions.n_vals <= info->n_vals) functions.get(timer, data, info->vals + n);
    n += functions.n_vals;
  });
}

int CCTK_TimerDestroy(const char* name) { return CCTK_TimerDestroyI(find_timer(name)); }
int CCTK_TimerStart(const char* name) { return CCTK_TimerStartI(find_timer(name)); }
int CCTK_TimerStop(const char* name) { return CCTK_TimerStopI(find_timer(name)); }
int CCTK_TimerReset(const char* name) { return CCTK_TimerResetI(find_timer(name)); }
int CCTK_TimerIsRunning(const char* name) { return CCTK_TimerIsRunningI(find_timer(name)); }
int CCTK_Timer(const char* name, cTimerData* info) { return CCTK_TimerI(find_timer(name), info); }

cTimerData* CCTK_TimerCreateData(void) {
  int const n = n_values();
  return new cTimerData{n, new cTimerVal[static_cast<std::size_t>(n)]()};
}

int CCTK_TimerDestroyData(cTimerData* info) {
  if (!info) return -1;
  delete[] info->vals;
  delete info;
  return 0;
}

int CCTK_TimerPrintDataI(int timer, int clock) {
  cTimerData* const info = CCTK_TimerCreateData();
  int const status = CCTK_TimerI(timer, info);
  for (int n = 0; status == 0 && n < info->n_vals; ++n)
    if (clock < 0 || n == clock)
      std::printf("%s: %s %.6f %s\n", CCTK_TimerName(timer), info->vals[n].heading, info->vals[n].seconds,
                  info->vals[n].units);
  CCTK_TimerDestroyData(info);
  return status;
}

int CCTK_TimerPrintData(const char* timer, const char* clock) {
  return CCTK_TimerPrintDataI(find_timer(timer), clock ? clocks().handle(clock) : -1);
}

unsigned int CCTK_NumTimerClocks(const cTimerData* info) { return static_cast<unsigned int>(info->n_vals); }

const cTimerVal* CCTK_GetClockValueI(int value, const cTimerData* info) {
  return value >= 0 && value < info->n_vals ? info->vals + value : nullptr;
}

const cTimerVal* CCTK_GetClockValue(const char* clock, const cTimerData* info) {
  for (int n = 0; n < info->n_vals; ++n)
    if (info->vals[n].heading && std::strcmp(info->vals[n].heading, clock) == 0) return info->vals + n;
  return nullptr;
}

double CCTK_TimerClockSeconds(const cTimerVal* value) { return value->seconds; }
double CCTK_TimerClockResolution(const cTimerVal* value) { return value->resolution; }
const char* CCTK_TimerClockName(const cTimerVal* value) { return value->heading; }

} // extern "C"
