// The n-th kernel of the log is the n-th launch, as all are on one stream.
#include "kernels/device/cuda/counters.hpp"

#include "kernels/device/cuda/kernel_log.hpp"

#include <utility>
#include <vector>

namespace chemora::device {

namespace {

class CudaCounter final : public Counter, private CudaLaunches {
public:
  CudaCounter(std::shared_ptr<CudaSession> session, std::size_t first) : session_(std::move(session)), first_(first) {}
  ~CudaCounter() override { stop(); }

  void start() override { session_->counted = this; }
  void stop() noexcept override {
    if (session_->counted == this) session_->counted = nullptr;
  }
  HardwareCounts counts() override {
    session_->finish();
    auto const& runs = KernelLog::open().runs();
    if (runs.size() != session_->n_launches() - first_) return {}; // not one record per launch: which is whose?
    double seconds = 0;
    for (std::size_t const launch : launches_) seconds += runs[launch - first_].seconds;
    return {.seconds = seconds};
  }

private:
  void before_launch() override { launches_.push_back(session_->n_launches()); }
  void after_launch() override {}

  std::shared_ptr<CudaSession> session_;
  std::size_t first_; ///< launch in the log
  std::vector<std::size_t> launches_;
};

class CudaCounters final : public Counters {
public:
  explicit CudaCounters(std::shared_ptr<CudaSession> session)
      : log_(KernelLog::open()), session_(std::move(session)), first_(session_->n_launches()) {}

  std::unique_ptr<Counter> make_counter() override { return std::make_unique<CudaCounter>(session_, first_); }
  std::string description() const override {
    return log_.name() + " counts the seconds of kernels by the device's time stamps.";
  }

private:
  KernelLog& log_;
  std::shared_ptr<CudaSession> session_;
  std::size_t first_;
};

} // namespace

std::unique_ptr<Counters> open_cuda_counters(std::shared_ptr<CudaSession> session) {
  return std::make_unique<CudaCounters>(std::move(session));
}

} // namespace chemora::device
