// Tests generated CUDA C++ without a GPU. NVRTC must emit exactly the fused multiply-adds of the graph. The kernels
// also run on emulated threads of the host, with results bitwise equal to those of the interpreter.
#include "codegen/ir/graph_builder.hpp"
#include "kernels/device/cuda/loaded_kernel.hpp"
#include "kernels/device/cuda/nvrtc.hpp"
#include "kernels/jit/specialise.hpp"
#include "testsuites/devices/device_cases.hpp"
#include "testsuites/devices/threads_on_host.hpp"
#include "testsuites/devices/update_cases.hpp"
#include "testsuites/support/devices.hpp"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace {

using namespace chemora;
using namespace chemora::testing_support;

TEST(CudaSource, GivesTheBitsOfTheInterpreterThreadByThread) {
  auto const device = make_threads_on_host();
  expect_bits_of_interpreter(*device, make_device_cases(1, 10, block_plans()));
  expect_bits_of_interpreter(*device, make_device_cases(11, 15, block_plans(), {.is_specialised = true}));
}

TEST(CudaSource, GivesTheBitsOfTheInterpreterWithBufferedValues) {
  auto const device = make_threads_on_host();
  expect_bits_of_interpreter(*device, make_buffered_cases(1, 10));
}

TEST(CudaSource, GivesTheBitsOfTheInterpreterWithRunTimeStrides) {
  auto const device = make_threads_on_host();
  expect_bits_of_interpreter(*device, with_run_time_strides(make_device_cases(1, 3, block_plans())));
  expect_bits_of_interpreter(*device, with_run_time_strides(make_buffered_cases(9, 10)));
}

TEST(CudaSource, GivesTheBitsOfTheInterpreterForUpdatesAfterAKernel) {
  auto const device = make_threads_on_host();
  expect_bits_of_interpreter(*device, make_update_cases(1, 5, block_plans()));
}

TEST(CudaSource, HasTheFunctionsOfTheCLibrary) {
  auto const device = make_threads_on_host();
  expect_bits_of_interpreter(*device,
                             {make_functions_case(ir::Type::real64, block_plans()[0]),
                              make_functions_case(ir::Type::real32, block_plans()[0])},
                             {.max_ulp = 2});
}

class Nvrtc : public testing::Test {
protected:
  void SetUp() override {
    if (std::string const reason = reason_without_nvrtc(); !reason.empty()) GTEST_SKIP() << reason;
  }

  static device::CompiledObject compile(DeviceCase const& c, std::string const& target) {
    auto const lowered = jit::lower_to_source(c.compiled, c.plan, c.data.input.extent, plan::Language::cuda);
    auto result = device::compile_cuda({c.graph.name, lowered.source}, target);
    EXPECT_EQ(result.error, "") << lowered.source;
    return result;
  }
};

