// A replacement for CUPTI's range profiler, for use with fake_cuda.cpp. It checks that callers respect the sizes,
// offsets and order of calls that CUPTI's headers and manual specify, and fills each buffer to its end. In the n-th
// replay of a launch, metric m (counted from 0) has the value 100 n + m.
//
// The environment variable FAKE_CUPTI_REJECTS names a function that must fail. fake_cupti_calls() returns the names of
// the functions that were called since the previous fake_cupti_calls().
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

extern "C" void (*fake_cuda_on_range)();

namespace {

constexpr int wrong = 1, insufficient_privileges = 35;
constexpr std::size_t config_bytes = 1234, counter_bytes = 4321, n_metrics = 8;
constexpr std::array<char const*, n_metrics> metrics{"gpu__time_duration.sum",
                                                     "dram__bytes_read.sum",
                                                     "dram__bytes_write.sum",
                                                     "dram__throughput.avg.pct_of_peak_sustained_elapsed",
                                                     "sm__warps_active.avg.pct_of_peak_sustained_active",
                                                     "smsp__issue_active.avg.pct_of_peak_sustained_active",
                                                     "l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum",
                                                     "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum"};

enum class State { unknown, initialised, enabled, sized, cleared, configured, started, stopped, decoded };
State state = State::unknown;
std::string calls;
int host = 0, profiler = 0, n_repeated = 0, n_in_range = 0;
std::uint8_t const* counters = nullptr;

template <typename T>
T& at(void* params, std::size_t offset) {
  return *reinterpret_cast<T*>(static_cast<char*>(params) + offset);
}

/// Records the call. Returns 0 if the call is permitted and the size in the first member of `params` equals `bytes`.
int check(char const* name, void* params, std::size_t bytes) {
  calls += (calls.empty() ? "" : " ") + std::string(name);
  char const* const rejected = std::getenv("FAKE_CUPTI_REJECTS");
  if (rejected && std::string(rejected) == name) return insufficient_privileges;
  return at<std::size_t>(params, 0) == bytes && !at<void*>(params, 8) ? 0 : wrong;
}

int check_host(char const* name, void* params, std::size_t bytes) {
  int const code = check(name, params, bytes);
  return code != 0 ? code : at<void*>(params, 16) == &host ? 0 : wrong;
}

int step(char const* name, void* params, std::size_t bytes, State before, State after) {
  int const code = check(name, params, bytes);
  if (code != 0) return code;
  if (state != before || at<void*>(params, 16) != &profiler) return wrong;
  return state = after, 0;
}

bool are_metrics(void* params, std::size_t names, std::size_t n) {
  if (at<std::size_t>(params, n) != n_metrics) return false;
  for (std::size_t m = 0; m < n_metrics; ++m)
    if (std::string(at<char const* const*>(params, names)[m]) != metrics[m]) return false;
  return true;
}

bool is_full_of(std::uint8_t const* bytes, std::size_t n, std::uint8_t value) {
  for (std::size_t i = 0; i < n; ++i)
    if (bytes[i] != value) return false;
  return true;
}

} // namespace

