// Tests the choice of a CUDA device, copies, launches and error messages. A replacement of CUDA's driver
// (testsuites/support/fake_cuda) executes operations as late as the interface permits.
#include "kernels/device/cuda/copies.hpp"
#include "kernels/device/cuda/counters.hpp"
#include "kernels/device/cuda/cuda_device.hpp"
#include "kernels/device/cuda/loaded_kernel.hpp"
#include "kernels/device/cuda/nvrtc.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/packed_boxes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <numeric>

namespace {

using namespace chemora;
using namespace chemora::device;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

template <typename Call>
std::string error_of(Call const& call) {
  try {
    call();
  } catch (DeviceError const& error) {
    return error.what();
  }
  return "no error";
}

/// The Chemora paper gives the largest block as floor(65536 / (r * 32)) * 32 threads, at most 1024. The registers r per
/// thread are rounded up to a multiple of 8.
TEST(LargestBlock, FollowsFromTheRegisters) {
  EXPECT_EQ(largest_block(64, 65536, 32, 1024), 1024);
  EXPECT_EQ(largest_block(65, 65536, 32, 1024), 896) << "65 registers are 72: 65536 / (72 * 32) = 28 warps";
  EXPECT_EQ(largest_block(96, 65536, 32, 1024), 672);
  EXPECT_EQ(largest_block(128, 65536, 32, 1024), 512);
  EXPECT_EQ(largest_block(255, 65536, 32, 1024), 256);
  EXPECT_EQ(largest_block(16, 65536, 32, 1024), 1024);
  EXPECT_EQ(largest_block(0, 65536, 32, 1024), 1024) << "unknown";
}

TEST(CudaSessions, ChooseTheMatchingDevice) {
  EXPECT_EQ(CudaSession({}).name(), "Stand-in One");
  EXPECT_EQ(CudaSession({"1"}).name(), "Stand-in Two");
  EXPECT_EQ(CudaSession({"two"}).name(), "Stand-in Two");
  EXPECT_EQ(CudaSession({"", 1}).name(), "Stand-in Two");
  EXPECT_EQ(CudaSession({"", 2}).name(), "Stand-in One") << "processes take turns";
  EXPECT_THAT(error_of([] { CudaSession({"abacus"}); }),
              AllOf(HasSubstr("No CUDA device is `abacus`. There are:\n"), HasSubstr("device 1: Stand-in Two")));
}

TEST(StagedCopies, DivideABoxIntoPartsThatFit) {
  for (base::Box const& box : {base::Box{{0, 0, 0}, {7, 5, 3}}, {{2, 1, 4}, {100, 3, 5}}, {{0, 0, 0}, {1, 1, 50}}})
    for (std::size_t const most : {std::size_t{1}, std::size_t{7}, std::size_t{20}, std::size_t{1000}}) {
      std::int64_t n_points = 0;
      for (base::Box const& part : StagedCopies::parts_of(box, most)) {
        EXPECT_LE(part.n_points(), static_cast<std::int64_t>(most));
        EXPECT_EQ(intersect(part, box).n_points(), part.n_points());
        n_points += part.n_points();
      }
      EXPECT_EQ(n_points, box.n_points()) << "no point is missing unless another one is there twice";
    }
  EXPECT_TRUE(StagedCopies::parts_of({{1, 1, 1}, {1, 5, 5}}, 10).empty());
  EXPECT_EQ(StagedCopies::parts_of({{0, 0, 0}, {4, 4, 4}}, 32).front().extent(2), 2) << "cut along the slowest axis";
}

/// An array on a device of the replaced CUDA driver.
class CudaArray : public testing::Test {
protected:
  ~CudaArray() override {
    session_->finish();
    cuda().release(memory_);
  }
  void make(ArrayShape const& shape) {
    shape_ = shape;
    session_->enter();
    check_cuda(cuda().allocate(&memory_, shape.bytes()), "cuMemAlloc", "test");
  }
  base::Box whole() const { return {{0, 0, 0}, shape_.extent}; }

