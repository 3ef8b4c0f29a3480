// Tests trial compilations, which compile a kernel for one warp to find its registers. The test device reports fixed
// values.
#include "codegen/ir/graph_builder.hpp"
#include "device_without_memory.hpp"
#include "kernels/jit/compile_and_load.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;

class ReportingModule final : public device::Module {
public:
  void launch(std::span<void const* const>, std::span<void* const>, chemora_kernel_arguments const&) override {}
  std::optional<device::KernelFacts> facts() const override {
    return device::KernelFacts{.max_threads = 384, .registers = 168};
  }
};

/// A device without a compiler. It reports for every kernel that the registers permit blocks of 384 threads.
class ReportingDevice final : public jit::DeviceWithoutMemory {
public:
  explicit ReportingDevice(bool reports_registers) {
    properties_.kind = "cuda:sm_90";
    properties_.language = plan::Language::cuda;
    properties_.blocks = {.max_threads = 1024, .warp = 32, .reports_registers = reports_registers};
  }
  device::Properties const& properties() const override { return properties_; }
  std::vector<device::CompiledObject> compile(std::span<device::CompileRequest const> requests, int) override {
    for (auto const& request : requests) sources.push_back(request.source);
    return std::vector<device::CompiledObject>(requests.size(), {fails ? "" : "object", fails ? "no" : "", 0});
  }
  std::unique_ptr<device::Module> load(std::string const&, std::string const& object,
                                       device::LaunchShape const& shape) override {
    EXPECT_EQ(object, "object");
    last_block = shape.block;
    return std::make_unique<ReportingModule>();
  }

  std::vector<std::string> sources;
  base::Index3 last_block{};
  bool fails = false;

private:
  device::Properties properties_;
};

ir::Graph copy() {
  ir::GraphBuilder builder("copy", 3, ir::Type::real64);
  builder.store("out", builder.load("in"), ir::Region::interior);
  return builder.finish();
}

plan::KernelPlan const one_warp{.tile = {32, 1, 1}, .block = {32, 1, 1}};

TEST(TrialCompilation, ReportsTheFactsOfAKernelWithOneWarp) {
  ReportingDevice device(true);
  auto const facts = jit::trial_facts(copy(), one_warp, {64, 9, 9}, {"cpu", "nvrtc", ""}, device, nullptr);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->max_threads, 384);
  EXPECT_EQ(facts->registers, 168);
  ASSERT_EQ(device.sources.size(), 1u);
  EXPECT_THAT(device.sources[0], testing::HasSubstr("__launch_bounds__(32)"));
  EXPECT_EQ(device.last_block, (base::Index3{32, 1, 1}));
}

TEST(TrialCompilation, IsSkippedIfTheDeviceReportsNoRegisters) {
  ReportingDevice device(false);
  EXPECT_FALSE(jit::trial_facts(copy(), one_warp, {64, 9, 9}, {"cpu", "nvrtc", ""}, device, nullptr));
  EXPECT_TRUE(device.sources.empty());
}

TEST(TrialCompilation, ThrowsIfTheKernelDoesNotCompile) {
  ReportingDevice device(true);
  device.fails = true;
  EXPECT_THROW(jit::trial_facts(copy(), one_warp, {64, 9, 9}, {"cpu", "nvrtc", ""}, device, nullptr),
               device::DeviceError);
}

} // namespace
