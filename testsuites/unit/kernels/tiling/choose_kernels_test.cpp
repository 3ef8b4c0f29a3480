#include "codegen/plan/fission.hpp"
#include "codegen/plan/plan.hpp"
#include "kernels/tiling/choose_kernels.hpp"
#include "kernels/tiling/tile_values.hpp"
#include "testsuites/support/large_graph.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using namespace chemora;
using namespace chemora::tiling;
using testing::HasSubstr;

machine::Machine small_machine() {
  machine::Machine machine;
  machine.caches = {{1, 32 << 10, 64, 8, 1}, {2, 256 << 10, 64, 8, 1}};
  machine.vector_bytes = 32;
  return machine;
}

Problem const problem{{34, 34, 34}, {{1, 1, 1}, {33, 33, 33}}, 4};

/// A kernel with n inputs. It stores the product of the derivative of each input and the derivative of the next input.
ir::Graph products(int n) {
  std::string lines, outputs = "  out", inputs = "  in", stores;
  int id = 0;
  for (int i = 0; i < n; ++i) {
    inputs += " u" + std::to_string(100 + i);
    lines += "  %" + std::to_string(id) + " = load u" + std::to_string(100 + i) + "\n";
    for (char const* offset : {"[1,0,0]", "[-1,0,0]"})
      lines += "  %" + std::to_string(++id) + " = shift %" + std::to_string(i * 4) + " " + offset + "\n";
    ++id;
    lines +=
        "  %" + std::to_string(id) + " = subtract %" + std::to_string(id - 2) + " %" + std::to_string(id - 1) + "\n";
    ++id;
  }
  for (int i = 0; i + 1 < n; ++i) {
    lines += "  %" + std::to_string(id) + " = multiply %" + std::to_string(4 * i + 3) + " %" +
             std::to_string(4 * i + 7) + "\n";
    outputs += " o" + std::to_string(i);
    stores += "  store o" + std::to_string(i) + " %" + std::to_string(id) + " interior\n";
    ++id;
  }
  return ir::parse_graph("graph k {\n  grid 3\n" + inputs + "\n" + outputs + "\n" + lines + stores + "}\n");
}

TEST(ChooseKernels, KeepsOneKernelUpToTheLimit) {
  ir::Graph const graph = products(4);
  auto const kernels = choose_kernels(graph, problem, small_machine(), {});
  EXPECT_EQ(kernels.plan, choose_plan(graph, problem, small_machine()).plan);
  EXPECT_THAT(kernels.reason, HasSubstr("one kernel: 19 operations are not more than 15000"));
  ASSERT_EQ(kernels.reasons.size(), 1u);
  EXPECT_THAT(kernels.reasons[0], HasSubstr("lowest cost"));
}

// The graph has more operations than the right-hand side of the Einstein equations at 8th order.
TEST(ChooseKernels, IsBelowTheLimitOfTheHostWith9600Operations) {
  ir::Graph const graph = testing_support::large_graph({.n_operations = 8800});
  auto const kernels = choose_kernels(graph, problem, small_machine(), {});
  EXPECT_EQ(kernels.plan.kernels.size(), 1u);
  EXPECT_THAT(kernels.reason, testing::ContainsRegex("one kernel: 96[0-9]+ operations are not more than"));
}

TEST(ChooseKernels, DividesOnRequestOrAboveTheLimit) {
  ir::Graph const graph = products(4);
  auto const kernels = [&](FissionRule const& rule) { return choose_kernels(graph, problem, small_machine(), rule); };
  auto const derivatives = kernels({Fission::derivatives});
  ASSERT_EQ(derivatives.plan.kernels.size(), 2u);
  EXPECT_EQ(derivatives.plan.grid.size(), 4u);
  EXPECT_THAT(derivatives.plan.kernels[1].stores, testing::UnorderedElementsAre("o0", "o1", "o2"));
  EXPECT_THAT(derivatives.reason, HasSubstr("2 kernels by derivatives and right-hand sides"));
  auto const automatic = kernels({Fission::automatic, 15});
  EXPECT_THAT(automatic.reason, HasSubstr("kernels by output group with at most 15 of 19 operations")) << "keeps less";
  EXPECT_EQ(automatic.plan, kernels({Fission::outputs, 15}).plan);
  auto const outputs = kernels({Fission::outputs, 12});
  EXPECT_EQ(outputs.plan.kernels.size(), 3u);
  EXPECT_TRUE(outputs.plan.grid.empty()) << "derivatives of two loads are computed again";
  EXPECT_EQ(kernels({Fission::none, 1}).plan.kernels.size(), 1u);
  for (auto const& chosen : {derivatives, outputs}) {
    EXPECT_NO_THROW(plan::check_legality(graph, chosen.plan));
    EXPECT_EQ(chosen.reasons.size(), chosen.plan.kernels.size());
  }
}

