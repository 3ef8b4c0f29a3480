/// Run times of CUDA kernels for the report, from the records that CUPTI delivers for every launch.
#include "kernels/device/cuda/counters.hpp"
#include "kernels/device/cuda/cupti.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <mutex>
#include <string_view>
#include <utility>

namespace chemora::device {

namespace {

using Result = CuptiResult;
using Context = void*;

/// The first members of CUPTI's record of a kernel run. They are equal in all versions of CUPTI since 8.0.
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

constexpr std::uint32_t kernel_kind = 10;                         ///< CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL
constexpr std::size_t record_buffer_bytes = std::size_t{1} << 20; ///< large enough for thousands of records
constexpr std::size_t buffer_alignment = 8;
constexpr std::uint32_t flush_partial_buffers = 1;

/// The functions of CUPTI that deliver records.
struct Cupti {
  Result (*register_callbacks)(void (*provide)(std::uint8_t**, std::size_t*, std::size_t*),
                               void (*return_buffer)(Context, std::uint32_t, std::uint8_t*, std::size_t, std::size_t));
  Result (*enable)(std::uint32_t kind);
  Result (*flush)(std::uint32_t flags);
  Result (*next_record)(std::uint8_t*, std::size_t, void** record);
  Result (*n_dropped)(Context, std::uint32_t stream, std::size_t*);
};

Cupti find_calls() {
  DynamicLibrary const& library = cupti_library();
  Cupti cupti{};
  library.find(std::initializer_list<LibraryFunction>{{"cuptiActivityRegisterCallbacks", &cupti.register_callbacks},
                                                      {"cuptiActivityEnable", &cupti.enable},
                                                      {"cuptiActivityFlushAll", &cupti.flush},
                                                      {"cuptiActivityGetNextRecord", &cupti.next_record},
                                                      {"cuptiActivityGetNumDroppedRecords", &cupti.n_dropped}});
  return cupti;
}

Cupti const& the_cupti() {
  static Cupti const cupti = find_calls();
  return cupti;
}

/// Records that CUPTI has returned. CUPTI may call the callbacks from its own thread.
struct ReturnedRecords {
  std::mutex mutex;
  std::vector<KernelRun> runs;
  std::size_t n_dropped = 0;
};

ReturnedRecords& returned_records() {
  static ReturnedRecords& of_process = *new ReturnedRecords; // never destroyed: CUPTI may call the callbacks until the
                                                             // process ends
  return of_process;
}

void add_record(void const* record) {
  std::uint32_t kind = 0;
  std::memcpy(&kind, record, sizeof kind);
  if (kind != kernel_kind) return;
  KernelActivity kernel;
  std::memcpy(&kernel, record, sizeof kernel);
  if (!kernel.name || std::string_view(kernel.name) != "chemora_kernel") return;
  returned_records().runs.push_back({kernel.correlation, 1e-9 * static_cast<double>(kernel.end - kernel.start)});
}

void provide_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* max_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(buffer_alignment, record_buffer_bytes));
  *size = *buffer ? record_buffer_bytes : 0;
  *max_records = 0; // no limit
}

void receive_buffer(Context context, std::uint32_t stream, std::uint8_t* buffer, std::size_t, std::size_t valid) {
  std::lock_guard const lock(returned_records().mutex);
  void* record = nullptr;
  while (valid > 0 && the_cupti().next_record(buffer, valid, &record) == 0) add_record(record);
  std::size_t dropped = 0;
  if (the_cupti().n_dropped(context, stream, &dropped) == 0) returned_records().n_dropped += dropped;
  std::free(buffer);
}

/// Measures the run times of launches. All launches are on one stream, so the n-th kernel of the log belongs to the
/// n-th launch.
class TimeCounter final : public Counter, private CudaLaunches {
public:
  TimeCounter(std::shared_ptr<CudaSession> session, std::size_t first) : session_(std::move(session)), first_(first) {}
  ~TimeCounter() override { stop(); }

  void start() override { session_->counted = this; }
  void stop() noexcept override {
    if (session_->counted == this) session_->counted = nullptr;
  }
  HardwareCounts counts() override {
    session_->finish();
    auto const& runs = KernelLog::open().runs();
    if (runs.size() != session_->n_launches() - first_)
      return {}; // some records are missing, so the others cannot be assigned to launches
    double seconds = 0;
    for (std::size_t const launch : launches_) seconds += runs[launch - first_].seconds;
    return {.seconds = seconds};
  }

private:
  void before_launch() override { launches_.push_back(session_->n_launches()); }
  void after_launch() override {}

  std::shared_ptr<CudaSession> session_;
  std::size_t first_; ///< first launch that the log contains
  std::vector<std::size_t> launches_;
};

class TimeCounters final : public Counters {
public:
  explicit TimeCounters(std::shared_ptr<CudaSession> session)
      : log_(KernelLog::open()), session_(std::move(session)), first_(session_->n_launches()) {}

  std::unique_ptr<Counter> make_counter() override { return std::make_unique<TimeCounter>(session_, first_); }
  std::string description() const override {
    return log_.name() + " counts the seconds of kernels by time stamps of the device.";
  }

private:
  KernelLog& log_;
  std::shared_ptr<CudaSession> session_;
  std::size_t first_;
};

} // namespace

KernelLog::KernelLog() {
  check_cupti(the_cupti().register_callbacks(provide_buffer, receive_buffer), "cuptiActivityRegisterCallbacks");
  check_cupti(the_cupti().enable(kernel_kind), "cuptiActivityEnable");
  name_ = cupti_name();
}

KernelLog& KernelLog::open() {
  static KernelLog log;
  return log;
}

std::vector<KernelRun> const& KernelLog::runs() {
  check_cupti(the_cupti().flush(flush_partial_buffers), "cuptiActivityFlushAll");
  std::lock_guard const lock(returned_records().mutex);
  if (returned_records().n_dropped > 0)
    throw DeviceError(fmt::format("CUPTI has dropped {} records for lack of memory.", returned_records().n_dropped));
  runs_.insert(runs_.end(), returned_records().runs.begin(), returned_records().runs.end());
  returned_records().runs.clear();
  std::sort(runs_.begin(), runs_.end(), [](KernelRun const& a, KernelRun const& b) { return a.order < b.order; });
  return runs_;
}

std::unique_ptr<Counters> open_time_counters(std::shared_ptr<CudaSession> session) {
  return std::make_unique<TimeCounters>(std::move(session));
}

} // namespace chemora::device