  std::shared_ptr<CudaSession> session_ = std::make_shared<CudaSession>(CudaChoice{});
  StagedCopies copies_{*session_};
  ArrayShape shape_;
  CudaPointer memory_ = 0;
};

TEST_F(CudaArray, CopiesBoxesLargerThanTheBuffers) {
  make({{300, 200, 40}, sizeof(double)}); // 19 MB: four parts
  std::vector<double> numbers(shape_.bytes() / sizeof(double)), back(numbers.size(), -1);
  std::iota(numbers.begin(), numbers.end(), 0);
  EXPECT_EQ(copies_.to_device(memory_, numbers.data(), shape_, whole()), shape_.bytes());
  EXPECT_EQ(copies_.to_host(back.data(), memory_, shape_, whole()), shape_.bytes());
  EXPECT_TRUE(back == numbers);
}

TEST_F(CudaArray, CopiesOnlyTheBox) {
  make({{7, 5, 4}, sizeof(float)});
  base::Box const box{{2, 1, 1}, {6, 4, 3}};
  std::vector<float> numbers(7 * 5 * 4), other(numbers.size(), -1), back(numbers.size(), -2);
  std::iota(numbers.begin(), numbers.end(), 0.f);
  copies_.to_device(memory_, other.data(), shape_, whole());
  EXPECT_EQ(copies_.to_device(memory_, numbers.data(), shape_, box), 24 * sizeof(float));
  std::fill(numbers.begin(), numbers.end(), -9.f); // the caller may change the host array after to_device() returns
  EXPECT_EQ(copies_.to_host(back.data(), memory_, shape_, whole()), shape_.bytes());
  for (int z = 0, i = 0; z < 4; ++z)
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 7; ++x, ++i) {
        bool const is_inside = x >= 2 && x < 6 && y >= 1 && y < 4 && z >= 1 && z < 3;
        EXPECT_EQ(back[static_cast<std::size_t>(i)], is_inside ? static_cast<float>(i) : -1.f);
      }
  EXPECT_EQ(copies_.to_host(back.data(), memory_, shape_, {{3, 3, 3}, {3, 9, 9}}), 0u) << "an empty box";
}

TEST(PackedCopies, GatherAndScatterBoxes) {
  CudaSession const session({});
  StagedCopies copies(session);
  PackedCopies packed(session);
  auto const whole = [](ArrayShape const& shape) { return base::Box{{0, 0, 0}, shape.extent}; };
  auto const address = [](void const* memory) { return reinterpret_cast<CudaPointer>(memory); };
  std::vector<CudaPointer> made;
  testing_support::PacksBoxes const device{
      .make =
          [&](ArrayShape const& shape, void const* values) {
            session.enter();
            check_cuda(cuda().allocate(&made.emplace_back(), shape.bytes()), "cuMemAlloc", "test");
            copies.to_device(made.back(), values, shape, whole(shape));
            return reinterpret_cast<void*>(made.back());
          },
      .pack = [&](void* to, auto boxes) { packed.to_host(to, boxes); },
      .unpack = [&](auto boxes, void const* from) { packed.to_device(boxes, from); },
      .copy_within = [&](auto from, auto to) { packed.within(from, to); },
      .read = [&](void* values, void const* array,
                  ArrayShape const& shape) { copies.to_host(values, address(array), shape, whole(shape)); }};
  for (int i = 0; i < 2; ++i) testing_support::expect_packs_boxes(device);
  testing_support::expect_copies_within(device);
  session.finish();
  for (CudaPointer const memory : made) cuda().release(memory);
}

/// A message is transferred while an earlier kernel runs, but not before the previous message has left the buffer. The
/// test uses a driver that executes copies immediately and a driver that executes them late. Later operations see all
/// messages.
TEST_F(CudaArray, ReceivesMessagesInOrderWhileKernelsRun) {
  make({{8, 2, 1}, sizeof(double)});
  auto const kernel = load_cuda(session_, "k", "registers=40 most=512", {.n_parameters = 1});
  double const parameter = 0;
  chemora_kernel_arguments arguments{};
  for (int& end : arguments.upper) end = 8;
  arguments.time = 1;
  arguments.parameters = &parameter;
  auto* const memory = reinterpret_cast<double*>(memory_); // the replaced driver allocates host memory
  void* const outputs[]{memory};
  for (bool const in_haste : {false, true}) {
    if (in_haste) setenv("FAKE_CUDA_HASTE", "1", 1);
    PackedCopies packed(*session_);
    *memory = -1;
    for (int i = 0; i < 3; ++i) {
      // The kernel is launched after the first message, because this message allocates the buffers.
      if (i == 1) kernel->launch({}, outputs, arguments);
      double const message[]{10.0 * i, 10.0 * i + 1};
      ArrayBox const part{memory, shape_, {{2 * i, 1, 0}, {2 * i + 2, 2, 1}}};
      packed.to_device({&part, 1}, message);
      EXPECT_TRUE(*memory == -1 || i == 2) << "the message was transferred before the kernel ended";
    }
    std::vector<double> back(16);
    copies_.to_host(back.data(), memory_, shape_, whole());
    EXPECT_EQ(back[0], 1) << "written by the kernel";
    back.erase(back.begin(), back.begin() + 8);
    back.resize(6);
    EXPECT_THAT(back, ElementsAre(0, 1, 10, 11, 20, 21));
    unsetenv("FAKE_CUDA_HASTE");
  }
}

