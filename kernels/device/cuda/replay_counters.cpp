// A failure once the run has begun ends the counting, not the run.
#include "kernels/device/cuda/replay_counters.hpp"

#include "kernels/device/cuda/cupti.hpp"
#include "kernels/device/cuda/range_profiler.hpp"

#include <utility>

namespace chemora::device {

namespace {

/// What all counters of a device share.
struct Shared {
  explicit Shared(std::shared_ptr<CudaSession> of)
      : session(std::move(of)), profiler((session->enter(), session->context()), session->number()) {}

  std::shared_ptr<CudaSession> session;
  RangeProfiler profiler;
  std::string trouble{}; ///< why nothing is counted any more
};

class ReplayCounter final : public Counter, private CudaReplay {
public:
  explicit ReplayCounter(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}
  ~ReplayCounter() override { stop(); }

  void start() override {
    if (!counts_ && shared_->trouble.empty()) session().replay = this;
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
    session().finish(); // nothing else is counted
    try {
      shared_->profiler.begin();
      is_counting_ = true;
    } catch (DeviceError const& error) {
      give_up(error);
    }
    return is_counting_;
  }

  std::optional<double> end() override {
    session().finish();
    session().replay = nullptr; // the first launch only
    is_counting_ = false;
    try {
      counts_ = shared_->profiler.end();
    } catch (DeviceError const& error) {
      give_up(error);
    }
    return counts_ ? std::optional(counts_->seconds) : std::nullopt;
  }

  void give_up(DeviceError const& error) {
    shared_->profiler.cancel();
    shared_->trouble = error.what();
    session().replay = nullptr;
  }

  std::shared_ptr<Shared> shared_;
  std::optional<LaunchCounts> counts_;
  bool is_counting_ = false;
};

class ReplayCounters final : public Counters {
public:
  explicit ReplayCounters(std::shared_ptr<CudaSession> session)
      : name_(cupti_name()), shared_(std::make_shared<Shared>(std::move(session))) {}

  std::unique_ptr<Counter> make_counter() override { return std::make_unique<ReplayCounter>(shared_); }
  std::string description() const override {
    return name_ + " counts each kernel's first launch, which it repeats until all counters are read." +
           (shared_->trouble.empty() ? "" : " It stopped during the run: " + shared_->trouble);
  }

private:
  std::string name_;
  std::shared_ptr<Shared> shared_;
};

} // namespace

std::unique_ptr<Counters> open_replay_counters(std::shared_ptr<CudaSession> session) {
  return std::make_unique<ReplayCounters>(std::move(session));
}

} // namespace chemora::device