TEST(ChooseKernels, KeepsOneKernelIfPartsPassTooManyValues) {
  ir::Graph const graph = testing_support::large_graph({.n_operations = 4000});
  auto const kernels = choose_kernels(graph, problem, small_machine(), {Fission::automatic, 2000});
  EXPECT_EQ(kernels.plan.kernels.size(), 1u);
  EXPECT_THAT(kernels.reason, HasSubstr("operations are more than 2000, but its parts would pass"));
  EXPECT_THAT(kernels.reason, HasSubstr("values, more than its 50 grid functions"));
}

TEST(ChooseKernels, ReportsThatAGraphCannotBeDivided) {
  auto const kernels = choose_kernels(products(2), problem, small_machine(), {Fission::outputs, 1});
  EXPECT_EQ(kernels.reason, "one kernel: it cannot be divided by output group");
}

TEST(ChooseKernels, FindsFatKernelsOfTheHostByTheNumberOfGridFunctions) {
  std::string reason;
  EXPECT_FALSE(registers_of(products(32), problem, reason).is_fat);
  EXPECT_EQ(reason, "not fat: 63 grid functions are not more than 64");
  EXPECT_TRUE(registers_of(products(33), problem, reason).is_fat);
  EXPECT_EQ(reason, "fat: 65 grid functions are more than 64");
  auto const fat = choose_kernels(products(33), problem, small_machine(), {});
  EXPECT_TRUE(fat.plan.kernels[0].is_fat);
  EXPECT_THAT(fat.reasons[0], testing::ContainsRegex("fat: 65 grid functions are more than 64; [0-9]+ live values, "
                                                     "[0-9]+ after reordering"));
}

/// Returns a device that runs blocks of up to 1024 threads. The result of `trial` replaces the report of a trial
/// compilation.
using Trial = std::function<std::optional<device::KernelFacts>(ir::Graph const&, plan::KernelPlan const&)>;
BlockMachine device_with(Trial const& trial) {
  device::BlockLimits limits{1024, {1024, 1024, 64}, 132, 2048, 32};
  limits.local_bytes = 48 << 10;
  limits.cache_bytes = 228 << 10;
  limits.reports_registers = trial != nullptr;
  return {.device = "cuda:sm_90", .limits = limits, .trial = trial};
}

/// Returns the facts about a kernel whose registers permit blocks of 256 threads.
device::KernelFacts facts_with(std::size_t stack_bytes, bool lacks_registers) {
  device::KernelFacts facts{256, 255, stack_bytes};
  facts.lacks_registers = lacks_registers;
  return facts;
}

Kernels on(BlockMachine const& machine, ir::Graph const& graph, FissionRule const& rule) {
  Problem on_device = problem;
  on_device.blocks = &machine;
  return choose_kernels(graph, on_device, small_machine(), rule);
}

TEST(ChooseKernels, FindsFatKernelsOfADeviceByTheCompilersRegisters) {
  auto const machine = [](bool lacks_registers) {
    return device_with([=](ir::Graph const&, plan::KernelPlan const& plan) {
      return facts_with(plan.is_fat ? 1200 : 1640, lacks_registers);
    });
  };
  auto const fat = on(machine(true), products(4), {});
  EXPECT_TRUE(fat.plan.kernels[0].is_fat);
  EXPECT_LE(fat.plan.kernels[0].block[0] * fat.plan.kernels[0].block[1] * fat.plan.kernels[0].block[2], 128);
  EXPECT_EQ(fat.plan.kernels[0].resident, 1);
  EXPECT_THAT(fat.reasons[0],
              HasSubstr("fat: the compiler uses 255 registers and 1640 bytes of stack for a thread, 255 and "
                        "1200 with its statements reordered"));
  auto const slim = on(machine(false), products(33), {});
  EXPECT_FALSE(slim.plan.kernels[0].is_fat) << "whatever the number of its grid functions";
  EXPECT_EQ(slim.plan.kernels[0].resident, 0);
}

TEST(ChooseKernels, FindsFatKernelsByLiveValuesWhereNoCompilerReportsRegisters) {
  ir::Graph const graph = testing_support::large_graph({.n_operations = 1500});
  auto const fat = on(device_with({}), graph, {Fission::none});
  EXPECT_TRUE(fat.plan.kernels[0].is_fat);
  EXPECT_THAT(fat.reasons[0], testing::ContainsRegex("fat: [0-9]+ live values are more than 100"));
  EXPECT_FALSE(on(device_with({}), products(33), {}).plan.kernels[0].is_fat);
}