TEST_F(CudaArray, IsWrittenWithTheArgumentsAtTheTimeOfTheLaunch) {
  make({{8, 1, 1}, sizeof(double)});
  auto const kernel =
      load_cuda(session_, "k", "registers=40 most=512", {.tile = {16, 4, 0}, .block = {16, 2, 1}, .n_parameters = 1});
  {
    double const parameter = 7.5;
    chemora_kernel_arguments arguments{};
    for (int axis = 0; axis < 3; ++axis) arguments.lower[axis] = 2;
    arguments.upper[0] = 35;
    arguments.upper[1] = 10;
    arguments.upper[2] = 9;
    arguments.time = 0.25;
    arguments.parameters = &parameter;
    void* const outputs[]{reinterpret_cast<void*>(memory_)};
    kernel->launch({}, outputs, arguments);
    arguments.upper[1] = 2;
    arguments.time = 99;
    kernel->launch({}, outputs, arguments); // an empty box
  }
  std::vector<double> back(8);
  copies_.to_host(back.data(), memory_, shape_, whole());
  EXPECT_THAT(back, ElementsAre(0.25, 7.5, 3, 2, 1, 16, 2, 1)) << "time, parameter, blocks, threads";
}

/// A device with the replaced CUDA driver and the compiler of CUDA's toolkit.
class CudaDevices : public testing::Test {
protected:
  void SetUp() override {
    if (std::string const reason = testing_support::reason_without_nvrtc(); !reason.empty()) GTEST_SKIP() << reason;
  }
  void TearDown() override { unsetenv("FAKE_CUDA_VERSION"); }
};

TEST_F(CudaDevices, ReportTheRequestedMemory) {
  auto const device = make_cuda_device({"two"});
  EXPECT_EQ(device->properties().name, "Stand-in Two, device 1");
  EXPECT_THAT(error_of([&] { device->release(device->allocate(std::size_t{1} << 60)); }),
              HasSubstr("Stand-in Two, device 1, request for 1152921504606846976 bytes: cuMemAlloc returned "
                        "CUDA_ERROR_OUT_OF_MEMORY (reported by the stand-in)."));
}

TEST_F(CudaDevices, HaveErrorsForTooLittleMemory) {
  auto const device = make_cuda_device({"two"});
  EXPECT_THROW(device->release(device->allocate(std::size_t{1} << 60)), DeviceMemoryError);
}

TEST_F(CudaDevices, NeedADriverAsNewAsTheirCompiler) {
  setenv("FAKE_CUDA_VERSION", "10020", 1);
  EXPECT_THAT(error_of([&] { make_cuda_device(); }),
              AllOf(HasSubstr("The driver (libcuda.so.1) is too old: it supports CUDA 10.2, but NVRTC "),
                    HasSubstr("Install a newer driver, or name the folder of an older toolkit in CUDA_HOME.")));
}

