// Compiled loop trees give results bitwise equal to those of the interpreter on every device.
#include "framework/base/errors.hpp"
#include "kernels/device/cuda/nvrtc.hpp"
#include "kernels/device/host/host_device.hpp"
#include "kernels/device/opencl/opencl_device.hpp"
#include "kernels/jit/loop_trees.hpp"
#include "testsuites/devices/threads_on_host.hpp"
#include "testsuites/devices/tree_cases.hpp"
#include "testsuites/support/devices.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

namespace chemora::testing_support {

namespace {

class LoopTrees : public testing::TestWithParam<NamedDevice> {
protected:
  void SetUp() override {
    auto found = find_device(GetParam());
    if (!found.device) GTEST_SKIP() << found.reason;
    device_ = std::move(found.device);
  }
  bool is_host() const { return device_->properties().language == plan::Language::cpp; }

  std::unique_ptr<device::Device> device_;
};

TEST_P(LoopTrees, HaveTheBitsOfTheInterpreterForEveryConstruct) {
  expect_bits_of_interpreter(*device_, written_trees(), {.n_threads = is_host() ? std::vector{1, 3} : std::vector{1}});
}

TEST_P(LoopTrees, HaveTheBitsOfTheInterpreterForEveryOperation) {
  expect_bits_of_interpreter(*device_, {tree_with_operations(ir::Type::real64), tree_with_operations(ir::Type::real32),
                                        tree_with_operations(ir::Type::int32), tree_with_operations(ir::Type::int16),
                                        tree_with_operations(ir::Type::int8)});
}

TEST_P(LoopTrees, HaveTheBitsOfTheInterpreterForNarrowIntegers) {
  expect_bits_of_interpreter(*device_, narrow_trees());
}

TEST_P(LoopTrees, HaveTheBitsOfTheInterpreterAtBoundaries) {
  expect_bits_of_interpreter(*device_, trees_with_boundaries());
}

TEST_P(LoopTrees, HaveTheBitsOfTheInterpreterForRandomKernels) {
  RandomTrees counts;
  auto const cases = random_trees(1, is_host() ? 40 : 20, counts);
  expect_bits_of_interpreter(*device_, cases, {.n_threads = is_host() ? std::vector{1, 3} : std::vector{1}});
  EXPECT_GT(cases.size(), 10u);
  // Outer loops of random kernels depend on each other, so that none of them is over blocks. Written trees have blocks.
  for (loops::Tag const tag :
       {loops::Tag::unrolled, loops::Tag::vector, loops::Tag::interleaved, loops::Tag::thread_axis})
    EXPECT_GT(counts.n_of[tag], 1) << static_cast<int>(tag);
}

TEST_P(LoopTrees, HaveTilesOfAnySizeOnTheHostOnly) {
  TreeCase const c = tree_with_large_tile();
  if (is_host()) return expect_bits_of_interpreter(*device_, {c}, {.n_threads = {1, 3}});
  try {
    jit::lower_to_source(c.tree, device_->properties().language);
    FAIL() << "the size of the tile is no constant";
  } catch (base::UserError const& error) {
    EXPECT_NE(std::string(error.what()).find("The size of the temporary `t` of kernel"), std::string::npos);
  }
}

TEST_P(LoopTrees, MustNotHaveRules) {
  TreeCase c = tree_with_functions(ir::Type::real64);
  EXPECT_NO_THROW(jit::lower_to_source(c.tree, device_->properties().language));
  c.tree.body.push_back({.target = ir::make_element(ir::Type::real64, "out0", {ir::make_integer(0)}),
                         .value = ir::make_rule(ir::Type::real64, "r", {})});
  EXPECT_THROW(jit::lower_to_source(c.tree, device_->properties().language), base::InternalError);
}

TEST_P(LoopTrees, HaveFunctionsWithinTwoUlpOfTheHosts) {
  expect_bits_of_interpreter(*device_, {tree_with_functions(ir::Type::real64), tree_with_functions(ir::Type::real32)},
                             {.max_ulp = is_host() ? 0 : 2});
}

INSTANTIATE_TEST_SUITE_P(Devices, LoopTrees,
                         testing::Values(NamedDevice{"host",
                                                     +[] { return device::make_host_device({.own_memory = true}); }},
                                         NamedDevice{"opencl", +[] { return device::make_opencl_device(); }},
                                         NamedDevice{"cuda_on_host", +[] { return make_threads_on_host(); }}),
                         name_of_device);

/// A compiler that compiles host kernels for processors with fewer instructions.
class OtherProcessor {
public:
  explicit OtherProcessor(std::string const& option)
      : script_(std::filesystem::temp_directory_path() / fmt::format("compiler-{}-{}", getpid(), option)) {
    std::ofstream(script_) << "#!/bin/sh\nexec g++ \"$@\" -march=" << option << "\n";
    std::filesystem::permissions(script_, std::filesystem::perms::owner_all);
    setenv("CHEMORA_CXX", script_.c_str(), 1);
  }
  ~OtherProcessor() {
    before_ ? setenv("CHEMORA_CXX", before_->c_str(), 1) : unsetenv("CHEMORA_CXX");
    std::filesystem::remove(script_);
  }
  OtherProcessor(OtherProcessor const&) = delete;
  OtherProcessor& operator=(OtherProcessor const&) = delete;

private:
  std::filesystem::path script_;
  std::optional<std::string> before_ =
      std::getenv("CHEMORA_CXX") ? std::optional<std::string>(std::getenv("CHEMORA_CXX")) : std::nullopt;
};

TEST(NarrowIntegersOfHost, HaveTheBitsOfTheInterpreterWithEveryInstructionSet) {
  if (!__builtin_cpu_supports("sse2")) GTEST_SKIP() << "[SKIP] no x86 processor";
  std::vector<TreeCase> cases = narrow_trees();
  for (ir::Type const type : {ir::Type::int32, ir::Type::int16, ir::Type::int8})
    cases.push_back(tree_with_operations(type));
  std::vector<std::pair<std::string, bool>> const options{
      {"x86-64", true},
      {"x86-64-v2", __builtin_cpu_supports("sse4.2")},
      {"x86-64-v3", __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")},
      {"x86-64-v4", __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")}};
  for (auto const& [option, is_supported] : options) {
    if (!is_supported) continue;
    OtherProcessor const processor(option);
    expect_bits_of_interpreter(*device::make_host_device({.own_memory = true}), cases);
  }
}

TEST(LoopTreesOfCuda, CompileWithNvrtc) {
  if (std::string const reason = reason_without_nvrtc(); !reason.empty()) GTEST_SKIP() << reason;
  auto cases = written_trees();
  for (TreeCase& c : narrow_trees()) cases.push_back(std::move(c));
  for (ir::Type const type : {ir::Type::real64, ir::Type::real32}) {
    cases.push_back(tree_with_functions(type));
    cases.push_back(tree_with_operations(type));
  }
  for (TreeCase const& c : cases) {
    auto const lowered = jit::lower_to_source(c.tree, plan::Language::cuda);
    EXPECT_EQ(device::compile_cuda({c.tree.kernel, lowered.source}, "sm_90").error, "") << lowered.source;
  }
}

} // namespace

} // namespace chemora::testing_support
