#include "codegen/loops/kernel_builder.hpp"

#include <gtest/gtest.h>

namespace chemora::loops {
namespace {

TEST(KernelBuilder, OrdersInstructionsAsTheyAreAdded) {
  LoopKernel kernel{.name = "k", .parameters = {{"n"}}};
  kernel.arrays.push_back(
      {.name = "a", .is_argument = true, .scope = ir::Scope::grid, .axes = {{.extent = ir::linear("n")}}});
  KernelBuilder builder(kernel);
  builder.open(builder.new_name("i"), ir::linear(0), ir::linear("n") - ir::linear(1), Tag::block_axis, 1);
  ir::ExpressionPtr const value = builder.scalar(builder.new_name("value"), ir::Type::real64);
  ir::ExpressionPtr const element = ir::make_element(ir::Type::real64, "a", {ir::make_linear(ir::linear("i"))});
  ir::ExpressionPtr const is_first =
      ir::make_operation(ir::Op::equal, {ir::make_linear(ir::linear("i")), ir::make_integer(0)});
  {
    KernelBuilder::Condition const condition(builder, is_first);
    builder.assign(value, element);
    builder.assign_always(element, value);
  }
  builder.assign(value, element);
  builder.add_grid_barrier();
  builder.open(builder.new_name("i"), ir::linear(0), ir::linear(3));
  EXPECT_EQ(to_text(kernel), R"(kernel k {
  parameter int32 n
  loop i g.1: 0 <= i <= n - 1
  loop i_1: 0 <= i_1 <= 3
  array a real64 [n] argument layout N0
  array value real64 [] registers copies i
  s1: [i] value = a[i] if i == 0 order 0, i, 0
  s2: [i] a[i] = value order 0, i, 1
  s3: [i] value = a[i] order 0, i, 2
  s4: [] barrier grid order 1
}
)");
}

TEST(KernelBuilder, AssignsTogetherWhatDependsOnAllTargets) {
  LoopKernel kernel{.name = "k"};
  kernel.arrays.push_back(
      {.name = "a", .is_argument = true, .scope = ir::Scope::grid, .axes = {{.extent = ir::linear(2)}}});
  KernelBuilder builder(kernel);
  ir::ExpressionPtr const first = ir::make_element(ir::Type::real64, "a", {ir::make_integer(0)}),
                          second = ir::make_element(ir::Type::real64, "a", {ir::make_integer(1)});
  builder.assign_together({first, second}, {second, first});
  std::map<std::string, std::vector<double>> arrays{{"a", {1, 2}}};
  interpret(kernel, {}, arrays);
  EXPECT_EQ(arrays["a"], (std::vector<double>{2, 1}));
}

TEST(KernelBuilder, ReturnsNamesOnlyOnce) {
  LoopKernel kernel;
  KernelBuilder builder(kernel);
  EXPECT_EQ(builder.new_name("i_1"), "i_1");
  EXPECT_EQ(builder.new_name("i"), "i");
  EXPECT_EQ(builder.new_name("i"), "i_2");
  EXPECT_EQ(builder.new_name("i_1"), "i_1_1");
}

} // namespace
} // namespace chemora::loops