/// The replacement of CUPTI reports n microseconds for launch n and returns the records out of order.
TEST_F(CudaArray, LaunchesAreFoundInTheLogOfCupti) {
  make({{8, 1, 1}, sizeof(double)});
  auto const kernel = load_cuda(session_, "k", "registers=40 most=512", {.n_parameters = 1});
  double const parameter = 0;
  chemora_kernel_arguments arguments{};
  for (int& end : arguments.upper) end = 8;
  arguments.parameters = &parameter;
  void* const outputs[]{reinterpret_cast<void*>(memory_)};
  auto const launch = [&] { kernel->launch({}, outputs, arguments); };
  launch(); // before there is a log
  auto const counters = open_time_counters(session_);
  EXPECT_THAT(counters->description(), HasSubstr("CUPTI 26 (libcupti.so.13) counts the seconds of kernels"));
  auto const first = counters->make_counter(), second = counters->make_counter();
  launch(); // 1, not counted
  for (int n = 0; n < 3; ++n) {
    first->start(); // 2, 5, 8
    launch();
    first->stop();
    second->start(); // 3 and 4, 6 and 7, 9 and 10
    launch();
    launch();
    second->stop();
  }
  EXPECT_NEAR(*first->counts().seconds, 1e-6 * (2 + 5 + 8), 1e-12);
  EXPECT_NEAR(*second->counts().seconds, 1e-6 * (3 + 4 + 6 + 7 + 9 + 10), 1e-12);
  EXPECT_FALSE(first->counts().cycles.has_value());
  first->start();
  launch(); // 11
  first->stop();
  EXPECT_NEAR(*first->counts().seconds, 1e-6 * (2 + 5 + 8 + 11), 1e-12);
}

TEST_F(CudaArray, LaunchesAreTimedByEventsWithoutWaiting) {
  make({{8, 1, 1}, sizeof(double)});
  auto const kernel =
      load_cuda(session_, "k", "registers=40 most=512", {.tile = {16, 4, 0}, .block = {16, 2, 1}, .n_parameters = 1});
  auto const watch = make_cuda_stopwatch(session_), other = make_cuda_stopwatch(session_);
  double const parameter = 0;
  chemora_kernel_arguments arguments{};
  for (int& end : arguments.upper) end = 8;
  arguments.time = 1;
  arguments.parameters = &parameter;
  void* const outputs[]{reinterpret_cast<void*>(memory_)};
  double const* const written = reinterpret_cast<double const*>(memory_); // the replaced driver allocates host memory
  *reinterpret_cast<double*>(memory_) = -1;
  kernel->launch({}, outputs, arguments); // before start()
  watch->start();
  for (int n = 0; n < 200; ++n) kernel->launch({}, outputs, arguments);
  watch->stop();
  other->start();
  kernel->launch({}, outputs, arguments);
  other->stop();
  kernel->launch({}, outputs, arguments); // after stop()
  EXPECT_EQ(*written, -1) << "no launch was awaited";
  EXPECT_NEAR(watch->seconds(), 0.2, 1e-7) << "a millisecond each";
  EXPECT_NEAR(other->seconds(), 1e-3, 1e-9);
  watch->start();
  for (int n = 0; n < 1000; ++n) kernel->launch({}, outputs, arguments); // more than max_pending
  watch->stop();
  EXPECT_NEAR(watch->seconds(), 1.2, 1e-6);
}

TEST(CudaKernels, CountDummySharedMemoryInTheirOccupancy) {
  auto const session = std::make_shared<CudaSession>(CudaChoice{});
  for (int const resident : {1, 2, 3}) {
    LaunchShape const shape{.block = {256, 1, 1}, .resident = resident};
    auto const facts = load_cuda(session, "k", "registers=72 most=896 spilled=0", shape)->facts();
    EXPECT_DOUBLE_EQ(*facts->occupancy, resident * 256 / 2048.0);
  }
}

TEST(CudaKernels, ReportRegistersAndRejectBlocksWithoutRegisters) {
  auto const session = std::make_shared<CudaSession>(CudaChoice{});
  auto const facts = load_cuda(session, "k", "registers=72 most=256 spilled=24", {.block = {256, 1, 1}})->facts();
  EXPECT_EQ(facts->registers, 72);
  EXPECT_EQ(facts->max_threads, 896);
  EXPECT_EQ(facts->spilled_bytes, 24u);
  EXPECT_DOUBLE_EQ(*facts->occupancy, 3 * 256 / 2048.0) << "registers suffice for three blocks";
  EXPECT_THAT(
      error_of([&] {
        load_cuda(session, "k", "registers=128 most=512", {.block = {64, 16, 1}});
      }),
      HasSubstr("Kernel k: a block has 1024 threads, but with its 128 registers per thread Stand-in One allows 512."));
  EXPECT_THAT(error_of([&] { load_cuda(session, "k", "nothing of use", {}); }),
              HasSubstr("Kernel k: cuModuleLoadData returned CUDA_ERROR_INVALID_VALUE (reported by the stand-in)."));
}

} // namespace
