// CUPTI's activity records: buffers are given when it asks for them and read when it gives them back.
#include "kernels/device/cuda/kernel_log.hpp"

#include "kernels/device/cuda/cupti.hpp"
#include "kernels/device/device.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>

namespace chemora::device {

namespace {

using Result = CuptiResult;
using Context = void*;

/// The beginning of CUPTI's record of a kernel, which is the same in all versions since 8.0.
struct KernelActivity {
  std::uint32_t kind;
  std::uint8_t cache, shared_memory;
  std::uint16_t registers;
  std::uint32_t partitioned_requested, partitioned_executed;
  std::uint64_t start, end, completed; // nanoseconds
  std::uint32_t device, context, stream;
  std::int32_t grid[3], block[3], static_shared_bytes, dynamic_shared_bytes;
  std::uint32_t local_bytes_per_thread, local_bytes, correlation;
  std::int64_t grid_number;
  char const* name;
};
static_assert(offsetof(KernelActivity, start) == 16 && offsetof(KernelActivity, correlation) == 92 &&
              offsetof(KernelActivity, name) == 104);

constexpr std::uint32_t kernel_kind = 10;                  ///< kernels that may run at the same time
constexpr std::size_t buffer_bytes = std::size_t{1} << 20; ///< thousands of records
constexpr std::size_t buffer_alignment = 8;
constexpr std::uint32_t all_of_it = 1; ///< buffers that are not full, too

/// What is called for records.
struct Cupti {
  Result (*register_callbacks)(void (*give)(std::uint8_t**, std::size_t*, std::size_t*),
                               void (*take)(Context, std::uint32_t, std::uint8_t*, std::size_t, std::size_t));
  Result (*enable)(std::uint32_t kind);
  Result (*flush)(std::uint32_t flags);
  Result (*next_record)(std::uint8_t*, std::size_t, void** record);
  Result (*n_dropped)(Context, std::uint32_t stream, std::size_t*);
};

Cupti find_calls() {
  DynamicLibrary const& library = cupti_library();
  Cupti cupti{};
  library.find("cuptiActivityRegisterCallbacks", cupti.register_callbacks);
  library.find("cuptiActivityEnable", cupti.enable);
  library.find("cuptiActivityFlushAll", cupti.flush);
  library.find("cuptiActivityGetNextRecord", cupti.next_record);
  library.find("cuptiActivityGetNumDroppedRecords", cupti.n_dropped);
  return cupti;
}

Cupti const& the_cupti() {
  static Cupti const cupti = find_calls();
  return cupti;
}

/// What CUPTI has given back, perhaps on a thread of its own.
struct Arrived {
  std::mutex mutex;
  std::vector<KernelRun> runs;
  std::size_t n_dropped = 0;
};

Arrived& arrived() {
  static Arrived& of_process = *new Arrived; // CUPTI may call until the very end
  return of_process;
}

void note(void const* record) {
  std::uint32_t kind = 0;
  std::memcpy(&kind, record, sizeof kind);
  if (kind != kernel_kind) return;
  KernelActivity kernel;
  std::memcpy(&kernel, record, sizeof kernel);
  if (!kernel.name || std::string_view(kernel.name) != "chemora_kernel") return;
  arrived().runs.push_back({kernel.correlation, 1e-9 * static_cast<double>(kernel.end - kernel.start)});
}

void give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(buffer_alignment, buffer_bytes));
  *size = *buffer ? buffer_bytes : 0;
  *most_records = 0; // as many as fit
}

void take_buffer(Context context, std::uint32_t stream, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  std::lock_guard const lock(arrived().mutex);
  void* record = nullptr;
  while (valid > 0 && the_cupti().next_record(buffer, valid, &record) == 0) note(record);
  std::size_t dropped = 0;
  if (the_cupti().n_dropped(context, stream, &dropped) == 0) arrived().n_dropped += dropped;
  std::free(buffer);
}

} // namespace

KernelLog::KernelLog() {
  check_cupti(the_cupti().register_callbacks(give_buffer, take_buffer), "cuptiActivityRegisterCallbacks");
  check_cupti(the_cupti().enable(kernel_kind), "cuptiActivityEnable");
  name_ = cupti_name();
}

KernelLog& KernelLog::open() {
  static KernelLog log;
  return log;
}

std::vector<KernelRun> const& KernelLog::runs() {
  check_cupti(the_cupti().flush(all_of_it), "cuptiActivityFlushAll");
  std::lock_guard const lock(arrived().mutex);
  if (arrived().n_dropped > 0)
    throw DeviceError(fmt::format("CUPTI had no memory for {} records.", arrived().n_dropped));
  runs_.insert(runs_.end(), arrived().runs.begin(), arrived().runs.end());
  arrived().runs.clear();
  std::sort(runs_.begin(), runs_.end(), [](KernelRun const& a, KernelRun const& b) { return a.order < b.order; });
  return runs_;
}

} // namespace chemora::device
