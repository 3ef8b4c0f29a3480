/// Hardware counters of CUDA kernels for the report: CUPTI repeats the first launch of each kernel to read them.
#include "kernels/device/cuda/counters.hpp"
#include "kernels/device/cuda/cupti.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace chemora::device {

using cupti::call;

namespace {

/// The order of ChipMetrics::names().
enum Metric { seconds, read, written, of_peak, warps, issued, local_loads, local_stores, n_metrics };

std::string chip_of(int device) {
  cupti::Initialize initialize;
  call("cuptiProfilerInitialize", initialize);
  cupti::ChipName chip{.device = static_cast<std::size_t>(device)};
  call("cuptiDeviceGetChipName", chip);
  return chip.name;
}

} // namespace

std::vector<char const*> const& ChipMetrics::names() {
  static std::vector<char const*> const metrics{"gpu__time_duration.sum",
                                                "dram__bytes_read.sum",
                                                "dram__bytes_write.sum",
                                                "dram__throughput.avg.pct_of_peak_sustained_elapsed",
                                                "sm__warps_active.avg.pct_of_peak_sustained_active",
                                                "smsp__issue_active.avg.pct_of_peak_sustained_active",
                                                "l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum",
                                                "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum"};
  return metrics;
}

ChipMetrics::ChipMetrics(std::string const& chip) {
  cupti::HostInitialize initialize{.chip = chip.c_str()};
  call("cuptiProfilerHostInitialize", initialize);
  object_ = initialize.object;
  try {
    cupti::AddMetrics metrics{.object = object_, .names = names().data(), .n_names = names().size()};
    call("cuptiProfilerHostConfigAddMetrics", metrics);
    cupti::Count size{.object = object_};
    call("cuptiProfilerHostGetConfigImageSize", size);
    image_.resize(size.count);
    cupti::Image image{.object = object_, .n_bytes = image_.size(), .bytes = image_.data()};
    call("cuptiProfilerHostGetConfigImage", image);
  } catch (DeviceError const& error) {
    release();
    throw DeviceError(fmt::format("Chip {}: {}", chip, error.what()));
  }
}

ChipMetrics::~ChipMetrics() { release(); }

void ChipMetrics::release() noexcept {
  try {
    cupti::Object host{.object = object_};
    call("cuptiProfilerHostDeinitialize", host);
  } catch (DeviceError const&) { // there is no caller to report it to
  }
}

LaunchCounts ChipMetrics::evaluate(std::vector<std::uint8_t> const& counters) const {
  std::array<double, n_metrics> values{};
  cupti::Evaluate evaluate{.object = object_,
                           .counters = counters.data(),
                           .n_bytes = counters.size(),
                           .names = names().data(),
                           .n_names = names().size(),
                           .values = values.data()};
  call("cuptiProfilerHostEvaluateToGpuValues", evaluate);
  return {.seconds = 1e-9 * values[seconds],
          .memory_read_bytes = values[read],
          .memory_written_bytes = values[written],
          .of_memory_peak = 1e-2 * values[of_peak],
          .active_warps = 1e-2 * values[warps],
          .issue_slots = 1e-2 * values[issued],
          .local_bytes = values[local_loads] + values[local_stores]};
}

/// An enabled and configured profiler of a context. CUPTI requires the order enable, configure, start, stop, decode.
class RangeProfiler::Enabled {
public:
  Enabled(CudaContext context, ChipMetrics const& metrics) {
    cupti::Enable enable{.context = context};
    call("cuptiRangeProfilerEnable", enable);
    profiler_ = enable.profiler;
    try {
      configure(metrics);
    } catch (DeviceError const&) {
      disable();
      throw;
    }
  }
  ~Enabled() { disable(); }
  Enabled(Enabled const&) = delete;
  Enabled& operator=(Enabled const&) = delete;

  void start() {
    cupti::Object start{.object = profiler_};
    call("cuptiRangeProfilerStart", start);
  }