extern "C" {

char const* fake_cupti_calls() {
  static std::string reported_calls;
  reported_calls.swap(calls);
  calls.clear();
  return reported_calls.c_str();
}

int cuptiProfilerInitialize(void* p) {
  if (state == State::unknown) state = State::initialised;
  return check("Initialize", p, 16);
}
int cuptiDeviceGetChipName(void* p) {
  at<char const*>(p, 24) = at<std::size_t>(p, 16) == 0 ? "GH100" : "GA100";
  return check("ChipName", p, 32);
}

int cuptiProfilerHostInitialize(void* p) {
  std::string const chip = at<char const*>(p, 24);
  at<void*>(p, 40) = &host;
  int const code = check("HostInitialize", p, 48);
  return code != 0 ? code : at<int>(p, 16) == 0 && (chip == "GH100" || chip == "GA100") ? 0 : wrong;
}
int cuptiProfilerHostDeinitialize(void* p) { return check_host("HostDeinitialize", p, 24); }
int cuptiProfilerHostConfigAddMetrics(void* p) {
  int const code = check_host("AddMetrics", p, 40);
  return code != 0 ? code : are_metrics(p, 24, 32) ? 0 : wrong;
}
int cuptiProfilerHostGetConfigImageSize(void* p) {
  at<std::size_t>(p, 24) = config_bytes;
  return check_host("ConfigImageSize", p, 32);
}
int cuptiProfilerHostGetConfigImage(void* p) {
  int const code = check_host("ConfigImage", p, 40);
  if (code != 0 || at<std::size_t>(p, 24) != config_bytes) return code + wrong;
  return std::memset(at<std::uint8_t*>(p, 32), 7, config_bytes), 0;
}

int cuptiRangeProfilerEnable(void* p) {
  int const code = check("Enable", p, 32);
  if (code != 0) return code;
  if (state != State::initialised || !at<void*>(p, 16)) return wrong;
  at<void*>(p, 24) = &profiler;
  return state = State::enabled, 0;
}
int cuptiRangeProfilerDisable(void* p) {
  fake_cuda_on_range = nullptr;
  state = State::initialised;
  return check("Disable", p, 24);
}
int cuptiRangeProfilerGetCounterDataSize(void* p) {
  int const code = step("CounterDataSize", p, 64, State::enabled, State::sized);
  at<std::size_t>(p, 56) = counter_bytes;
  if (code != 0) return code;
  return are_metrics(p, 24, 32) && at<std::size_t>(p, 40) == 1 && at<std::uint32_t>(p, 48) == 1 ? 0 : wrong;
}
int cuptiRangeProfilerCounterDataImageInitialize(void* p) {
  int const code = step("CounterData", p, 40, State::sized, State::cleared);
  if (code != 0 || at<std::size_t>(p, 24) != counter_bytes) return code + wrong;
  return std::memset(at<std::uint8_t*>(p, 32), 1, counter_bytes), 0;
}
int cuptiRangeProfilerSetConfig(void* p) {
  int const code = step("SetConfig", p, 90, State::cleared, State::configured);
  if (code != 0) return code;
  counters = at<std::uint8_t const*>(p, 48);
  bool const is_right =
      at<std::size_t>(p, 24) == config_bytes && is_full_of(at<std::uint8_t const*>(p, 32), config_bytes, 7) &&
      at<std::size_t>(p, 40) == counter_bytes && is_full_of(counters, counter_bytes, 1) && at<int>(p, 56) == 1 &&
      at<int>(p, 60) == 2 && at<std::size_t>(p, 64) == 1 && at<std::uint16_t>(p, 72) == 1 &&
      at<std::uint16_t>(p, 74) == 1 && at<std::size_t>(p, 80) == 0 && at<std::uint16_t>(p, 88) == 1;
  return is_right ? 0 : wrong;
}
int cuptiRangeProfilerStart(void* p) {
  n_in_range = 0;
  fake_cuda_on_range = [] { ++n_repeated, ++n_in_range; };
  return step("Start", p, 24, State::configured, State::started);
}
int cuptiRangeProfilerStop(void* p) {
  fake_cuda_on_range = nullptr;
  at<std::uint8_t>(p, 40) = 1;
  return step("Stop", p, 41, State::started, State::stopped);
}
int cuptiRangeProfilerDecodeData(void* p) {
  int const code = step("Decode", p, 32, State::stopped, State::decoded);
  at<std::size_t>(p, 24) = n_in_range > 1 ? static_cast<std::size_t>(n_in_range - 1) : 0; // the buffer holds one range
  if (code == 0) std::memset(const_cast<std::uint8_t*>(counters), 2, counter_bytes);
  return code;
}
int cuptiRangeProfilerGetCounterDataInfo(void* p) {
  int const code = check("Info", p, 40);
  at<std::size_t>(p, 32) = n_in_range > 0 ? 1 : 0;
  return code != 0 ? code : at<std::size_t>(p, 24) == counter_bytes && at<std::uint8_t*>(p, 16) == counters ? 0 : wrong;
}
int cuptiProfilerHostEvaluateToGpuValues(void* p) {
  int const code = check_host("Evaluate", p, 72);
  if (code != 0) return code;
  if (at<std::size_t>(p, 32) != counter_bytes || !is_full_of(at<std::uint8_t const*>(p, 24), counter_bytes, 2) ||
      at<std::size_t>(p, 40) != 0 || !are_metrics(p, 48, 56))
    return wrong;
  for (std::size_t m = 0; m < n_metrics; ++m) at<double*>(p, 64)[m] = 100 * n_repeated + static_cast<double>(m);
  return 0;
}

} // extern "C"
