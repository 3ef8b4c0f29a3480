// Tests hardware counters of single kernel launches, with replacements of CUDA's driver and of CUPTI's range profiler
// (testsuites/support/fake_cuda).
#include "kernels/device/cuda/counters.hpp"
#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/cuda/loaded_kernel.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

extern "C" char const* fake_cupti_calls();

namespace {

using namespace chemora;
using namespace chemora::device;
using testing::HasSubstr;
using testing::Not;

constexpr char const* calls_at_opening = "Initialize ChipName HostInitialize AddMetrics ConfigImageSize ConfigImage "
                                         "Enable CounterDataSize CounterData SetConfig Disable";
constexpr char const* calls_of_a_launch =
    "Enable CounterDataSize CounterData SetConfig Start Stop Decode Info Evaluate Disable";

/// During the lifetime of this object, CUPTI rejects the call of this function.
class RejectedCall {
public:
  explicit RejectedCall(char const* call) { setenv("FAKE_CUPTI_REJECTS", call, 1); }
  ~RejectedCall() { unsetenv("FAKE_CUPTI_REJECTS"); }
};

class Replay : public testing::Test {
protected:
  Replay() {
    session_->enter();
    check_cuda(cuda().allocate(&memory_, 8 * sizeof(double)), "cuMemAlloc", "test");
    for (int& end : arguments_.upper) end = 8;
    arguments_.parameters = &parameter_;
    fake_cupti_calls();
  }
  ~Replay() override {
    session_->finish();
    cuda().release(memory_);
  }

  void launch() {
    arguments_.time += 1;
    void* const outputs[]{reinterpret_cast<void*>(memory_)};
    kernel_->launch({}, outputs, arguments_);
  }
  void launch_for(Counter& counter) {
    counter.start();
    launch();
    counter.stop();
  }
  double written() const {
    return *reinterpret_cast<double const*>(memory_);
  } // the replaced driver allocates host memory

  std::shared_ptr<CudaSession> session_ = std::make_shared<CudaSession>(CudaChoice{});
  std::unique_ptr<Module> kernel_ = load_cuda(session_, "k", "registers=40 most=512", {.n_parameters = 1});
  chemora_kernel_arguments arguments_{};
  double parameter_ = 0;
  CudaPointer memory_ = 0;
};

TEST_F(Replay, CountsTheFirstLaunchOfEachKernel) {
  auto const counters = open_replay_counters(session_);
  EXPECT_STREQ(fake_cupti_calls(), calls_at_opening);
  auto const first = counters->make_counter(), second = counters->make_counter(), idle = counters->make_counter();
  launch(); // not counted
  EXPECT_STREQ(fake_cupti_calls(), "");
  launch_for(*first);
  EXPECT_STREQ(fake_cupti_calls(), calls_of_a_launch);
  EXPECT_EQ(written(), 2) << "the launch has finished";
  launch_for(*first); // not counted again
  EXPECT_STREQ(fake_cupti_calls(), "");
  launch_for(*second);
  EXPECT_STREQ(fake_cupti_calls(), calls_of_a_launch);
  auto const one = *first->counts().launch, two = *second->counts().launch;
  double const n = one.memory_read_bytes - 1; // 100 for each repeated launch
  EXPECT_EQ(two.memory_read_bytes - one.memory_read_bytes, 100);
  EXPECT_EQ(one, (LaunchCounts{1e-9 * n, n + 1, n + 2, 1e-2 * (n + 3), 1e-2 * (n + 4), 1e-2 * (n + 5), 2 * n + 13}));
  EXPECT_FALSE(first->counts().seconds.has_value());
  EXPECT_FALSE(idle->counts().launch.has_value());
  EXPECT_THAT(counters->description(), HasSubstr("CUPTI 26 (libcupti.so.13) counts each kernel's first launch"));
  EXPECT_THAT(counters->description(), Not(HasSubstr("Counting ended")));
}

TEST_F(Replay, TimesOneRunOfALaunchThatIsRepeated) {
  auto const counter = open_replay_counters(session_)->make_counter();
  auto const watch = make_cuda_stopwatch(session_);
  counter->start();
  watch->start();
  launch(); // measured by the hardware counters
  launch(); // the events of the replaced driver report one millisecond
  watch->stop();
  counter->stop();
  EXPECT_DOUBLE_EQ(watch->seconds(), counter->counts().launch->seconds + 1e-3);
}

TEST_F(Replay, ReportsForbiddenCountersWhenOpened) {
  for (char const* const call : {"Enable", "SetConfig", "Initialize"}) {
    RejectedCall const rejected(call);
    try {
      open_replay_counters(session_);
      ADD_FAILURE() << call;
    } catch (DeviceError const& error) {
      EXPECT_THAT(error.what(),
                  HasSubstr(" returned CUPTI_ERROR_INSUFFICIENT_PRIVILEGES. The driver permits counters to "
                            "administrators only (ERR_NVGPUCTRPERM)"));
    }
  }
  fake_cupti_calls();
  open_replay_counters(session_); // the failed calls must not leave any state
  EXPECT_STREQ(fake_cupti_calls(), (std::string(calls_at_opening) + " HostDeinitialize").c_str());
}

TEST_F(Replay, NamesTheChipWhoseMetricsAreUnknown) {
  RejectedCall const rejected("AddMetrics");
  try {
    open_replay_counters(session_);
    ADD_FAILURE();
  } catch (DeviceError const& error) {
    EXPECT_THAT(error.what(),
                HasSubstr("Chip GH100: CUPTI cannot be used: cuptiProfilerHostConfigAddMetrics returned"));
  }
}

TEST_F(Replay, EndsAfterAnErrorWithoutEndingTheRun) {
  for (char const* const call : {"Enable", "Start", "Stop", "Decode", "Evaluate"}) {
    auto const counters = open_replay_counters(session_);
    auto const first = counters->make_counter(), second = counters->make_counter();
    {
      RejectedCall const rejected(call);
      launch_for(*first);
    }
    session_->finish();
    EXPECT_EQ(written(), arguments_.time) << "the kernel ran, " << call;
    fake_cupti_calls();
    launch_for(*second);
    EXPECT_STREQ(fake_cupti_calls(), "") << "there is no second attempt";
    EXPECT_FALSE(first->counts().launch.has_value());
    EXPECT_FALSE(second->counts().launch.has_value());
    EXPECT_THAT(counters->description(), HasSubstr("Counting ended during the run: CUPTI cannot be used: cupti"));
    EXPECT_THAT(counters->description(), HasSubstr(call));
  }
  EXPECT_NO_THROW(RangeProfiler(session_->context(), 0)) << "all profilers were disabled";
}

TEST_F(Replay, RejectsCountsOfSeveralLaunches) {
  RangeProfiler profiler(session_->context(), 1); // another chip
  auto const error_after = [&](int n_launches) {
    profiler.begin();
    for (int n = 0; n < n_launches; ++n) launch();
    try {
      profiler.end();
    } catch (DeviceError const& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(error_after(1), "");
  EXPECT_EQ(error_after(0), "CUPTI should have counted one launch, but counted 0 and dropped 0.");
  EXPECT_EQ(error_after(2), "CUPTI should have counted one launch, but counted 1 and dropped 1.");
  profiler.begin();
  profiler.cancel();
  EXPECT_EQ(error_after(1), "");
}

} // namespace