  /// Returns the counter values since start(). Throws DeviceError unless exactly one launch was counted.
  std::vector<std::uint8_t> const& stop() {
    cupti::Stop stop{.profiler = profiler_};
    call("cuptiRangeProfilerStop", stop);
    cupti::Count dropped{.object = profiler_};
    call("cuptiRangeProfilerDecodeData", dropped);
    cupti::CounterDataInfo info{.counters = counters_.data(), .n_bytes = counters_.size()};
    call("cuptiRangeProfilerGetCounterDataInfo", info);
    if (!stop.has_all || dropped.count > 0 || info.n_ranges != 1)
      throw DeviceError(fmt::format("CUPTI should have counted one launch, but counted {}{}.", info.n_ranges,
                                    stop.has_all ? fmt::format(" and dropped {}", dropped.count) : " incompletely"));
    return counters_;
  }

private:
  void configure(ChipMetrics const& metrics) {
    cupti::CounterDataSize size{
        .profiler = profiler_, .names = metrics.names().data(), .n_names = metrics.names().size()};
    call("cuptiRangeProfilerGetCounterDataSize", size);
    counters_.resize(size.bytes);
    cupti::Image data{.object = profiler_, .n_bytes = counters_.size(), .bytes = counters_.data()};
    call("cuptiRangeProfilerCounterDataImageInitialize", data);
    cupti::SetConfig config{.profiler = profiler_,
                            .config_bytes = metrics.image().size(),
                            .config = metrics.image().data(),
                            .n_bytes = counters_.size(),
                            .counters = counters_.data()};
    call("cuptiRangeProfilerSetConfig", config);
  }

  void disable() noexcept {
    try {
      cupti::Object disable{.object = profiler_};
      call("cuptiRangeProfilerDisable", disable);
    } catch (DeviceError const&) { // there is no caller to report it to
    }
  }

  void* profiler_ = nullptr;
  std::vector<std::uint8_t> counters_; ///< written by CUPTI
};

RangeProfiler::RangeProfiler(CudaContext context, int device)
    : context_(context), metrics_(std::make_unique<ChipMetrics>(chip_of(device))) {
  Enabled const permission_check(context_, *metrics_);
}

RangeProfiler::~RangeProfiler() = default;

void RangeProfiler::begin() {
  enabled_ = std::make_unique<Enabled>(context_, *metrics_);
  enabled_->start();
}

LaunchCounts RangeProfiler::end() {
  auto const enabled = std::move(enabled_);
  return metrics_->evaluate(enabled->stop());
}

void RangeProfiler::cancel() noexcept { enabled_.reset(); }

namespace {

/// The profiler and the error state that all counters of a device share.
struct SharedProfiler {
  explicit SharedProfiler(std::shared_ptr<CudaSession> its_session)
      : session(std::move(its_session)), profiler((session->enter(), session->context()), session->number()) {}

  std::shared_ptr<CudaSession> session;
  RangeProfiler profiler;
  std::string error{}; ///< the error that has ended counting; empty if there was none
};

class ReplayCounter final : public Counter, private CudaReplay {
public:
  explicit ReplayCounter(std::shared_ptr<SharedProfiler> shared) : shared_(std::move(shared)) {}
  ~ReplayCounter() override { stop(); }

  void start() override {
    if (!counts_ && shared_->error.empty()) session().replay = this;
  }
  void stop() noexcept override {
    if (session().replay == this) session().replay = nullptr;
    if (is_counting_) shared_->profiler.cancel(); // the launch failed
    is_counting_ = false;
  }
  HardwareCounts counts() override {
    HardwareCounts counts;
    counts.launch = counts_;
    return counts;
  }

private:
  CudaSession& session() const { return *shared_->session; }

  bool begin() override {
    session().finish(); // wait for earlier kernels, so that CUPTI does not count them
    try {
      shared_->profiler.begin();
      is_counting_ = true;
    } catch (DeviceError const& error) {
      end_counting(error);
    }
    return is_counting_;
  }

  std::optional<double> end() override {
    session().finish();
    session().replay = nullptr; // CUPTI repeats and counts only the first launch
    is_counting_ = false;
    try {
      counts_ = shared_->profiler.end();
    } catch (DeviceError const& error) {
      end_counting(error);
    }
    return counts_ ? std::optional(counts_->seconds) : std::nullopt;
  }

  void end_counting(DeviceError const& error) {
    shared_->profiler.cancel();
    shared_->error = error.what();
    session().replay = nullptr;
  }

  std::shared_ptr<SharedProfiler> shared_;
  std::optional<LaunchCounts> counts_;
  bool is_counting_ = false;
};

class ReplayCounters final : public Counters {
public:
  explicit ReplayCounters(std::shared_ptr<CudaSession> session)
      : name_(cupti_name()), shared_(std::make_shared<SharedProfiler>(std::move(session))) {}

  std::unique_ptr<Counter> make_counter() override { return std::make_unique<ReplayCounter>(shared_); }
  std::string description() const override {
    return name_ + " counts each kernel's first launch and repeats it until all counters have been read." +
           (shared_->error.empty() ? "" : " Counting ended during the run: " + shared_->error);
  }

private:
  std::string name_;
  std::shared_ptr<SharedProfiler> shared_;
};

} // namespace

std::unique_ptr<Counters> open_replay_counters(std::shared_ptr<CudaSession> session) {
  return std::make_unique<ReplayCounters>(std::move(session));
}

} // namespace chemora::device
