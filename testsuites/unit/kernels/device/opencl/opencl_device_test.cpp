// Tests the choice of an OpenCL device, copies of boxes, and error messages, on any OpenCL device of the machine.
#include "framework/base/errors.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "testsuites/support/devices.hpp"
#include "testsuites/support/packed_boxes.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <numeric>
#include <regex>

namespace {

using namespace chemora;
using namespace chemora::device;
using testing::AllOf;
using testing::HasSubstr;

class OpenclDevices : public testing::Test {
protected:
  void SetUp() override {
    auto opencl = testing_support::find_device({"OpenCL", [] { return make_opencl_device(); }});
    if (!opencl.device) GTEST_SKIP() << opencl.reason;
    device_ = std::move(opencl.device);
  }
  std::unique_ptr<Device> device_;
};

template <typename Call>
std::string error_of(Call const& call) {
  try {
    call();
  } catch (DeviceError const& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(OpenclDevices, HaveProperties) {
  Properties const& properties = device_->properties();
  EXPECT_THAT(properties.kind, testing::StartsWith("opencl:"));
  EXPECT_EQ(properties.kind.find_first_of(" ()"), std::string::npos) << properties.kind;
  EXPECT_EQ(properties.language, plan::Language::opencl);
  EXPECT_FALSE(properties.shares_host_memory);
  EXPECT_GE(properties.blocks.max_threads, 1);
  EXPECT_GE(properties.blocks.n_units, 1);
  EXPECT_GE(properties.blocks.line_bytes, 16);
  EXPECT_THAT(properties.compiler, HasSubstr("driver"));
}

TEST_F(OpenclDevices, AreChosenByNumberOrName) {
  std::string const name = device_->properties().name;
  EXPECT_EQ(make_opencl_device({"0", "0"})->properties().language, plan::Language::opencl);
  ChosenOpencl const first = choose_opencl({"0", "0"});
  std::string upper = first.device_name.substr(0, 6);
  for (char& c : upper) c = static_cast<char>(std::toupper(c));
  EXPECT_EQ(choose_opencl({"", upper}).device_name, first.device_name) << "in any case of letters";
  EXPECT_EQ(choose_opencl({"0", "0", 7}).device, first.device) << "processes take turns";
}

TEST_F(OpenclDevices, AreListedIfNoneMatches) {
  std::string const name = choose_opencl({"0", "0"}).device_name;
  EXPECT_THAT(error_of([] {
                make_opencl_device({"abacus", ""});
              }),
              AllOf(HasSubstr("No OpenCL device is platform `abacus`, device any."), HasSubstr("platform 0: "),
                    HasSubstr("device 0: " + name), HasSubstr("by number or by a part of its name")));
  EXPECT_THAT(error_of([] { make_opencl_device({"", "99"}); }), HasSubstr("platform any, device `99`"));
}

TEST_F(OpenclDevices, CopiesOnlyTheBox) {
  ArrayShape const shape{{7, 5, 4}, sizeof(double)};
  base::Box const whole{{0, 0, 0}, shape.extent}, box{{2, 1, 1}, {6, 4, 3}};
  std::vector<double> numbers(7 * 5 * 4), other(numbers.size(), -1), back(numbers.size(), -2);
  std::iota(numbers.begin(), numbers.end(), 0);
  void* const memory = device_->allocate(shape.bytes());
  EXPECT_EQ(device_->copy_to_device(memory, other.data(), shape, whole), shape.bytes());
  EXPECT_EQ(device_->copy_to_device(memory, numbers.data(), shape, box), 4u * 3 * 2 * sizeof(double));
  EXPECT_EQ(device_->copy_to_host(back.data(), memory, shape, whole), shape.bytes());
  for (int z = 0, i = 0; z < 4; ++z)
    for (int y = 0; y < 5; ++y)
      for (int x = 0; x < 7; ++x, ++i) {
        bool const is_inside = x >= 2 && x < 6 && y >= 1 && y < 4 && z >= 1 && z < 3;
        EXPECT_EQ(back[static_cast<std::size_t>(i)], is_inside ? i : -1);
      }
  std::fill(back.begin(), back.end(), -2);
  EXPECT_EQ(device_->copy_to_host(back.data(), memory, shape, box), 4u * 3 * 2 * sizeof(double));
  EXPECT_EQ(std::count(back.begin(), back.end(), -2), 140 - 24);
  EXPECT_EQ(device_->copy_to_host(back.data(), memory, shape, {{3, 3, 3}, {3, 9, 9}}), 0u) << "an empty box";
  EXPECT_EQ(device_->copy_to_host(back.data(), memory, shape, {{6, 4, 3}, {99, 99, 99}}), sizeof(double)) << "clipped";
  device_->release(memory);
}

TEST_F(OpenclDevices, PackBoxes) {
  for (int i = 0; i < 2; ++i) testing_support::expect_packs_boxes(testing_support::packing_of(*device_));
}

TEST_F(OpenclDevices, CopyBoxesWithin) { testing_support::expect_copies_within(testing_support::packing_of(*device_)); }

TEST_F(OpenclDevices, ReportSourcesThatDoNotCompile) {
  std::vector<CompileRequest> const requests{{"broken one", "__kernel void chemora_kernel(int) { nonsense }"},
                                             {"good", "__kernel void chemora_kernel(__global double* a) { *a = 1; }"}};
  auto const results = device_->compile(requests, 1);
  EXPECT_TRUE(results[0].object.empty());
  EXPECT_THAT(results[0].error, AllOf(HasSubstr("Kernel broken one: clBuildProgram returned CL_BUILD_PROGRAM_FAILURE"),
                                      HasSubstr("source is in /"), HasSubstr("nonsense")));
  EXPECT_EQ(results[1].error, "");
  std::smatch found;
  ASSERT_TRUE(std::regex_search(results[0].error, found, std::regex("source is in (/\\S*/chemora-[^/]*)/")));
  std::filesystem::remove_all(found[1].str());
}

/// Launches of one queue run one after another, so the sum of their times is less than the elapsed time. If a launch
/// time included the wait for earlier launches, the sum would be too large.
TEST_F(OpenclDevices, TimeLaunchesByTheirEvents) {
  std::string const arguments_in_text = "struct chemora_device_arguments { int lower[3], upper[3], lower_global[3], "
                                        "global_size[3]; double spacing[3], origin[3], time, time_step; int iteration, "
                                        "allocated[3]; };\n";
  auto const objects = device_->compile(
      std::vector<CompileRequest>{
          {"loop", arguments_in_text + "__kernel void chemora_kernel(__global double* a, struct "
                                       "chemora_device_arguments const arguments) { double x = 1; for (int i = 0; i < "
                                       "arguments.iteration; ++i) x = x * 0.5 + 1; a[0] = x; }"}},
      1);
  ASSERT_EQ(objects[0].error, "");
  auto const kernel = device_->load("loop", objects[0].object, {.tile = {1, 1, 1}, .block = {1, 1, 1}});
  void* const memory = device_->allocate(sizeof(double));
  void* const outputs[]{memory};
  auto const launch = [&](int n_iterations) {
    chemora_kernel_arguments arguments{};
    for (int& end : arguments.upper) end = 1;
    arguments.iteration = n_iterations;
    kernel->launch({}, outputs, arguments);
  };
  auto const first = device_->make_stopwatch(), brief = device_->make_stopwatch(), lengthy = device_->make_stopwatch();
  EXPECT_EQ(brief->seconds(), 0);
  auto const time = [&](Stopwatch& stopwatch, int n_iterations) {
    stopwatch.start();
    launch(n_iterations);
    stopwatch.stop();
  };
  auto const start = std::chrono::steady_clock::now();
  time(*first, 100000000);
  for (int n = 0; n < 3; ++n) {
    time(*brief, 1000);
    time(*lengthy, 10000000);
  }
  double const of_first = first->seconds(), of_brief = brief->seconds(), of_lengthy = lengthy->seconds();
  double const all = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  for (double const seconds : {of_first, of_brief, of_lengthy}) EXPECT_GT(seconds, 0);
  constexpr double clocks_differ = 1.1; // the device's and the host's
  EXPECT_LE(of_first + of_brief + of_lengthy, clocks_differ * all);
  device_->release(memory);
}

TEST_F(OpenclDevices, RejectInvalidObjects) {
  EXPECT_THAT(error_of([&] { device_->load("k", "this is no program", {}); }), HasSubstr("Kernel k: cl"));
  auto const objects = device_->compile(
      std::vector<CompileRequest>{{"other", "__kernel void another(__global double* a) { *a = 1; }"}}, 1);
  EXPECT_THAT(error_of([&] { device_->load("k", objects[0].object, {}); }),
              HasSubstr("Kernel k: clCreateKernel returned CL_INVALID_KERNEL_NAME."));
}

TEST_F(OpenclDevices, ReportTheRequestedMemory) {
  EXPECT_THAT(error_of([&] { device_->release(device_->allocate(std::size_t{1} << 60)); }),
              HasSubstr("has no 1152921504606846976 bytes of memory left"));
}

} // namespace
