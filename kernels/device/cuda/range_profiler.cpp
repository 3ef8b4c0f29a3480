// The order of CUPTI's calls: initialise, choose counters, then for each launch enable, configure, start, stop, decode.
#include "kernels/device/cuda/range_profiler.hpp"

#include "kernels/device/cuda/range_profiler_calls.hpp"

#include <fmt/format.h>

#include <array>

namespace chemora::device {

using cupti::call;

namespace {

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
  static std::vector<char const*> const all{"gpu__time_duration.sum",
                                            "dram__bytes_read.sum",
                                            "dram__bytes_write.sum",
                                            "dram__throughput.avg.pct_of_peak_sustained_elapsed",
                                            "sm__warps_active.avg.pct_of_peak_sustained_active",
                                            "smsp__issue_active.avg.pct_of_peak_sustained_active",
                                            "l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum",
                                            "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum"};
  return all;
}

ChipMetrics::ChipMetrics(std::string const& chip) {
  cupti::HostInitialize initialize{.chip = chip.c_str()};
  call("cuptiProfilerHostInitialize", initialize);
  object_ = initialize.object;
  try {
    cupti::AddMetrics metrics{.object = object_, .names = names().data(), .n_names = names().size()};
    call("cuptiProfilerHostConfigAddMetrics", metrics);
    cupti::ConfigImageSize size{.object = object_};
    call("cuptiProfilerHostGetConfigImageSize", size);
    image_.resize(size.bytes);
    cupti::ConfigImage image{.object = object_, .bytes = image_.size(), .image = image_.data()};
    call("cuptiProfilerHostGetConfigImage", image);
  } catch (DeviceError const& error) {
    release();
    throw DeviceError(fmt::format("Chip {}: {}", chip, error.what()));
  }
}

ChipMetrics::~ChipMetrics() { release(); }

void ChipMetrics::release() noexcept {
  try {
    cupti::HostObject host{.object = object_};
    call("cuptiProfilerHostDeinitialize", host);
  } catch (DeviceError const&) { // nobody asks any more
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

/// The profiler of a context, ready to start.
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
    cupti::Profiler start{.profiler = profiler_};
    call("cuptiRangeProfilerStart", start);
  }

  /// What was counted since start().
  std::vector<std::uint8_t> const& stop() {
    cupti::Stop stop{.profiler = profiler_};
    call("cuptiRangeProfilerStop", stop);
    cupti::Decode decode{.profiler = profiler_};
    call("cuptiRangeProfilerDecodeData", decode);
    cupti::CounterDataInfo info{.counters = counters_.data(), .n_bytes = counters_.size()};
    call("cuptiRangeProfilerGetCounterDataInfo", info);
    if (!stop.has_all || decode.n_dropped > 0 || info.n_ranges != 1)
      throw DeviceError(
          fmt::format("CUPTI was to count one launch, and counted {}{}.", info.n_ranges,
                      stop.has_all ? fmt::format(", with {} dropped", decode.n_dropped) : ", some of it only in part"));
    return counters_;
  }

private:
  void configure(ChipMetrics const& metrics) {
    cupti::CounterDataSize size{
        .profiler = profiler_, .names = metrics.names().data(), .n_names = metrics.names().size()};
    call("cuptiRangeProfilerGetCounterDataSize", size);
    counters_.resize(size.bytes);
    cupti::CounterData data{.profiler = profiler_, .bytes = counters_.size(), .counters = counters_.data()};
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
      cupti::Profiler disable{.profiler = profiler_};
      call("cuptiRangeProfilerDisable", disable);
    } catch (DeviceError const&) { // nobody asks any more
    }
  }

  void* profiler_ = nullptr;
  std::vector<std::uint8_t> counters_; ///< CUPTI writes them
};

RangeProfiler::RangeProfiler(CudaContext context, int device)
    : context_(context), metrics_(std::make_unique<ChipMetrics>(chip_of(device))) {
  Enabled const refused_here_or_not_at_all(context_, *metrics_);
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

} // namespace chemora::device