int count(std::string const& text, std::string const& word) {
  int n = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

/// A kernel that sums products of twelve arrays with one thread per point. `n_fused` products are computed by fused
/// multiply-adds. The generated source must contain each operation once.
DeviceCase sum_of_products(int n_fused, ir::Type real) {
  ir::GraphBuilder builder("sums", 3, real);
  auto sum = builder.load("u0");
  for (int n = 0; n < 12; ++n) {
    auto const a = builder.load("a" + std::to_string(n)), b = builder.load("b" + std::to_string(n));
    sum = n < n_fused ? builder.apply(ir::Op::fma, {a, b, sum})
                      : builder.apply(ir::Op::add, {builder.apply(ir::Op::multiply, {a, b}), sum});
  }
  builder.store("out", sum, ir::Region::interior);
  ir::Graph const graph = builder.finish();
  return {graph, passes::specialise(graph, {}), block_plans()[0], make_random_data(graph, {16, 8, 4}, 1)};
}

TEST_F(Nvrtc, FusesWhatTheGraphFusesAndNothingElse) {
  for (int const n_fused : {0, 5, 12}) {
    std::string const of_doubles = compile(sum_of_products(n_fused, ir::Type::real64), "compute_90").object;
    EXPECT_EQ(count(of_doubles, "fma.rn.f64"), n_fused) << of_doubles;
    EXPECT_EQ(count(of_doubles, "mul.rn.f64") + count(of_doubles, "mul.f64"), 12 - n_fused) << of_doubles;
    std::string const of_floats = compile(sum_of_products(n_fused, ir::Type::real32), "compute_90").object;
    EXPECT_EQ(count(of_floats, "fma.rn.f32"), n_fused) << of_floats;
    EXPECT_EQ(count(of_floats, ".ftz") + count(of_floats, ".approx") + count(of_floats, "div.full"), 0) << of_floats;
  }
}

TEST_F(Nvrtc, FusesNothingInRandomGraphsThatHaveNoFusedOperations) {
  int n_without = 0;
  for (DeviceCase const& c : make_device_cases(1, 24, block_plans())) {
    bool has_fma = false; // true if the graph contains an fma or a cube root, which is computed with fma
    for (ir::Value const& value : c.compiled.values)
      has_fma = has_fma || value.op == ir::Op::fma || value.op == ir::Op::cbrt;
    if (has_fma) continue;
    EXPECT_EQ(count(compile(c, "compute_90").object, "fma.rn"), 0) << to_text(c.compiled);
    ++n_without;
  }
  EXPECT_GE(n_without, 3);
}

TEST_F(Nvrtc, FormsNoFmaInUpdatesAfterAKernel) {
  for (DeviceCase const& c : make_update_cases(1, 4, block_plans()))
    EXPECT_EQ(count(compile(c, "compute_90").object, "fma.rn"), 0) << to_text(c.compiled);
}

/// The kernel reads the neighbours of each variable at constant offsets from one address per variable.
TEST_F(Nvrtc, ReadsNeighboursFromOneAddress) {
  ir::GraphBuilder builder("stars", 3, ir::Type::real64);
  auto sum = builder.real(0);
  for (char const* name : {"u", "v"})
    for (ir::Offset const& offset : {ir::Offset{-2, 0, 0}, {3, 0, 0}, {0, -4, 0}, {0, 1, 0}, {0, 0, -2}, {1, 1, 2}})
      sum = builder.apply(ir::Op::add, {sum, builder.shift(builder.load(name), offset)});
  builder.store("out", sum, ir::Region::interior);
  ir::Graph const graph = builder.finish();
  DeviceCase const stars{graph, passes::specialise(graph, {}), block_plans()[0],
                         make_random_data(graph, {16, 9, 8}, 1)};
  std::string const text = compile(stars, "compute_90").object;
  std::set<std::string> addresses; // of `ld.global.nc.f64 %fd1, [%rd8+16];`
  int n_loads = 0;
  std::regex const load(R"(ld\.global\S*\s+%fd\d+,\s*\[(%rd\d+))");
  for (std::sregex_iterator at(text.begin(), text.end(), load), end; at != end; ++at, ++n_loads)
    addresses.insert((*at)[1]);
  EXPECT_EQ(n_loads, 12) << text;
  EXPECT_EQ(addresses.size(), 2u) << text;
}

TEST_F(Nvrtc, MakesMachineCodeOfEveryKindOfKernel) {
  auto cases = make_device_cases(1, 5, block_plans());
  for (DeviceCase& c : make_buffered_cases(1, 5)) cases.push_back(std::move(c));
  for (DeviceCase& c : make_update_cases(1, 2, block_plans())) cases.push_back(std::move(c));
  cases.push_back(make_functions_case(ir::Type::real64, block_plans()[1]));
  cases.push_back(make_functions_case(ir::Type::real32, block_plans()[2]));
  cases.push_back(make_roots_case(ir::Type::real64, block_plans()[0]));
  cases.push_back(make_roots_case(ir::Type::real32, block_plans()[1]));
  for (DeviceCase const& c : cases)
    EXPECT_EQ(compile(c, "sm_90").object.substr(0, 4), "\x7f"
                                                       "ELF");
}

/// A kernel whose loaded values are all live at the same time. One block size limits each thread to 64 registers, so
/// that the kernel spills; the other has enough registers.
TEST_F(Nvrtc, ReportsRegistersAndSpills) {
  ir::GraphBuilder builder("live", 3, ir::Type::real64);
  auto sum = builder.real(0);
  std::vector<ir::ValueId> all;
  for (int n = 0; n < 32; ++n) {
    all.push_back(builder.load("a" + std::to_string(n)));
    sum = builder.apply(ir::Op::add, {sum, all.back()});
  }
  for (int n = 0; n < 32; ++n)
    builder.store("b" + std::to_string(n), builder.apply(ir::Op::multiply, {all[n], sum}), ir::Region::interior);
  ir::Graph const graph = passes::specialise(builder.finish(), {});
  auto const resources = [&](base::Index3 const& block) {
    auto const lowered =
        jit::lower_to_source(graph, {.tile = block, .block = block}, {64, 64, 64}, plan::Language::cuda);
    return device::cuda_resources({"live", lowered.source}, "sm_90");
  };
  auto const large = resources({32, 32, 1}), small = resources({32, 4, 1});
  EXPECT_LE(large.registers, 64);
  EXPECT_GT(large.spill_store_bytes, 0);
  EXPECT_GE(large.stack_bytes, 8);
  EXPECT_GT(small.registers, 64) << "32 numbers of two registers each";
  EXPECT_EQ(small.spill_load_bytes, 0);
  EXPECT_THROW(device::cuda_resources({"broken", ""}, "sm_90"), device::DeviceError) << "the source has no kernel";
}

TEST_F(Nvrtc, ChoosesTheNewestArchitectureItKnows) {
  EXPECT_EQ(device::nvrtc_target("sm_90"), "sm_90");
  EXPECT_EQ(device::nvrtc_target("sm_9999").substr(0, 8), "compute_");
  EXPECT_THROW(device::nvrtc_target("sm_10"), device::DeviceError);
}

TEST_F(Nvrtc, ReportsThePathOfAFailedSource) {
  auto const result = device::compile_cuda({"broken kernel", "this is no program\n"}, "sm_90");
  EXPECT_TRUE(result.object.empty());
  for (char const* words : {"Kernel broken kernel: nvrtcCompileProgram returned", "The source is in /", "kernel.cu(1)"})
    EXPECT_NE(result.error.find(words), std::string::npos) << result.error;
  remove_kept_source(result.error);
}

/// A product of sums of `n` values. Most values are used twice, far apart in the order of statements, so that they are
/// live in between.
ir::Graph far_apart_sums(int n) {
  ir::GraphBuilder builder("sums", 3, ir::Type::real64);
  std::vector<ir::ValueId> values;
  for (int i = 0; i < n; ++i) values.push_back(builder.load("u" + std::to_string(i)));
  auto result = builder.real(1);
  for (int const distance : {1, n / 2})
    for (std::size_t i = 0; i + static_cast<std::size_t>(distance) < values.size(); ++i) {
      auto const sum = builder.apply(ir::Op::add, {values[i], values[i + static_cast<std::size_t>(distance)]});
      result = builder.apply(ir::Op::multiply, {result, sum});
    }
  builder.store("out", result, ir::Region::interior);
  return builder.finish();
}

device::CudaResources resources(ir::Graph const& graph, int threads) {
  base::Index3 const allocated{2048, 16, 16};
  plan::KernelPlan const plan{.tile = {threads, 1, 1}, .block = {threads, 1, 1}};
  return device::cuda_resources({graph.name, jit::lower_to_source(graph, plan, allocated, plan::Language::cuda).source},
                                "sm_90");
}

/// A trial compilation for one warp reports the registers per thread, which determine the largest possible block.
TEST_F(Nvrtc, HasRegistersForTheLargestBlockAfterATrial) {
  constexpr int registers_of_a_unit = 65536, warp = 32, max_threads = 1024;
  ir::Graph const graph = far_apart_sums(60);
  auto const trial = resources(graph, warp);
  int const largest = device::largest_block(trial.registers, registers_of_a_unit, warp, max_threads);
  ASSERT_LT(largest, max_threads) << "the kernel needs too few registers to prove anything: " << trial.registers;
  auto const in_largest = resources(graph, largest), beyond = resources(graph, max_threads);
  EXPECT_LE(in_largest.registers * largest, registers_of_a_unit);
  EXPECT_LE(beyond.registers * max_threads, registers_of_a_unit);
  EXPECT_GT(beyond.spill_store_bytes, 100);
  EXPECT_LT(in_largest.spill_store_bytes, beyond.spill_store_bytes / 4);
}

TEST_F(Nvrtc, LacksRegistersWhereAKernelHasMoreLiveValuesThanAThreadHasRegisters) {
  auto const lacks = [](ir::Graph const& graph) {
    auto const found = resources(graph, 32);
    return device::lacks_registers(found.registers, found.stack_bytes);
  };
  EXPECT_FALSE(lacks(far_apart_sums(20)));
  EXPECT_TRUE(lacks(far_apart_sums(400)));
}

} // namespace