/// A graph with too many operations is divided only if this reduces memory traffic. The traffic of values between the
/// parts must be less than the traffic of the register stack.
TEST(ChooseKernels, DividesFatKernelsOfADeviceIfPartsMoveLess) {
  ir::Graph const graph = testing_support::large_graph({.n_operations = 3000});
  auto const with_stack = [&](std::size_t bytes) {
    auto const machine = device_with([=, n = plan::n_operations(graph)](ir::Graph const& piece, auto const&) {
      bool const is_whole = plan::n_operations(piece) == n;
      return facts_with(is_whole ? bytes : 0, is_whole);
    });
    return on(machine, graph, {Fission::automatic, 1500});
  };
  auto const whole = with_stack(1000), divided = with_stack(30000);
  EXPECT_EQ(whole.plan.kernels.size(), 1u) << whole.reason;
  EXPECT_THAT(whole.reason, HasSubstr("no division takes less than its"));
  EXPECT_GT(divided.plan.kernels.size(), 1u) << divided.reason;
  EXPECT_THAT(divided.reason, HasSubstr("clocks of a unit for a point"));
  EXPECT_NO_THROW(plan::check_legality(graph, divided.plan));
}

TEST(ChooseKernels, ParsesTheNamesOfFission) {
  EXPECT_EQ(find_fission("outputs"), Fission::outputs);
  EXPECT_EQ(find_fission("automatic"), Fission::automatic);
  EXPECT_FALSE(find_fission("sideways"));
}

/// A kernel that stores the mixed derivative of each of n inputs along x and y. Each derivative has four terms along x,
/// each with the same derivative along y at another point.
ir::Graph mixed_derivatives(int n) {
  std::string lines, outputs = "  out", inputs = "  in", stores;
  int id = 0;
  auto const add = [&](std::string const& value) {
    lines += fmt::format("  %{} = {}\n", id, value);
    return id++;
  };
  for (int i = 0; i < n; ++i) {
    inputs += fmt::format(" u{}", 100 + i);
    int const load = add(fmt::format("load u{}", 100 + i));
    auto const derivative = [&](int x) {
      auto const term = [&](int y) { return add(fmt::format("shift %{} [{},{},0]", load, x, y)); };
      int const a = term(-2), b = term(-1), c = term(1), d = term(2);
      int const inner = add(fmt::format("subtract %{} %{}", b, c)), outer = add(fmt::format("subtract %{} %{}", a, d));
      return add(fmt::format("add %{} %{}", inner, outer));
    };
    int sum = derivative(-2);
    for (int const x : {-1, 1, 2}) sum = add(fmt::format("subtract %{} %{}", derivative(x), sum));
    outputs += fmt::format(" o{}", i);
    stores += fmt::format("  store o{} %{} interior\n", i, sum);
  }
  return ir::parse_graph("graph k {\n  grid 3\n" + inputs + "\n" + outputs + "\n" + lines + stores + "}\n");
}

TEST(ChooseKernels, BuffersValuesThatSeveralPointsNeed) {
  Problem const wide{{36, 36, 36}, {{2, 2, 2}, {34, 34, 34}}, 4};
  ir::Graph const graph = mixed_derivatives(6);
  auto const kernels = choose_kernels(graph, wide, small_machine(), {});
  auto const& kernel = kernels.plan.kernels.front();
  EXPECT_EQ(kernel.in_tile.size(), 6u) << to_text(kernels.plan);
  EXPECT_THAT(kernels.reasons.at(0), HasSubstr("6 values that several points need are in the tile: "));
  EXPECT_THAT(kernels.reasons.at(0), HasSubstr("192 without buffers"));
  plan::KernelPlan without = kernel;
  without.in_tile.clear();
  EXPECT_EQ(statements_per_point(graph, without, wide.allocated), 6 * (4 * (4 + 3) + 3 + 1));
  EXPECT_LT(statements_per_point(graph, kernel, wide.allocated), 0.6 * 192);
}

TEST(ChooseKernels, BuffersNoValuesIfLittleIsSaved) {
  Problem const wide{{36, 36, 36}, {{2, 2, 2}, {34, 34, 34}}, 4};
  EXPECT_TRUE(choose_kernels(mixed_derivatives(2), wide, small_machine(), {}).plan.kernels[0].in_tile.empty())
      << "a small kernel";
  EXPECT_TRUE(choose_kernels(products(60), wide, small_machine(), {}).plan.kernels[0].in_tile.empty())
      << "no value is needed at two points";
  plan::KernelPlan unrolled{.tile = {32, 8, 8}, .vector_width = 4, .unroll = {1, 1, 2}};
  EXPECT_FALSE(with_values_in_tile(mixed_derivatives(6), unrolled, wide.allocated));
}

} // namespace
